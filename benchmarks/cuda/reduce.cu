// As block_sum of gallery/reduce.rs.
static __device__ float warp_sum(float v) {
    for (int distance = 16; distance > 0; distance /= 2) v += __shfl_xor_sync(0xffffffffu, v, distance);
    return v;
}

extern "C" __global__ void block_sum(const float* __restrict__ x, unsigned long long n, float* total) {
    __shared__ float partial[32];
    unsigned tid = threadIdx.x;
    unsigned long long stride = (unsigned long long)blockDim.x * gridDim.x;
    float sum = 0.0f;
    for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + tid; i < n; i += stride) sum += x[i];
    sum = warp_sum(sum);
    if (tid % 32 == 0) partial[tid / 32] = sum;
    __syncthreads();
    if (tid < 32) {
        float all = warp_sum(tid < blockDim.x / 32 ? partial[tid] : 0.0f);
        if (tid == 0) atomicAdd(total, all);
    }
}
