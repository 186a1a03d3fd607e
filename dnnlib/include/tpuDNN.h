/* tpuDNN: handles, devices, memory, streams, events, graphs, log. Operators are in tpuDNNTensor.h, which this header includes at its end.
 *
 * Valid C11 and C++17. Functions that can fail return a tpudnnStatus_t; tpudnnGetLastError() then has a sentence that says what was wrong
 * and what to do. No exception and no abort crosses this interface.
 *
 * What holds for every function and is not said again: an argument that is null where a value is needed, and a handle, stream, event or
 * graph that is none, is of another kind or was destroyed, is BAD_PARAM, and the sentence names the argument; OUT_OF_MEMORY where the host
 * has no memory, with everything as it was. An address of device memory where host memory is taken is BAD_PARAM; whether other host memory
 * can be read or written is the caller's to know. An output argument that could not be given is as it was, or NULL.
 *
 * Any thread may use any object, several threads one at once too; work that they queue on one stream is then in some order. An object that
 * one thread destroys while another's call uses it goes when that call is done.
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

typedef enum
{
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
/* The name of `status`, "TPUDNN_STATUS_BAD_PARAM" and so on; "unknown status" for another number. Lives as long as the process. */
const char *tpudnnGetStatusName(tpudnnStatus_t status);
/* The library's version: major * 1000 + minor. The major number is that of its soname. */
int tpudnnGetVersion(void);

/* --- devices --------------------------------------------------------------------------------------------------------------------------- */

#define TPUDNN_NAME_LENGTH 64

typedef struct
{
    char chip[TPUDNN_NAME_LENGTH];    /* its name, e.g. that of TPUDNN_CHIPS */
    char aliases[TPUDNN_NAME_LENGTH]; /* other names of the chip, separated by commas: "bm1684x" */
    int chip_index;                   /* which device of this chip's driver */
    int cores;
    int alignment;         /* bytes; of the physical address of an allocation */
    int asynchronous;      /* 1: launches return before the kernel has run */
    uint64_t dtypes;       /* bit (1 << tpudnnDataType_t): the chip has this element type */
    uint64_t memory_bytes; /* 0: unknown */
} tpudnnDeviceProperties_t;

/* *`count` = number of devices, numbered from 0 in the order of TPUDNN_CHIPS (default: every chip that has a
 * driver, in alphabetical order). Loads the chips' drivers at the first use
 * of the library. Errors: NO_DEVICE with the reason where no driver could be loaded, as for every function that takes a `deviceID`. */
tpudnnStatus_t tpudnnGetDeviceCount(int *count);
/* Fills *`properties` with what is known of device `deviceID`; opens it at its first use. Errors: NO_DEVICE for a number that is none, or
 * with the reason where the device cannot be opened, as for every function that takes a `deviceID`. */
tpudnnStatus_t tpudnnGetDeviceProperties(int deviceID, tpudnnDeviceProperties_t *properties);
/* *`deviceID` = the first device of the chip called `chip`, by name or alias. Errors: NO_DEVICE, with the names there are. */
tpudnnStatus_t tpudnnGetDeviceByName(const char *chip, int *deviceID);
/* Waits for all streams of device `deviceID`. Errors: DEVICE_FAULT of the first kernel or copy that faulted since the last wait, after having
 * waited for all; NOT_SUPPORTED while one of the streams is captured. */
tpudnnStatus_t tpudnnDeviceSynchronize(int deviceID);

/* --- handles --------------------------------------------------------------------------------------------------------------------------- */

/* A handle on the default stream of device `deviceID`; NULL on failure, with a sentence in tpudnnGetLastError(). */
tpudnnHandle_t tpudnnCreate(int deviceID TPUDNN_DEFAULT(0));
/* Ends `handle`. Does not wait, and the stream lives on, but for a stream that tpudnnHandleFromStream made for a runtime's own. NULL is allowed;
 * another failure is told by tpudnnGetLastError(). */
void tpudnnDestroy(tpudnnHandle_t handle);
/* A handle of device `deviceID` on `stream`: a tpudnnStream_t of this library and device, the runtime's own stream (tpuRtStream_t,
 * bm_handle_t), or NULL for the default stream. `module` is the runtime's kernel module, or NULL for the one that the library loads; with a
 * tpudnnStream_t it is NULL. NULL on failure, with a sentence in tpudnnGetLastError(): BAD_PARAM for a pointer that is neither, or no longer, where
 * the chip's runtime can tell (the simulated ones do; a vendor's may follow any pointer). Once a stream of this library is destroyed, the handle is
 * BAD_PARAM everywhere but in tpudnnDestroy; a runtime's own stream stays the caller's: once it has ended, what reaches it is BAD_PARAM too, where the
 * runtime can tell. */
