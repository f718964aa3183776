"""The CUDA device: libraries, launches, streams and panic records over the driver API."""
