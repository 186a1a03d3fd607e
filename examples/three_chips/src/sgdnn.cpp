#include "sg_api_struct.h"
#include "sgdnn_api.h"

#include <stdlib.h>
#include <string.h>

#if defined BACKEND_1684X
#include <map>
#elif defined BACKEND_SG2260
#include "tpukernel_launcher.hpp"
#endif

static inline void sgdnnContiguousStride ( const int * shape, int dim, int * stride )
{
  for ( int i = dim - 1, elements = 1; i >= 0; --i )
  {
    stride[i] = elements;
    elements *= shape[i];
  }
}

static inline bool sgdnnIsTensorContiguous ( const SgdnnTensor_t * tensor )
{
  int stride[8];
  sgdnnContiguousStride ( tensor->shape, tensor->dim, stride );
  for ( int i = 0; i < tensor->dim; ++i )
  {
    if ( tensor->shape[i] != 1 && tensor->stride[i] != stride[i] )
    {
      return false;
    }
  }
  return true;
}

/* contiguous but for the last two dimensions, which are exchanged */
static inline bool sgdnnIsTensorTransposed ( const SgdnnTensor_t * tensor )
{
  if ( tensor->dim < 2 || sgdnnIsTensorContiguous ( tensor ) )
  {
    return false;
  }
  SgdnnTensor_t swapped = *tensor;
  const int row = tensor->dim - 2, column = tensor->dim - 1;
  swapped.shape[row] = tensor->shape[column];
  swapped.shape[column] = tensor->shape[row];
  swapped.stride[row] = tensor->stride[column];
  swapped.stride[column] = tensor->stride[row];
  return sgdnnIsTensorContiguous ( &swapped );
}

static inline bool sgdnnIsSameShape ( const SgdnnTensor_t * left, const SgdnnTensor_t * right )
{
  if ( left->dim != right->dim )
  {
    return false;
  }
  for ( int i = 0; i < left->dim; ++i )
  {
    if ( left->shape[i] != right->shape[i] )
    {
      return false;
    }
  }
  return true;
}

/* the kernels' code of a data type: precision << 1 | sign */
static inline int sgdnnTPUKernelDType ( SgdnnDataType_t dtype )
{
  if ( dtype == SGDNN_DTYPE_INT8 )  { return ( 0 << 1 ) | 1; }
  if ( dtype == SGDNN_DTYPE_UINT8 ) { return ( 0 << 1 ) | 0; }
#if !defined BACKEND_TC3200
  if ( dtype == SGDNN_DTYPE_FP16 )  { return ( 1 << 1 ) | 1; }
#endif
  if ( dtype == SGDNN_DTYPE_FP32 )  { return ( 2 << 1 ) | 1; }
  if ( dtype == SGDNN_DTYPE_INT32 ) { return ( 4 << 1 ) | 1; }
  if ( dtype == SGDNN_DTYPE_BF16 )  { return ( 5 << 1 ) | 1; }
  SGDNN_CHECK ( false );
  return -1;
}

#if defined BACKEND_1684X
static std::map<tpu_resource_t, tpu_kernel_module_t> kernel_modules;

static tpu_status_t sgdnnTPUKernelLaunch ( tpu_resource_t resource, const char * func_name, const void * api, size_t api_size )
{
  tpu_kernel_function_t function = tpu_kernel_get_function ( resource, kernel_modules[resource], func_name );
  return tpu_kernel_launch ( resource, function, ( void * ) api, api_size );
}
#elif defined BACKEND_SG2260
static TPUKernelLauncher kernel_launcher;

static tpu_status_t sgdnnTPUKernelLaunchMultiCore ( tpu_resource_t resource, const char * func_name, const void * api, size_t api_size, bool non_blocking )
{
  return non_blocking ? kernel_launcher.launch_async ( func_name, api, api_size, resource, true )
                      : kernel_launcher.launch_sync ( func_name, api, api_size, resource, true );
}
#elif defined BACKEND_TC3200
static tpu_status_t sgdnnTPUKernelLaunchTwoCores ( tpu_resource_t resource, const char * func_name, const void * api, size_t api_size )
{
  return tcLaunch ( resource, func_name, api, api_size, 2 );
}
#endif

