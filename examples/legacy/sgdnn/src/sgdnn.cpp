#include "sg_api_struct.h"
#include "sgdnn_api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined BACKEND_1684X
#include <map>
#elif defined BACKEND_SG2260
#include "tpukernel_launcher.hpp"
#endif

#ifdef USING_PERF_MODE
#include <iostream>
#endif

#define DIV_UP(a, b) ( ( ( a ) + ( b ) - 1 ) / ( b ) )

/* bytes of one element */
static inline size_t sgdnnDataSize ( SgdnnDataType_t dtype )
{
  if ( dtype == SGDNN_DTYPE_INT8 || dtype == SGDNN_DTYPE_UINT8 )
  {
    return 1;
  }
  if ( dtype == SGDNN_DTYPE_INT16 || dtype == SGDNN_DTYPE_UINT16 || dtype == SGDNN_DTYPE_FP16 || dtype == SGDNN_DTYPE_BF16 )
  {
    return 2;
  }
  if ( dtype == SGDNN_DTYPE_INT32 || dtype == SGDNN_DTYPE_UINT32 || dtype == SGDNN_DTYPE_FP32 )
  {
    return 4;
  }
  SGDNN_CHECK ( dtype == SGDNN_DTYPE_INT64 );
  return 8;
}

static inline size_t sgdnnTensorBytes ( const SgdnnTensor_t * tensor )
{
  size_t bytes = sgdnnDataSize ( tensor->dtype );
  for ( int i = 0; i < tensor->dim; ++i )
  {
    bytes *= tensor->shape[i];
  }
  return bytes;
}

static inline void sgdnnContiguousStride ( const int * shape, int dim, int * stride )
{
  for ( int i = dim - 1, elements = 1; i >= 0; --i )
  {
    stride[i] = elements;
    elements *= shape[i];
  }
}

/* dimensions of one element may have any stride */
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

static inline bool sgdnnDtypeIsInt64 ( SgdnnDataType_t dtype )
{
  return dtype == SGDNN_DTYPE_INT64;
}

/* the kernels' code of a data type: precision << 1 | sign */
static inline int sgdnnTPUKernelDType ( SgdnnDataType_t dtype )
{
#if defined BACKEND_1684X
  if ( dtype == SGDNN_DTYPE_INT8 )   { return ( 0 << 1 ) | 1; }
  if ( dtype == SGDNN_DTYPE_UINT8 )  { return ( 0 << 1 ) | 0; }
  if ( dtype == SGDNN_DTYPE_FP16 )   { return ( 1 << 1 ) | 1; }
  if ( dtype == SGDNN_DTYPE_FP32 )   { return ( 2 << 1 ) | 1; }
  if ( dtype == SGDNN_DTYPE_INT16 )  { return ( 3 << 1 ) | 1; }
  if ( dtype == SGDNN_DTYPE_UINT16 ) { return ( 3 << 1 ) | 0; }
  if ( dtype == SGDNN_DTYPE_INT32 )  { return ( 4 << 1 ) | 1; }
  if ( dtype == SGDNN_DTYPE_UINT32 ) { return ( 4 << 1 ) | 0; }
  if ( dtype == SGDNN_DTYPE_BF16 )   { return ( 5 << 1 ) | 1; }
#elif defined BACKEND_SG2260
  if ( dtype == SGDNN_DTYPE_INT8 )   { return ( 0 << 1 ) | 1; }
  if ( dtype == SGDNN_DTYPE_UINT8 )  { return ( 0 << 1 ) | 0; }
  if ( dtype == SGDNN_DTYPE_FP16 )   { return ( 1 << 1 ) | 1; }
  if ( dtype == SGDNN_DTYPE_FP32 )   { return ( 2 << 1 ) | 1; }
  if ( dtype == SGDNN_DTYPE_INT16 )  { return ( 3 << 1 ) | 1; }
  if ( dtype == SGDNN_DTYPE_UINT16 ) { return ( 3 << 1 ) | 0; }
  if ( dtype == SGDNN_DTYPE_INT32 )  { return ( 4 << 1 ) | 1; }
  if ( dtype == SGDNN_DTYPE_UINT32 ) { return ( 4 << 1 ) | 0; }
  if ( dtype == SGDNN_DTYPE_BF16 )   { return ( 5 << 1 ) | 1; }
#else
  SGDNN_CHECK ( false );
#endif
  printf ( "data type %d has no kernel code\n", dtype );
  SGDNN_CHECK ( false );
  return -1;
}

/* what is left of a data type that the kernels do not compute with: 64-bit integers count as 32-bit ones */
static inline int sgdnnNarrowKernelDType ( SgdnnDataType_t dtype )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelDType ( sgdnnDtypeIsInt64 ( dtype ) ? SGDNN_DTYPE_INT32 : dtype );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelDType ( sgdnnDtypeIsInt64 ( dtype ) ? SGDNN_DTYPE_INT32 : dtype );
#else
  SGDNN_CHECK ( false );
#endif
  return -1;
}

/* a convolution's weight with its input channels packed by 32 */
static inline void sgdnn32ICShape ( const int * shape, int * shape_32ic )
{
  shape_32ic[0] = shape[0];
  shape_32ic[1] = shape[2] * shape[3];
  shape_32ic[2] = DIV_UP ( shape[1], 32 );
  shape_32ic[3] = 32;
}

/* a convolution's weight with its output channels packed by 32 */
static inline void sgdnn32OCShape ( const int * shape, int * shape_32oc )
{
  shape_32oc[0] = shape[1];
  shape_32oc[1] = shape[2] * shape[3];
  shape_32oc[2] = DIV_UP ( shape[0], 32 );
  shape_32oc[3] = 32;
}

#if defined BACKEND_1684X
static std::map<tpu_resource_t, tpu_kernel_module_t> kernel_modules;
#elif defined BACKEND_SG2260
static TPUKernelLauncher kernel_launcher;
#endif

