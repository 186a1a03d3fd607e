/* What the simulated runtimes export beside the vendors' functions, each under a prefix of its own that ends in Sim: bmSim* in libbmlib.so,
 * tpuRtSim* in libtpuv7_rt.so. Every simulated runtime has LastFault, LastStatus, FailAt, WrongResults, BytesInUse and Peak (simulator.h). A vendor's real library has none
 * of them, so look them up with dlsym and do without where they are absent. */
#ifndef TPUSIM_H_
#define TPUSIM_H_

#include <stddef.h>

#define TPUSIM_EXPORT __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
    const char *symbol;
    const char *args_name; /* name of the kernel's argument struct, without "struct" */
    size_t args_size;      /* bytes */
    int cores;             /* number of cores it must be launched on */
} tpusimKernelInfo_t;

/* Sentence of the calling thread's last failed call: kernel, argument, address, reason. "" if none failed. Valid until the next
 * failure in this thread. */
TPUSIM_EXPORT const char *bmSimLastFault(void);
TPUSIM_EXPORT const char *tpuRtSimLastFault(void);

/* Status of the calling thread's last failed call, bm_status_t or tpuRtStatus_t; 0 if none failed. For the functions that return no status. */
TPUSIM_EXPORT int bmSimLastStatus(void);
TPUSIM_EXPORT int tpuRtSimLastStatus(void);

typedef enum
{
    TPUSIM_ALLOCATION = 0, /* of device memory */
    TPUSIM_COPY = 1,       /* between host and device, on a device, between devices, and fills; of at least one byte */
    TPUSIM_LAUNCH = 2
} tpusimOperation_t;

/* The k-th operation of that kind that the runtime executes from now on fails, once; 0: none fails. An allocation answers the runtime's
 * out-of-memory status, a copy and a launch fault as an access outside an allocation does: nothing of them is done. Returns how many operations of
 * the kind were executed since the last call, -1 for a kind that does not exist. TPUSIM_<CHIP>_FAIL ("copy:2,launch:1") does
 * the same from the start. */
TPUSIM_EXPORT long long bmSimFailAt(int operation, unsigned long long k);
TPUSIM_EXPORT long long tpuRtSimFailAt(int operation, unsigned long long k);

/* What kernels write wrong from now on, "KERNEL:scale=1.5@2" as TPUSIM_<CHIP>_WRONG has it (docs/simulated-chips.md), in place of what was asked for
 * before; "": nothing; null: as before. Returns how many launches were given a wrong result since the last call, -1 for a text that is none, with
 * nothing changed and a sentence in LastFault. */
TPUSIM_EXPORT long long bmSimWrongResults(const char *text);
TPUSIM_EXPORT long long tpuRtSimWrongResults(const char *text);

/* Kernel `index` (0, 1, ...) of a loaded module (tpu_kernel_module_t, tpuRtKernelModule_t). 0, or -1 past the last one. */
TPUSIM_EXPORT int bmSimKernelInfo(const void *module, int index, tpusimKernelInfo_t *info);
TPUSIM_EXPORT int tpuRtSimKernelInfo(const void *module, int index, tpusimKernelInfo_t *info);

/* The device of a live stream (tpuRtStream_t), -1 for any other pointer. (bmlib has bm_get_devid.) */
TPUSIM_EXPORT int tpuRtSimStreamDevice(const void *stream);

/* What was done so far, kernels and copies: on a device, or with streams on one of them. Simulated: device_ns (with streams the stream's clock, which waits
 * for other streams move on too), cycles (of its work), bytes and flops. Of the host: host_ns, when the last of it had ended (CLOCK_MONOTONIC), and
 * host_busy_ns, how long all of it took. faulted: 1 where a stream has faulted and was not waited for since; what follows on it is dropped. */
typedef struct
{
    double device_ns;
    unsigned long long cycles;
    unsigned long long bytes;
    unsigned long long flops;
    unsigned long long host_ns;
    unsigned long long host_busy_ns;
    int faulted;
} tpusimCounters_t;

/* 0, or -1 for no such device or stream (tpuRtStream_t). Also from a callback of that stream. */
TPUSIM_EXPORT int bmSimCounters(int device, tpusimCounters_t *counters);
TPUSIM_EXPORT int tcSimCounters(int device, tpusimCounters_t *counters);
TPUSIM_EXPORT int tpuRtSimCounters(const void *stream, tpusimCounters_t *counters);

/* The rates by which simulated time is counted, of all cores together. */
typedef struct
{
    double cycles_per_second;
    double flops_per_second;
    double bytes_per_second;
    double launch_ns; /* of every launch */
} tpusimPeak_t;
TPUSIM_EXPORT int bmSimPeak(tpusimPeak_t *peak);
TPUSIM_EXPORT int tpuRtSimPeak(tpusimPeak_t *peak);

/* The way from one device to another of the chip. 0, or -1 for no such devices. */
typedef struct
{
    int port; /* of device `from`; -1 where other devices are on the way */
    int hops; /* links on the way */
    double latency_ns;
    double bytes_per_second;
} tpusimLink_t;
TPUSIM_EXPORT int bmSimLink(int from, int to, tpusimLink_t *link);
TPUSIM_EXPORT int tpuRtSimLink(int from, int to, tpusimLink_t *link);
TPUSIM_EXPORT int tcSimLink(int from, int to, tpusimLink_t *link);

/* Simulated time of a device in nanoseconds: the sum over its launches and copies, or with streams the latest stream's clock. */
TPUSIM_EXPORT double bmSimTime(int device);
TPUSIM_EXPORT double tpuRtSimTime(int device);

/* Bytes allocated on a device and not yet given back. */
TPUSIM_EXPORT unsigned long long bmSimBytesInUse(int device);
TPUSIM_EXPORT unsigned long long tpuRtSimBytesInUse(int device);
/* What can still be allocated, and all: 0, or -1 for no such device. (bmlib has bm_get_gmem_heap_stat_byte_by_id.) */
TPUSIM_EXPORT int tpuRtSimMemory(int device, unsigned long long *free_bytes, unsigned long long *total_bytes);

/* For tests: drops all devices, streams and pending work, and reads the TPUSIM_* variables again. Every handle, stream, event and
 * pointer from before is invalid. No other thread may use the runtime meanwhile. */
TPUSIM_EXPORT void bmSimReset(void);
TPUSIM_EXPORT void tpuRtSimReset(void);

#ifdef __cplusplus
}
#endif

#endif
