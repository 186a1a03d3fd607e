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
 * Launches a kernel that does nothing, for measuring the cost of a launch
 */
tpu_status_t sgdnnDummy ( tpu_resource_t stream,
                          bool non_blocking = true );

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

/*
 * GRAD_INPUT = SOFTMAX BACKWARD ( GRAD_OUTPUT, OUTPUT ) over DIM, where OUTPUT is what the forward operator gave
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpu_status_t sgdnnSoftmaxBackward ( tpu_resource_t stream,
                                    SgdnnTensor_t grad_output,
                                    SgdnnTensor_t output,
                                    int dim,
                                    SgdnnTensor_t grad_input,
                                    bool non_blocking = true );

/*
 * OUTPUT = INPUT converted to the data type of OUTPUT
 * Note:
 * 1. INPUT and OUTPUT have the same shape and are contiguous
 * 2. Neither data type is INT64
 */
tpu_status_t sgdnnConvert ( tpu_resource_t stream,
                            SgdnnTensor_t input,
                            SgdnnTensor_t output,
                            bool non_blocking = true );

/*
 * OUTPUT = the low halves of INPUT
 * Note:
 * 1. The data type of INPUT is INT64, of OUTPUT INT32
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnConvertInt64toInt32 ( tpu_resource_t resource,
                                        SgdnnTensor_t input,
                                        SgdnnTensor_t output,
                                        bool non_blocking = true );

/*
 * OUTPUT = INPUT ( BINARY_TYPE ) SCALAR * OTHER
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnBinary ( tpu_resource_t stream,
                           SgdnnTensor_t input,
                           SgdnnTensor_t other,
                           float scalar,
                           SgdnnTensor_t output,
                           int binary_type,
                           bool non_blocking = true );

/*
 * OUTPUT = INPUT ( BINARY_TYPE ) SCALAR * OTHER, with broadcasting
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same
 * 2. INPUT, OTHER and OUTPUT have the same number of dimensions; in each one the size of an input is that of OUTPUT or 1
 * 3. INPUT, OTHER and OUTPUT are contiguous
 */
tpu_status_t sgdnnBinaryBcast ( tpu_resource_t stream,
                                SgdnnTensor_t input,
                                SgdnnTensor_t other,
                                float scalar,
                                SgdnnTensor_t output,
                                int binary_type,
                                bool non_blocking = true );

/*
 * OUTPUT = INPUT ( BINARY_TYPE ) SCALAR, or SCALAR ( BINARY_TYPE ) INPUT where INVERSED is set
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnBinaryC ( tpu_resource_t stream,
                            SgdnnTensor_t input,
                            float scalar,
                            SgdnnTensor_t output,
                            int binary_type,
                            bool inversed,
                            bool non_blocking = true );

/*
 * OUTPUT = INPUT ( MODE ) OTHER, 1 where it holds and 0 elsewhere; MODE is one of sg_comparision_mode_t
 * Note:
 * 1. The data types of INPUT and OTHER are the same; of INT64 the low halves are compared
 * 2. The data type of OUTPUT is UINT8
 * 3. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnComparision ( tpu_resource_t stream,
                                SgdnnTensor_t input,
                                SgdnnTensor_t other,
                                SgdnnTensor_t output,
                                int mode,
                                bool non_blocking = true );

/*
 * OUTPUT = INPUT ( MODE ) OTHER, with broadcasting
 * Note:
 * 1. The data types of INPUT and OTHER are the same, and not INT64
 * 2. The data type of OUTPUT is UINT8
 * 3. INPUT, OTHER and OUTPUT have the same number of dimensions; in each one the size of an input is that of OUTPUT or 1
 * 4. INPUT, OTHER and OUTPUT are contiguous
 */
tpu_status_t sgdnnComparisionBcast ( tpu_resource_t stream,
                                     SgdnnTensor_t input,
                                     SgdnnTensor_t other,
                                     SgdnnTensor_t output,
                                     int mode,
                                     bool non_blocking = true );