tpu_status_t sgdnnInitialize ( tpu_resource_t resource )
{
#if defined BACKEND_1684X
  if ( kernel_modules.find ( resource ) == kernel_modules.end() )
  {
    const char * path = getenv ( "TPUKERNEL_FIRMWARE_PATH" );
    SGDNN_CHECK ( path != nullptr );
    tpu_kernel_module_t module = tpu_kernel_load_module_file ( resource, path );
    SGDNN_CHECK ( module != nullptr );
    kernel_modules[resource] = module;
  }
#elif defined BACKEND_SG2260
  SGDNN_CHECK ( kernel_launcher.register_kernel_module ( resource ) == SG_SUCCESS );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnDeinitialize ( tpu_resource_t resource )
{
#if defined BACKEND_1684X
  if ( kernel_modules.find ( resource ) != kernel_modules.end() )
  {
    SAFE_CALL ( tpu_kernel_unload_module ( resource, kernel_modules[resource] ) );
    kernel_modules.erase ( resource );
  }
#elif defined BACKEND_SG2260
  SGDNN_CHECK ( kernel_launcher.unload_kernel_module ( resource ) == SG_SUCCESS );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnTPUKernelLaunch ( tpu_resource_t resource,
                                    const char * func_name,
                                    const void * api,
                                    size_t api_size,
                                    bool non_blocking,
                                    bool use_multi_core )
{
#if defined BACKEND_1684X
  tpu_kernel_function_t function = tpu_kernel_get_function ( resource, kernel_modules[resource], func_name );
  return tpu_kernel_launch ( resource, function, ( void * ) api, api_size );
#elif defined BACKEND_SG2260
  if ( non_blocking )
  {
    return kernel_launcher.launch_async ( func_name, api, api_size, resource, use_multi_core );
  }
  return kernel_launcher.launch_sync ( func_name, api, api_size, resource, use_multi_core );
#else
  SGDNN_CHECK ( false );
#endif
}

tpu_status_t sgdnnDummy ( tpu_resource_t resource , bool non_blocking )
{
  sg_api_gelu_t api = {}; // not read
  sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_dummy", &api, sizeof ( api ), non_blocking );
  return SG_SUCCESS;
}

tpu_status_t sgdnnStridedCopy ( tpu_resource_t resource ,
                                SgdnnTensor_t input,
                                SgdnnTensor_t output,
                                bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype != SGDNN_DTYPE_INT64 );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
#if defined BACKEND_1684X
  sg_api_strided_copy_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
    api.input_stride[i] = input.stride[i];
    api.output_stride[i] = output.stride[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_strided_copy", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_strided_copy_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
    api.input_stride[i] = input.stride[i];
    api.output_stride[i] = output.stride[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_strided_copy_multi_core", &api, sizeof ( api ), non_blocking );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnMatmul ( tpu_resource_t resource ,
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
  SGDNN_CHECK ( left.dim == 2 );
  SGDNN_CHECK ( right.dim == 2 );
  SGDNN_CHECK ( output.dim == 2 );
  SGDNN_CHECK ( left.shape[0] == output.shape[0] );
  SGDNN_CHECK ( left.shape[1] == right.shape[0] );
  SGDNN_CHECK ( right.shape[1] == output.shape[1] );
  if ( bias.addr != 0 )
  {
    SGDNN_CHECK ( bias.dtype == left.dtype );
    SGDNN_CHECK ( bias.dim == 1 );
    SGDNN_CHECK ( bias.shape[0] == output.shape[1] );
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &bias ) );
  }
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &left ) || sgdnnIsTensorTransposed ( &left ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &right ) || sgdnnIsTensorTransposed ( &right ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  tpu_device_mem_t left_mem;
  if ( sgdnnIsTensorTransposed ( &left ) )
  {
    // the chip does not multiply a transposed left operand
    SgdnnTensor_t left_contiguous = left;
    sgdnnContiguousStride ( left.shape, left.dim, left_contiguous.stride );
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &left_mem, sgdnnTensorBytes ( &left_contiguous ) ) );
    left_contiguous.addr = sgdnnGetDeviceAddr ( left_mem );
    SAFE_CALL ( sgdnnStridedCopy ( resource , left, left_contiguous ) );
  }
  sg_api_batch_matmul_t api;
  api.left_global_addr = sgdnnIsTensorTransposed ( &left ) ? sgdnnGetDeviceAddr ( left_mem ) : left.addr;
  api.right_global_addr = right.addr;
  api.bias_global_addr = bias.addr;
  api.output_global_addr = output.addr;
  api.batch = 1;
  api.left_row = left.shape[0];
  api.left_column = left.shape[1];
  api.right_column = right.shape[1];
  api.is_left_transposed = 0; // sgdnnIsTensorTransposed ( &left );
  api.is_right_transposed = sgdnnIsTensorTransposed ( &right );
  api.dtype = sgdnnTPUKernelDType ( left.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_batch_matmul", &api, sizeof ( api ) ) );
  if ( sgdnnIsTensorTransposed ( &left ) )
  {
    sgdnnFreeDevice ( resource , left_mem );
  }
#elif defined BACKEND_SG2260
  sg_api_matmul_multi_core_t api;
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
  api.slice_core_m = 0;
  api.slice_core_n = 0;
  api.slice_m = 0;
  api.slice_n = 0;
  api.slice_k = 0;
  api.slyt_num = 0;
  api.left_slyt_fmt = 0;
  api.right_slyt_fmt = 0;
  api.result_slyt_fmt = 0;
  api.left_slyt_buf_size = 0;
  api.right_slyt_buf_size = 0;
  api.result_slyt_buf_size = 0;
#ifdef USING_PERF_MODE
  std::cout << "matmul left " << api.left_global_addr << " " << sgdnnTensorBytes ( &left ) << std::endl;
  std::cout << "matmul right " << api.right_global_addr << " " << sgdnnTensorBytes ( &right ) << std::endl;
  std::cout << "matmul output " << api.output_global_addr << " " << sgdnnTensorBytes ( &output ) << std::endl;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_matmul_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnBatchMatmul ( tpu_resource_t resource ,
                                SgdnnTensor_t left,
                                SgdnnTensor_t right,
                                SgdnnTensor_t output,
                                bool non_blocking )
{
  SGDNN_CHECK ( left.dtype == right.dtype );
  SGDNN_CHECK ( left.dtype == output.dtype );
  SGDNN_CHECK ( left.dtype == SGDNN_DTYPE_FP32 ||
                left.dtype == SGDNN_DTYPE_FP16 ||
                left.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( left.dim == 3 && right.dim == 3 && output.dim == 3 );
  SGDNN_CHECK ( left.shape[0] == output.shape[0] );
  SGDNN_CHECK ( right.shape[0] == output.shape[0] );
  SGDNN_CHECK ( left.shape[1] == output.shape[1] );
  SGDNN_CHECK ( left.shape[2] == right.shape[1] );
  SGDNN_CHECK ( right.shape[2] == output.shape[2] );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &left ) || sgdnnIsTensorTransposed ( &left ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &right ) || sgdnnIsTensorTransposed ( &right ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  SgdnnTensor_t left_contiguous;
  tpu_device_mem_t left_mem;
  if ( sgdnnIsTensorTransposed ( &left ) )
  {
    left_contiguous.dim = left.dim;
    left_contiguous.dtype = left.dtype;
    for ( int i = 0; i < left.dim; ++i )
    {
      left_contiguous.shape[i] = left.shape[i];
    }
    sgdnnContiguousStride ( left.shape, left.dim, left_contiguous.stride );
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &left_mem, sgdnnTensorBytes ( &left_contiguous ) ) );
    left_contiguous.addr = sgdnnGetDeviceAddr ( left_mem );
    SAFE_CALL ( sgdnnStridedCopy ( resource , left, left_contiguous ) );
  }
  sg_api_batch_matmul_t api;
  api.left_global_addr = sgdnnIsTensorTransposed ( &left ) ? left_contiguous.addr : left.addr;
  api.right_global_addr = right.addr;
  api.bias_global_addr = 0;
  api.output_global_addr = output.addr;
  api.batch = left.shape[0];
  api.left_row = left.shape[1];
  api.left_column = left.shape[2];
  api.right_column = right.shape[2];
  api.is_left_transposed = 0;
  api.is_right_transposed = sgdnnIsTensorTransposed ( &right );
  api.dtype = sgdnnTPUKernelDType ( left.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_batch_matmul", &api, sizeof ( api ) ) );
  if ( sgdnnIsTensorTransposed ( &left ) )
  {
    sgdnnFreeDevice ( resource , left_mem );
  }
#elif defined BACKEND_SG2260
  sg_api_matmul_multi_core_t api;
  api.left_global_addr = left.addr;
  api.right_global_addr = right.addr;
  api.bias_global_addr = 0;
  api.output_global_addr = output.addr;
  api.L_dims = 3;
  api.R_dims = 3;
  api.L_trans = sgdnnIsTensorTransposed ( &left );
  api.R_trans = sgdnnIsTensorTransposed ( &right );
  for ( int i = 0; i < 3; ++i )
  {
    api.L_shape[i] = left.shape[api.L_trans && i > 0 ? 3 - i : i];
    api.R_shape[i] = right.shape[api.R_trans && i > 0 ? 3 - i : i];
  }
  api.in_dtype = sgdnnTPUKernelDType ( left.dtype );
  api.out_dtype = sgdnnTPUKernelDType ( output.dtype );
  api.slice_core_m = 0;
  api.slice_core_n = 0;
  api.slice_m = 0;
  api.slice_n = 0;
  api.slice_k = 0;
  api.slyt_num = 0;
  api.left_slyt_fmt = 0;
  api.right_slyt_fmt = 0;
  api.result_slyt_fmt = 0;
  api.left_slyt_buf_size = 0;
  api.right_slyt_buf_size = 0;
  api.result_slyt_buf_size = 0;
#ifdef USING_PERF_MODE
  std::cout << "batch matmul left " << api.left_global_addr << " " << sgdnnTensorBytes ( &left ) << std::endl;
  std::cout << "batch matmul right " << api.right_global_addr << " " << sgdnnTensorBytes ( &right ) << std::endl;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_matmul_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnSoftmax ( tpu_resource_t resource ,
                            SgdnnTensor_t input,
                            int dim,
                            SgdnnTensor_t output,
                            bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( dim >= 0 && dim < input.dim );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  sg_api_softmax_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.axis = dim;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_softmax", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_softmax_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnSoftmaxBackward ( tpu_resource_t resource ,
                                    SgdnnTensor_t grad_output,
                                    SgdnnTensor_t output,
                                    int dim,
                                    SgdnnTensor_t grad_input,
                                    bool non_blocking )
{
  SGDNN_CHECK ( grad_output.dtype == output.dtype );
  SGDNN_CHECK ( grad_output.dtype == grad_input.dtype );
  SGDNN_CHECK ( grad_output.dtype == SGDNN_DTYPE_FP32 ||
                grad_output.dtype == SGDNN_DTYPE_FP16 ||
                grad_output.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( dim >= 0 && dim < output.dim );
  SGDNN_CHECK ( sgdnnIsSameShape ( &grad_output, &output ) );
  SGDNN_CHECK ( sgdnnIsSameShape ( &grad_output, &grad_input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &grad_output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &grad_input ) );
  sg_api_softmax_backward_t api;
  api.output_global_addr = output.addr;
  api.grad_output_global_addr = grad_output.addr;
  api.grad_input_global_addr = grad_input.addr;
  api.dim = output.dim;
  for ( int i = 0; i < output.dim; ++i )
  {
    api.shape[i] = output.shape[i];
  }
  api.axis = dim;
  api.dtype = sgdnnTPUKernelDType ( output.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_softmax_backward", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_softmax_backward_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnConvert ( tpu_resource_t resource ,
                            SgdnnTensor_t input,
                            SgdnnTensor_t output,
                            bool non_blocking )
{
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  sg_api_dtype_convert_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.input_dtype = sgdnnTPUKernelDType ( input.dtype );
  api.output_dtype = sgdnnTPUKernelDType ( output.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_dtype_convert", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_dtype_convert_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.input_dtype = sgdnnTPUKernelDType ( input.dtype );
  api.output_dtype = sgdnnTPUKernelDType ( output.dtype );
#ifdef USING_PERF_MODE
  std::cout << "convert input " << api.input_global_addr << " " << sgdnnTensorBytes ( &input ) << std::endl;
  std::cout << "convert output " << api.output_global_addr << " " << sgdnnTensorBytes ( &output ) << std::endl;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_dtype_convert_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnConvertInt64toInt32 ( tpu_resource_t resource ,
                                        SgdnnTensor_t input,
                                        SgdnnTensor_t output,
                                        bool non_blocking )
{
  SGDNN_CHECK ( sgdnnDtypeIsInt64 ( input.dtype ) );
  SGDNN_CHECK ( output.dtype == SGDNN_DTYPE_INT32 );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  // little endian: the low half comes first, every second 32-bit number is one
  SgdnnTensor_t halves = input;
  halves.dtype = SGDNN_DTYPE_INT32;
  for ( int i = 0; i < input.dim; ++i )
  {
    halves.stride[i] = input.stride[i] * 2;
  }
  tpu_status_t status = sgdnnStridedCopy ( resource , halves, output, non_blocking );
  return status;
}

tpu_status_t sgdnnBinary ( tpu_resource_t resource ,
                           SgdnnTensor_t input,
                           SgdnnTensor_t other,
                           float scalar,
                           SgdnnTensor_t output,
                           int binary_type,
                           bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == other.dtype );
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( binary_type == BINARY_ADD || binary_type == BINARY_SUB ||
                binary_type == BINARY_MUL || binary_type == BINARY_DIV );
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
#ifdef USING_PERF_MODE
  std::cout << "binary input " << api.input_global_addr << " " << sgdnnTensorBytes ( &input ) << std::endl;
  std::cout << "binary other " << api.other_global_addr << " " << sgdnnTensorBytes ( &other ) << std::endl;
  std::cout << "binary output " << api.output_global_addr << " " << sgdnnTensorBytes ( &output ) << std::endl;
#endif
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_binary", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_binary_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnBinaryBcast ( tpu_resource_t resource ,
                                SgdnnTensor_t input,
                                SgdnnTensor_t other,
                                float scalar,
                                SgdnnTensor_t output,
                                int binary_type,
                                bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == other.dtype );
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dim == output.dim );
  SGDNN_CHECK ( other.dim == output.dim );
  for ( int i = 0; i < output.dim; ++i )
  {
    SGDNN_CHECK ( input.shape[i] == 1 || input.shape[i] == output.shape[i] );
    SGDNN_CHECK ( other.shape[i] == 1 || other.shape[i] == output.shape[i] );
  }
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &other ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  sg_api_binary_bcast_t api;
  api.input_global_addr = input.addr;
  api.other_global_addr = other.addr;
  api.output_global_addr = output.addr;
  api.dim = output.dim;
  for ( int i = 0; i < output.dim; ++i )
  {
    api.input_shape[i] = input.shape[i];
    api.other_shape[i] = other.shape[i];
  }
  api.value = scalar;
  api.binary_type = binary_type;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_binary_bcast", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_binary_bcast_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnBinaryC ( tpu_resource_t resource ,
                            SgdnnTensor_t input,
                            float scalar,
                            SgdnnTensor_t output,
                            int binary_type,
                            bool inversed,
                            bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  sg_api_binary_c_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.value = scalar;
  api.binary_type = binary_type;
  api.inversed = inversed;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_binary_c", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_binary_c_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnComparision ( tpu_resource_t resource ,
                                SgdnnTensor_t input,
                                SgdnnTensor_t other,
                                SgdnnTensor_t output,
                                int mode,
                                bool non_blocking ) {
  SGDNN_CHECK ( input.dtype == other.dtype );
  SGDNN_CHECK ( output.dtype == SGDNN_DTYPE_UINT8 );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &other ) );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &other ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );

  SgdnnTensor_t input_ = input, other_ = other;
  tpu_device_mem_t input_mem, other_mem;
  if ( sgdnnDtypeIsInt64 ( input.dtype ) )
  {
    input_.dtype = SGDNN_DTYPE_INT32;
    other_.dtype = SGDNN_DTYPE_INT32;
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &input_mem, sgdnnTensorBytes ( &input_ ) ) );
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &other_mem, sgdnnTensorBytes ( &other_ ) ) );
    input_.addr = sgdnnGetDeviceAddr ( input_mem );
    other_.addr = sgdnnGetDeviceAddr ( other_mem );
    SAFE_CALL ( sgdnnConvertInt64toInt32 ( resource , input, input_ ) );
    SAFE_CALL ( sgdnnConvertInt64toInt32 ( resource , other, other_ ) );
  }
  sg_api_comparision_t api;
  api.input_global_addr = input_.addr;
  api.other_global_addr = other_.addr;
  api.output_global_addr = output.addr;
  api.dim = input_.dim;
  for ( int i = 0; i < input_.dim; ++i ) {
    api.shape[i] = input_.shape[i];
  }
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input_.dtype );
#if defined BACKEND_1684X
  SAFE_CALL(sgdnnTPUKernelLaunch(resource, "tpu_kernel_api_comparision", &api, sizeof(api)));
