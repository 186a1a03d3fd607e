typedef struct { unsigned long long addr; int dim; int shape[8]; int stride[8]; SgdnnDataType_t dtype; } SgdnnTensor_t;
tpu_status_t sgdnnAlpha ( tpu_resource_t stream, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking = true );
tpu_status_t sgdnnBeta ( tpu_resource_t stream, SgdnnTensor_t input, SgdnnTensor_t bias, float scale, int axis, SgdnnTensor_t output, bool non_blocking = true );
tpu_status_t sgdnnGamma ( tpu_resource_t stream, const SgdnnTensor_t * inputs, int count, SgdnnTensor_t output, bool non_blocking = true );
tpu_status_t sgdnnDelta ( tpu_resource_t stream, bool non_blocking );
tpu_status_t sgdnnMode ( tpu_resource_t stream, SgdnnTensor_t input, SgdnnTensor_t output, sg_active_type_t mode, bool non_blocking = true );
