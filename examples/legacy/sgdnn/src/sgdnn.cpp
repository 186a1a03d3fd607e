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
    api.L_shape[i] = left.shape[i];
    api.R_shape[i] = right.shape[i];
  }
  api.in_dtype = sgdnnTPUKernelDType ( left.dtype );
  api.out_dtype = sgdnnTPUKernelDType ( output.dtype );
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
    api.L_shape[i] = left.shape[i];
    api.R_shape[i] = right.shape[i];
  }
  api.in_dtype = sgdnnTPUKernelDType ( left.dtype );
  api.out_dtype = sgdnnTPUKernelDType ( output.dtype );
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
