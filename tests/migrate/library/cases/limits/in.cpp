#include <cstdlib>

tpu_status_t sgdnnLater ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  auto launch = [&] ( const char *name ) { return input.addr != 0; };
  auto again = launch;
  SGDNN_CHECK ( launch ( "later" ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnStop ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  if ( input.dim == 0 ) abort();
  return SG_SUCCESS;
}

#define EMPTY( t... ) ( ( t ).addr == 0 )
tpu_status_t sgdnnInMacro ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  SGDNN_CHECK ( !EMPTY ( input ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnPlain ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  SGDNN_CHECK ( input.dim > 0 );
  return SG_SUCCESS;
}

tpu_status_t sgdnnCut ( tpu_resource_t resource, SgdnnTensor_t input,
#if defined BACKEND_1684X
                        int mode,
#else
                        float mode,
#endif
                        bool non_blocking )
{
  SGDNN_CHECK ( mode > 0 );
  return SG_SUCCESS;
}

tpu_status_t sgdnnTries ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  try
  {
    SAFE_CALL ( sgdnnPlain ( resource, input, non_blocking ) );
  }
  catch ( ... )
  {
    return 1;
  }
  return SG_SUCCESS;
}

tpu_status_t sgdnnPlace ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  SGDNN_CHECK ( input.dim != __LINE__ );
  return SG_SUCCESS;
}

// The size of device memory is that of a pointer in the unified library.
tpu_status_t sgdnnSized ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  int size = sizeof ( tpu_device_mem_t ) + sizeof ( input.shape );
  return size > 0 ? SG_SUCCESS : sgdnnSized ( resource, input, non_blocking );
}

// Data types are numbered otherwise in the unified library.
tpu_status_t sgdnnRanged ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  switch ( input.dtype )
  {
  case SGDNN_DTYPE_FP16 ... SGDNN_DTYPE_FP32: return SG_SUCCESS;
  default: return 1;
  }
}
/* A variable that lives on, and is another one per chip. */
tpu_status_t sgdnnLanes ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  static int lanes = 0;
#if defined BACKEND_1684X
  lanes = 64;
#else
  lanes = 32;
#endif
  return lanes > input.dim ? SG_SUCCESS : 1;
}
#pragma pack(push, 1)
/* A type that a pragma outside of it lays out. */
tpu_status_t sgdnnPacked ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  struct { char kind; int size; } head = { 1, input.dim };
  return sizeof ( head ) > 5 ? SG_SUCCESS : 1;
}
#pragma pack(pop)
// What lies behind a tensor's number is not the same in the unified library.
tpu_status_t sgdnnCleared ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  ( &input.dim )[1] = 0;
  return input.dim == 0 ? SG_SUCCESS : 1;
}
// libclang does not show what stands before the condition.
tpu_status_t sgdnnChosen ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  switch ( int number = input.dim; number )
  {
  case 1: return SG_SUCCESS;
  default: return 1;
  }
}
