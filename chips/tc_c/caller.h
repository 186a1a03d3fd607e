// For programs that call libraries of this runtime (migrate/verify/trace/harness.cpp.j2).
#include "tcrt.h"

static int resource; // the device
using TraceMemory = tcBuffer;
static bool traceOpen() { return true; }
static bool traceAllocate(size_t bytes, TraceMemory &memory, uint64_t &address)
{
    return tcAlloc(resource, bytes, &memory, &address) == TC_OK;
}
static void traceWrite(TraceMemory to, const char *host, size_t bytes) { tcWrite({to, 0}, host, bytes); }
static void traceCopyBack(void *host, TraceMemory from, size_t bytes) { tcRead(host, {from, 0}, bytes); }
static void traceFree(TraceMemory memory) { tcFree(memory); }
static int traceWait() { return TC_OK; }
