// As gallery/matmul.rs.
constexpr int TILE = 16;

extern "C" __global__ void __launch_bounds__(256)
    matmul(unsigned inner, const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
           unsigned height, unsigned width) {
    __shared__ float a_tile[TILE * TILE], b_tile[TILE * TILE];
    unsigned tx = threadIdx.x, ty = threadIdx.y;
    unsigned long long row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float sum = 0.0f;
    for (unsigned t = 0; t < (inner + TILE - 1) / TILE; t++) {
        unsigned long long k = t * TILE + tx, b_row = t * TILE + ty;
        a_tile[ty * TILE + tx] = row < height && k < inner ? a[row * inner + k] : 0.0f;
        b_tile[ty * TILE + tx] = b_row < inner && col < width ? b[b_row * width + col] : 0.0f;
        __syncthreads();
        for (int j = 0; j < TILE; j++) sum += a_tile[ty * TILE + j] * b_tile[j * TILE + tx];
        __syncthreads();
    }
    if (row < height && col < width) c[row * width + col] = sum;
}