tpudnnHandle_t tpudnnHandleFromStream(int deviceID, void *stream, void *module);
/* *`deviceID` = the number of the device of `handle`. */
tpudnnStatus_t tpudnnGetDevice(tpudnnHandle_t handle, int *deviceID);
/* *`stream` = the stream of `handle`; it stays the handle's, or whose it was. */
tpudnnStatus_t tpudnnGetStream(tpudnnHandle_t handle, tpudnnStream_t *stream);
/* Waits for the stream of `handle`. Errors: DEVICE_FAULT of a kernel or copy that ran on it since the last wait; NOT_SUPPORTED while it is
 * captured. */
tpudnnStatus_t tpudnnSync(tpudnnHandle_t handle);
/* Hands what is queued on the stream of `handle` to the device and does not wait. */
tpudnnStatus_t tpudnnFlush(tpudnnHandle_t handle);

/* Virtual address of the physical one `addr` on the device of `handle`; NULL for 0, and for an address in no allocation of the device
 * (tpudnnGetLastError() says so). */
void *tpudnnPhysToVirt(tpudnnHandle_t handle, uint64_t addr);
/* Physical address of the virtual one `addr` on the device of `handle`, interior pointers included; 0 for NULL, and for an address that is none
 * of this device's (tpudnnGetLastError() says whose it is). */
uint64_t tpudnnVirtToPhys(tpudnnHandle_t handle, void *addr);

/* --- memory: sizes in bytes, device addresses virtual ------------------------------------------------------------------------------------ */

typedef struct
{
    uint64_t allocated_bytes;     /* live */
    uint64_t peak_bytes;          /* the most that was live at once */
    uint64_t allocations;         /* live */
    uint64_t reserved_bytes;      /* of the chip's memory: live, and kept for allocations to come */
    uint64_t peak_reserved_bytes; /* the most that was reserved at once: at most a quarter, or 2 MiB, above the most that was live */
} tpudnnMemoryInfo_t;

/* *`ptr` = the virtual address of `bytes` bytes on device `deviceID`, their contents unset; NULL for 0 bytes. Errors: OUT_OF_MEMORY, with
 * how much is in use. */
tpudnnStatus_t tpudnnMalloc(int deviceID, void **ptr, uint64_t bytes);
/* Waits for the device, then frees the allocation that begins at `ptr`. NULL is allowed. Errors: BAD_PARAM for an address where no
 * allocation begins, with what it is; DEVICE_FAULT of work that was waited for, the memory is free then too. */
tpudnnStatus_t tpudnnFree(void *ptr);
/* *`ptr` = the virtual address of `bytes` bytes on the device of `handle`, for what is queued later; NULL for 0 bytes. Does not wait. Errors:
 * OUT_OF_MEMORY, with how much is in use. */
tpudnnStatus_t tpudnnMallocAsync(tpudnnHandle_t handle, void **ptr, uint64_t bytes);
/* Frees the allocation that begins at `ptr` once what was queued on the stream of `handle` has run; does not wait. Nothing queued later may
 * use it. While the stream is captured, the graph keeps the memory, which cannot be freed a second time. NULL is allowed. Errors: BAD_PARAM for an address where no allocation of
 * this device begins, with what it is. */
tpudnnStatus_t tpudnnFreeAsync(tpudnnHandle_t handle, void *ptr);
/* Gives the chip back what the library keeps of freed memory of device `deviceID` for allocations to come; what is queued still has it. Does
 * not wait. An allocation that finds no memory does the same, waits, and tries once more. */
tpudnnStatus_t tpudnnEmptyCache(int deviceID);
/* Fills *`info` with what this process has allocated on device `deviceID` through this library. */
tpudnnStatus_t tpudnnGetMemoryInfo(int deviceID, tpudnnMemoryInfo_t *info);
/* Sets the peaks of tpudnnGetMemoryInfo for device `deviceID` to what is there now. */
tpudnnStatus_t tpudnnResetPeakMemory(int deviceID);
/* *`total_bytes` = the memory of device `deviceID`; *`free_bytes` = how much of it can still be allocated, whoever uses the rest. Errors:
 * NOT_SUPPORTED where the chip's runtime does not tell. */
tpudnnStatus_t tpudnnGetDeviceMemory(int deviceID, uint64_t *free_bytes, uint64_t *total_bytes);
/* *`deviceID` = the device of the virtual address `ptr`, -1 where it is none. Errors: BAD_PARAM where it is none. */
tpudnnStatus_t tpudnnGetPointerDevice(const void *ptr, int *deviceID);