/*
 * OUTPUT = INPUT ( MODE ) SCALAR, or SCALAR ( MODE ) INPUT where SCALAR_POS is 0
 * Note:
 * 1. The data type of INPUT is not INT64, of OUTPUT UINT8
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnComparisionC ( tpu_resource_t stream,
                                 SgdnnTensor_t input,
                                 float scalar,
                                 SgdnnTensor_t output,
                                 int mode,
                                 int scalar_pos,
                                 bool non_blocking = true );

/*
 * OUTPUT = ACTIVE_TYPE ( INPUT )
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same; OUTPUT of ACTIVE_ISINF, ACTIVE_ISNEGINF, ACTIVE_ISPOSINF and ACTIVE_ISNAN is UINT8
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnActive ( tpu_resource_t stream,
                           SgdnnTensor_t input,
                           SgdnnTensor_t output,
                           sg_active_type_t active_type,
                           bool non_blocking = true );

/*
 * OUTPUT = LOG ( INPUT ) to the base that LOG_TYPE names; LOG_1P is LOG ( 1 + INPUT )
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnLog ( tpu_resource_t stream,
                        SgdnnTensor_t input,
                        SgdnnTensor_t output,
                        sg_log_type_t log_type,
                        bool non_blocking = true );

/*
 * [ OUTPUT, MEAN, RSTD ] = LAYERNORM ( INPUT, WEIGHT, BIAS ) over the dimensions from START_DIM on
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape; WEIGHT and BIAS have the sizes from START_DIM on, MEAN and RSTD one element for
 *    each of the rest
 * 3. All the tensors are contiguous
 * 4. WEIGHT, BIAS, MEAN and RSTD are optional
 */
tpu_status_t sgdnnLayernorm ( tpu_resource_t stream,
                              SgdnnTensor_t input,
                              SgdnnTensor_t weight,
                              SgdnnTensor_t bias,
                              int start_dim,
                              float eps,
                              SgdnnTensor_t output,
                              SgdnnTensor_t mean,
                              SgdnnTensor_t rstd,
                              bool non_blocking = true );

/*
 * [ GRAD_INPUT, GRAD_WEIGHT, GRAD_BIAS ] = LAYERNORM BACKWARD ( GRAD_OUTPUT, INPUT, WEIGHT, MEAN, RSTD )
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shapes are those of the forward operator
 * 3. All the tensors are contiguous
 * 4. WEIGHT, GRAD_INPUT, GRAD_WEIGHT and GRAD_BIAS are optional
 */
tpu_status_t sgdnnLayernormBackward ( tpu_resource_t stream,
                                      SgdnnTensor_t grad_output,
                                      SgdnnTensor_t input,
                                      SgdnnTensor_t weight,
                                      SgdnnTensor_t mean,
                                      SgdnnTensor_t rstd,
                                      int start_dim,
                                      SgdnnTensor_t grad_input,
                                      SgdnnTensor_t grad_weight,
                                      SgdnnTensor_t grad_bias,
                                      bool non_blocking = true );

/*
 * OUTPUT = GELU ( INPUT ), the exact form
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnGELU ( tpu_resource_t stream,
                         SgdnnTensor_t input,
                         SgdnnTensor_t output,
                         bool non_blocking = true );

/*
 * GRAD_INPUT = GELU BACKWARD ( GRAD_OUTPUT, INPUT )
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpu_status_t sgdnnGELUBackward ( tpu_resource_t stream,
                                 SgdnnTensor_t grad_output,
                                 SgdnnTensor_t input,
                                 SgdnnTensor_t grad_input,
                                 bool non_blocking = true );

/*
 * OUTPUT = MEAN ( MODE 0 ) or SUM ( MODE 1 ) of INPUT over the dimensions from START_DIM up to, not including, END_DIM
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. With KEEPDIM the reduced dimensions of OUTPUT are 1, else they are left out
 * 3. INPUT and OUTPUT are contiguous
 */
tpu_status_t sgdnnReduce ( tpu_resource_t stream,
                           SgdnnTensor_t input,
                           int start_dim,
                           int end_dim,
                           int keepdim,
                           int mode,
                           SgdnnTensor_t output,
                           bool non_blocking = true );