tpu_status_t sgdnnInitialize ( tpu_resource_t resource )
{
  const char * path = getenv ( "TPUKERNEL_FIRMWARE_PATH" );
  SGDNN_CHECK ( path != nullptr );
#if defined BACKEND_1684X
  if ( kernel_modules.find ( resource ) == kernel_modules.end() )
  {
    kernel_modules[resource] = tpu_kernel_load_module_file ( resource, path );
    SGDNN_CHECK ( kernel_modules[resource] != nullptr );
  }
#elif defined BACKEND_SG2260
  SGDNN_CHECK ( kernel_launcher.register_kernel_module ( resource ) == SG_SUCCESS );
#elif defined BACKEND_TC3200
  SAFE_CALL ( tcLoadKernels ( resource, path ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

/* The branches differ in the launch only. */
tpu_status_t sgdnnBinary ( tpu_resource_t resource,
                           SgdnnTensor_t input,
                           SgdnnTensor_t other,
                           float scalar,
                           SgdnnTensor_t output,
                           int binary_type,
                           bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == other.dtype );
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( binary_type >= 0 && binary_type <= 3 );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &other ) );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &other ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  sg_api_binary_t api;
  api.input_global_addr = input.addr;
  api.other_global_addr = other.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.value = scalar;
  api.binary_type = binary_type;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_binary", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_binary_multi_core", &api, sizeof ( api ), non_blocking ) );
#elif defined BACKEND_TC3200
  SAFE_CALL ( sgdnnTPUKernelLaunchTwoCores ( resource, "tpu_kernel_api_binary_multi_core", &api, sizeof ( api ) ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

/* Two chips fill one struct and differ in the launch only; the third has another struct. */
tpu_status_t sgdnnMatmul ( tpu_resource_t resource,
                           SgdnnTensor_t left,
                           SgdnnTensor_t right,
                           SgdnnTensor_t bias,
                           SgdnnTensor_t output,
                           bool non_blocking )
{
  SGDNN_CHECK ( left.dtype == right.dtype );
  SGDNN_CHECK ( left.dtype == output.dtype );
  SGDNN_CHECK ( left.dtype == SGDNN_DTYPE_FP32 ||
                left.dtype == SGDNN_DTYPE_FP16 ||
                left.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( left.dim == 2 && right.dim == 2 && output.dim == 2 );
  SGDNN_CHECK ( left.shape[0] == output.shape[0] );
  SGDNN_CHECK ( left.shape[1] == right.shape[0] );
  SGDNN_CHECK ( right.shape[1] == output.shape[1] );
  if ( bias.addr != 0 )
  {
    SGDNN_CHECK ( bias.dtype == left.dtype );
    SGDNN_CHECK ( bias.dim == 1 && bias.shape[0] == output.shape[1] );
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &bias ) );
  }
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &left ) || sgdnnIsTensorTransposed ( &left ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &right ) || sgdnnIsTensorTransposed ( &right ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &left ) );
  sg_api_batch_matmul_t api;
  memset ( &api, 0, sizeof ( api ) );
  api.left_global_addr = left.addr;
  api.right_global_addr = right.addr;
  api.bias_global_addr = bias.addr;
  api.output_global_addr = output.addr;
  api.batch = 1;
  api.left_row = left.shape[0];
  api.left_column = left.shape[1];
  api.right_column = right.shape[1];
  api.is_right_transposed = sgdnnIsTensorTransposed ( &right );
  api.dtype = sgdnnTPUKernelDType ( left.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_batch_matmul", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260 || defined BACKEND_TC3200
  sg_api_matmul_multi_core_t api;
  memset ( &api, 0, sizeof ( api ) );
  api.left_global_addr = left.addr;
  api.right_global_addr = right.addr;
  api.bias_global_addr = bias.addr;
  api.output_global_addr = output.addr;
  api.L_dims = left.dim;
  api.R_dims = right.dim;
  api.L_trans = sgdnnIsTensorTransposed ( &left );
  api.R_trans = sgdnnIsTensorTransposed ( &right );
  for ( int i = 0; i < 2; ++i )
  {
    api.L_shape[i] = left.shape[api.L_trans ? 1 - i : i];
    api.R_shape[i] = right.shape[api.R_trans ? 1 - i : i];
  }
  api.in_dtype = sgdnnTPUKernelDType ( left.dtype );
  api.out_dtype = sgdnnTPUKernelDType ( output.dtype );
#if defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_matmul_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchTwoCores ( resource, "tpu_kernel_api_matmul_multi_core", &api, sizeof ( api ) ) );
#endif
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

/* Three different bodies: each core leaves its sum in memory of its own, where a chip has more than one. */
tpu_status_t sgdnnNorm2 ( tpu_resource_t resource,
                          SgdnnTensor_t input,
                          SgdnnTensor_t output,
                          bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  for ( int i = 0; i < output.dim; ++i )
  {
    SGDNN_CHECK ( output.shape[i] == 1 );
  }
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
#if defined BACKEND_1684X
  sg_api_norm2_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_norm2", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  tpu_device_mem_t sums_mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &sums_mem, 8 * sizeof ( float ) ) );
  sg_api_norm2_multi_core_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( sums_mem );
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_norm2_multi_core", &api, sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( resource, sums_mem );
#elif defined BACKEND_TC3200
  tpu_device_mem_t sums_mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &sums_mem, 2 * sizeof ( float ) ) );
  sg_api_norm2_multi_core_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( sums_mem );
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchTwoCores ( resource, "tpu_kernel_api_norm2_multi_core", &api, sizeof ( api ) ) );
  sgdnnFreeDevice ( resource, sums_mem );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

