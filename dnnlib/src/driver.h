/* What libtpudnn needs of a chip: one table of C functions, exported by a plug-in libtpudnn_driver_<chip>.so as tpudnnGetDriver.
 *
 * Addresses are the chip's physical ones. Entries marked optional may be NULL; those behind the events may also lie past the driver's
 * struct_size: a driver of an older header of this version goes on working. Functions may be called from any thread, also with one stream or
 * event by several threads at once; what is destroyed is in no other call. A function that fails leaves a sentence for error_text() in the
 * calling thread, and what it was to change as it was; no exception leaves it.
 */
#ifndef TPUDNN_DRIVER_H
#define TPUDNN_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "tpuDNNRuntime.h"

#define TPUDNN_DRIVER_ABI 1

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tpudnnDriverDevice_st *tpudnnDriverDevice_t;
typedef struct tpudnnDriverStream_st *tpudnnDriverStream_t;
typedef struct tpudnnDriverEvent_st *tpudnnDriverEvent_t;

typedef struct
{
    uint32_t struct_size; /* set by the caller */
    int32_t cores;
    int32_t alignment;     /* bytes; of what malloc returns */
    int32_t asynchronous;  /* launches return before the kernel has run */
    uint64_t dtypes;       /* bit (1 << tpudnnDataType_t) */
    uint64_t memory_bytes; /* 0: unknown */
} tpudnnDriverProperties_t;

/* One launch of a kernel. */
typedef struct
{
    const char *symbol; /* name in the firmware */
    const void *args;   /* copied before the call returns */
    size_t args_size;
    int32_t cores;
} tpudnnDriverLaunch_t;

/* What a chip has counted when a point of a stream's work is reached: when all that was queued before has ended, and nothing behind has begun. The library
 * looks at differences between two points of one stream: of what lies between them. */
typedef struct
{
    uint32_t struct_size; /* set by the caller */
    uint32_t known;       /* which of the following the chip tells: TPUDNN_MARK_*; 0 until the point is reached */
    int32_t faulted;      /* 1: something queued before has faulted since the stream was last waited for, and what is behind is not run */
    void *driver_data;    /* the driver's, while the point is not reached */
    double device_ns;     /* the time by the device's own clock */
    uint64_t cycles;      /* of its cores' clock that work on this stream has taken; idle cycles may count too where counters cannot tell */
    uint64_t flops;       /* that kernels have calculated */
    uint64_t bytes;       /* that kernels and copies have moved to and from the device's memory */
    uint64_t host_ns;     /* when the last work before the point had ended, CLOCK_MONOTONIC; together with the next */
    uint64_t host_busy_ns; /* how long work on this stream has run */
} tpudnnDriverMark_t;

#define TPUDNN_MARK_DEVICE_NS 1u
#define TPUDNN_MARK_HOST_NS 2u
#define TPUDNN_MARK_CYCLES 4u
#define TPUDNN_MARK_FLOPS 8u
#define TPUDNN_MARK_BYTES 16u
#define TPUDNN_MARK_SIMULATED 32u /* all but the host's times are those of a model */

/* What the device can do at best, all cores together; 0: not known. */
typedef struct
{
    uint32_t struct_size; /* set by the caller */
    int32_t simulated;    /* 1: the rates of a model, by which its times are counted */
    double cycles_per_second;
    double flops_per_second;
    double bytes_per_second;
    double launch_ns;
} tpudnnDriverPeak_t;

/* The way from one device to another. */
typedef struct
{
    uint32_t struct_size; /* set by the caller */
    int32_t simulated;    /* 1: the figures of a model */
    int32_t port;         /* of the first device, where a link leads straight to the other; else -1 */
    int32_t hops;         /* links on the way; 0: there is no way */
    double latency_ns;    /* of the whole way; 0: not known, as the next */
    double bytes_per_second;
} tpudnnDriverLink_t;