#elif defined BACKEND_SG2260
  SAFE_CALL(sgdnnTPUKernelLaunchMultiCore(resource, "tpu_kernel_api_comparision_multi_core", &api, sizeof(api), non_blocking));
#else
  SGDNN_CHECK ( false );
#endif
  if ( sgdnnDtypeIsInt64 ( input.dtype ) ) {
    sgdnnFreeDevice ( resource , input_mem );
    sgdnnFreeDevice ( resource , other_mem );
  }
  return SG_SUCCESS;
}

tpu_status_t sgdnnComparisionBcast ( tpu_resource_t resource ,
                                     SgdnnTensor_t input,
                                     SgdnnTensor_t other,
                                     SgdnnTensor_t output,
                                     int mode,
                                     bool non_blocking ) {
  SGDNN_CHECK ( input.dtype == other.dtype );
  SGDNN_CHECK ( output.dtype == SGDNN_DTYPE_UINT8 );
  SGDNN_CHECK ( input.dim == output.dim && other.dim == output.dim );
  for ( int i = 0; i < output.dim; ++i ) {
    SGDNN_CHECK ( input.shape[i] == 1 || input.shape[i] == output.shape[i] );
    SGDNN_CHECK ( other.shape[i] == 1 || other.shape[i] == output.shape[i] );
  }
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &other ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  sg_api_comparision_bcast_t api;
  api.input_global_addr = input.addr;
  api.other_global_addr = other.addr;
  api.output_global_addr = output.addr;
  api.input_dim = input.dim;
  api.other_dim = other.dim;
  for ( int i = 0; i < output.dim; ++i ) {
    api.input_shape[i] = input.shape[i];
    api.other_shape[i] = other.shape[i];
  }
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL(sgdnnTPUKernelLaunch(resource, "tpu_kernel_api_comparision_bcast", &api, sizeof(api)));
#elif defined BACKEND_SG2260
  SAFE_CALL(sgdnnTPUKernelLaunchMultiCore(resource, "tpu_kernel_api_comparision_bcast_multi_core", &api, sizeof(api), non_blocking));
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnComparisionC ( tpu_resource_t resource ,
                                 SgdnnTensor_t input,
                                 float scalar,
                                 SgdnnTensor_t output,
                                 int mode,
                                 int scalar_pos,
                                 bool non_blocking ) {
  SGDNN_CHECK ( output.dtype == SGDNN_DTYPE_UINT8 );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  sg_api_comparision_c_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i ) {
    api.shape[i] = input.shape[i];
  }
  api.const_value = scalar;
  api.mode = mode;
  api.scalar_pos = scalar_pos;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL(sgdnnTPUKernelLaunch(resource, "tpu_kernel_api_comparision_c", &api, sizeof(api)));
#elif defined BACKEND_SG2260
  SAFE_CALL(sgdnnTPUKernelLaunchMultiCore(resource, "tpu_kernel_api_comparision_c_multi_core", &api, sizeof(api), non_blocking));
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnActive ( tpu_resource_t resource,
                           SgdnnTensor_t input,
                           SgdnnTensor_t output,
                           sg_active_type_t active_type,
                           bool non_blocking ) {
  // 注意：ISINF 与 ISNAN 的输出是 UINT8 — the other functions keep the data type
  if ( active_type != ACTIVE_ISINF && active_type != ACTIVE_ISNAN &&
       active_type != ACTIVE_ISNEGINF && active_type != ACTIVE_ISPOSINF )
    SGDNN_CHECK ( input.dtype == output.dtype );

  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  sg_api_active_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i ) {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.active_type = active_type;

#if defined BACKEND_1684X
  if ( active_type == ACTIVE_ERF || active_type == ACTIVE_ERFC ) {
    SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
  }
  SAFE_CALL (
      sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_active", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_active_multi_core",
                                              &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnLog ( tpu_resource_t resource,
                        SgdnnTensor_t input,
                        SgdnnTensor_t output,
                        sg_log_type_t log_type,
                        bool non_blocking ) {
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( log_type == LOG_E || log_type == LOG_1P || log_type == LOG_2 || log_type == LOG_10 );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  sg_api_log_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i ) {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.log_type = log_type;
#if defined BACKEND_1684X
  SAFE_CALL (
      sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_log", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_log_multi_core", &api,
                                              sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnLayernorm ( tpu_resource_t resource ,
                              SgdnnTensor_t input,
                              SgdnnTensor_t weight,
                              SgdnnTensor_t bias,
                              int start_dim,
                              float eps,
                              SgdnnTensor_t output,
                              SgdnnTensor_t mean,
                              SgdnnTensor_t rstd,
                              bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( start_dim >= 0 && start_dim < input.dim );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  if ( weight.addr != 0 )
  {
    SGDNN_CHECK ( weight.dtype == input.dtype );
    SGDNN_CHECK ( weight.dim == input.dim - start_dim );
    for ( int i = 0; i < weight.dim; ++i )
    {
      SGDNN_CHECK ( weight.shape[i] == input.shape[start_dim + i] );
    }
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &weight ) );
  }
  if ( bias.addr != 0 )
  {
    SGDNN_CHECK ( bias.dtype == input.dtype );
    SGDNN_CHECK ( bias.dim == input.dim - start_dim );
    for ( int i = 0; i < bias.dim; ++i )
    {
      SGDNN_CHECK ( bias.shape[i] == input.shape[start_dim + i] );
    }
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &bias ) );
  }
  if ( mean.addr != 0 )
  {
    SGDNN_CHECK ( mean.dtype == input.dtype );
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &mean ) );
  }
  if ( rstd.addr != 0 )
  {
    SGDNN_CHECK ( rstd.dtype == input.dtype );
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &rstd ) );
  }
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  sg_api_layernorm_t api;
  api.input_global_addr = input.addr;
  api.weight_global_addr = weight.addr;
  api.bias_global_addr = bias.addr;
  api.output_global_addr = output.addr;
  api.mean_global_addr = mean.addr;
  api.rstd_global_addr = rstd.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.axis = start_dim;
  api.eps = eps;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_layernorm", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_layernorm_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnLayernormBackward ( tpu_resource_t resource ,
                                      SgdnnTensor_t grad_output,
                                      SgdnnTensor_t input,
                                      SgdnnTensor_t weight,
                                      SgdnnTensor_t mean,
                                      SgdnnTensor_t rstd,
                                      int start_dim,
                                      SgdnnTensor_t grad_input,
                                      SgdnnTensor_t grad_weight,
                                      SgdnnTensor_t grad_bias,
                                      bool non_blocking )
{
  SGDNN_CHECK ( grad_output.dtype == input.dtype );
  SGDNN_CHECK ( mean.dtype == input.dtype );
  SGDNN_CHECK ( rstd.dtype == input.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( start_dim >= 0 && start_dim < input.dim );
  SGDNN_CHECK ( sgdnnIsSameShape ( &grad_output, &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &grad_output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &mean ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &rstd ) );
  if ( weight.addr != 0 )
  {
    SGDNN_CHECK ( weight.dtype == input.dtype );
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &weight ) );
  }
  if ( grad_input.addr != 0 )
  {
    SGDNN_CHECK ( grad_input.dtype == input.dtype );
    SGDNN_CHECK ( sgdnnIsSameShape ( &grad_input, &input ) );
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &grad_input ) );
  }
  if ( grad_weight.addr != 0 )
  {
    SGDNN_CHECK ( grad_weight.dtype == input.dtype );
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &grad_weight ) );
  }
  if ( grad_bias.addr != 0 )
  {
    SGDNN_CHECK ( grad_bias.dtype == input.dtype );
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &grad_bias ) );
  }
