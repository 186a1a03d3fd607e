// Stands in for the vendor's header: every call prints what it was given.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>

enum cudaError_t { cudaSuccess, cudaErrorInvalidValue };
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToDevice = 3 };
struct cudaStreamState { int number; };
typedef cudaStreamState *cudaStream_t;

inline const char *cudaGetErrorString(cudaError_t) { return "error"; }
inline cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    static cudaStreamState state = {7};
    *stream = &state;
    std::printf("stream\n");
    return cudaSuccess;
}
inline cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    *pointer = std::calloc(1, bytes);
    std::printf("malloc %zu\n", bytes);
    return cudaSuccess;
}
inline cudaError_t cudaFree(void *pointer)
{
    std::free(pointer);
    std::printf("free\n");
    return cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void *, const void *, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    std::printf("copy %zu %s on %d\n", bytes, kind == cudaMemcpyDeviceToDevice ? "inside" : "up", stream->number);
    return cudaSuccess;
}
inline cudaError_t cudaDeviceSynchronize()
{
    std::printf("wait\n");
    return cudaSuccess;
}

struct cudaDeviceProp { int warpSize; };
inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
inline cudaError_t cudaMallocManaged(void **pointer, size_t bytes)
{
    std::printf("managed global ");
    return cudaMalloc(pointer, bytes);
}
inline cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags)
{
    std::printf("host %u ", flags);
    return cudaMalloc(pointer, bytes);
}
inline cudaError_t cudaMemPrefetchAsync(const void *, size_t bytes, int device, cudaStream_t stream)
{
    std::printf("prefetch %zu to %d on %d\n", bytes, device, stream->number);
    return cudaSuccess;
}
inline cudaError_t cudaFillPattern(size_t count, float *)
{
    std::printf("fill %zu of %zu\n", count, count);
    return cudaSuccess;
}