/* Copies and fills happen in the order of the stream of `handle`. For all of them: 0 bytes are SUCCESS with any addresses. Errors: BAD_PARAM
 * for a device address that is not in an allocation of the handle's device, with what it is, and for more bytes than the allocation has from
 * there; DEVICE_FAULT. The first four wait for their own end and for what was queued before; while the stream is captured, copies to the
 * device (with their bytes), on the device and fills are recorded, and a copy to the host is NOT_SUPPORTED. */

/* Copies `bytes` bytes from host memory `src` to device memory `dst` of the device of `handle`. */
tpudnnStatus_t tpudnnMemcpyH2D(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes);
/* Copies `bytes` bytes from device memory `src` of the device of `handle` to host memory `dst`. */
tpudnnStatus_t tpudnnMemcpyD2H(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes);
/* Copies `bytes` bytes from device memory `src` to device memory `dst` of the device of `handle`. `src` may be on another device: that
 * device is waited for, and the call cannot be captured (NOT_SUPPORTED). Bytes go over the links of a chip (tpuDNN/C2C.h), between chips of two kinds through the host. */
tpudnnStatus_t tpudnnMemcpyD2D(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes);
/* Sets `bytes` bytes of device memory from `dst` on, of the device of `handle`, to the lowest byte of `value`. */
tpudnnStatus_t tpudnnMemset(tpudnnHandle_t handle, void *dst, int value, uint64_t bytes);
/* tpudnnMemcpyH2D of `size` bytes from `src` to the physical address `dst` of the device of `handle`; waits. BAD_PARAM for an address in no allocation. */
tpudnnStatus_t tpudnnMemcpyHostToDevice(tpudnnHandle_t handle, uint64_t dst, void *src, size_t size);
/* tpudnnMemcpyD2H of `size` bytes from the physical address `src` of the device of `handle` to `dst`; waits. */
tpudnnStatus_t tpudnnMemcpyDeviceToHost(tpudnnHandle_t handle, void *dst, uint64_t src, size_t size);
/* As tpudnnMemcpyH2D with `handle`, `dst`, `src` and `bytes`, and may return before the copy is done: `src` must stay as it is until the
 * stream was waited for. */
tpudnnStatus_t tpudnnMemcpyH2DAsync(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes);
/* As tpudnnMemcpyD2H with `handle`, `dst`, `src` and `bytes`, and may return before the copy is done: `dst` is complete, and may go, once
 * the stream was waited for. */
tpudnnStatus_t tpudnnMemcpyD2HAsync(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes);
/* As tpudnnMemcpyD2D with `handle`, `dst`, `src` and `bytes`, and may return before the copy is done; a copy from another device still waits. */
tpudnnStatus_t tpudnnMemcpyD2DAsync(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes);
/* As tpudnnMemset with `handle`, `dst`, `value` and `bytes`, and may return before the bytes are set. */
tpudnnStatus_t tpudnnMemsetAsync(tpudnnHandle_t handle, void *dst, int value, uint64_t bytes);

/* --- streams and events ------------------------------------------------------------------------------------------------------------------ */

/* *`stream` = a new stream of device `deviceID`. What is queued on it runs in order; against other streams events order it. */
tpudnnStatus_t tpudnnStreamCreate(int deviceID, tpudnnStream_t *stream);
/* Waits for `stream` and ends it; handles on it are BAD_PARAM afterwards. NULL is allowed. Errors: BAD_PARAM for the default stream;
 * DEVICE_FAULT of work that was waited for, the stream has ended then too. */
tpudnnStatus_t tpudnnStreamDestroy(tpudnnStream_t stream);
/* *`stream` = the default stream of device `deviceID`, which lives as long as the process. */
tpudnnStatus_t tpudnnGetDefaultStream(int deviceID, tpudnnStream_t *stream);
/* Waits for what is queued on `stream`. Errors: DEVICE_FAULT of a kernel or copy that ran on it since the last wait; NOT_SUPPORTED while it is
 * captured. */
tpudnnStatus_t tpudnnStreamSynchronize(tpudnnStream_t stream);
/* *`done` = 1 when everything queued on `stream` so far has run, 0 when not. Does not wait. Errors: NOT_SUPPORTED while the stream is
 * captured. */
tpudnnStatus_t tpudnnStreamQuery(tpudnnStream_t stream, int *done);
/* What is queued on `stream` later runs after the last recording of `event`, which may belong to another device: the host then waits for it.
 * An event that was never recorded orders nothing. Errors: NOT_SUPPORTED while the stream is captured. */
