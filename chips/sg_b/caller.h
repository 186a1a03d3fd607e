// For programs that call libraries of this runtime (migrate/verify/trace/harness.cpp.j2).
#include "tpuv7_rt.h"

static tpuRtStream_t resource;
using TraceMemory = void *;
static bool traceOpen()
{
    return tpuRtInit() == tpuRtSuccess && tpuRtSetDevice(0) == tpuRtSuccess && tpuRtStreamCreate(&resource) == tpuRtSuccess;
}
static bool traceAllocate(size_t bytes, TraceMemory &memory, uint64_t &address)
{
    const bool made = tpuRtMalloc(&memory, bytes, 0) == tpuRtSuccess;
    address = reinterpret_cast<uint64_t>(memory);
    return made;
}
static void traceWrite(TraceMemory to, const char *host, size_t bytes) { tpuRtMemcpyS2D(to, host, bytes); }
static void traceCopyBack(void *host, TraceMemory from, size_t bytes) { tpuRtMemcpyD2S(host, from, bytes); }
static void traceFree(TraceMemory memory) { tpuRtFree(&memory, 0); }
static int traceWait() { return tpuRtStreamSynchronize(resource); }
