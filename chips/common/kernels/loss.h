// Losses: mean squared error, cross entropy and its gradient.
#pragma once

#include "../functions.h"
#include "elementwise.h"
#include "sg_api/loss.h"

namespace tpusim
{

enum Reduction
{
    reduction_none = 0,
    reduction_mean = 1,
    reduction_sum = 2,
};

inline void require_reduction(KernelContext &ctx, int reduction)
{
    if (reduction < reduction_none || reduction > reduction_sum)
    {
        ctx.fault("reduction", "is " + std::to_string(reduction) + ", which names no reduction");
    }
}

template <class Chip>
void mse_loss_kernel(KernelContext &ctx, const sg_api_mse_loss_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    require_reduction(ctx, api.reduction);
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const auto square = [](float x, float y) { return (x - y) * (x - y); };
        const T *input = TPUSIM_IN(ctx, api, input1_global_addr, T, count);
        const T *target = TPUSIM_IN(ctx, api, input2_global_addr, T, count);
        if (api.reduction == reduction_none)
        {
            return transform_share<Chip, float>(ctx, count, square, TPUSIM_OUT(ctx, api, output_global_addr, T, count), input, target);
        }
        const float total = sum_in_chunks(count, square, Operand<T>{input}, Operand<T>{target});
        const float divisor = api.reduction == reduction_mean ? static_cast<float>(count) : 1.0f;
        *TPUSIM_OUT(ctx, api, output_global_addr, T, 1) = from_float<Chip, T>(total / divisor);
    });
}
TPUSIM_KERNEL_ON(single_core, mse_loss, sg_api_mse_loss_t)

// --- cross entropy ---

// What a row of logits is compared with: (1 - smoothing) for its target, smoothing / classes for each class.
template <class Chip, class Args>
class Targets
{
public:
    std::int64_t batch, classes;

    Targets(KernelContext &ctx, const Args &api) : batch(api.batch), classes(api.class_), ctx_(ctx), api_(api)
    {
        ctx.elements("batch, class_", {batch, classes});
        if (api.reduction != 0 && api.reduction != 1)
        {
            ctx.fault("reduction", "is " + std::to_string(api.reduction) + ", which names no reduction");
        }
        if (!(api.label_smoothing >= 0.0f && api.label_smoothing <= 1.0f))
        {
            ctx.fault("label_smoothing", "is " + std::to_string(api.label_smoothing) + "; it lies between 0 and 1");
        }
        if (api.is_target_int64 != 0)
        {
            wide_ = TPUSIM_IN(ctx, api, target_global_addr, std::int64_t, batch);
        }
        else
        {
            narrow_ = TPUSIM_IN(ctx, api, target_global_addr, std::int32_t, batch);
        }
    }

    float smoothing() const { return api_.label_smoothing; }

    std::int64_t operator[](std::int64_t row) const
    {
        const std::int64_t target = wide_ != nullptr ? wide_[row] : narrow_[row];
        if (target < 0 || target >= classes)
        {
            ctx_.fault("target_global_addr", "target " + std::to_string(target) + " at position " + std::to_string(row) + " is none of " +
                                                 std::to_string(classes) + " classes");
        }
        return target;
    }

private:
    KernelContext &ctx_;
    const Args &api_;
    const std::int32_t *narrow_ = nullptr;
    const std::int64_t *wide_ = nullptr;
};

// row = logarithms of softmax(row).
inline void log_softmax_row(Eigen::ArrayXf &row)
{
    const float infinity = std::numeric_limits<float>::infinity();
    row -= accumulate(row.size(), -infinity, [](float a, float b) { return a < b ? b : a; }, [&](std::int64_t i) { return row(i); });
    row -= functions::log(sum(row.size(), [&](std::int64_t i) { return functions::exp(row(i)); }));
}

template <class Chip>
void cross_entropy_loss_kernel(KernelContext &ctx, const sg_api_cross_entropy_loss_t &api)
{
    const Targets<Chip, sg_api_cross_entropy_loss_t> targets(ctx, api);
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, targets.batch * targets.classes);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, 1);
        const float hit = 1.0f - targets.smoothing();
        const float share = targets.smoothing() / static_cast<float>(targets.classes);
        Eigen::ArrayXf losses(targets.batch);
        Eigen::ArrayXf row(targets.classes);
        for (std::int64_t i = 0; i < targets.batch; ++i)
        {
            const std::int64_t target = targets[i];
            load(input + i * targets.classes, 1, targets.classes, row.data());
            log_softmax_row(row);
            losses(i) = -hit * row(target) - (share == 0.0f ? 0.0f : share * sum(row));
        }
        const float divisor = api.reduction == 0 ? static_cast<float>(targets.batch) : 1.0f;
        *output = from_float<Chip, T>(sum(losses) / divisor);
        ctx.count_flops(5.0 * static_cast<double>(targets.batch * targets.classes));
    });
}
TPUSIM_KERNEL_ON(single_core, cross_entropy_loss, sg_api_cross_entropy_loss_t)

template <class Chip>
void cross_entropy_loss_backward_kernel(KernelContext &ctx, const sg_api_cross_entropy_loss_backward_t &api)
{
    const Targets<Chip, sg_api_cross_entropy_loss_backward_t> targets(ctx, api);
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, targets.batch * targets.classes);
        const float gradient = to_float(*TPUSIM_IN(ctx, api, grad_output_global_addr, T, 1));
        T *output = TPUSIM_OUT(ctx, api, grad_input_global_addr, T, targets.batch * targets.classes);
        const float share = targets.smoothing() / static_cast<float>(targets.classes);
        const float scale = api.reduction == 0 ? gradient / static_cast<float>(targets.batch) : gradient;
        Eigen::ArrayXf row(targets.classes);
        for (std::int64_t i = 0; i < targets.batch; ++i)
        {
            const std::int64_t target = targets[i];
            load(input + i * targets.classes, 1, targets.classes, row.data());
            log_softmax_row(row);
            row = row.unaryExpr(&functions::exp) - share;
            row(target) -= 1.0f - targets.smoothing();
            store<Chip>(row * scale, output + i * targets.classes);
        }
        ctx.count_flops(5.0 * static_cast<double>(targets.batch * targets.classes));
    });
}
TPUSIM_KERNEL_ON(single_core, cross_entropy_loss_backward, sg_api_cross_entropy_loss_backward_t)

} // namespace tpusim
