// Latent defects of the kinds such trees have, each in a small operator beside a twin without it. Nothing links this file and no
// operator of the library is defined here; DEFECTS.md lists what is planted where. Suffixes: Flawed has the defect, Sound has not.

#include "sg_api_struct.h"
#include "sgdnn_api.h"

#include <stdio.h>

static inline size_t sgdnnDataSize ( SgdnnDataType_t dtype )
{
  return dtype == SGDNN_DTYPE_FP32 ? 4 : 2;
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

static inline int sgdnnTPUKernelDType ( SgdnnDataType_t dtype )
{
  return dtype == SGDNN_DTYPE_FP32 ? ( 2 << 1 ) | 1 : ( 1 << 1 ) | 1;
}

// --- an assignment in a check ---

tpu_status_t sgdnnShapeCheckFlawed ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SGDNN_CHECK ( input.shape[0] = output.shape[0] );
  return sgdnnStridedCopy ( resource , input, output, non_blocking );
}

tpu_status_t sgdnnShapeCheckSound ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SGDNN_CHECK ( input.shape[0] == output.shape[0] );
  return sgdnnStridedCopy ( resource , input, output, non_blocking );
}

// --- a device buffer that is never freed ---

tpu_status_t sgdnnProdBufferFlawed ( tpu_resource_t resource , SgdnnTensor_t input, int axis, SgdnnTensor_t output, bool non_blocking )
{
  tpu_device_mem_t buffer_mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &buffer_mem, sgdnnTensorBytes ( &input ) ) );
  sg_api_reduce_prod_t api = {0};
  api.input_global_addr = input.addr;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer_mem );
  api.output_global_addr = output.addr;
  api.axis = axis;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_reduce_prod", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnProdBufferSound ( tpu_resource_t resource , SgdnnTensor_t input, int axis, SgdnnTensor_t output, bool non_blocking )
{
  tpu_device_mem_t buffer_mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &buffer_mem, sgdnnTensorBytes ( &input ) ) );
  sg_api_reduce_prod_t api = {0};
  api.input_global_addr = input.addr;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer_mem );
  api.output_global_addr = output.addr;
  api.axis = axis;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_reduce_prod", &api, sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( resource , buffer_mem );
  return SG_SUCCESS;
}

// --- a device buffer that is freed on some paths only ---

tpu_status_t sgdnnTwoBuffersFlawed ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  tpu_device_mem_t first_mem, second_mem;
  tpu_status_t status = sgdnnMallocDeviceByte ( resource , &first_mem, sgdnnTensorBytes ( &input ) );
  if ( SG_SUCCESS != status )
  {
    return status;
  }
  status = sgdnnMallocDeviceByte ( resource , &second_mem, sgdnnTensorBytes ( &input ) );
  if ( SG_SUCCESS != status )
  {
    return status;
  }
  sg_api_permute_t api = {0};
  api.input_global_addr = input.addr;
  api.trans_buffer_global_addr = sgdnnGetDeviceAddr ( first_mem );
  api.copy_buffer_global_addr = sgdnnGetDeviceAddr ( second_mem );
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_permute", &api, sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( resource , first_mem );
  sgdnnFreeDevice ( resource , second_mem );
  return SG_SUCCESS;
}

tpu_status_t sgdnnTwoBuffersSound ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  tpu_device_mem_t first_mem, second_mem;
  tpu_status_t status = sgdnnMallocDeviceByte ( resource , &first_mem, sgdnnTensorBytes ( &input ) );
  if ( SG_SUCCESS != status )
  {
    return status;
  }
  status = sgdnnMallocDeviceByte ( resource , &second_mem, sgdnnTensorBytes ( &input ) );
  if ( SG_SUCCESS != status )
  {
    sgdnnFreeDevice ( resource , first_mem );
    return status;
  }
  sg_api_permute_t api = {0};
  api.input_global_addr = input.addr;
  api.trans_buffer_global_addr = sgdnnGetDeviceAddr ( first_mem );
  api.copy_buffer_global_addr = sgdnnGetDeviceAddr ( second_mem );
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_permute", &api, sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( resource , first_mem );
  sgdnnFreeDevice ( resource , second_mem );
  return SG_SUCCESS;
}

// --- a device buffer that is freed twice ---

