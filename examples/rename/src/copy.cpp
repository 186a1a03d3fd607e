#include <cuda_runtime.h>
#include <cuda_profiler_api.h>
#include <cstdio>

// cudaMalloc in a comment stays, and so does "cudaMalloc" in a string.
static cudaError_t fill(float *device, size_t count, cudaStream_t stream)
{
    cudaProfilerNote("fill", 1);
    return cudaFillPattern(count * 2, device) == cudaSuccess
               ? cudaMemcpyAsync(device, device + 1, count, cudaMemcpyDeviceToDevice, stream)
               : cudaErrorInvalidValue;
}

#define CHECK(call) do { cudaError_t error = (call); if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error)); } while (0)

int main()
{
    float *device = nullptr, *managed = nullptr, *host = nullptr;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMalloc(reinterpret_cast<void **>(&device), 64));
    CHECK(cudaMallocManaged(reinterpret_cast<void **>(&managed), 32));
    CHECK(cudaHostAlloc(reinterpret_cast<void **>(&host), 16, 2));
    CHECK(cudaMemPrefetchAsync(managed, 32, 5, stream));
    CHECK(fill(device, 8, stream));
    CHECK(cudaThreadSynchronize());
    cudaDeviceProp properties;
    properties.warpSize = 3;
    std::printf("cudaMalloc %d\n", properties.warpSize);
    CHECK(cudaFree(device));
}