typedef struct
{
    uint32_t abi_version; /* TPUDNN_DRIVER_ABI */
    uint32_t struct_size; /* sizeof(tpudnnDriver_v1) the driver was compiled with */
    const char *chip;     /* its name, that of the plug-in's file */
    const char *aliases;  /* other names, separated by commas */

    tpudnnStatus_t (*device_count)(int *count);
    /* `firmware`: file with the chip's kernels. */
    tpudnnStatus_t (*open)(int index, const char *firmware, tpudnnDriverDevice_t *device);
    void (*close)(tpudnnDriverDevice_t device);
    tpudnnStatus_t (*properties)(tpudnnDriverDevice_t device, tpudnnDriverProperties_t *properties);

    tpudnnStatus_t (*malloc)(tpudnnDriverDevice_t device, uint64_t bytes, uint64_t *address);
    /* After what is queued on `stream`; NULL: nothing uses the memory any more. */
    tpudnnStatus_t (*free)(tpudnnDriverDevice_t device, tpudnnDriverStream_t stream, uint64_t address);

    /* `native` is the runtime's stream, not owned, or NULL for a new one; `module` the runtime's kernel module or NULL. BAD_PARAM for what the
     * runtime does not know, as far as it can tell. */
    tpudnnStatus_t (*stream_create)(tpudnnDriverDevice_t device, void *native, void *module, tpudnnDriverStream_t *stream);
    void (*stream_destroy)(tpudnnDriverStream_t stream);
    /* Waits; DEVICE_FAULT where something queued has faulted since the last wait. */
    tpudnnStatus_t (*stream_synchronize)(tpudnnDriverStream_t stream);

    /* In stream order; may return early, host memory stays valid until the stream was waited for. */
    tpudnnStatus_t (*copy_h2d)(tpudnnDriverStream_t stream, uint64_t dst, const void *src, uint64_t bytes);
    tpudnnStatus_t (*copy_d2h)(tpudnnDriverStream_t stream, void *dst, uint64_t src, uint64_t bytes);
    tpudnnStatus_t (*copy_d2d)(tpudnnDriverStream_t stream, uint64_t dst, uint64_t src, uint64_t bytes);
    tpudnnStatus_t (*fill)(tpudnnDriverStream_t stream, uint64_t dst, int value, uint64_t bytes);
    tpudnnStatus_t (*launch)(tpudnnDriverStream_t stream, const tpudnnDriverLaunch_t *launch);

    /* The calling thread's last sentence, "" for none. */
    const char *(*error_text)(void);

    /* optional, all or none; without them the library waits for the stream when an event is recorded */
    tpudnnStatus_t (*event_create)(tpudnnDriverDevice_t device, tpudnnDriverEvent_t *event);
    void (*event_destroy)(tpudnnDriverEvent_t event);
    tpudnnStatus_t (*event_record)(tpudnnDriverEvent_t event, tpudnnDriverStream_t stream);
    tpudnnStatus_t (*event_query)(tpudnnDriverEvent_t event, int *done);
    tpudnnStatus_t (*event_synchronize)(tpudnnDriverEvent_t event);
    tpudnnStatus_t (*event_elapsed)(float *ms, tpudnnDriverEvent_t start, tpudnnDriverEvent_t end);
    tpudnnStatus_t (*stream_wait_event)(tpudnnDriverStream_t stream, tpudnnDriverEvent_t event);

    /* optional; bytes of the device's memory, and how many of them can still be allocated, by whatever process */
    tpudnnStatus_t (*memory_info)(tpudnnDriverDevice_t device, uint64_t *free_bytes, uint64_t *total_bytes);

    /* optional; a point behind what is queued on the stream. *`mark`, which is zeros but for struct_size, is filled when it is reached, and stays valid until
     * the stream was waited for. Does not wait. A real chip fills in what its counters and timestamps tell, and nothing else. Without it the library
     * takes the times of events. */
    tpudnnStatus_t (*mark)(tpudnnDriverStream_t stream, tpudnnDriverMark_t *mark);
    /* optional */
    tpudnnStatus_t (*peak)(tpudnnDriverDevice_t device, tpudnnDriverPeak_t *peak);

    /* optional, both or none: links between the chip's devices. The copy is in the order of `stream`, which is of the device of `dst`; nothing is
     * queued any more that writes `src`, of the device `from`. */
    tpudnnStatus_t (*link)(tpudnnDriverDevice_t from, tpudnnDriverDevice_t to, tpudnnDriverLink_t *link);
    tpudnnStatus_t (*copy_peer)(tpudnnDriverStream_t stream, uint64_t dst, tpudnnDriverDevice_t from, uint64_t src, uint64_t bytes);
} tpudnnDriver_v1;

typedef const tpudnnDriver_v1 *(*tpudnnGetDriver_t)(void);

#define TPUDNN_DRIVER_EXPORT __attribute__((visibility("default")))

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_DRIVER_H */