#if defined BACKEND_1684X
  sg_api_layernorm_backward_t api;
  api.grad_output_global_addr = grad_output.addr;
  api.input_global_addr = input.addr;
  api.weight_global_addr = weight.addr;
  api.mean_global_addr = mean.addr;
  api.rstd_global_addr = rstd.addr;
  api.grad_input_global_addr = grad_input.addr;
  api.grad_weight_global_addr = grad_weight.addr;
  api.grad_bias_global_addr = grad_bias.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.axis = start_dim;
  api.requires_grad_input = grad_input.addr != 0;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_layernorm_backward", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_layernorm_backward_t api;
  api.grad_output_global_addr = grad_output.addr;
  api.input_global_addr = input.addr;
  api.weight_global_addr = weight.addr;
  api.mean_global_addr = mean.addr;
  api.rstd_global_addr = rstd.addr;
  api.grad_input_global_addr = grad_input.addr;
  api.grad_weight_global_addr = grad_weight.addr;
  api.grad_bias_global_addr = grad_bias.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.axis = start_dim;
  api.requires_grad_input = grad_input.addr != 0;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#ifdef USING_PERF_MODE
  std::cout << "layernorm backward grad_output " << api.grad_output_global_addr << " " << sgdnnTensorBytes ( &grad_output ) << std::endl;
  std::cout << "layernorm backward input " << api.input_global_addr << " " << sgdnnTensorBytes ( &input ) << std::endl;
  if ( grad_input.addr != 0 )
  {
    std::cout << "layernorm backward grad_input " << api.grad_input_global_addr << " " << sgdnnTensorBytes ( &grad_input ) << std::endl;
  }
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_layernorm_backward_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnGELU ( tpu_resource_t resource ,
                         SgdnnTensor_t input,
                         SgdnnTensor_t output,
                         bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  sg_api_gelu_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#ifdef USING_PERF_MODE
  std::cout << "gelu input " << api.input_global_addr << " " << sgdnnTensorBytes ( &input ) << std::endl;
  std::cout << "gelu output " << api.output_global_addr << " " << sgdnnTensorBytes ( &output ) << std::endl;
#endif
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_gelu", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_gelu_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnGELUBackward ( tpu_resource_t resource ,
                                 SgdnnTensor_t grad_output,
                                 SgdnnTensor_t input,
                                 SgdnnTensor_t grad_input,
                                 bool non_blocking )
{
  SGDNN_CHECK ( grad_output.dtype == input.dtype );
  SGDNN_CHECK ( grad_output.dtype == grad_input.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( sgdnnIsSameShape ( &grad_output, &input ) );
  SGDNN_CHECK ( sgdnnIsSameShape ( &grad_output, &grad_input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &grad_output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &grad_input ) );
#if defined BACKEND_1684X
  sg_api_gelu_backward_t api;
  api.input_global_addr = input.addr;
  api.grad_output_global_addr = grad_output.addr;
  api.grad_input_global_addr = grad_input.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_gelu_backward", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_gelu_backward_t api;
  api.input_global_addr = input.addr;
  api.grad_output_global_addr = grad_output.addr;
  api.grad_input_global_addr = grad_input.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#ifdef USING_PERF_MODE
  std::cout << "gelu backward input " << api.input_global_addr << " " << sgdnnTensorBytes ( &input ) << std::endl;
  std::cout << "gelu backward grad_output " << api.grad_output_global_addr << " " << sgdnnTensorBytes ( &grad_output ) << std::endl;
  std::cout << "gelu backward grad_input " << api.grad_input_global_addr << " " << sgdnnTensorBytes ( &grad_input ) << std::endl;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_gelu_backward_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnReduce ( tpu_resource_t resource ,
                           SgdnnTensor_t input,
                           int start_dim,
                           int end_dim,
                           int keepdim,
                           int mode,
                           SgdnnTensor_t output,
                           bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( mode == REDUCE_MEAN || mode == REDUCE_SUM );
  SGDNN_CHECK ( start_dim >= 0 && start_dim < end_dim && end_dim <= input.dim );
  SGDNN_CHECK ( output.dim == ( keepdim ? input.dim : input.dim - ( end_dim - start_dim ) ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  sg_api_reduce_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.start_dim = start_dim;
  api.end_dim = end_dim;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_reduce", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_reduce_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.start_dim = start_dim;
  api.end_dim = end_dim;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#ifdef USING_PERF_MODE
  std::cout << "reduce input " << api.input_global_addr << " " << sgdnnTensorBytes ( &input ) << std::endl;
  std::cout << "reduce output " << api.output_global_addr << " " << sgdnnTensorBytes ( &output ) << std::endl;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_reduce_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnReduceProd ( tpu_resource_t resource ,
                               SgdnnTensor_t input,
                               int axis,
                               int keepdim,
                               SgdnnTensor_t output,
                               bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( axis >= 0 );
  SGDNN_CHECK ( axis < input.dim );
  SGDNN_CHECK ( output.dim == ( keepdim ? input.dim : input.dim - 1 ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  tpu_device_mem_t buffer_mem;
  tpu_status_t status = sgdnnMallocDeviceByte ( resource , &buffer_mem, sgdnnTensorBytes ( &input ) );
  if ( SG_SUCCESS != status )
  {
    printf ( "malloc device error \r\n" );
    return status;
  }
  sg_api_reduce_prod_t api;
  api.input_global_addr = input.addr;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer_mem );
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.axis = axis;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_reduce_prod", &api, sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( resource , buffer_mem );
  return SG_SUCCESS;
}

tpu_status_t sgdnnPermute ( tpu_resource_t resource ,
                            SgdnnTensor_t input,
                            int * dim_order,
                            SgdnnTensor_t output,
                            bool non_blocking ) {
  SGDNN_CHECK ( input.dim == output.dim );
  SGDNN_CHECK ( input.dtype == output.dtype );
  // SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );

  sg_api_permute_t api;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i ) {
    SGDNN_CHECK ( output.shape[i] == input.shape[dim_order[i]] );
    api.shape[i] = input.shape[i];
    api.stride[i] = input.stride[i];
    api.dim_order[i] = dim_order[i];
  }
  tpu_device_mem_t dev_mem;
  tpu_status_t status = sgdnnMallocDeviceByte ( resource , &dev_mem, sgdnnTensorBytes ( &input ) );
  if(SG_SUCCESS != status){
    printf("malloc device error \r\n");
    return status;
  }
  api.trans_buffer_global_addr = sgdnnGetDeviceAddr ( dev_mem );
  api.copy_buffer_global_addr = sgdnnGetDeviceAddr ( dev_mem );
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_permute", &api, sizeof( api ), non_blocking ) );
  sgdnnFreeDevice ( resource , dev_mem );
  return SG_SUCCESS;
}

tpu_status_t sgdnnConcat ( tpu_resource_t resource ,
                           const SgdnnTensor_t * inputs,
                           int input_num,
                           int axis,
                           SgdnnTensor_t output,
                           bool non_blocking )
{
  SGDNN_CHECK ( input_num > 0 && input_num <= FW_MAX_CONCAT_NUM );
  if ( axis < 0 )
  {
    axis += output.dim;
  }
  SGDNN_CHECK ( axis >= 0 && axis < output.dim );
  int size = 0;
  for ( int i = 0; i < input_num; ++i )
  {
    SGDNN_CHECK ( inputs[i].dtype == output.dtype );
    SGDNN_CHECK ( inputs[i].dim == output.dim );
    for ( int j = 0; j < output.dim; ++j )
    {
      if ( j != axis )
      {
        SGDNN_CHECK ( inputs[i].shape[j] == output.shape[j] );
      }
    }
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &inputs[i] ) );
    size += inputs[i].shape[axis];
  }
  SGDNN_CHECK ( size == output.shape[axis] );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  sg_api_concat_t api;
  for ( int i = 0; i < input_num; ++i )
  {
    api.input_global_addrs[i] = inputs[i].addr;
    for ( int j = 0; j < output.dim; ++j )
    {
      api.input_shapes[i][j] = inputs[i].shape[j];
    }
  }
  api.output_global_addr = output.addr;
  api.dim = output.dim;
  api.input_num = input_num;
  api.axis = axis;
  api.dtype = sgdnnTPUKernelDType ( output.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_concat", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_concat_t api;
  for ( int i = 0; i < input_num; ++i )
  {
    api.input_global_addrs[i] = inputs[i].addr;
    for ( int j = 0; j < output.dim; ++j )
    {
      api.input_shapes[i][j] = inputs[i].shape[j];
    }
  }
  api.output_global_addr = output.addr;
  api.dim = output.dim;
  api.input_num = input_num;
  api.axis = axis;
  api.dtype = sgdnnTPUKernelDType ( output.dtype );
#ifdef USING_PERF_MODE
  for ( int i = 0; i < input_num; ++i )
  {
    std::cout << "concat input " << api.input_global_addrs[i] << " " << sgdnnTensorBytes ( &inputs[i] ) << std::endl;
  }
  std::cout << "concat output " << api.output_global_addr << " " << sgdnnTensorBytes ( &output ) << std::endl;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_concat_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

/* whether INPUT was finite */
bool _sgdnnInfCheckAndUnscale ( tpu_resource_t resource ,
                                SgdnnTensor_t & input,
                                SgdnnTensor_t & found_inf,
                                float inv_scale,
                                bool non_blocking )
{
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  sg_api_inf_check_unscale_t api;
  api.input_global_addr = input.addr;
  api.found_inf_global_addr = found_inf.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.inv_scale = inv_scale;
  api.idtype = sgdnnTPUKernelDType ( input.dtype );
  api.found_inf_dtype = sgdnnTPUKernelDType ( found_inf.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_inf_check_and_unscale", &api, sizeof ( api ), non_blocking ) );

  float found = 0.f;
  tpu_device_mem_t found_mem = sgdnnMemFromDevice ( found_inf.addr, sgdnnDataSize ( found_inf.dtype ) );
  SAFE_CALL ( sgdnnMemcpyD2S ( resource , &found, found_mem, sgdnnDataSize ( found_inf.dtype ) ) );
  return found == 0.f;
}

#if defined BACKEND_SG2260
bool _sgdnnInfCheckAndUnscale_multi_core ( tpu_resource_t resource ,
                                           SgdnnTensor_t & input,
                                           SgdnnTensor_t & found_inf,
                                           float inv_scale,
                                           bool non_blocking )
{
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  const unsigned int core_num = 8; // 64 bytes for each core
  tpu_device_mem_t buffer_mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &buffer_mem, core_num * 64 ) );
  sg_api_inf_check_unscale_multi_core_t api;
  api.input_global_addr = input.addr;
  api.found_inf_global_addr = found_inf.addr;
  api.found_inf_buffer_global_addr = sgdnnGetDeviceAddr ( buffer_mem );
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.need_clear_found_inf = 0;
  api.inv_scale = inv_scale;
  api.idtype = sgdnnTPUKernelDType ( input.dtype );
  api.found_inf_dtype = sgdnnTPUKernelDType ( found_inf.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_inf_check_and_unscale_multi_core", &api, sizeof ( api ), non_blocking ) );

  float found = 0.f;
  tpu_device_mem_t found_mem = sgdnnMemFromDevice ( found_inf.addr, sgdnnDataSize ( found_inf.dtype ) );
  SAFE_CALL ( sgdnnMemcpyD2S ( resource , &found, found_mem, sgdnnDataSize ( found_inf.dtype ) ) );
  SAFE_CALL ( sgdnnStreamSynchronize ( resource ) );
  sgdnnFreeDevice ( resource , buffer_mem );
  return found == 0.f;
}
#endif

tpu_status_t sgdnnInfCheckAndUnscale ( tpu_resource_t resource ,
                                       std::vector<SgdnnTensor_t> & inputs,
                                       SgdnnTensor_t found_inf,
                                       float inv_scale,
                                       bool non_blocking )
{
  SGDNN_CHECK ( found_inf.dtype == SGDNN_DTYPE_FP32 );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &found_inf ) );
#if defined BACKEND_1684X
  for ( auto & input : inputs )
  {
    if ( !_sgdnnInfCheckAndUnscale ( resource , input, found_inf, inv_scale, non_blocking ) )
    {
      printf ( "a gradient is not finite\n" );
    }
  }
#elif defined BACKEND_SG2260
  for ( auto & input : inputs )
  {
    if ( !_sgdnnInfCheckAndUnscale_multi_core ( resource , input, found_inf, inv_scale, non_blocking ) )
    {
      printf ( "a gradient is not finite\n" );
    }
  }
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnIndexSelect ( tpu_resource_t resource ,
                                SgdnnTensor_t input,
                                SgdnnTensor_t indices,
                                int dim,
                                SgdnnTensor_t output,
                                bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( indices.dtype == SGDNN_DTYPE_INT32 ||
                indices.dtype == SGDNN_DTYPE_INT64 );
  SGDNN_CHECK ( dim >= 0 && dim < input.dim );
  SGDNN_CHECK ( input.dim + indices.dim - 1 == output.dim );
  for ( int i = 0; i < output.dim; ++i )
  {
    if ( i < dim )
    {
      SGDNN_CHECK ( output.shape[i] == input.shape[i] );
    }
    else if ( i < dim + indices.dim )
    {
      SGDNN_CHECK ( output.shape[i] == indices.shape[i - dim] );
    }
    else
    {
      SGDNN_CHECK ( output.shape[i] == input.shape[i - indices.dim + 1] );
    }
  }
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &indices ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  SgdnnTensor_t indices_ = indices;
  tpu_device_mem_t indices_mem;
  if ( indices.dtype == SGDNN_DTYPE_INT64 )
  {
    // 该芯片没有64位整数，先转换
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &indices_mem, sgdnnTensorBytes ( &indices ) / 2 ) );
    indices_.dtype = SGDNN_DTYPE_INT32;
    indices_.addr = sgdnnGetDeviceAddr ( indices_mem );
    sgdnnConvertInt64toInt32 ( resource , indices, indices_ );
  }
  sg_api_index_select_t api;
  api.input_global_addr = input.addr;
  api.index_global_addr = indices_.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.input_shape[i] = input.shape[i];
  }
  api.axis = dim;
  api.index_num = 1;
  for ( int i = 0; i < indices_.dim; ++i )
  {
    api.index_num *= indices_.shape[i];
  }
  api.is_index_int64 = false;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_index_select", &api, sizeof ( api ) ) );
  if ( indices.dtype == SGDNN_DTYPE_INT64 )
  {
    sgdnnFreeDevice ( resource , indices_mem );
  }
#elif defined BACKEND_SG2260
  sg_api_index_select_t api;
  api.input_global_addr = input.addr;
  api.index_global_addr = indices.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.input_shape[i] = input.shape[i];
  }
  api.axis = dim;
  api.index_num = 1;
  for ( int i = 0; i < indices.dim; ++i )
  {
    api.index_num *= indices.shape[i];
  }
  api.is_index_int64 = indices.dtype == SGDNN_DTYPE_INT64;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_index_select_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnMulIndexSelect ( tpu_resource_t resource ,
                                   SgdnnTensor_t input,
                                   std::vector<SgdnnTensor_t> & indices,
                                   SgdnnTensor_t output,
                                   bool non_blocking )
{
  typedef struct
  {
    tpu_device_mem_t bm_dev_mem;
    SgdnnTensor_t tensor;
  } Tensor_t;
  const int index_num = static_cast<int> ( indices.size() );
  SGDNN_CHECK ( index_num > 0 && index_num <= input.dim );
  tpu_status_t status;
  if ( index_num == 1 )
  {
    status = sgdnnIndexSelect ( resource , input, indices[0], 0, output, non_blocking );
    return status;
  }
  Tensor_t cur_input, cur_output;
  cur_input.tensor = input;
  for ( int axis = 0; axis < index_num; ++axis )
  {
    SGDNN_CHECK ( indices[axis].dim == 1 );
    cur_output.tensor = cur_input.tensor;
    cur_output.tensor.shape[axis] = indices[axis].shape[0];
    sgdnnContiguousStride ( cur_output.tensor.shape, cur_output.tensor.dim, cur_output.tensor.stride );
    if ( axis == index_num - 1 )
    {
      cur_output.tensor.addr = output.addr;
    }
    else
    {
      SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &cur_output.bm_dev_mem, sgdnnTensorBytes ( &cur_output.tensor ) ) );
      cur_output.tensor.addr = sgdnnGetDeviceAddr ( cur_output.bm_dev_mem );
    }
    status = sgdnnIndexSelect ( resource , cur_input.tensor, indices[axis], axis, cur_output.tensor );
    SGDNN_CHECK ( status == SG_SUCCESS );
    // what the step before has left
    if ( axis != 0 )
    {
      sgdnnFreeDevice ( resource , cur_input.bm_dev_mem );
    }
    cur_input = cur_output;
  }
  return SG_SUCCESS;
}

