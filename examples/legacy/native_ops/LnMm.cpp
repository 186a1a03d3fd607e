#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include "TPUTorchUtils.h"

namespace at
{

	// layer norm and the matmul that follows it, in one kernel
	Tensor ln_mm_tpu(
		const Tensor &input,
		const Tensor &weight,
		const std::optional<Tensor> &bias,
		const Tensor &gamma,
		const Tensor &beta,
		double eps)
	{
		CHECK_TENSOR_IN_DEVICE(input);
		CHECK_TENSOR_IN_DEVICE(weight);
		CHECK_TENSOR_IN_DEVICE(gamma);
		CHECK_TENSOR_IN_DEVICE(beta);
		auto sizes = input.sizes().vec();
		sizes.back() = weight.size(1);
		auto output = empty(sizes, input.options());
		sizes.pop_back();
		auto mean = empty(sizes, input.options());
		auto rstd = empty(sizes, input.options());
#ifdef BACKEND_SG2260
		tpuRtStatus_t status = sgdnnLnMm(
			tpu::TPUGetDeviceResource(),
			tpu::TPUGenerateSgdnnTensor(input),
			tpu::TPUGenerateSgdnnTensor(weight),
			bias.has_value() ? tpu::TPUGenerateSgdnnTensor(bias.value()) : sgdnnUndefinedTensor(),
			tpu::TPUGenerateSgdnnTensor(gamma),
			tpu::TPUGenerateSgdnnTensor(beta),
			eps,
			tpu::TPUGenerateSgdnnTensor(mean),
			tpu::TPUGenerateSgdnnTensor(rstd),
			tpu::TPUGenerateSgdnnTensor(output));
		TORCH_CHECK(status == tpuRtSuccess);
#elif defined BACKEND_1684X
		TORCH_CHECK(false);
#else
		TORCH_CHECK(false);
#endif
		return output;
	}

	Tensor add_ln_mm_tpu(
		const Tensor &input0,
		const Tensor &input1,
		const Tensor &weight,
		const std::optional<Tensor> &bias,
		const Tensor &gamma,
		const Tensor &beta,
		double eps,
		Tensor &out_add)
	{
		CHECK_TENSOR_IN_DEVICE(input0);
		CHECK_TENSOR_IN_DEVICE(input1);
		CHECK_TENSOR_IN_DEVICE(weight);
		auto sizes = input0.sizes().vec();
		sizes.back() = weight.size(1);
		auto output = empty(sizes, input0.options());
		sizes.pop_back();
		auto mean = empty(sizes, input0.options());
		auto rstd = empty(sizes, input0.options());
#ifdef BACKEND_SG2260
		tpuRtStatus_t status = sgdnnAddLnMm(
			tpu::TPUGetDeviceResource(),
			tpu::TPUGenerateSgdnnTensor(input0),
			tpu::TPUGenerateSgdnnTensor(input1),
			tpu::TPUGenerateSgdnnTensor(weight),
			bias.has_value() ? tpu::TPUGenerateSgdnnTensor(bias.value()) : sgdnnUndefinedTensor(),
			tpu::TPUGenerateSgdnnTensor(gamma),
			tpu::TPUGenerateSgdnnTensor(beta),
			eps,
			tpu::TPUGenerateSgdnnTensor(out_add),
			tpu::TPUGenerateSgdnnTensor(mean),
			tpu::TPUGenerateSgdnnTensor(rstd),
			tpu::TPUGenerateSgdnnTensor(output),
			true); // non_blocking
		TORCH_CHECK(status == tpuRtSuccess);
#elif defined BACKEND_1684X
		TORCH_CHECK(false);
#else
		TORCH_CHECK(false);
#endif
		return output;
	}

} // namespace at