/*
 * OUTPUT = PRODUCT of INPUT over AXIS
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. With KEEPDIM the reduced dimension of OUTPUT is 1, else it is left out
 * 3. INPUT and OUTPUT are contiguous
 */
tpu_status_t sgdnnReduceProd ( tpu_resource_t stream,
                               SgdnnTensor_t input,
                               int axis,
                               int keepdim,
                               SgdnnTensor_t output,
                               bool non_blocking = true );

/*
 * OUTPUT = INPUT with its dimensions in the order DIM_ORDER
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. INPUT may have any strides, OUTPUT is contiguous
 */
tpu_status_t sgdnnPermute ( tpu_resource_t stream,
                            SgdnnTensor_t input,
                            int * dim_order,
                            SgdnnTensor_t output,
                            bool non_blocking = true );

/*
 * OUTPUT = the INPUTS one behind the other in dimension AXIS
 * Note:
 * 1. The data types of all the tensors are the same, and not INT64
 * 2. There are INPUT_NUM inputs, at most FW_MAX_CONCAT_NUM
 * 3. All the tensors are contiguous
 */
tpu_status_t sgdnnConcat ( tpu_resource_t stream,
                           const SgdnnTensor_t * inputs,
                           int input_num,
                           int axis,
                           SgdnnTensor_t output,
                           bool non_blocking = true );

/*
 * INPUTS *= INV_SCALE in place; FOUND_INF = 1 where any element of INPUTS is not finite, else it is unchanged
 * Note:
 * 1. The data types of INPUTS are FP32, FP16 or BF16, of FOUND_INF FP32
 * 2. FOUND_INF has one element
 * 3. All the tensors are contiguous
 */
tpu_status_t sgdnnInfCheckAndUnscale ( tpu_resource_t stream,
                                       std::vector<SgdnnTensor_t> & inputs,
                                       SgdnnTensor_t found_inf,
                                       float inv_scale,
                                       bool non_blocking = true );

/*
 * OUTPUT = INPUT at the positions INDICES of dimension DIM
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. The data type of INDICES is INT32 or INT64; it may have several dimensions, which stand in OUTPUT in place of DIM
 * 3. INPUT, INDICES and OUTPUT are contiguous
 */
tpu_status_t sgdnnIndexSelect ( tpu_resource_t stream,
                                SgdnnTensor_t input,
                                SgdnnTensor_t indices,
                                int dim,
                                SgdnnTensor_t output,
                                bool non_blocking = true );

/*
 * OUTPUT = INPUT at the positions INDICES[i] of each dimension i that has one
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. Each of INDICES is INT32 or INT64 and has one dimension
 * 3. All the tensors are contiguous
 */
tpu_status_t sgdnnMulIndexSelect ( tpu_resource_t stream,
                                   SgdnnTensor_t input,
                                   std::vector<SgdnnTensor_t> & indices,
                                   SgdnnTensor_t output,
                                   bool non_blocking = true );

/*
 * OUTPUT = INPUT, not less than MIN and not more than MAX
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnClamp ( tpu_resource_t stream,
                          SgdnnTensor_t input,
                          float min,
                          float max,
                          SgdnnTensor_t output,
                          bool non_blocking = true );

/*
 * OUTPUT = START, START + STEP, ... up to, not including, END
 * Note:
 * 1. The data type of OUTPUT is FP32, INT32 or INT64
 * 2. OUTPUT has one dimension and is contiguous
 */
tpu_status_t sgdnnArange ( tpu_resource_t stream,
                           int start,
                           int end,
                           int step,
                           SgdnnTensor_t output,
                           bool non_blocking = true );

/*
 * OUTPUT = VALUE
 * Note:
 * 1. VALUE points to one element of the data type of OUTPUT, which is not INT64
 * 2. OUTPUT is contiguous
 */
tpu_status_t sgdnnFill ( tpu_resource_t stream,
                         const void * value,
                         SgdnnTensor_t output,
                         bool non_blocking = true );

/*
 * OUTPUT = SELF where COND is not 0, else OTHER, with broadcasting
 * Note:
 * 1. The data types of SELF, OTHER and OUTPUT are the same, one of FP32, FP16 and BF16; of COND UINT8
 * 2. COND has the number of dimensions of OUTPUT; SELF and OTHER too, or none; each size is that of OUTPUT or 1
 * 3. All the tensors are contiguous
 */