tpu_status_t sgdnnErrorPathFlawed ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  tpu_device_mem_t copy_mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &copy_mem, sgdnnTensorBytes ( &input ) ) );
  SgdnnTensor_t copy = input;
  copy.addr = sgdnnGetDeviceAddr ( copy_mem );
  tpu_status_t status = sgdnnStridedCopy ( resource , input, copy, non_blocking );
  if ( SG_SUCCESS != status )
  {
    sgdnnFreeDevice ( resource , copy_mem );
  }
  else
  {
    status = sgdnnConvert ( resource , copy, output, non_blocking );
  }
  sgdnnFreeDevice ( resource , copy_mem );
  return status;
}

tpu_status_t sgdnnErrorPathSound ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  tpu_device_mem_t copy_mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &copy_mem, sgdnnTensorBytes ( &input ) ) );
  SgdnnTensor_t copy = input;
  copy.addr = sgdnnGetDeviceAddr ( copy_mem );
  tpu_status_t status = sgdnnStridedCopy ( resource , input, copy, non_blocking );
  if ( SG_SUCCESS != status )
  {
    sgdnnFreeDevice ( resource , copy_mem );
    return status;
  }
  else
  {
    status = sgdnnConvert ( resource , copy, output, non_blocking );
  }
  sgdnnFreeDevice ( resource , copy_mem );
  return status;
}

// --- a device buffer that is used before it is set ---

tpu_status_t sgdnnNarrowCopyFlawed ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  tpu_device_mem_t narrow_mem;
  SgdnnTensor_t narrow = input;
  narrow.addr = sgdnnGetDeviceAddr ( narrow_mem );
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &narrow_mem, sgdnnTensorBytes ( &narrow ) ) );
  SAFE_CALL ( sgdnnStridedCopy ( resource , input, narrow, non_blocking ) );
  SAFE_CALL ( sgdnnConvert ( resource , narrow, output, non_blocking ) );
  sgdnnFreeDevice ( resource , narrow_mem );
  return SG_SUCCESS;
}

tpu_status_t sgdnnNarrowCopySound ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  tpu_device_mem_t narrow_mem;
  SgdnnTensor_t narrow = input;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &narrow_mem, sgdnnTensorBytes ( &narrow ) ) );
  narrow.addr = sgdnnGetDeviceAddr ( narrow_mem );
  SAFE_CALL ( sgdnnStridedCopy ( resource , input, narrow, non_blocking ) );
  SAFE_CALL ( sgdnnConvert ( resource , narrow, output, non_blocking ) );
  sgdnnFreeDevice ( resource , narrow_mem );
  return SG_SUCCESS;
}

// --- a status that is returned as bool ---

bool sgdnnTryCopyFlawed ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  tpu_status_t status = sgdnnStridedCopy ( resource , input, output, non_blocking );
  return status;
}

bool sgdnnTryCopySound ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  tpu_status_t status = sgdnnStridedCopy ( resource , input, output, non_blocking );
  return status == SG_SUCCESS;
}

// --- a status that is ignored ---

tpu_status_t sgdnnCopyThenNegFlawed ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sgdnnStridedCopy ( resource , input, output, non_blocking );
  SAFE_CALL ( sgdnnNeg ( resource , output, output, non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnCopyThenNegSound ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SAFE_CALL ( sgdnnStridedCopy ( resource , input, output, non_blocking ) );
  SAFE_CALL ( sgdnnNeg ( resource , output, output, non_blocking ) );
  return SG_SUCCESS;
}

// --- a value read by the host before its copy is done ---

tpu_status_t sgdnnReadFlagFlawed ( tpu_resource_t resource , SgdnnTensor_t flag, float * value, bool non_blocking )
{
  float found = 0.f;
  tpu_device_mem_t flag_mem = sgdnnMemFromDevice ( flag.addr, sizeof ( found ) );
  SAFE_CALL ( sgdnnMemcpyD2S ( resource , &found, flag_mem, sizeof ( found ) ) );
  *value = found;
  return SG_SUCCESS;
}

tpu_status_t sgdnnReadFlagSound ( tpu_resource_t resource , SgdnnTensor_t flag, float * value, bool non_blocking )
{
  float found = 0.f;
  tpu_device_mem_t flag_mem = sgdnnMemFromDevice ( flag.addr, sizeof ( found ) );
  SAFE_CALL ( sgdnnMemcpyD2S ( resource , &found, flag_mem, sizeof ( found ) ) );
  SAFE_CALL ( sgdnnStreamSynchronize ( resource ) );
  *value = found;
  return SG_SUCCESS;
}

// --- a kernel's dtype code used as a size in bytes ---

tpu_status_t sgdnnArgBufferFlawed ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t indices, bool non_blocking )
{
  tpu_device_mem_t buffer_mem;
  const int size = indices.shape[0] * sgdnnTPUKernelDType ( indices.dtype );
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &buffer_mem, size ) );
  sg_api_reduce_arg_t api = {0};
  api.input_global_addr = input.addr;
  api.indices_global_addr = indices.addr;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer_mem );
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_arg", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_arg_muti_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource , buffer_mem );
  return SG_SUCCESS;
}