tpu_status_t sgdnnClamp ( tpu_resource_t resource ,
                          SgdnnTensor_t input,
                          float min,
                          float max,
                          SgdnnTensor_t output,
                          bool non_blocking ) {
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  sg_api_clamp_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.min = min;
  api.max = max;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_clamp", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_clamp_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnArange ( tpu_resource_t resource ,
                           int start,
                           int end,
                           int step,
                           SgdnnTensor_t output,
                           bool non_blocking )
{
  SGDNN_CHECK ( output.dim == 1 ); // one dimension is all it makes
  SGDNN_CHECK ( step != 0 );
  SGDNN_CHECK ( output.dtype == SGDNN_DTYPE_INT32 ||
                output.dtype == SGDNN_DTYPE_INT64 ||
                output.dtype == SGDNN_DTYPE_FP32 );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  const int count = step > 0 ? DIV_UP ( end - start, step ) : DIV_UP ( start - end, -step );
  SGDNN_CHECK ( output.shape[0] == count );
  sg_api_arange_t api;
  api.start = start;
  api.end = end;
  api.step = step;
  api.output_global_addr = output.addr;
  api.dim = output.dim;
  api.shape[0] = output.shape[0];
  api.dtype = sgdnnNarrowKernelDType ( output.dtype );
  api.isint64 = sgdnnDtypeIsInt64 ( output.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_arange", &api, sizeof ( api ), non_blocking ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_arange_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnFill ( tpu_resource_t resource ,
                         const void * value,
                         SgdnnTensor_t output,
                         bool non_blocking )
{
  SGDNN_CHECK ( output.dtype != SGDNN_DTYPE_INT64 );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  sg_api_constant_fill_t api;
  api.output_global_addr = output.addr;
  api.dim = output.dim;
  for ( int i = 0; i < output.dim; ++i )
  {
    api.shape[i] = output.shape[i];
  }
  api.value = 0;
  memcpy ( &api.value, value, sgdnnDataSize ( output.dtype ) );
  api.dtype = sgdnnTPUKernelDType ( output.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_const_fill", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_constant_fill_t api;
  api.output_global_addr = output.addr;
  api.dim = output.dim;
  for ( int i = 0; i < output.dim; ++i )
  {
    api.shape[i] = output.shape[i];
  }
  api.value = 0;
  memcpy ( &api.value, value, sgdnnDataSize ( output.dtype ) );
  api.dtype = sgdnnTPUKernelDType ( output.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_const_fill_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnWhere ( tpu_resource_t resource ,
                          SgdnnTensor_t cond,
                          SgdnnTensor_t self,
                          SgdnnTensor_t other,
                          SgdnnTensor_t output,
                          bool non_blocking )
{
  SGDNN_CHECK ( self.dtype == output.dtype );
  SGDNN_CHECK ( other.dtype == output.dtype );
  SGDNN_CHECK ( cond.dtype == SGDNN_DTYPE_UINT8 );
  SGDNN_CHECK ( cond.dim == output.dim );
  SGDNN_CHECK ( self.dim == 0 || self.dim == output.dim );
  SGDNN_CHECK ( other.dim == 0 || other.dim == output.dim );
  for ( int i = 0; i < output.dim; ++i )
  {
    SGDNN_CHECK ( cond.shape[i] == 1 || cond.shape[i] == output.shape[i] );
  }
  for ( int i = 0; i < self.dim; ++i )
  {
    SGDNN_CHECK ( self.shape[i] == 1 || self.shape[i] == output.shape[i] );
  }
  for ( int i = 0; i < other.dim; ++i )
  {
    SGDNN_CHECK ( other.shape[i] == 1 || other.shape[i] == output.shape[i] );
  }
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &cond ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &self ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &other ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  sg_api_where_t api;
  api.cond_global_addr = cond.addr;
  api.self_global_addr = self.addr;
  api.other_global_addr = other.addr;
  api.output_global_addr = output.addr;
  api.dim = output.dim;
  for ( int i = 0; i < output.dim; ++i )
  {
    api.cond_shape[i] = cond.shape[i];
    api.self_shape[i] = self.dim > 0 ? self.shape[i] : 1;
    api.other_shape[i] = other.dim > 0 ? other.shape[i] : 1;
    api.output_shape[i] = output.shape[i];
  }
  api.cond_dtype = sgdnnTPUKernelDType ( cond.dtype );
  api.dtype = sgdnnTPUKernelDType ( output.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_where", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_where_multi_core_t api;
  api.output_addr = output.addr;
  api.cond_addr = cond.addr;
  api.self_addr = self.addr;
  api.other_addr = other.addr;
  api.dims = output.dim;
  for ( int i = 0; i < output.dim; ++i )
  {
    api.out_shape[i] = output.shape[i];
    api.cond_shape[i] = cond.shape[i];
    api.self_shape[i] = self.dim > 0 ? self.shape[i] : 1;
    api.other_shape[i] = other.dim > 0 ? other.shape[i] : 1;
  }
  api.cond_dtype = sgdnnTPUKernelDType ( cond.dtype );
  api.dtype = sgdnnTPUKernelDType ( output.dtype );
  api.self_is_scalar = false;
  api.other_is_scalar = false;
  api.self_val = 0.f;
  api.other_val = 0.f;
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_where_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnConv2d ( tpu_resource_t resource ,
                           SgdnnTensor_t input,
                           SgdnnTensor_t weight,
                           SgdnnTensor_t bias,
                           SgdnnConv2dParam_t param,
                           SgdnnTensor_t output,
                           bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == weight.dtype );
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( input.dim == 4 );
  SGDNN_CHECK ( weight.dim == 4 );
  SGDNN_CHECK ( output.dim == 4 );
  SGDNN_CHECK ( input.shape[0] == output.shape[0] );
  SGDNN_CHECK ( input.shape[1] == weight.shape[1] * param.groups );
  SGDNN_CHECK ( output.shape[1] == weight.shape[0] );
  SGDNN_CHECK ( output.shape[1] % param.groups == 0 );
  SGDNN_CHECK ( weight.shape[2] == param.kernel_h && weight.shape[3] == param.kernel_w );
  if ( bias.addr != 0 )
  {
    SGDNN_CHECK ( bias.dtype == input.dtype );
    SGDNN_CHECK ( bias.dim == 1 );
    SGDNN_CHECK ( bias.shape[0] == output.shape[1] );
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &bias ) );
  }
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &weight ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  // 16-bit data types: weight in the chip's own order, bias in FP32
  tpu_device_mem_t weight_mem, bias_mem;
  if ( weight.dtype == SGDNN_DTYPE_FP16 || weight.dtype == SGDNN_DTYPE_BF16 )
  {
    SgdnnTensor_t weight_32ic, bias_fp32;
    weight_32ic.dim = 4;
    sgdnn32ICShape ( weight.shape, weight_32ic.shape );
    sgdnnContiguousStride ( weight_32ic.shape, 4, weight_32ic.stride );
    weight_32ic.dtype = weight.dtype;
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &weight_mem, sgdnnTensorBytes ( &weight_32ic ) ) );
    weight_32ic.addr = weight_mem.u.device.device_addr;
    SAFE_CALL ( sgdnnReorderConv2dWeight ( resource , weight, REORDER_WEIGHT_32IC, weight_32ic ) );
    if ( bias.addr != 0 )
    {
      bias_fp32 = bias;
      bias_fp32.dtype = SGDNN_DTYPE_FP32;
      SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &bias_mem, sgdnnTensorBytes ( &bias_fp32 ) ) );
      bias_fp32.addr = sgdnnGetDeviceAddr ( bias_mem );
      SAFE_CALL ( sgdnnConvert ( resource , bias, bias_fp32 ) );
    }
  }
  sg_api_conv2d_t api;
  api.input_global_addr = input.addr;
  if ( weight.dtype == SGDNN_DTYPE_FP16 || weight.dtype == SGDNN_DTYPE_BF16 )
  {
    api.weight_global_addr = weight_mem.u.device.device_addr;
    api.bias_global_addr = bias.addr != 0 ? sgdnnGetDeviceAddr ( bias_mem ) : 0;
  }
  else
  {
    api.weight_global_addr = weight.addr;
    api.bias_global_addr = bias.addr;
  }
  api.output_global_addr = output.addr;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.input_shape[i] = input.shape[i];
  }
  api.output_c = output.shape[1];
  api.groups = param.groups;
  api.kernel[0] = param.kernel_h;
  api.kernel[1] = param.kernel_w;
  api.stride[0] = param.stride_h;
  api.stride[1] = param.stride_w;
  api.dilation[0] = param.dilation_h;
  api.dilation[1] = param.dilation_w;
  api.pad[0] = param.pad_h;
  api.pad[1] = param.pad_h;
  api.pad[2] = param.pad_w;
  api.pad[3] = param.pad_w;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_conv2d", &api, sizeof ( api ) ) );
  if ( weight.dtype == SGDNN_DTYPE_FP16 || weight.dtype == SGDNN_DTYPE_BF16 )
  {
    sgdnnFreeDevice ( resource , weight_mem );
    if ( bias.addr != 0 )
    {
      sgdnnFreeDevice ( resource , bias_mem );
    }
  }
