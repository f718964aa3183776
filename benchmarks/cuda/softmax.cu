// As gallery/softmax.rs.
static __shared__ float scratch[32];

template <class F>
static __device__ float block_reduce(float v, float neutral, F combine) {
    unsigned tid = threadIdx.x, warps = blockDim.x / 32;
    for (int shift = 16; shift > 0; shift /= 2) v = combine(v, __shfl_xor_sync(0xffffffffu, v, shift));
    if (tid % 32 == 0) scratch[tid / 32] = v;
    __syncthreads();
    float all = neutral;
    for (unsigned w = 0; w < warps; w++) all = combine(all, scratch[w]);
    __syncthreads();
    return all;
}

extern "C" __global__ void softmax(unsigned columns, const float* __restrict__ x, float* __restrict__ y) {
    const float* row = x + (unsigned long long)blockIdx.x * columns;
    float* out = y + (unsigned long long)blockIdx.x * columns;
    float largest = -INFINITY;
    for (unsigned c = threadIdx.x; c < columns; c += blockDim.x) largest = fmaxf(largest, row[c]);
    largest = block_reduce(largest, -INFINITY, [](float a, float b) { return fmaxf(a, b); });
    float sum = 0.0f;
    for (unsigned c = threadIdx.x; c < columns; c += blockDim.x) sum += expf(row[c] - largest);
    sum = block_reduce(sum, 0.0f, [](float a, float b) { return a + b; });
    for (unsigned c = threadIdx.x; c < columns; c += blockDim.x) out[c] = expf(row[c] - largest) / sum;
}