tpu_status_t sgdnnWhere ( tpu_resource_t stream,
                          SgdnnTensor_t cond,
                          SgdnnTensor_t self,
                          SgdnnTensor_t other,
                          SgdnnTensor_t output,
                          bool non_blocking = true );

/*
 * OUTPUT = CONV2D ( INPUT, WEIGHT, BIAS )
 * Note:
 * 1. The data types of INPUT, WEIGHT, BIAS and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT is ( N, IC, IH, IW ), WEIGHT is ( OC, IC / GROUPS, KH, KW ), BIAS is ( OC ), OUTPUT is ( N, OC, OH, OW )
 * 3. INPUT, WEIGHT, BIAS and OUTPUT are contiguous
 * 4. BIAS is optional
 * 5. Not for BACKEND_SG2260
 */
tpu_status_t sgdnnConv2d ( tpu_resource_t stream,
                           SgdnnTensor_t input,
                           SgdnnTensor_t weight,
                           SgdnnTensor_t bias,
                           SgdnnConv2dParam_t param,
                           SgdnnTensor_t output,
                           bool non_blocking = true );

/*
 * OUTPUT = INPUT in the order the convolution of 16-bit data types takes; MODE 0 packs input channels by 32, MODE 1 output channels
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, FP16 or BF16
 * 2. The shape of INPUT is ( OC, IC, KH, KW ), OUTPUT is ( OC, KH * KW, IC / 32, 32 ) or ( IC, KH * KW, OC / 32, 32 ), rounded up
 * 3. INPUT and OUTPUT are contiguous
 * 4. Not for BACKEND_SG2260
 */
tpu_status_t sgdnnReorderConv2dWeight ( tpu_resource_t resource,
                                        SgdnnTensor_t input,
                                        int mode,
                                        SgdnnTensor_t output,
                                        bool non_blocking = true );

/*
 * OUTPUT = the positions of the elements of INPUT that are not 0, NUM = how many there are
 * Note:
 * 1. The data type of INPUT is INT8, UINT8 or INT32; of OUTPUT and NUM INT32
 * 2. INPUT has SELF_NUM elements; OUTPUT has room for as many positions, each of one number per dimension of INPUT
 * 3. INPUT, OUTPUT and NUM are contiguous
 */
tpu_status_t sgdnnNonzero ( tpu_resource_t stream,
                            SgdnnTensor_t input,
                            SgdnnTensor_t output,
                            SgdnnTensor_t num,
                            int self_num,
                            bool non_blocking = true );

/*
 * OUTPUT = the square root of the sum of the squares of INPUT
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. OUTPUT has one element
 * 3. INPUT is contiguous
 */
tpu_status_t sgdnnNorm2 ( tpu_resource_t stream,
                          SgdnnTensor_t input,
                          SgdnnTensor_t output,
                          bool non_blocking = true );

/*
 * OUTPUT = INPUT / sqrt ( MEAN ( INPUT ^ 2 ) + EPS ) * WEIGHT + BIAS over the dimensions from AXIS on
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape; WEIGHT and BIAS have the sizes from AXIS on
 * 3. All the tensors are contiguous
 * 4. WEIGHT and BIAS are optional
 * 5. Only for BACKEND_SG2260
 */
tpu_status_t sgdnnRMSNorm ( tpu_resource_t stream,
                            SgdnnTensor_t input,
                            SgdnnTensor_t weight,
                            SgdnnTensor_t bias,
                            int axis,
                            float eps,
                            SgdnnTensor_t output,
                            bool non_blocking = true );

/*
 * [ OUTPUT, MEAN, RSTD ] = LAYERNORM ( INPUT, GAMMA, BETA ) x W + B
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT is ( ..., K ), GAMMA and BETA is ( K ), W is ( K, N ), B is ( N ), OUTPUT is ( ..., N )
 * 3. MEAN and RSTD have one element for each row of INPUT
 * 4. All the tensors are contiguous
 * 5. B is optional
 * 6. Only for BACKEND_SG2260
 */