#elif defined BACKEND_SG2260
  SGDNN_CHECK ( false );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnReorderConv2dWeight ( tpu_resource_t resource ,
                                        SgdnnTensor_t input,
                                        int mode,
                                        SgdnnTensor_t output,
                                        bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( input.dim == 4 );
  SGDNN_CHECK ( output.dim == 4 );
  SGDNN_CHECK ( mode == REORDER_WEIGHT_32IC || mode == REORDER_WEIGHT_32OC );
  int shape[4];
  if ( mode == REORDER_WEIGHT_32IC )
  {
    sgdnn32ICShape ( input.shape, shape );
  }
  else
  {
    sgdnn32OCShape ( input.shape, shape );
  }
  for ( int i = 0; i < 4; ++i )
  {
    SGDNN_CHECK ( output.shape[i] == shape[i] );
  }
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  sg_api_conv_weight_reorder_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_conv_weight_reorder", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SGDNN_CHECK ( false );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnNonzero ( tpu_resource_t resource ,
                            SgdnnTensor_t input,
                            SgdnnTensor_t output,
                            SgdnnTensor_t num,
                            int self_num,
                            bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_INT8 ||
                input.dtype == SGDNN_DTYPE_UINT8 ||
                input.dtype == SGDNN_DTYPE_INT32 );
  SGDNN_CHECK ( output.dtype == SGDNN_DTYPE_INT32 );
  SGDNN_CHECK ( num.dtype == SGDNN_DTYPE_INT32 );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  sg_api_nonzero_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.num_global_addr = num.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  tpu_device_mem_t index_mem;
  tpu_status_t status = sgdnnMallocDeviceByte ( resource , &index_mem, self_num * sizeof ( int ) );
  if ( SG_SUCCESS != status )
  {
    printf ( "malloc device error \r\n" );
    return status;
  }
  api.index_global_addr = sgdnnGetDeviceAddr ( index_mem );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_nonzero", &api, sizeof ( api ) ) );
  sgdnnFreeDevice ( resource , index_mem );
