// Stands in for the vendor's header: every call prints what it was given.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>

enum hipError_t { hipSuccess, hipErrorInvalidValue };
enum hipMemcpyKind { hipMemcpyHostToDevice = 4, hipMemcpyDeviceToDevice = 6 };
struct hipStreamState { int number; };
typedef hipStreamState *hipStream_t;

inline const char *hipGetErrorString(hipError_t) { return "error"; }
inline hipError_t hipStreamCreate(hipStream_t *stream)
{
    static hipStreamState state = {7};
    *stream = &state;
    std::printf("stream\n");
    return hipSuccess;
}
inline hipError_t hipMalloc(void **pointer, size_t bytes)
{
    *pointer = std::calloc(1, bytes);
    std::printf("malloc %zu\n", bytes);
    return hipSuccess;
}
inline hipError_t hipFree(void *pointer)
{
    std::free(pointer);
    std::printf("free\n");
    return hipSuccess;
}
inline hipError_t hipMemcpyAsync(void *, const void *, size_t bytes, hipMemcpyKind kind, hipStream_t stream)
{
    std::printf("copy %zu %s on %d\n", bytes, kind == hipMemcpyDeviceToDevice ? "inside" : "up", stream->number);
    return hipSuccess;
}
inline hipError_t hipDeviceSynchronize()
{
    std::printf("wait\n");
    return hipSuccess;
}

struct hipDeviceProp_t { int warpSize; };
enum hipAttach { hipMemAttachHost, hipMemAttachGlobal };
inline hipError_t hipMallocManaged(void **pointer, size_t bytes, hipAttach attach)
{
    std::printf("managed %s ", attach == hipMemAttachGlobal ? "global" : "host");
    return hipMalloc(pointer, bytes);
}
struct hipHostFlags { unsigned flags; };
inline hipError_t hipHostMalloc(void **pointer, size_t bytes, hipHostFlags flags)
{
    std::printf("host %u ", flags.flags);
    return hipMalloc(pointer, bytes);
}
inline hipError_t hipMemPrefetchAsync(const void *, size_t bytes, hipStream_t stream, int device)
{
    std::printf("prefetch %zu to %d on %d\n", bytes, device, stream->number);
    return hipSuccess;
}
inline hipError_t hipFillPattern(float *, size_t count, size_t limit)
{
    std::printf("fill %zu of %zu\n", count, limit);
    return hipSuccess;
}
inline void hipProfilerNote(const char *text) { std::printf("note %s\n", text); }
