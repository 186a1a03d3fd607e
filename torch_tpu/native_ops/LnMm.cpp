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
		auto stream = c10_tpu::getCurrentTPUStream();
		tpudnnStatus_t status = tpudnnLnMmAsync(
			stream,
			tpu::TPUGenerateTpudnnTensor(stream, input),
			tpu::TPUGenerateTpudnnTensor(stream, weight),
			bias.has_value() ? tpu::TPUGenerateTpudnnTensor(stream, bias.value()) : tpudnnUndefinedTensor(),
			tpu::TPUGenerateTpudnnTensor(stream, gamma),
			tpu::TPUGenerateTpudnnTensor(stream, beta),
			eps,
			tpu::TPUGenerateTpudnnTensor(stream, mean),
			tpu::TPUGenerateTpudnnTensor(stream, rstd),
			tpu::TPUGenerateTpudnnTensor(stream, output));
		TORCH_CHECK(status == TPUDNN_STATUS_SUCCESS);
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
		auto stream = c10_tpu::getCurrentTPUStream();
		tpudnnStatus_t status = tpudnnAddLnMmAsync(
			stream,
			tpu::TPUGenerateTpudnnTensor(stream, input0),
			tpu::TPUGenerateTpudnnTensor(stream, input1),
			tpu::TPUGenerateTpudnnTensor(stream, weight),
			bias.has_value() ? tpu::TPUGenerateTpudnnTensor(stream, bias.value()) : tpudnnUndefinedTensor(),
			tpu::TPUGenerateTpudnnTensor(stream, gamma),
			tpu::TPUGenerateTpudnnTensor(stream, beta),
			eps,
			tpu::TPUGenerateTpudnnTensor(stream, out_add),
			tpu::TPUGenerateTpudnnTensor(stream, mean),
			tpu::TPUGenerateTpudnnTensor(stream, rstd),
			tpu::TPUGenerateTpudnnTensor(stream, output)); // non_blocking
		TORCH_CHECK(status == TPUDNN_STATUS_SUCCESS);
		return output;
	}

} // namespace at