#elif defined BACKEND_SG2260
  sg_api_nonzero_multi_core_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.num_global_addr = num.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  tpu_device_mem_t index_mem, num_buffer_mem;
  tpu_status_t status = sgdnnMallocDeviceByte ( resource , &index_mem, self_num * sizeof ( int ) );
  if ( SG_SUCCESS != status )
  {
    printf ( "malloc device error \r\n" );
    return status;
  }
  api.index_global_addr = sgdnnGetDeviceAddr ( index_mem );
  status = sgdnnMallocDeviceByte ( resource , &num_buffer_mem, 8 * 64 );; // 64 bytes for each core
  if ( SG_SUCCESS != status )
  {
    printf ( "malloc device error \r\n" );
    sgdnnFreeDevice ( resource , index_mem );
    return status;
  }
  api.num_buffer_global_addr = sgdnnGetDeviceAddr ( num_buffer_mem );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_nonzero_multicore", &api, sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( resource , index_mem );
  sgdnnFreeDevice ( resource , num_buffer_mem );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnNorm2 ( tpu_resource_t resource ,
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
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_norm2", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_norm2_multi_core_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  // the sums of the cores
  tpu_device_mem_t dev_mem;
  tpu_status_t err = sgdnnMallocDeviceByte ( resource , &dev_mem, 8 * sizeof ( float ) );
  if(SG_SUCCESS != err){
    printf("malloc device error \r\n");
    return err;
  }
  api.buffer_global_addr = sgdnnGetDeviceAddr ( dev_mem );
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_norm2_multi_core", &api, sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( resource , dev_mem );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnRMSNorm ( tpu_resource_t  resource ,
                            SgdnnTensor_t input,
                            SgdnnTensor_t weight,
                            SgdnnTensor_t bias,
                            int           axis,
                            float         eps,
                            SgdnnTensor_t output,
                            bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( sgdnnIsSameShape( &input, &output ) );
  SGDNN_CHECK ( axis >= 0 && axis < input.dim );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  SGDNN_CHECK ( false );
#elif defined BACKEND_SG2260
  sg_api_rmsnorm_multi_core_t api;
  api.input_addr   = input.addr;
  api.weight_addr  = weight.addr;
  api.bias_addr    = bias.addr;
  api.output_addr  = output.addr;
  memcpy(api.shape, input.shape, sizeof(int) * input.dim);
  api.dims                = input.dim;
  api.axis                = axis;
  api.partial             = 1.f;
  api.with_weight         = weight.addr != 0;
  api.with_bias           = bias.addr != 0;
  api.eps                 = eps;
  api.dtype               = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_rmsnorm_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnLnMm ( tpu_resource_t resource ,
                         SgdnnTensor_t input,
                         SgdnnTensor_t w,
                         SgdnnTensor_t b,
                         SgdnnTensor_t gamma,
                         SgdnnTensor_t beta,
                         float eps,
                         SgdnnTensor_t mean,
                         SgdnnTensor_t rstd,
                         SgdnnTensor_t output,
                         bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( input.dtype == w.dtype );
  SGDNN_CHECK ( input.dtype == gamma.dtype );
  SGDNN_CHECK ( input.dtype == beta.dtype );
  SGDNN_CHECK ( input.dtype == mean.dtype );
  SGDNN_CHECK ( input.dtype == rstd.dtype );
  SGDNN_CHECK ( input.dtype == output.dtype );
  const auto last = input.dim - 1;
  SGDNN_CHECK ( last >= 1 && w.dim == 2 && output.dim == input.dim );
  SGDNN_CHECK ( input.shape[last] == w.shape[0] );
  SGDNN_CHECK ( output.shape[last] == w.shape[1] );
  SGDNN_CHECK ( gamma.dim == 1 && gamma.shape[0] == w.shape[0] );
  SGDNN_CHECK ( sgdnnIsSameShape ( &gamma, &beta ) );
  if ( b.addr != 0 )
  {
    SGDNN_CHECK ( input.dtype == b.dtype );
    SGDNN_CHECK ( b.dim == 1 );
    SGDNN_CHECK ( b.shape[0] == w.shape[1] );
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &b ) );
  }
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &w ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &gamma ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &beta ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &mean ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &rstd ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  SGDNN_CHECK ( false );
#elif defined BACKEND_SG2260
  sg_api_ln_mm_multi_core_t api;
  api.input_addr  = input.addr;
  api.gamma_addr  = gamma.addr;
  api.beta_addr   = beta.addr;
  api.weight_addr = w.addr;
  api.bias_addr   = b.addr;
  api.mean_addr   = mean.addr;
  api.rstd_addr   = rstd.addr;
  api.output_addr = output.addr;
  api.in_dims            = input.dim;
  api.w_dims             = w.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.in_shape[i] = input.shape[i];
  }
  for ( int i = 0; i < w.dim; ++i )
  {
    api.w_shape[i] = w.shape[i];
  }
  api.eps                = eps;
  api.has_bias           = (int)(b.addr != 0);
  api.in_dtype           = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_ln_mm_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnAddLnMm ( tpu_resource_t resource ,
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
                            bool non_blocking )
{
  SGDNN_CHECK ( input0.dtype == SGDNN_DTYPE_FP32 ||
                input0.dtype == SGDNN_DTYPE_FP16 ||
                input0.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( input0.dtype == input1.dtype );
  SGDNN_CHECK ( input0.dtype == out_add.dtype );
  SGDNN_CHECK ( input0.dtype == w.dtype );
  SGDNN_CHECK ( input0.dtype == gamma.dtype );
  SGDNN_CHECK ( input0.dtype == beta.dtype );
  SGDNN_CHECK ( input0.dtype == output.dtype );
  const auto last = input0.dim - 1;
  SGDNN_CHECK ( last >= 1 && w.dim == 2 && output.dim == input0.dim );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input0, &input1 ) );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input0, &out_add ) );
  SGDNN_CHECK ( input0.shape[last] == w.shape[0] );
  SGDNN_CHECK ( output.shape[last] == w.shape[1] );
  if ( b.addr != 0 )
  {
    SGDNN_CHECK ( input0.dtype == b.dtype );
    SGDNN_CHECK ( b.dim == 1 );
    SGDNN_CHECK ( b.shape[0] == w.shape[1] );
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &b ) );
  }
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input0 ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input1 ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &w ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &gamma ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &beta ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &out_add ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  SGDNN_CHECK ( false );
#elif defined BACKEND_SG2260
  sg_api_add_ln_mm_multi_core_t api = {0};
  api.input0_addr  = input0.addr;
  api.input1_addr  = input1.addr;
  api.gamma_addr   = gamma.addr;
  api.beta_addr    = beta.addr;
  api.weight_addr  = w.addr;
  api.bias_addr    = b.addr;
  api.out_add_addr = out_add.addr;
  api.mean_addr    = mean.addr;
  api.rstd_addr    = rstd.addr;
  api.output_addr  = output.addr;
  api.in_dims             = input0.dim;
  api.w_dims              = w.dim;
  for ( int i = 0; i < input0.dim; ++i )
  {
    api.in_shape[i] = input0.shape[i];
  }
  for ( int i = 0; i < w.dim; ++i )
  {
    api.w_shape[i] = w.shape[i];
  }
  api.eps                 = eps;
  api.use_fast            = 0;
  api.has_bias            = (int)(b.addr != 0);
  api.in_dtype            = sgdnnTPUKernelDType ( input0.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_add_ln_mm_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnNeg ( tpu_resource_t resource ,
                        SgdnnTensor_t input,
                        SgdnnTensor_t output,
                        bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  sg_api_neg_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_neg", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_neg_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_neg_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnLogicalNot ( tpu_resource_t resource ,
                               SgdnnTensor_t input,
                               SgdnnTensor_t output,
                               bool non_blocking )
{
  SGDNN_CHECK ( output.dtype == SGDNN_DTYPE_UINT8 );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  sg_api_logical_not_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_logical_not", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_logical_not_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );//sgdnnTPUKernelDType ( output.dtype );;
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_logical_not_multi_core", &api, sizeof ( api ), non_blocking ) );;
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnSign ( tpu_resource_t resource ,
                         SgdnnTensor_t input,
                         SgdnnTensor_t output,
                         bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  sg_api_sign_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_sign", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_active_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.active_type = ACTIVE_SIGN;
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_active_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnAddCMul ( tpu_resource_t resource ,
                            SgdnnTensor_t input,
                            SgdnnTensor_t tensor1,
                            SgdnnTensor_t tensor2,
                            float value,
                            SgdnnTensor_t output,
                            bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == tensor1.dtype );
  SGDNN_CHECK ( input.dtype == tensor2.dtype );
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &tensor1 ) );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &tensor2 ) );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &tensor1 ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &tensor2 ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  sg_api_addcmul_t api;
  api.input_global_addr = input.addr;
  api.tensor1_global_addr = tensor1.addr;
  api.tensor2_global_addr = tensor2.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.value = value;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_addcmul", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  //SGDNN_CHECK ( false );
  sg_api_addcmul_t api;
  api.input_global_addr = input.addr;
  api.tensor1_global_addr = tensor1.addr;
  api.tensor2_global_addr = tensor2.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.value = value;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "addcmul_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnArg ( tpu_resource_t resource, SgdnnTensor_t input, int axis,
                        int mode, SgdnnTensor_t values, SgdnnTensor_t indices,
                        bool non_blocking ) {
  // SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 || input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( indices.dtype == SGDNN_DTYPE_INT32 );
  SGDNN_CHECK ( axis >= 0 && axis < input.dim );
  SGDNN_CHECK ( mode == ARG_ARGMAX || mode == ARG_ARGMIN || mode == ARG_MAX || mode == ARG_MIN );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &indices ) );
  if ( values.addr != 0 ) {
    SGDNN_CHECK ( values.dtype == input.dtype );
    SGDNN_CHECK ( sgdnnIsSameShape ( &values, &indices ) );
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &values ) );
  } else {
    SGDNN_CHECK ( mode == ARG_ARGMAX || mode == ARG_ARGMIN );
  }
