#ifndef SGDNN_API_H
#define SGDNN_API_H

#include <stddef.h>
#include <vector>

#include "sg_api_struct.h"
#include "sgdnn_runtime.h"

typedef enum
{
  SGDNN_DTYPE_UNKNOWN = 0,
  SGDNN_DTYPE_INT8,
  SGDNN_DTYPE_UINT8,
  SGDNN_DTYPE_INT16,
  SGDNN_DTYPE_UINT16,
  SGDNN_DTYPE_FP16,
  SGDNN_DTYPE_BF16,
  SGDNN_DTYPE_INT32,
  SGDNN_DTYPE_UINT32,
  SGDNN_DTYPE_FP32,
  SGDNN_DTYPE_INT64
}
SgdnnDataType_t;

/* Shape and stride count elements; addr is a device address, 0 where there is no tensor. */
typedef struct
{
  unsigned long long addr;
  int dim;
  int shape[8];
  int stride[8];
  SgdnnDataType_t dtype;
}
SgdnnTensor_t;

typedef struct
{
  int kernel_h;
  int kernel_w;
  int pad_h;
  int pad_w;
  int stride_h;
  int stride_w;
  int dilation_h;
  int dilation_w;
  int groups;
}
SgdnnConv2dParam_t;

#if defined(__cplusplus)
extern "C" {
#endif

/* What an optional argument is given where there is no tensor. */
static inline SgdnnTensor_t sgdnnUndefinedTensor()
{
  SgdnnTensor_t tensor = { .addr = 0 };
  return tensor;
}

/* Loads the firmware for RESOURCE. TPUKERNEL_FIRMWARE_PATH names its file. To be called once before any operator. */
tpu_status_t sgdnnInitialize ( tpu_resource_t resource );

/* Unloads the firmware of RESOURCE. */
tpu_status_t sgdnnDeinitialize ( tpu_resource_t resource );

/*
 * Launches the kernel FUNC_NAME with API_SIZE bytes of arguments.
 * BACKEND_SG2260 is asynchronous when NON_BLOCKING is set, so there every caller has to choose.
 */
#if defined BACKEND_SG2260
tpu_status_t sgdnnTPUKernelLaunch ( tpu_resource_t resource,
                                    const char * func_name,
                                    const void * api,
                                    size_t api_size,
                                    bool non_blocking,
                                    bool use_multi_core = false );

static inline tpu_status_t sgdnnTPUKernelLaunchMultiCore ( tpu_resource_t resource,
                                                           const char * func_name,
                                                           const void * api,
                                                           size_t api_size,
                                                           bool non_blocking )
{
  return sgdnnTPUKernelLaunch ( resource, func_name, api, api_size, non_blocking, true );
}
#else
tpu_status_t sgdnnTPUKernelLaunch ( tpu_resource_t resource,
                                    const char * func_name,
                                    const void * api,
                                    size_t api_size,
                                    bool non_blocking = false,
                                    bool use_multi_core = false );
#endif

/*
 * OUTPUT = INPUT, element by element, with any strides on both sides
 * Note:
 * 1. INPUT and OUTPUT have the same shape and the same data type, which is not INT64
 */
tpu_status_t sgdnnStridedCopy ( tpu_resource_t stream,
                                SgdnnTensor_t input,
                                SgdnnTensor_t output,
                                bool non_blocking = true );

/*
 * OUTPUT = LEFT x RIGHT + BIAS
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of LEFT is ( M, K ), RIGHT is ( K, N ), BIAS is ( N ), OUTPUT is ( M, N )
 * 3. LEFT and RIGHT are contiguous or transposed, BIAS and OUTPUT are contiguous
 * 4. BIAS is optional
 */
tpu_status_t sgdnnMatmul ( tpu_resource_t stream,
                           SgdnnTensor_t left,
                           SgdnnTensor_t right,
                           SgdnnTensor_t bias,
                           SgdnnTensor_t output,
                           bool non_blocking = true );

/*
 * OUTPUT[b] = LEFT[b] x RIGHT[b]
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of LEFT is ( B, M, K ), RIGHT is ( B, K, N ), OUTPUT is ( B, M, N )
 * 3. LEFT and RIGHT are contiguous or transposed in their last two dimensions, OUTPUT is contiguous
 */
tpu_status_t sgdnnBatchMatmul ( tpu_resource_t stream,
                                SgdnnTensor_t left,
                                SgdnnTensor_t right,
                                SgdnnTensor_t output,
                                bool non_blocking = true );

/*
 * OUTPUT = SOFTMAX ( INPUT ) over DIM
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnSoftmax ( tpu_resource_t stream,
                            SgdnnTensor_t input,
                            int dim,
                            SgdnnTensor_t output,
                            bool non_blocking = true );

#if defined(__cplusplus)
}
#endif

#endif
