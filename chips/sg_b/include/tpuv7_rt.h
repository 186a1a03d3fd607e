/* Runtime of the simulated chip sg_b under the names and signatures of the vendor's tpuv7 runtime, so that code written for the one
 * compiles and links against the other. Only the functions that are provided are declared. Calls may be made from any thread; the
 * current device is a property of the thread, 0 at first.
 *
 * Work on a stream is asynchronous: it runs in order, at the latest when somebody waits for it. A NULL stream is the device's default
 * stream. A fault on a stream is returned by the next call that waits for that stream, once; what was queued behind it is dropped.
 * Failures leave a sentence for tpuRtSimLastFault() (tpusim.h). Sizes are in bytes. */
#ifndef __TPUV7_H__
#define __TPUV7_H__

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>

#define TPURT_EXPORT __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    tpuRtSuccess = 0,
    tpuRtDevnotready = 1,
    tpuRtErrFailure = 2, /* a kernel or a copy faulted */
    tpuRtErrTimeout = 3,
    tpuRtErrParam = 4, /* bad pointer, size, function or core count */
    tpuRtErrNomem = 5,
    tpuRtErrData = 6,
    tpuRtErrBusy = 7, /* a callback waits for its own stream */
    tpuRtErrNoFeature = 8,
    tpuRtErrNotSupported = 9,
    tpuRtErrorInitializationError, /* tpuRtInit was not called */
    tpuRtErrorNoDevice,
    tpuRtErrorNoStream,
    tpuRtErrorInvalidValue,
    tpuRtErrorInvalidResourceHandle, /* not a stream, event or module, or no longer one */
    tpuRtErrorMemoryAllocation
} tpuRtStatus_t;

typedef struct tpuRtModule *tpuRtKernelModule_t;
typedef struct tpuRtStream *tpuRtStream_t;
typedef struct tpuRtEvent *tpuRtEvent_t;
typedef struct timeval tpuRtTimeRecord;
typedef int (*pTpuRtStreamCallback)(void *);

/* Devices. tpuRtInit comes first and may be called again. */
TPURT_EXPORT tpuRtStatus_t tpuRtInit(void);
TPURT_EXPORT tpuRtStatus_t tpuRtGetDeviceCount(int *count);
TPURT_EXPORT tpuRtStatus_t tpuRtGetDevice(int *device);
TPURT_EXPORT tpuRtStatus_t tpuRtSetDevice(int device);
TPURT_EXPORT tpuRtStatus_t tpuRtDeviceSynchronize(void);

/* Device memory of the current device; fresh bytes hold 0xAB. parallel_num is accepted and unused. tpuRtFree frees free_num pointers,
 * and one where free_num is 0. It is ordered with the device's streams: what was queued before it still sees the memory, what comes
 * later faults. Freed memory is filled with 0xDE. */
TPURT_EXPORT tpuRtStatus_t tpuRtMalloc(void **devPtr, unsigned long long size, int parallel_num);
TPURT_EXPORT tpuRtStatus_t tpuRtFree(void **devPtr, int free_num);
TPURT_EXPORT tpuRtStatus_t tpuRtMallocHost(void **ptr, unsigned long long size);
TPURT_EXPORT tpuRtStatus_t tpuRtFreeHost(void *ptr);

/* Copies and fills that are done at once; they do not wait for any stream. */
TPURT_EXPORT tpuRtStatus_t tpuRtMemset(void *devPtr, int value, unsigned long long size);
TPURT_EXPORT tpuRtStatus_t tpuRtMemcpyS2D(void *devPtr, const void *hostPtr, unsigned long long size);
TPURT_EXPORT tpuRtStatus_t tpuRtMemcpyD2S(void *hostPtr, const void *devPtr, unsigned long long size);
TPURT_EXPORT tpuRtStatus_t tpuRtMemcpyD2D(void *dstDevPtr, const void *srcDevPtr, unsigned long long size);
TPURT_EXPORT tpuRtStatus_t tpuRtMemcpyP2P(void *dstDevPtr, int dstDevice, const void *srcDevPtr, int srcDevice, unsigned long long size);

