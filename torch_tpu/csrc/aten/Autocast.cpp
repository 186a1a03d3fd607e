// Autocast of the tpu device: which operators run in the lower precision, which in float32, which in the widest type of their inputs.

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <torch/library.h>

#include "core/Device.h"
#include "core/Registration.h"

// From ATen/autocast_mode.h, which includes all of ATen.
namespace at::autocast
{
TORCH_API Tensor cached_cast(ScalarType to_type, const Tensor &arg, DeviceType device_type);
TORCH_API ScalarType get_autocast_dtype(DeviceType device_type);
} // namespace at::autocast

namespace tpu
{
namespace
{

using Stack = torch::jit::Stack;

bool castable(const at::Tensor &tensor)
{
    return tensor.defined() && tensor.is_floating_point() && tensor.device().type() == c10_tpu::kTPU && tensor.scalar_type() != at::kDouble;
}

template <class Visit>
void rewriteTensors(c10::IValue &value, Visit visit)
{
    if (value.isTensor())
    {
        value = visit(value.toTensor());
    }
    else if (value.isTensorList())
    {
        c10::List<at::Tensor> rewritten;
        for (const at::Tensor &tensor : value.toTensorVector())
        {
            rewritten.push_back(visit(tensor));
        }
        value = std::move(rewritten);
    }
}

template <class Visit>
void rewriteArguments(const c10::OperatorHandle &op, Stack *stack, Visit visit)
{
    const size_t first = stack->size() - op.schema().arguments().size();
    for (size_t i = first; i < stack->size(); ++i)
    {
        rewriteTensors((*stack)[i], visit);
    }
}

void castTo(at::ScalarType dtype, const c10::OperatorHandle &op, Stack *stack)
{
    const c10::impl::ExcludeDispatchKeyGuard no_autocast(c10::DispatchKey::AutocastPrivateUse1);
    rewriteArguments(op, stack, [&](const at::Tensor &tensor) {
        return castable(tensor) ? at::autocast::cached_cast(dtype, tensor, c10_tpu::kTPU) : tensor;
    });
    op.callBoxed(stack);
}

void lowerPrecision(const c10::OperatorHandle &op, Stack *stack) { castTo(at::autocast::get_autocast_dtype(c10_tpu::kTPU), op, stack); }

void fullPrecision(const c10::OperatorHandle &op, Stack *stack) { castTo(at::kFloat, op, stack); }

void widestInput(const c10::OperatorHandle &op, Stack *stack)
{
    at::ScalarType widest = at::autocast::get_autocast_dtype(c10_tpu::kTPU);
    rewriteArguments(op, stack, [&](const at::Tensor &tensor) {
        widest = castable(tensor) && tensor.scalar_type() == at::kFloat ? at::kFloat : widest;
        return tensor;
    });
    castTo(widest, op, stack);
}

// The same choice as PyTorch makes for its own accelerators.
constexpr const char *kLowerPrecision[] = {"_convolution",
                                           "conv1d",
                                           "conv2d",
                                           "conv3d",
                                           "conv_tbc",
                                           "conv_transpose1d",
                                           "conv_transpose2d.input",
                                           "conv_transpose3d.input",
                                           "convolution",
                                           "prelu",
                                           "addmm",
                                           "addmv",
                                           "addr",
                                           "matmul",
                                           "einsum",
                                           "mm",
                                           "mv",
                                           "linalg_vecdot",
                                           "linear",
                                           "addbmm",
                                           "baddbmm",
                                           "bmm",
                                           "chain_matmul",
                                           "linalg_multi_dot",
                                           "lstm_cell",
                                           "gru_cell",
                                           "rnn_tanh_cell",
                                           "rnn_relu_cell",
                                           "scaled_dot_product_attention"};

constexpr const char *kFullPrecision[] = {"acos",
                                          "asin",
                                          "cosh",
                                          "erfinv",
                                          "exp",
                                          "expm1",
                                          "log",
                                          "log10",
                                          "log2",
                                          "log1p",
                                          "reciprocal",
                                          "rsqrt",
                                          "sinh",
                                          "tan",
                                          "pow.Tensor_Scalar",
                                          "pow.Tensor_Tensor",
                                          "pow.Scalar",
                                          "softplus",
                                          "layer_norm",
                                          "native_layer_norm",
                                          "group_norm",
                                          "frobenius_norm.dim",
                                          "nuclear_norm",
                                          "nuclear_norm.dim",
                                          "cosine_similarity",
                                          "poisson_nll_loss",
                                          "cosine_embedding_loss",
                                          "nll_loss",
                                          "nll_loss2d",
                                          "hinge_embedding_loss",
                                          "kl_div",
                                          "l1_loss",
                                          "smooth_l1_loss",
                                          "huber_loss",
                                          "mse_loss",
                                          "margin_ranking_loss",
                                          "multilabel_margin_loss",
                                          "soft_margin_loss",
                                          "triplet_margin_loss",
                                          "multi_margin_loss",
                                          "binary_cross_entropy_with_logits",
                                          "dist",
                                          "pdist",
                                          "cdist",
                                          "renorm",
                                          "logsumexp",
                                          "softmax.int",
                                          "log_softmax.int",
                                          "cumprod",
                                          "cumsum",
                                          "prod",
                                          "prod.dim_int",
                                          "sum",
                                          "sum.dim_IntList",
                                          "norm.Scalar",
                                          "norm.ScalarOpt_dim"};

constexpr const char *kWidestInput[] = {"addcdiv",      "addcmul",   "atan2",     "bilinear",    "cross", "dot",  "vdot",
                                        "grid_sampler", "index_put", "tensordot", "scatter_add", "cat",   "stack"};

TPU_REGISTRATION(_, AutocastPrivateUse1, m) { m.fallback(torch::CppFunction::makeFallthrough()); }

TPU_REGISTRATION(aten, AutocastPrivateUse1, m)
{
    for (const char *name : kLowerPrecision)
    {
        m.impl(name, torch::CppFunction::makeFromBoxedFunction<&lowerPrecision>());
    }
    for (const char *name : kFullPrecision)
    {
        m.impl(name, torch::CppFunction::makeFromBoxedFunction<&fullPrecision>());
    }
    for (const char *name : kWidestInput)
    {
        m.impl(name, torch::CppFunction::makeFromBoxedFunction<&widestInput>());
    }
}

} // namespace
} // namespace tpu
