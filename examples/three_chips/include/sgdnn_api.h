#ifndef SGDNN_API_H
#define SGDNN_API_H

#include "sg_api_struct.h"
#include "sgdnn_runtime.h"

typedef enum
{
  SGDNN_DTYPE_UNKNOWN = 0,
  SGDNN_DTYPE_INT8,
  SGDNN_DTYPE_UINT8,
  SGDNN_DTYPE_FP16,
  SGDNN_DTYPE_BF16,
  SGDNN_DTYPE_INT32,
  SGDNN_DTYPE_FP32
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

#if defined(__cplusplus)
extern "C" {
#endif

/* Loads the firmware for RESOURCE. TPUKERNEL_FIRMWARE_PATH names its file. To be called once before any operator. */
tpu_status_t sgdnnInitialize ( tpu_resource_t resource );

/*
 * OUTPUT = INPUT op OTHER * SCALAR; BINARY_TYPE: 0 +, 1 -, 2 *, 3 /
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnBinary ( tpu_resource_t resource,
                           SgdnnTensor_t input,
                           SgdnnTensor_t other,
                           float scalar,
                           SgdnnTensor_t output,
                           int binary_type,
                           bool non_blocking = true );

/*
 * OUTPUT = LEFT x RIGHT + BIAS
 * Note:
 * 1. The data types of LEFT, RIGHT, BIAS and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. The shape of LEFT is ( M, K ), RIGHT is ( K, N ), BIAS is ( N ), OUTPUT is ( M, N )
 * 3. BIAS and OUTPUT are contiguous; LEFT and RIGHT may be transposed, LEFT not for BACKEND_1684X
 * 4. BIAS is optional
 */
tpu_status_t sgdnnMatmul ( tpu_resource_t resource,
                           SgdnnTensor_t left,
                           SgdnnTensor_t right,
                           SgdnnTensor_t bias,
                           SgdnnTensor_t output,
                           bool non_blocking = true );

/*
 * OUTPUT = sqrt ( SUM ( INPUT ^ 2 ) )
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT is contiguous, OUTPUT has one element
 */
tpu_status_t sgdnnNorm2 ( tpu_resource_t resource,
                          SgdnnTensor_t input,
                          SgdnnTensor_t output,
                          bool non_blocking = true );

/*
 * OUTPUT = INPUT / sqrt ( MEAN ( INPUT ^ 2 ) + EPS ) * WEIGHT + BIAS over the dimensions from AXIS on
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape; WEIGHT and BIAS have the sizes from AXIS on; all are contiguous
 * 3. WEIGHT and BIAS are optional
 * 4. Not for BACKEND_1684X
 */
tpu_status_t sgdnnRMSNorm ( tpu_resource_t resource,
                            SgdnnTensor_t input,
                            SgdnnTensor_t weight,
                            SgdnnTensor_t bias,
                            int axis,
                            float eps,
                            SgdnnTensor_t output,
                            bool non_blocking = true );

/*
 * OUTPUT = sqrt ( INPUT ^ 2 + OTHER ^ 2 )
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 * 3. Only for BACKEND_1684X
 */
tpu_status_t sgdnnHypot ( tpu_resource_t resource,
                          SgdnnTensor_t input,
                          SgdnnTensor_t other,
                          SgdnnTensor_t output,
                          bool non_blocking = true );

#if defined(__cplusplus)
}
#endif

#endif