tpu_status_t sgdnnLnMm ( tpu_resource_t stream,
                         SgdnnTensor_t input,
                         SgdnnTensor_t w,
                         SgdnnTensor_t b,
                         SgdnnTensor_t gamma,
                         SgdnnTensor_t beta,
                         float eps,
                         SgdnnTensor_t mean,
                         SgdnnTensor_t rstd,
                         SgdnnTensor_t output,
                         bool non_blocking = true );

/*
 * OUT_ADD = INPUT0 + INPUT1, [ OUTPUT, MEAN, RSTD ] = LAYERNORM ( OUT_ADD, GAMMA, BETA ) x W + B
 * Note:
 * 1. As for the operator above; INPUT0, INPUT1 and OUT_ADD have the same shape
 * 2. B is optional
 * 3. Only for BACKEND_SG2260
 */
tpu_status_t sgdnnAddLnMm ( tpu_resource_t stream,
                            SgdnnTensor_t input0,
                            SgdnnTensor_t input1,
                            SgdnnTensor_t w,
                            SgdnnTensor_t b,
                            SgdnnTensor_t gamma,
                            SgdnnTensor_t beta,
                            float eps,
                            SgdnnTensor_t out_add,
                            SgdnnTensor_t mean,
                            SgdnnTensor_t rstd,
                            SgdnnTensor_t output,
                            bool non_blocking = true );

/*
 * OUTPUT = - INPUT
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnNeg ( tpu_resource_t stream,
                        SgdnnTensor_t input,
                        SgdnnTensor_t output,
                        bool non_blocking = true );

/*
 * OUTPUT = 1 where INPUT is 0, 0 elsewhere
 * Note:
 * 1. The data type of OUTPUT is UINT8
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnLogicalNot ( tpu_resource_t stream,
                               SgdnnTensor_t input,
                               SgdnnTensor_t output,
                               bool non_blocking = true );

/*
 * OUTPUT = -1, 0 or 1 by the sign of INPUT
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnSign ( tpu_resource_t stream,
                         SgdnnTensor_t input,
                         SgdnnTensor_t output,
                         bool non_blocking = true );

/*
 * OUTPUT = INPUT + VALUE * TENSOR1 * TENSOR2
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpu_status_t sgdnnAddCMul ( tpu_resource_t stream,
                            SgdnnTensor_t input,
                            SgdnnTensor_t tensor1,
                            SgdnnTensor_t tensor2,
                            float value,
                            SgdnnTensor_t output,
                            bool non_blocking = true );

/*
 * [ VALUES, INDICES ] = the largest or smallest elements of INPUT along AXIS and where they are; MODE is one of sg_arg_mode_t
 * Note:
 * 1. The data types of INPUT and VALUES are the same, one of FP32, FP16 and BF16; of INDICES INT32
 * 2. VALUES and INDICES have the sizes of INPUT without AXIS, or with 1 in its place
 * 3. All the tensors are contiguous
 * 4. VALUES is optional where MODE is ARG_ARGMAX or ARG_ARGMIN
 */
tpu_status_t sgdnnArg ( tpu_resource_t stream,
                        SgdnnTensor_t input,
                        int axis,
                        int mode,
                        SgdnnTensor_t values,
                        SgdnnTensor_t indices,
                        bool non_blocking = true );

/*
 * OUTPUT = LEFT x RIGHT, where RIGHT holds quantised numbers of WEIGHT_BITS bits with one SCALE and ZP for each GROUP_SIZE of them
 * Note:
 * 1. The data types of LEFT, SCALE and OUTPUT are the same, FP16 or BF16; of RIGHT and ZP UINT8
 * 2. The shape of LEFT is ( M, K ), RIGHT is ( N, K * WEIGHT_BITS / 8 ), SCALE and ZP are ( N, K / GROUP_SIZE ), OUTPUT is ( M, N )
 * 3. All the tensors are contiguous
 * 4. ZP is optional
 * 5. Only for BACKEND_SG2260
 */
