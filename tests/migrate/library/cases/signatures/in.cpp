// Reordered, converted, dropped and inserted parameters.
tpu_status_t sgdnnClip ( tpu_resource_t resource, SgdnnTensor_t input, float low, int dim, bool exact, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.value = low;
  api.dim = dim;
  api.mode = exact ? 1 : 0;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_clip", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

// A call is arranged as the declaration is, with everything inside it converted.
tpu_status_t sgdnnClipTwice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SAFE_CALL ( sgdnnClip ( resource, input, 0.5f, input.dtype == SGDNN_DTYPE_FP32 ? 1 : 2, true, output, non_blocking ) );
  SAFE_CALL ( sgdnnClip ( resource, output, 0.5f, 1, true, output, false ) );
  return SG_SUCCESS;
}

// The rule is for another number of parameters.
tpu_status_t sgdnnWrong ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  return SG_SUCCESS;
}

// The rule names a position that the function does not have.
tpu_status_t sgdnnBeyond ( tpu_resource_t resource, SgdnnTensor_t input, int dim, bool non_blocking )
{
  return SG_SUCCESS;
}

tpu_status_t sgdnnCallsBeyond ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  return sgdnnBeyond ( resource, input, 1, non_blocking );
}
