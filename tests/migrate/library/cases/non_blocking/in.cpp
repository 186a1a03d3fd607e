tpu_status_t sgdnnCopy ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_copy", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnTwoCopies ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sgdnnCopy ( resource, input, output, true );
  if ( input.dim > 1 )
    SAFE_CALL ( sgdnnCopy ( resource, input, output, false ) );
  return sgdnnCopy ( resource, input, output, non_blocking );
}

tpu_status_t sgdnnDecides ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  if ( non_blocking )
  {
    return sgdnnCopy ( resource, input, output, true );
  }
  return sgdnnCopy ( resource, input, output, input.dim > 1 );
}

tpu_status_t sgdnnWaits ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  if ( input.dim > 1 )
  {
    SAFE_CALL ( sgdnnCopy ( resource, input, output, false ) );
  }
  return sgdnnCopy ( resource, output, input, non_blocking );
}

static const bool kWait = false;
#define WAITS ( false )
tpu_status_t sgdnnFlags ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  const bool waits = false;
  for ( int i = 0; i < input.dim; ++i )
    SAFE_CALL ( sgdnnCopy ( resource, input, output, kWait ) );
  if ( input.dim > 1 ) SAFE_CALL ( sgdnnCopy ( resource, input, output, waits ) );
  else SAFE_CALL ( sgdnnCopy ( resource, output, input, WAITS ) );
  return sgdnnCopy ( resource, output, input, non_blocking );
}

tpu_status_t sgdnnInHead ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  for ( int i = 0; i < 2; i += sgdnnCopy ( resource, input, output, false ) == SG_SUCCESS ) input.dim = i;
  return sgdnnCopy ( resource, output, input, non_blocking );
}

int both ( tpu_status_t first, tpu_status_t second );

tpu_status_t sgdnnInNoOrder ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  input.dim = both ( sgdnnCopy ( resource, input, output, false ), sgdnnCopy ( resource, output, input, false ) );
  return sgdnnCopy ( resource, output, input, non_blocking );
}

tpu_status_t sgdnnVariable ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  bool waits = false;
  waits = input.dim > 1;
  return sgdnnCopy ( resource, output, input, waits );
}
