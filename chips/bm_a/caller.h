// For programs that call libraries of this runtime (migrate/verify/trace/harness.cpp.j2).
#include "bmlib_runtime.h"

static bm_handle_t resource;
using TraceMemory = bm_device_mem_t;
static bool traceOpen() { return bm_dev_request(&resource, 0) == BM_SUCCESS; }
static bool traceAllocate(size_t bytes, TraceMemory &memory, uint64_t &address)
{
    const bool made = bm_malloc_device_byte(resource, &memory, bytes) == BM_SUCCESS;
    address = made ? bm_mem_get_device_addr(memory) : 0;
    return made;
}
static void traceWrite(TraceMemory to, const char *host, size_t) { bm_memcpy_s2d(resource, to, const_cast<char *>(host)); }
static void traceCopyBack(void *host, TraceMemory from, size_t) { bm_memcpy_d2s(resource, host, from); }
static void traceFree(TraceMemory memory) { bm_free_device(resource, memory); }
static int traceWait() { return bm_thread_sync(resource); }
