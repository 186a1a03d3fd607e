// Recurrent cells. PyTorch asks a device for the fused cell and does not decompose it; here it is made of the device's own operators.

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/cat.h>
#include <torch/library.h>

#include "core/Registration.h"

namespace tpu
{
namespace
{

using at::Tensor;
using OptionalTensor = std::optional<Tensor>;

Tensor withBias(const Tensor &gates, const OptionalTensor &bias) { return bias.has_value() && bias->defined() ? gates + *bias : gates; }

Tensor sigmoidGrad(const Tensor &activated) { return activated * (1 - activated); }

Tensor tanhGrad(const Tensor &activated) { return 1 - activated * activated; }

// Gates in PyTorch's order: input, forget, cell, output. The workspace keeps them activated, for the backward.
std::tuple<Tensor, Tensor, Tensor> lstm_cell(const Tensor &input_gates, const Tensor &hidden_gates, const Tensor &cx,
                                             const OptionalTensor &input_bias, const OptionalTensor &hidden_bias)
{
    const auto gates = (withBias(input_gates, input_bias) + withBias(hidden_gates, hidden_bias)).chunk(4, 1);
    const Tensor input = gates[0].sigmoid();
    const Tensor forget = gates[1].sigmoid();
    const Tensor cell = gates[2].tanh();
    const Tensor output = gates[3].sigmoid();
    const Tensor cy = forget * cx + input * cell;
    return {output * cy.tanh(), cy, at::cat({input, forget, cell, output}, 1)};
}

std::tuple<Tensor, Tensor, Tensor> lstm_cell_backward(const OptionalTensor &grad_hy, const OptionalTensor &grad_cy, const Tensor &cx,
                                                      const Tensor &cy, const Tensor &workspace, bool has_bias)
{
    const bool has_hy = grad_hy.has_value() && grad_hy->defined();
    const bool has_cy = grad_cy.has_value() && grad_cy->defined();
    if (!has_hy && !has_cy)
    {
        return {};
    }
    const auto gates = workspace.chunk(4, 1);
    const Tensor squashed = cy.tanh();
    Tensor grad_cell = has_hy ? *grad_hy * gates[3] * tanhGrad(squashed) : *grad_cy;
    if (has_hy && has_cy)
    {
        grad_cell = grad_cell + *grad_cy;
    }
    const Tensor grad_output = has_hy ? *grad_hy * squashed * sigmoidGrad(gates[3]) : gates[3] * 0;
    const Tensor grad_gates = at::cat({grad_cell * gates[2] * sigmoidGrad(gates[0]), grad_cell * cx * sigmoidGrad(gates[1]),
                                       grad_cell * gates[0] * tanhGrad(gates[2]), grad_output},
                                      1);
    return {grad_gates, grad_cell * gates[1], has_bias ? grad_gates.sum(0, false) : Tensor()};
}

// Gates in PyTorch's order: reset, update, new. The workspace keeps what the backward needs.
std::tuple<Tensor, Tensor> gru_cell(const Tensor &input_gates, const Tensor &hidden_gates, const Tensor &hx,
                                    const OptionalTensor &input_bias, const OptionalTensor &hidden_bias)
{
    const auto from_input = withBias(input_gates, input_bias).chunk(3, 1);
    const auto from_hidden = withBias(hidden_gates, hidden_bias).chunk(3, 1);
    const Tensor reset = (from_input[0] + from_hidden[0]).sigmoid();
    const Tensor update = (from_input[1] + from_hidden[1]).sigmoid();
    const Tensor candidate = (from_input[2] + reset * from_hidden[2]).tanh();
    return {(hx - candidate) * update + candidate, at::cat({reset, update, candidate, hx, from_hidden[2]}, 1)};
}

std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor> gru_cell_backward(const Tensor &grad_hy, const Tensor &workspace, bool has_bias)
{
    const auto kept = workspace.chunk(5, 1);
    const Tensor &reset = kept[0];
    const Tensor &update = kept[1];
    const Tensor &candidate = kept[2];
    const Tensor grad_update = grad_hy * (kept[3] - candidate) * sigmoidGrad(update);
    const Tensor grad_candidate = grad_hy * (1 - update) * tanhGrad(candidate);
    const Tensor grad_reset = grad_candidate * kept[4] * sigmoidGrad(reset);
    const Tensor grad_input = at::cat({grad_reset, grad_update, grad_candidate}, 1);
    const Tensor grad_hidden = at::cat({grad_reset, grad_update, grad_candidate * reset}, 1);
    return {grad_input, grad_hidden, grad_hy * update, has_bias ? grad_input.sum(0, false) : Tensor(),
            has_bias ? grad_hidden.sum(0, false) : Tensor()};
}

TPU_REGISTRATION(aten, PrivateUse1, m)
{
    m.impl("_thnn_fused_lstm_cell", TORCH_FN(lstm_cell));
    m.impl("_thnn_fused_lstm_cell_backward_impl", TORCH_FN(lstm_cell_backward));
    m.impl("_thnn_fused_gru_cell", TORCH_FN(gru_cell));
    m.impl("_thnn_fused_gru_cell_backward", TORCH_FN(gru_cell_backward));
}

} // namespace
} // namespace tpu