#if defined BACKEND_1684X
  sg_api_reduce_arg_t api;
  api.input_global_addr = input.addr;
  api.values_global_addr = values.addr;
  api.indices_global_addr = indices.addr;
  tpu_device_mem_t dev_mem;
  SAFE_CALL (
      sgdnnMallocDeviceByte ( resource, &dev_mem, sgdnnTensorBytes ( &indices ) ) );
  api.buffer_global_addr = sgdnnGetDeviceAddr ( dev_mem );
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i ) {
    api.shape[i] = input.shape[i];
  }
  api.axis = axis;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL (
      sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_arg", &api, sizeof ( api ) ) );
  sgdnnFreeDevice ( resource, dev_mem );
#elif defined BACKEND_SG2260
  sg_api_reduce_arg_t api;
  api.input_global_addr = input.addr;
  api.values_global_addr = values.addr;
  api.indices_global_addr = indices.addr;
  tpu_device_mem_t dev_mem;
  SAFE_CALL (
      sgdnnMallocDeviceByte ( resource, &dev_mem, sgdnnTensorBytes ( &indices ) ) );
  api.buffer_global_addr = sgdnnGetDeviceAddr ( dev_mem );
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i ) {
    api.shape[i] = input.shape[i];
  }
  api.axis = axis;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_arg_muti_core", &api,
                                     sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( resource, dev_mem );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnA16Matmul ( tpu_resource_t handle,
                              SgdnnTensor_t left,
                              SgdnnTensor_t right,
                              SgdnnTensor_t scale,
                              SgdnnTensor_t zp,
                              int group_size,
                              int weight_bits,
                              SgdnnTensor_t output,
                              bool non_blocking )
{
#if defined BACKEND_SG2260
  if ( left.dtype == SGDNN_DTYPE_FP16 || left.dtype == SGDNN_DTYPE_BF16 )
  {
    sg_api_a16_matmul_t api;
    api.input_global_addr = left.addr;
    api.weight_global_addr = right.addr;
    api.bias_global_addr = 0;
    api.scale_global_addr = scale.addr;
    api.zp_global_addr = zp.addr;
    api.output_global_addr = output.addr;
    api.final_row_num = left.shape[0];
    api.inner_num = left.shape[1];
    api.final_col_num = right.shape[0];
    api.q_group_size = abs ( group_size );
    api.weight_bits = weight_bits;
    api.weight_dtype = sgdnnTPUKernelDType ( right.dtype );
    api.bias_dtype = 0;
    api.sign = false;
    api.R_trans = true;
    api.has_bias = false;
    api.has_zp = (int)(zp.addr != 0);
    api.io_dtype = sgdnnTPUKernelDType ( left.dtype );
    SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( handle, "tpu_kernel_llama_a16_matmul", &api, sizeof ( api ), non_blocking ) );
    return SG_SUCCESS;
  } else {
    SGDNN_CHECK ( false );
  }
#else
  SGDNN_CHECK ( false );
#endif
}

tpu_status_t sgdnnA16Linear ( tpu_resource_t resource ,
                              SgdnnTensor_t left,
                              SgdnnTensor_t right,
                              SgdnnTensor_t bias,
                              SgdnnTensor_t scale,
                              SgdnnTensor_t zp,
                              int group_size,
                              int weight_bits,
                              SgdnnTensor_t output,
                              bool non_blocking )
{
#if defined BACKEND_SG2260
  SGDNN_CHECK ( left.dtype == SGDNN_DTYPE_FP16 || left.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( left.dtype == scale.dtype );
  SGDNN_CHECK ( left.dtype == output.dtype );
  SGDNN_CHECK ( weight_bits == 4 || weight_bits == 8 );
  sg_api_a16_matmul_t api;
  api.input_global_addr = left.addr;
  api.weight_global_addr = right.addr;
  api.bias_global_addr = bias.addr != 0 ? bias.addr : 0;
  api.scale_global_addr = scale.addr;
  api.zp_global_addr = zp.addr;
  api.output_global_addr = output.addr;
  api.final_row_num = left.shape[0];
  api.inner_num = left.shape[1];
  api.final_col_num = right.shape[0];
  api.q_group_size = group_size;
  api.weight_bits = weight_bits;
  api.weight_dtype = sgdnnTPUKernelDType ( right.dtype );
  api.bias_dtype = 0;
  api.sign = false;
  api.R_trans = true;
  api.has_bias = (int)(bias.addr != 0);
  api.has_zp = (int)(zp.addr != 0);
  api.io_dtype = sgdnnTPUKernelDType ( left.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_llama_a16_matmul", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
#else
  SGDNN_CHECK ( false );
#endif
}

tpu_status_t sgdnnDropout ( tpu_resource_t resource ,
                            SgdnnTensor_t input,
                            unsigned long long seed,
                            float threshold,
                            SgdnnTensor_t output,
                            SgdnnTensor_t mask,
                            bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 ||
                input.dtype == SGDNN_DTYPE_FP16 ||
                input.dtype == SGDNN_DTYPE_BF16 );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  if ( mask.addr != 0 )
  {
    SGDNN_CHECK ( mask.dtype == SGDNN_DTYPE_UINT8 );
    SGDNN_CHECK ( sgdnnIsSameShape ( &input, &mask ) );
    SGDNN_CHECK ( sgdnnIsTensorContiguous ( &mask ) );
  }
#if defined BACKEND_1684X
  sg_api_dropout_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mask_global_addr = mask.addr;
  api.seed = seed;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.threshold = threshold;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_dropout", &api, sizeof ( api ) ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnFeatureDropout ( tpu_resource_t resource ,
                                   SgdnnTensor_t input,
                                   unsigned long long seed,
                                   float threshold,
                                   SgdnnTensor_t output,
                                   bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
#if defined BACKEND_1684X
  SGDNN_CHECK ( false ); // TODO: the kernel drops single elements
  sg_api_dropout_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mask_global_addr = 0;
  api.seed = seed;
  api.dim = 2;
  api.shape[0] = input.shape[0];
  api.shape[1] = input.shape[1];
  api.threshold = threshold;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_dropout", &api, sizeof ( api ) ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnAttn ( tpu_resource_t resource ,
                         SgdnnTensor_t q,
                         SgdnnTensor_t k,
                         SgdnnTensor_t v,
                         SgdnnTensor_t output,
                         bool non_blocking )
{
  SGDNN_CHECK ( q.dtype == k.dtype );
  SGDNN_CHECK ( q.dtype == v.dtype );
  SGDNN_CHECK ( q.dtype == output.dtype );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &q ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &k ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &v ) );
#if defined BACKEND_1684X
  SGDNN_CHECK ( false );
#elif defined BACKEND_SG2260
  SGDNN_CHECK ( false );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnAttnBackward ( tpu_resource_t resource ,
                                 SgdnnTensor_t grad_output,
                                 SgdnnTensor_t q,
                                 SgdnnTensor_t k,
                                 SgdnnTensor_t v,
                                 SgdnnTensor_t grad_q,
                                 SgdnnTensor_t grad_k,
                                 SgdnnTensor_t grad_v,
                                 bool non_blocking )
{
  SGDNN_CHECK ( sgdnnIsSameShape ( &q, &grad_q ) );
  SGDNN_CHECK ( sgdnnIsSameShape ( &k, &grad_k ) );
  SGDNN_CHECK ( sgdnnIsSameShape ( &v, &grad_v ) );
#if defined BACKEND_1684X
  SGDNN_CHECK ( false );
#elif defined BACKEND_SG2260
  SGDNN_CHECK ( false );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnPow ( tpu_resource_t resource ,
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
  int max_dim = 8;
  sg_api_pow_t api;
  api.input_global_addr = input.addr;
  api.other_global_addr = other.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.input_dtype = sgdnnTPUKernelDType ( input.dtype );
  api.other_dtype = sgdnnTPUKernelDType ( other.dtype );
  api.output_dtype = sgdnnTPUKernelDType ( output.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_pow", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_pow_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnMinimum ( tpu_resource_t resource ,
                            SgdnnTensor_t input,
                            SgdnnTensor_t other,
                            SgdnnTensor_t output,
                            bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == other.dtype );
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &other ) );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &other ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
#if defined BACKEND_1684X
  sg_api_minimum_t api;
  api.input_global_addr = input.addr;
  api.other_global_addr = other.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_minimum", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_minimum_t api;
  api.input_global_addr = input.addr;
  api.other_global_addr = other.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_minimum_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnHypot ( tpu_resource_t resource ,
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
  if ( sgdnnTensorBytes ( &output ) > 0 )
  {
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_hypot", &api, sizeof ( api ) ) );
  }
#elif defined BACKEND_SG2260
  SGDNN_CHECK ( false );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnShiftLeft ( tpu_resource_t resource ,
                              SgdnnTensor_t input,
                              SgdnnTensor_t other,
                              SgdnnTensor_t output,
                              bool non_blocking ) {
  SGDNN_CHECK ( input.dtype == output.dtype );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &other ) );
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &other ) );
  SGDNN_CHECK ( sgdnnIsTensorContiguous ( &output ) );
  size_t elements = sgdnnTensorBytes ( &input ) / sgdnnDataSize ( input.dtype );
  sg_api_shift_left_t api;
  api.input_global_addr = input.addr;
  api.other_global_addr = other.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i ) {
    api.shape[i] = input.shape[i];
  }
  api.src_dtype = sgdnnTPUKernelDType ( input.dtype );
  api.other_dtype = sgdnnTPUKernelDType ( other.dtype );
  api.dst_dtype = sgdnnTPUKernelDType ( output.dtype );
  SAFE_CALL(sgdnnTPUKernelLaunch(resource, "tpu_kernel_api_shift_left", &api, sizeof(api), non_blocking));
  return SG_SUCCESS;
}