tpudnnStatus_t tpudnnStreamWaitEvent(tpudnnStream_t stream, tpudnnEvent_t event);

/* *`event` = a new event of device `deviceID`, not recorded yet. */
tpudnnStatus_t tpudnnEventCreate(int deviceID, tpudnnEvent_t *event);
/* Ends `event`; does not wait, and streams that wait for a recording of it go on doing so. NULL is allowed. */
tpudnnStatus_t tpudnnEventDestroy(tpudnnEvent_t event);
/* Records `event` behind what is queued on `stream`; an earlier recording is forgotten. Does not wait on an asynchronous chip. Errors:
 * BAD_PARAM where they are of two devices; NOT_SUPPORTED while the stream is captured. */
tpudnnStatus_t tpudnnEventRecord(tpudnnEvent_t event, tpudnnStream_t stream);
/* *`done` = 0 while work recorded before `event` is still to run; 1 afterwards, and for an event never recorded. Does not wait. */
tpudnnStatus_t tpudnnEventQuery(tpudnnEvent_t event, int *done);
/* Waits for what was queued before the last recording of `event`; returns at once for one never recorded. Errors: DEVICE_FAULT of a kernel or
 * copy that ran before it. */
tpudnnStatus_t tpudnnEventSynchronize(tpudnnEvent_t event);
/* *`ms` = milliseconds of device time between the last recordings of `start` and `end`; waits for both. Errors: BAD_PARAM where one was
 * never recorded or they are of two devices. */
tpudnnStatus_t tpudnnEventElapsedTime(float *ms, tpudnnEvent_t start, tpudnnEvent_t end);

/* --- graphs: what was queued on a stream, recorded once and run again ---------------------------------------------------------------------- */

/* From here to tpudnnStreamEndCapture launches, copies to and on the device and fills on the stream of `handle`, by whatever handle, are recorded
 * and not run. A call that waits for the stream, and a copy to the host, fails with NOT_SUPPORTED. Memory that is freed on the
 * stream meanwhile, operators' own buffers too, lives as long as the graph, and what was allocated on the stream meanwhile is used again for what is
 * allocated there later. Errors: BAD_PARAM where the stream is captured already. */
tpudnnStatus_t tpudnnStreamBeginCapture(tpudnnHandle_t handle);
/* Ends the recording on the stream of `handle`; *`graph` = what was recorded, the caller's to destroy. Other memory that it uses has to be there
 * whenever it runs. Errors: BAD_PARAM where the stream is not captured. */
tpudnnStatus_t tpudnnStreamEndCapture(tpudnnHandle_t handle, tpudnnGraph_t *graph);
/* *`count` = number of launches, copies and fills in `graph`. */
tpudnnStatus_t tpudnnGraphGetNodeCount(tpudnnGraph_t graph, int *count);

typedef enum
{
    TPUDNN_GRAPH_NODE_LAUNCH = 0, /* of a kernel */
    TPUDNN_GRAPH_NODE_UPLOAD = 1, /* of bytes that the graph has */
    TPUDNN_GRAPH_NODE_COPY = 2,   /* on the device */
    TPUDNN_GRAPH_NODE_FILL = 3
} tpudnnGraphNodeKind_t;

/* A node of a graph. What it points to lives as long as the graph. Fields that its kind does not name are 0. */
typedef struct
{
    uint32_t struct_size; /* set by the caller: bytes that the library may fill */
    tpudnnGraphNodeKind_t kind;
    const char *function; /* of the operator that recorded it, "tpudnnMatmulAsync"; NULL: none */
    uint64_t correlation; /* of tpudnnActivityPushCorrelation in the thread that recorded it; 0: none */
    /* LAUNCH: the key of the kernel's row in the kernel table, its name in the firmware, and its argument struct with physical addresses */
    const char *key;
    const char *symbol;
    const char *args_name;
    const void *args;
    uint64_t args_size;
    int cores;
    int value;    /* FILL */
    uint64_t dst; /* UPLOAD, COPY, FILL: physical */
    uint64_t src; /* COPY: physical */
    uint64_t bytes;
    const void *data; /* UPLOAD */
} tpudnnGraphNode_t;

/* Fills *`node`, whose struct_size is set, with node `index` of `graph`, from 0 in the order in which they run. Errors: BAD_PARAM for an index that is none,
 * and for a struct_size below that of the kind. */