tpu_status_t sgdnnA16Matmul ( tpu_resource_t stream,
                              SgdnnTensor_t left,
                              SgdnnTensor_t right,
                              SgdnnTensor_t scale,
                              SgdnnTensor_t zp,
                              int group_size,
                              int weight_bits,
                              SgdnnTensor_t output,
                              bool non_blocking = true );

/*
 * OUTPUT = LEFT x RIGHT + BIAS, otherwise as the operator above
 * Note:
 * 1. The shape of BIAS is ( N ), its data type is that of LEFT
 * 2. BIAS and ZP are optional
 * 3. Only for BACKEND_SG2260
 */
tpu_status_t sgdnnA16Linear ( tpu_resource_t stream,
                              SgdnnTensor_t left,
                              SgdnnTensor_t right,
                              SgdnnTensor_t bias,
                              SgdnnTensor_t scale,
                              SgdnnTensor_t zp,
                              int group_size,
                              int weight_bits,
                              SgdnnTensor_t output,
                              bool non_blocking = true );

/*
 * [ OUTPUT, MASK ] = INPUT with each element dropped with probability THRESHOLD and the others scaled by 1 / ( 1 - THRESHOLD )
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16; of MASK UINT8
 * 2. INPUT, OUTPUT and MASK have the same shape and are contiguous
 * 3. MASK is optional
 * 4. Not for BACKEND_SG2260
 */
tpu_status_t sgdnnDropout ( tpu_resource_t stream,
                            SgdnnTensor_t input,
                            unsigned long long seed,
                            float threshold,
                            SgdnnTensor_t output,
                            SgdnnTensor_t mask,
                            bool non_blocking = true );

/*
 * OUTPUT = INPUT with whole channels dropped
 * Note:
 * 1. Not implemented
 */
tpu_status_t sgdnnFeatureDropout ( tpu_resource_t stream,
                                   SgdnnTensor_t input,
                                   unsigned long long seed,
                                   float threshold,
                                   SgdnnTensor_t output,
                                   bool non_blocking = true );

/*
 * OUTPUT = SOFTMAX ( Q x K ^ T ) x V
 * Note:
 * 1. Not implemented
 */
tpu_status_t sgdnnAttn ( tpu_resource_t stream,
                         SgdnnTensor_t q,
                         SgdnnTensor_t k,
                         SgdnnTensor_t v,
                         SgdnnTensor_t output,
                         bool non_blocking = true );

/*
 * [ GRAD_Q, GRAD_K, GRAD_V ] = the gradients of the operator above
 * Note:
 * 1. Not implemented
 */
tpu_status_t sgdnnAttnBackward ( tpu_resource_t stream,
                                 SgdnnTensor_t grad_output,
                                 SgdnnTensor_t q,
                                 SgdnnTensor_t k,
                                 SgdnnTensor_t v,
                                 SgdnnTensor_t grad_q,
                                 SgdnnTensor_t grad_k,
                                 SgdnnTensor_t grad_v,
                                 bool non_blocking = true );

/*
 * OUTPUT = INPUT ^ OTHER
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnPow ( tpu_resource_t stream,
                        SgdnnTensor_t input,
                        SgdnnTensor_t other,
                        SgdnnTensor_t output,
                        bool non_blocking = true );

/*
 * OUTPUT = the smaller one of INPUT and OTHER
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnMinimum ( tpu_resource_t stream,
                            SgdnnTensor_t input,
                            SgdnnTensor_t other,
                            SgdnnTensor_t output,
                            bool non_blocking = true );

/*
 * OUTPUT = sqrt ( INPUT ^ 2 + OTHER ^ 2 )
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 * 3. Not for BACKEND_SG2260
 */
tpu_status_t sgdnnHypot ( tpu_resource_t stream,
                          SgdnnTensor_t input,
                          SgdnnTensor_t other,
                          SgdnnTensor_t output,
                          bool non_blocking = true );

/*
 * OUTPUT = INPUT << OTHER
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are integers of up to 32 bits; INPUT and OUTPUT have the same
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpu_status_t sgdnnShiftLeft ( tpu_resource_t stream,
                              SgdnnTensor_t input,
                              SgdnnTensor_t other,
                              SgdnnTensor_t output,
                              bool non_blocking = true );

#if defined(__cplusplus)
}
#endif

#endif
