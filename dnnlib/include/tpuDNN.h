/* tpuDNN: handles, devices, memory, streams, events, graphs, log. Operators are in tpuDNNTensor.h, which this header includes at its end.
 *
 * Valid C11 and C++17. Functions that can fail return a tpudnnStatus_t; tpudnnGetLastError() then has a sentence that says what was wrong and
 * what to do. No exception and no abort crosses this interface. Different threads may use different handles at once; one handle, stream
 * or graph is used by one thread at a time.
 *
 * Device memory has virtual addresses (void *): they name a byte of one device's allocation and cannot be read or written by the host.
 * Kernels take physical addresses (uint64_t). tpudnnVirtToPhys and tpudnnPhysToVirt translate.
 */
#ifndef TPUDNN_H
#define TPUDNN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined __GNUC__
#define TPUDNN_API_BEGIN _Pragma("GCC visibility push(default)")
#define TPUDNN_API_END _Pragma("GCC visibility pop")
#else
#define TPUDNN_API_BEGIN
#define TPUDNN_API_END
#endif

#ifdef __cplusplus
#define TPUDNN_DEFAULT(value) = value
extern "C" {
#else
#define TPUDNN_DEFAULT(value)
#endif
TPUDNN_API_BEGIN

#define TPUDNN_VERSION_MAJOR 1
#define TPUDNN_VERSION_MINOR 0

typedef enum {
    TPUDNN_STATUS_SUCCESS = 0,
    TPUDNN_STATUS_FAILED = 1,        /* the library or a chip's runtime failed; the sentence says where */
    TPUDNN_STATUS_BAD_PARAM = 2,     /* an argument is wrong; the sentence names it */
    TPUDNN_STATUS_NOT_SUPPORTED = 3, /* right, but this chip has no such kernel or data type */
    TPUDNN_STATUS_OUT_OF_MEMORY = 4,
    TPUDNN_STATUS_DEVICE_FAULT = 5, /* a kernel faulted; asynchronous ones are reported by the next call that waits */
    TPUDNN_STATUS_NO_DEVICE = 6     /* no such device, chip or driver */
} tpudnnStatus_t;

/* A device and a stream of it. */
#ifdef __cplusplus
class TPUDNNInterface;
typedef TPUDNNInterface *tpudnnHandle_t;
#else
typedef struct TPUDNNInterface *tpudnnHandle_t;
#endif

typedef struct tpudnnStream_st *tpudnnStream_t;
typedef struct tpudnnEvent_st *tpudnnEvent_t;
typedef struct tpudnnGraph_st *tpudnnGraph_t;
typedef struct tpudnnGraphExec_st *tpudnnGraphExec_t;

/* --- errors --------------------------------------------------------------------------------------------------------------------------- */

/* The calling thread's last sentence; "" when no call of it failed. Valid until the thread's next failing call. */
const char *tpudnnGetLastError(void);
/* The status that went with that sentence; SUCCESS when no call of the thread failed since tpudnnClearLastError. */
tpudnnStatus_t tpudnnGetLastStatus(void);
/* Forgets the calling thread's last sentence and status. */
void tpudnnClearLastError(void);
/* "TPUDNN_STATUS_BAD_PARAM" and so on. */
const char *tpudnnGetStatusName(tpudnnStatus_t status);
/* major * 1000 + minor */
int tpudnnGetVersion(void);

/* --- devices --------------------------------------------------------------------------------------------------------------------------- */

#define TPUDNN_NAME_LENGTH 64

typedef struct {
    char chip[TPUDNN_NAME_LENGTH];    /* "bm_a" */
    char aliases[TPUDNN_NAME_LENGTH]; /* other names of the chip, separated by commas: "bm1684x" */
    int chip_index;                   /* which device of this chip's driver */
    int cores;
    int alignment;          /* bytes; of the physical address of an allocation */
    int asynchronous;       /* 1: launches return before the kernel has run */
    uint64_t dtypes;        /* bit (1 << tpudnnDataType_t): the chip has this element type */
    uint64_t memory_bytes;  /* 0: unknown */
} tpudnnDeviceProperties_t;

/* Devices are numbered in the order of TPUDNN_CHIPS (default bm_a,sg_b). NO_DEVICE with the reason where no driver could be loaded. */
tpudnnStatus_t tpudnnGetDeviceCount(int *count);
tpudnnStatus_t tpudnnGetDeviceProperties(int deviceID, tpudnnDeviceProperties_t *properties);
/* First device of a chip, by name or alias. */
tpudnnStatus_t tpudnnGetDeviceByName(const char *chip, int *deviceID);
/* Waits for all streams of the device. */
tpudnnStatus_t tpudnnDeviceSynchronize(int deviceID);

/* --- handles --------------------------------------------------------------------------------------------------------------------------- */

/* A handle on the device's default stream; NULL on failure, with a sentence in tpudnnGetLastError(). */
tpudnnHandle_t tpudnnCreate(int deviceID TPUDNN_DEFAULT(0));
/* Waits for nothing; the stream lives on. NULL is allowed. */
void tpudnnDestroy(tpudnnHandle_t handle);
/* A handle on a given stream: a tpudnnStream_t of this library, the runtime's own stream (tpuRtStream_t, bm_handle_t), or NULL for the default
 * stream. `module` is the runtime's kernel module, or NULL for the one that the library loads. */
tpudnnHandle_t tpudnnHandleFromStream(int deviceID, void *stream, void *module);
tpudnnStatus_t tpudnnGetDevice(tpudnnHandle_t handle, int *deviceID);
tpudnnStatus_t tpudnnGetStream(tpudnnHandle_t handle, tpudnnStream_t *stream);
/* Waits for the handle's stream; reports a fault of a kernel that ran on it. */
tpudnnStatus_t tpudnnSync(tpudnnHandle_t handle);
/* Hands what is queued to the device and does not wait. */
tpudnnStatus_t tpudnnFlush(tpudnnHandle_t handle);

/* Virtual address of a physical one; NULL for 0, and for an address in no allocation of the device (tpudnnGetLastError() says so). */
void *tpudnnPhysToVirt(tpudnnHandle_t handle, uint64_t addr);
/* Physical address of a virtual one, interior pointers included; 0 for NULL, and for an address that is none of this device's
 * (tpudnnGetLastError() says whose it is). */
uint64_t tpudnnVirtToPhys(tpudnnHandle_t handle, void *addr);

/* --- memory: sizes in bytes, device addresses virtual ------------------------------------------------------------------------------------ */

typedef struct {
    uint64_t allocated_bytes;
    uint64_t peak_bytes;
    uint64_t allocations; /* live */
} tpudnnMemoryInfo_t;

/* A size of 0 gives NULL and success. */
tpudnnStatus_t tpudnnMalloc(int deviceID, void **ptr, uint64_t bytes);
/* Waits for the device, then frees. NULL is allowed; an interior or unknown address is BAD_PARAM. */
tpudnnStatus_t tpudnnFree(void *ptr);
/* In the order of the handle's stream: the memory may be used by what is queued later, and is given back after what was queued before. */
tpudnnStatus_t tpudnnMallocAsync(tpudnnHandle_t handle, void **ptr, uint64_t bytes);
tpudnnStatus_t tpudnnFreeAsync(tpudnnHandle_t handle, void *ptr);
tpudnnStatus_t tpudnnGetMemoryInfo(int deviceID, tpudnnMemoryInfo_t *info);
/* Device of a virtual address; BAD_PARAM where it is none. */
tpudnnStatus_t tpudnnGetPointerDevice(const void *ptr, int *deviceID);

/* Copies in stream order; these wait for their own end. */
tpudnnStatus_t tpudnnMemcpyH2D(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes);
tpudnnStatus_t tpudnnMemcpyD2H(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes);
/* `src` may be on another device: the bytes then go through the host. */
tpudnnStatus_t tpudnnMemcpyD2D(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes);
tpudnnStatus_t tpudnnMemset(tpudnnHandle_t handle, void *dst, int value, uint64_t bytes);
/* These may return before the copy is done; host memory must stay as it is until the stream was waited for. */
tpudnnStatus_t tpudnnMemcpyH2DAsync(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes);
tpudnnStatus_t tpudnnMemcpyD2HAsync(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes);
tpudnnStatus_t tpudnnMemcpyD2DAsync(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes);
tpudnnStatus_t tpudnnMemsetAsync(tpudnnHandle_t handle, void *dst, int value, uint64_t bytes);

/* --- streams and events ------------------------------------------------------------------------------------------------------------------ */

tpudnnStatus_t tpudnnStreamCreate(int deviceID, tpudnnStream_t *stream);
/* Waits for the stream. NULL is allowed; the default stream is BAD_PARAM. No handle may use it afterwards. */
tpudnnStatus_t tpudnnStreamDestroy(tpudnnStream_t stream);
tpudnnStatus_t tpudnnGetDefaultStream(int deviceID, tpudnnStream_t *stream);
tpudnnStatus_t tpudnnStreamSynchronize(tpudnnStream_t stream);
/* *done = 1 when everything queued so far has run, 0 when not. */
tpudnnStatus_t tpudnnStreamQuery(tpudnnStream_t stream, int *done);
/* What is queued on the stream later runs after the event, which may belong to another device. */
tpudnnStatus_t tpudnnStreamWaitEvent(tpudnnStream_t stream, tpudnnEvent_t event);

tpudnnStatus_t tpudnnEventCreate(int deviceID, tpudnnEvent_t *event);
tpudnnStatus_t tpudnnEventDestroy(tpudnnEvent_t event);
tpudnnStatus_t tpudnnEventRecord(tpudnnEvent_t event, tpudnnStream_t stream);
/* *done = 0 while work recorded before the event is still to run; 1 afterwards, and for an event never recorded. */
tpudnnStatus_t tpudnnEventQuery(tpudnnEvent_t event, int *done);
tpudnnStatus_t tpudnnEventSynchronize(tpudnnEvent_t event);
/* Milliseconds between two recorded events of one device; waits for both. */
tpudnnStatus_t tpudnnEventElapsedTime(float *ms, tpudnnEvent_t start, tpudnnEvent_t end);

/* --- graphs: what was queued on a stream, recorded once and run again ---------------------------------------------------------------------- */

/* From here to EndCapture launches, device copies and memsets on the stream are recorded and not run. A call that waits for the stream, and a copy
 * to the host, fails with NOT_SUPPORTED. Buffers that an operator allocates for itself live as long as the graph. */
tpudnnStatus_t tpudnnStreamBeginCapture(tpudnnStream_t stream);
tpudnnStatus_t tpudnnStreamEndCapture(tpudnnStream_t stream, tpudnnGraph_t *graph);
tpudnnStatus_t tpudnnGraphGetNodeCount(tpudnnGraph_t graph, int *count);
/* The graph may be destroyed once it is instantiated. */
tpudnnStatus_t tpudnnGraphInstantiate(tpudnnGraph_t graph, tpudnnGraphExec_t *exec);
/* Queues the recorded work on a stream of the device it was captured on. */
tpudnnStatus_t tpudnnGraphLaunch(tpudnnGraphExec_t exec, tpudnnStream_t stream);
tpudnnStatus_t tpudnnGraphDestroy(tpudnnGraph_t graph);
tpudnnStatus_t tpudnnGraphExecDestroy(tpudnnGraphExec_t exec);

/* --- kernels -------------------------------------------------------------------------------------------------------------------------------- */

/* Launches what the chip's kernel table says for `key`, e.g. "matmul", with an argument struct of sg_api_struct.h in `args`, physical
 * addresses in it. NOT_SUPPORTED where the chip has no row, FAILED where `size` is not the size of the kernel's struct. */
tpudnnStatus_t tpudnnLaunchKernel(tpudnnHandle_t handle, const char *key, const void *args, size_t size);
/* *supported = 1 where the chip's table has the row. */
tpudnnStatus_t tpudnnHasKernel(tpudnnHandle_t handle, const char *key, int *supported);

/* --- log and counters ------------------------------------------------------------------------------------------------------------------------ */

typedef enum {
    TPUDNN_LOG_LEVEL_OFF = 0,
    TPUDNN_LOG_LEVEL_ERROR = 1,
    TPUDNN_LOG_LEVEL_WARN = 2,
    TPUDNN_LOG_LEVEL_INFO = 3,
    TPUDNN_LOG_LEVEL_DEBUG = 4,
    TPUDNN_LOG_LEVEL_VERBOSE = 5 /* one line per executed operator */
} tpudnnLogLevel_t;

typedef void (*tpudnnLogCallback_t)(tpudnnLogLevel_t level, const char *message, void *user);

/* The start value is TPUDNN_LOG_LEVEL (off, error, warn, info, debug, verbose), default warn. */
tpudnnStatus_t tpudnnSetLogLevel(tpudnnLogLevel_t level);
tpudnnLogLevel_t tpudnnGetLogLevel(void);
/* NULL: lines go to stderr. The callback is called by the thread that logs, one call at a time. */
tpudnnStatus_t tpudnnSetLogCallback(tpudnnLogCallback_t callback, void *user);

typedef struct {
    char name[TPUDNN_NAME_LENGTH]; /* operator key, "matmul" */
    uint64_t calls;
    uint64_t failures;
    uint64_t host_ns; /* time inside the call; on an asynchronous chip without the kernel */
} tpudnnOperatorStatistics_t;

/* Counters of operators called so far in this process: *count is the room in `statistics` on entry and the number of operators on return;
 * `statistics` may be NULL to ask for the number. */
tpudnnStatus_t tpudnnGetOperatorStatistics(tpudnnOperatorStatistics_t *statistics, int *count);
tpudnnStatus_t tpudnnResetOperatorStatistics(void);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#include <tpuDNNTensor.h> /* <>: an overlay's header earlier on the include path wins */

#endif /* TPUDNN_H */