tpu_status_t sgdnnArgBufferSound ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t indices, bool non_blocking )
{
  tpu_device_mem_t buffer_mem;
  const int size = indices.shape[0] * sgdnnDataSize ( indices.dtype );
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource , &buffer_mem, size ) );
  sg_api_reduce_arg_t api = {0};
  api.input_global_addr = input.addr;
  api.indices_global_addr = indices.addr;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer_mem );
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_arg", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_arg_muti_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource , buffer_mem );
  return SG_SUCCESS;
}

// --- argument fields that one chip's branch leaves uninitialised ---

tpu_status_t sgdnnClampFieldsFlawed ( tpu_resource_t resource , SgdnnTensor_t input, float min, float max, SgdnnTensor_t output, bool non_blocking )
{
#if defined BACKEND_1684X
  sg_api_clamp_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.shape[0] = input.shape[0];
  api.dim = 1;
  api.min = min;
  api.max = max;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_clamp", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_clamp_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.shape[0] = input.shape[0];
  api.dim = 1;
  api.min = min;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_clamp_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnClampFieldsSound ( tpu_resource_t resource , SgdnnTensor_t input, float min, float max, SgdnnTensor_t output, bool non_blocking )
{
#if defined BACKEND_1684X
  sg_api_clamp_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.shape[0] = input.shape[0];
  api.dim = 1;
  api.min = min;
  api.max = max;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_clamp", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_clamp_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.shape[0] = input.shape[0];
  api.dim = 1;
  api.min = min;
  api.max = max;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_clamp_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

// --- a branch that launches another operator's kernel ---

tpu_status_t sgdnnNegKernelFlawed ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_neg_t api = {0};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_neg", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_clamp_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnNegKernelSound ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_neg_t api = {0};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_neg", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_neg_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

// --- a kernel that no firmware registers ---

tpu_status_t sgdnnSignKernelFlawed ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_active_t api = {0};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.active_type = ACTIVE_SIGN;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_active", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_actve_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnSignKernelSound ( tpu_resource_t resource , SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_active_t api = {0};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.active_type = ACTIVE_SIGN;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource , "tpu_kernel_api_active", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource , "tpu_kernel_api_active_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

// --- a check that always holds ---

tpu_status_t sgdnnAxisCheckFlawed ( tpu_resource_t resource , SgdnnTensor_t input, int axis, SgdnnTensor_t output, bool non_blocking )
{
  SGDNN_CHECK ( axis >= 0 || axis < input.dim );
  return sgdnnReduceProd ( resource , input, axis, 1, output, non_blocking );
}

tpu_status_t sgdnnAxisCheckSound ( tpu_resource_t resource , SgdnnTensor_t input, int axis, SgdnnTensor_t output, bool non_blocking )
{
  SGDNN_CHECK ( axis >= 0 && axis < input.dim );
  return sgdnnReduceProd ( resource , input, axis, 1, output, non_blocking );
}

// --- a result that nobody uses ---

tpu_status_t sgdnnFillThenNegFlawed ( tpu_resource_t resource , const void * value, SgdnnTensor_t output, bool non_blocking )
{
  tpu_status_t status = sgdnnFill ( resource , value, output, non_blocking );
  return sgdnnNeg ( resource , output, output, non_blocking );
}

tpu_status_t sgdnnFillThenNegSound ( tpu_resource_t resource , const void * value, SgdnnTensor_t output, bool non_blocking )
{
  tpu_status_t status = sgdnnFill ( resource , value, output, non_blocking );
  SGDNN_CHECK ( status == SG_SUCCESS );
  return sgdnnNeg ( resource , output, output, non_blocking );
}
