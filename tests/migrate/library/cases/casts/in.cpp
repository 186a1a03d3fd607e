// Casts of addresses to integers go; a narrower integer or a pointer is another matter.
tpu_status_t sgdnnCasts ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  void * buffer;
  SAFE_CALL ( sgdnnPoolMalloc ( resource, &buffer, 64 ) );
  SgdnnTensor_t local = input;
  local.addr = ( unsigned long long ) buffer;
  sg_api_one_t api;
  api.input_global_addr = ( unsigned long long ) input.addr;
  api.other_global_addr = static_cast<unsigned long long> ( output.addr );
  api.buffer_global_addr = reinterpret_cast<unsigned long long> ( buffer );
  api.list_global_addr[0] = ( unsigned long long ) buffer + 32;
  api.list_global_addr[1] = ( unsigned long long ) ( size_t ) input.addr;
  api.output_global_addr = local.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_casts", &api, sizeof ( api ), non_blocking ) );
  sgdnnPoolFree ( resource, buffer );
  return SG_SUCCESS;
}

// The kernel's name may stand behind the arguments, and its struct's size between.
tpu_status_t sgdnnOrder ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  return sgdnnRun ( resource, &api, sizeof ( api ), "tpu_kernel_api_order", non_blocking );
}

// No status is returned from a lambda, and none from an assert.
tpu_status_t sgdnnAbort ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  int first[2] = { 0, 1 };
  auto next = [&] ( int i ) { return first[i]; };
  if ( next ( 0 ) ) abort ();
  return SG_SUCCESS;
}

tpu_status_t sgdnnNarrow ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = ( unsigned ) input.addr;
  return sgdnnRun ( resource, &api, sizeof ( api ), "tpu_kernel_api_narrow", non_blocking );
}
