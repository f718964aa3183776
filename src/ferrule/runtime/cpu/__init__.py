"""The CPU device: loads native code and runs grids on a pool of threads."""
