"""The library crates, in Rust; each may use those before it."""

CRATES = ("core", "cuda_device", "spirv_std", "cuda_std", "libm")
