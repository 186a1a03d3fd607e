// café — bytes before code
tpu_status_t sgdnnBytes ( tpu_resource_t resource,
	SgdnnTensor_t input, bool non_blocking )
{
	// grüße, � not UTF-8
	sg_api_one_t api;
	api.input_global_addr = input.addr;
	const char *text = R"x(
 sgdnnBytes "kept" )x";
	SGDNN_CHECK ( text != 0 );
	SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_bytes", &api, sizeof ( api ), non_blocking ) );
	return SG_SUCCESS;
}