/* Not on one chip, and the same on the two others. */
tpu_status_t sgdnnRMSNorm ( tpu_resource_t resource,
                            SgdnnTensor_t input,
                            SgdnnTensor_t weight,
                            SgdnnTensor_t bias,
                            int axis,
                            float eps,
                            SgdnnTensor_t output,
                            bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( axis >= 0 && axis < input.dim );
  if ( weight.addr != 0 )
  {
    SGDNN_CHECK ( weight.dtype == input.dtype );
  }
  if ( bias.addr != 0 )
  {
    SGDNN_CHECK ( bias.dtype == input.dtype );
  }
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  SGDNN_CHECK ( false );
#else
  sg_api_rmsnorm_multi_core_t api;
  api.input_addr = input.addr;
  api.weight_addr = weight.addr;
  api.bias_addr = bias.addr;
  api.output_addr = output.addr;
  memcpy ( api.shape, input.shape, sizeof ( int ) * input.dim );
  api.dims = input.dim;
  api.axis = axis;
  api.partial = 1.f;
  api.with_weight = weight.addr != 0;
  api.with_bias = bias.addr != 0;
  api.eps = eps;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_rmsnorm_multi_core", &api, sizeof ( api ), non_blocking ) );
#elif defined BACKEND_TC3200
  SAFE_CALL ( sgdnnTPUKernelLaunchTwoCores ( resource, "tpu_kernel_rmsnorm_multi_core", &api, sizeof ( api ) ) );
#endif
#endif
  return SG_SUCCESS;
}

/* On one chip only. */
tpu_status_t sgdnnHypot ( tpu_resource_t resource,
                          SgdnnTensor_t input,
                          SgdnnTensor_t other,
                          SgdnnTensor_t output,
                          bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == other.dtype );
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &other ) );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &other ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  sg_api_hypot_t api;
  api.input_global_addr = input.addr;
  api.other_global_addr = other.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_hypot", &api, sizeof ( api ) ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