/* The same on a stream. Host memory is read or written when the stream comes to it. */
TPURT_EXPORT tpuRtStatus_t tpuRtMemsetAsync(void *devPtr, int value, unsigned long long size, tpuRtStream_t stream);
TPURT_EXPORT tpuRtStatus_t tpuRtMemcpyS2DAsync(void *devPtr, const void *hostPtr, unsigned long long size, tpuRtStream_t stream);
TPURT_EXPORT tpuRtStatus_t tpuRtMemcpyD2SAsync(void *hostPtr, const void *devPtr, unsigned long long size, tpuRtStream_t stream);
TPURT_EXPORT tpuRtStatus_t tpuRtMemcpyD2DAsync(void *dstDevPtr, const void *srcDevPtr, unsigned long long size, tpuRtStream_t stream);
TPURT_EXPORT tpuRtStatus_t tpuRtMemcpyP2PAsync(void *dstDevPtr, int dstDevice, const void *srcDevPtr, int srcDevice,
                                               unsigned long long size, tpuRtStream_t stream);

/* Streams belong to the device that was current when they were created. A callback runs when the stream comes to it. */
TPURT_EXPORT tpuRtStatus_t tpuRtStreamCreate(tpuRtStream_t *pStream);
TPURT_EXPORT tpuRtStatus_t tpuRtStreamDestroy(tpuRtStream_t stream);
TPURT_EXPORT tpuRtStatus_t tpuRtStreamSynchronize(tpuRtStream_t stream);
TPURT_EXPORT tpuRtStatus_t tpuRtStreamAddCallback(tpuRtStream_t stream, pTpuRtStreamCallback callback, void *userData);
TPURT_EXPORT tpuRtStatus_t tpuRtStreamWaitEvent(tpuRtStream_t stream, tpuRtEvent_t event);

/* Events. The elapsed time is simulated time, in milliseconds; both events must have been reached. The vendor declares no destroy. */
TPURT_EXPORT tpuRtStatus_t tpuRtEventCreate(tpuRtEvent_t *pEvent);
TPURT_EXPORT tpuRtStatus_t tpuRtEventRecord(tpuRtEvent_t event, tpuRtStream_t stream);
TPURT_EXPORT tpuRtStatus_t tpuRtEventSynchronize(tpuRtEvent_t event);
TPURT_EXPORT tpuRtStatus_t tpuRtEventElapsedTime(float *ms, tpuRtEvent_t start, tpuRtEvent_t end);

/* Kernel modules. A module is a firmware file of this chip, loaded for the stream's device. NULL on failure. */
TPURT_EXPORT tpuRtKernelModule_t tpuRtKernelLoadModuleFile(const char *module_file, tpuRtStream_t stream);
TPURT_EXPORT tpuRtKernelModule_t tpuRtKernelLoadModule(const char *data, size_t length, tpuRtStream_t stream);
TPURT_EXPORT tpuRtStatus_t tpuRtKernelUnloadModule(tpuRtKernelModule_t p_module, tpuRtStream_t stream);

/* args: the kernel's packed argument struct, copied at the call; size its bytes. The kernel runs on group_num * block_num cores, which
 * must be the number it needs. The synchronous form waits for the stream. */
TPURT_EXPORT tpuRtStatus_t tpuRtKernelLaunch(tpuRtKernelModule_t module, const char *func_name, void *args, uint32_t size,
                                             uint64_t group_num, uint64_t block_num, tpuRtStream_t stream);
TPURT_EXPORT tpuRtStatus_t tpuRtKernelLaunchAsync(tpuRtKernelModule_t module, const char *func_name, void *args, uint32_t size,
                                                  uint64_t group_num, uint64_t block_num, tpuRtStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