tpudnnStatus_t tpudnnGraphGetNode(tpudnnGraph_t graph, int index, tpudnnGraphNode_t *node);
/* *`instance` = an executable copy of `graph`, which may be destroyed afterwards. `ext` is for extensions, of which there are none: NULL, else BAD_PARAM. */
tpudnnStatus_t tpudnnGraphInstantiate(tpudnnGraphExec_t *instance, tpudnnGraph_t graph, void *ext);
/* Queues the recorded work of `instance` on the stream of `handle`, or records it there while that stream is captured itself. Does not wait. Errors:
 * BAD_PARAM where the graph was captured on another device. */
tpudnnStatus_t tpudnnGraphLaunch(tpudnnGraphExec_t instance, tpudnnHandle_t handle);
/* Ends `graph`. Memory that it keeps is freed with the last graph that was instantiated from it; that waits for the device. NULL is allowed. */
tpudnnStatus_t tpudnnGraphDestroy(tpudnnGraph_t graph);
/* Waits for the device, for queued launches of `instance`, and ends it. NULL is allowed. Errors: DEVICE_FAULT of work that was waited for, the
 * graph has ended then too. */
tpudnnStatus_t tpudnnGraphExecDestroy(tpudnnGraphExec_t instance);

/* --- kernels -------------------------------------------------------------------------------------------------------------------------------- */

/* Launches on the stream of `handle` the kernel `kernelName`: a row of the chip's kernel table, e.g. "matmul", or the firmware's own name for a kernel that
 * a row names. `arg` is the kernel's argument struct, of sg_api_struct.h, of `argBytes` bytes, physical addresses in it; it is copied. The kernel runs on
 * `groupNum` groups of `groupSize` cores each, where both are 0 on those of the row. Does not wait on an asynchronous chip. Errors: NOT_SUPPORTED
 * where the chip has no such row; BAD_PARAM where `kernelName` is empty, `argBytes` is not the size of the kernel's struct, or the chip has not as many
 * cores; FAILED with the runtime's sentence for a kernel made for another number of cores; DEVICE_FAULT. What lies in the struct is the kernel's to
 * judge: an address that is no allocation's, or a size that leads out of it, is DEVICE_FAULT of the next call that waits. */
tpudnnStatus_t tpudnnLaunchKernel(tpudnnHandle_t handle, const char *kernelName, const void *arg, size_t argBytes, int groupNum,
                                  int groupSize);
/* *`supported` = 1 where the kernel table of the chip of `handle` has the row `key`, 0 where not. */
tpudnnStatus_t tpudnnHasKernel(tpudnnHandle_t handle, const char *key, int *supported);

/* --- log and counters ------------------------------------------------------------------------------------------------------------------------ */

typedef enum
{
    TPUDNN_LOG_LEVEL_OFF = 0,
    TPUDNN_LOG_LEVEL_ERROR = 1,
    TPUDNN_LOG_LEVEL_WARN = 2,
    TPUDNN_LOG_LEVEL_INFO = 3,
    TPUDNN_LOG_LEVEL_DEBUG = 4,
    TPUDNN_LOG_LEVEL_VERBOSE = 5 /* one line per executed operator */
} tpudnnLogLevel_t;

typedef void (*tpudnnLogCallback_t)(tpudnnLogLevel_t level, const char *message, void *user);

/* Lines up to `level` are written from now on, in the whole process. The start value is TPUDNN_LOG_LEVEL (off, error, warn, info, debug,
 * verbose), default warn. Errors: BAD_PARAM for a number that is no level. */
tpudnnStatus_t tpudnnSetLogLevel(tpudnnLogLevel_t level);
/* The level of the process's log. */
tpudnnLogLevel_t tpudnnGetLogLevel(void);
/* Log lines go to `callback`, with `user` as its last argument; NULL: to stderr. It is called by the thread that logs, one call at a time,
 * and may call this library. */
tpudnnStatus_t tpudnnSetLogCallback(tpudnnLogCallback_t callback, void *user);

typedef struct
{
    char name[TPUDNN_NAME_LENGTH]; /* operator key, "matmul" */
    uint64_t calls;
    uint64_t failures;
    uint64_t host_ns; /* time inside the call; on an asynchronous chip without the kernel */
} tpudnnOperatorStatistics_t;

/* Counters of operators called so far in this process, into `statistics`: *`count` is the room there on entry and the number of operators on
 * return. `statistics` may be NULL to ask for the number. Errors: BAD_PARAM for a negative room. */
tpudnnStatus_t tpudnnGetOperatorStatistics(tpudnnOperatorStatistics_t *statistics, int *count);
/* Sets all counters of operators to 0. */
tpudnnStatus_t tpudnnResetOperatorStatistics(void);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_H */

#ifndef TPUDNN_NO_OPERATORS /* tpuDNNRuntime.h */
#include <tpuDNNTensor.h>   /* <>: an overlay's header earlier on the include path wins */
#endif
