/* Tensors, profiles and timers from the host's side: what of tpuDNN takes a tensor or watches operators and is none. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_UTILITIES_H
#define TPUDNN_UTILITIES_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* A tensor of type `dtype` with memory of its own on the device of `handle`. `shape` has `dim` extents, `stride` as many strides in elements, none of them negative, or is
 * NULL for row-major order. `data` is host memory of the same layout, whose bytes from the first element to the last are copied; NULL: the memory holds
 * what it held. A tensor without elements has no memory. It is given back by tpudnnDestroyDeviceTensor, or by tpudnnFree of its address. Waits for the
 * copy. Where this fails the undefined tensor is returned, whose type is TPUDNN_DTYPE_UNKNOWN, and tpudnnGetLastError() says why: BAD_PARAM for a dim
 * outside 0..8, a missing shape, a negative extent or stride, a type of no whole number of bytes; OUT_OF_MEMORY. */
tpudnnTensor_t tpudnnCreateDeviceTensor(tpudnnHandle_t handle, const void *data, const int dim, const int *shape, const int *stride,
                                        tpudnnDataType_t dtype);

/* The same, on the device of `handle`, with the layout and type of `tensor`, which lies on a device or in host memory. `copyData` 1: with its elements too, in the order of the handle's
 * stream; 0: without. */
tpudnnTensor_t tpudnnCreateDeviceTensorLike(tpudnnHandle_t handle, const tpudnnTensor_t tensor, int copyData);

/* Gives the memory of `tensor` back, behind what is queued on the stream of `handle`. Nothing where its address is NULL; the last error where it is that
 * of no allocation. */
void tpudnnDestroyDeviceTensor(tpudnnHandle_t handle, tpudnnTensor_t tensor);

/* `dst` = `src`, element by element, behind what is queued on the stream of `handle`; waits. Each lies on the handle's device or in host memory (an address in no
 * device's memory is the host's), with strides of its own; what lies between the elements of `dst` stays. Errors: BAD_PARAM where shapes or types differ, for
 * a missing address, a type of no whole number of bytes, and memory of another device. */
tpudnnStatus_t tpudnnCopyTensorData(tpudnnHandle_t handle, const tpudnnTensor_t src, tpudnnTensor_t dst);

/* Prints type, shape, stride and elements of `tensor`, which lies on a device or in host memory, to stdout, in one piece: all elements of up to 1000, else the first and
 * last three of each dimension. Waits for the stream of `handle`. Where this fails nothing is printed, and tpudnnGetLastError() says why. */
void tpudnnPrintTensor(tpudnnHandle_t handle, tpudnnTensor_t tensor);

/* From now on each kernel that is launched on the stream of `handle` is recorded, whatever handle launches it, up to `max_record_num` of them; of those behind
 * only the number is kept. `mode` 0: kernel, cores, and the times of its start and end from the first record on, by
 * the device's own clock where the driver tells it, which is simulated time where the chip is simulated, and by the host's else; 1: the bytes of its arguments too. Errors: BAD_PARAM
 * for a number below 1, another mode, and a stream that is recorded already. */
tpudnnStatus_t tpudnnEnableProfile(tpudnnHandle_t handle, int max_record_num, int mode);

/* Waits for the stream of `handle`, ends its recording and writes it: a file in the format of Chrome's trace viewer, TPUDNN_PROFILE or
 * tpudnn_profile.<process>.<number>.json in the working directory. Each record is an event with `name` (the kernel), `ts` and `dur` in microseconds, and
 * `args` with cores and, where asked for, argument bytes; `metadata` has chip, device, mode, and the number of launches that were left out. Errors:
 * BAD_PARAM for a stream that is not recorded, FAILED where the file cannot be written. The recording has ended then too. */
tpudnnStatus_t tpudnnDisableProfile(tpudnnHandle_t handle);

/* Sets the times that tpudnnDumpOpTimer prints to 0, and all that tpudnnGetOperatorStatistics counts. */
tpudnnStatus_t tpudnnResetOpTimer(void);

/* Prints the operators called since the last reset to stdout, one a line, the longest time first: name, calls, time inside the calls in microseconds, and
 * its share of all. On an asynchronous chip that is the host's time, without the kernel. */
tpudnnStatus_t tpudnnDumpOpTimer(void);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_UTILITIES_H */
