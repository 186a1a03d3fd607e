// The activation kernel: one function for each sg_active_type_t.
#pragma once

#include <Eigen/Core>
#include <unsupported/Eigen/SpecialFunctions>

#include "elementwise.h"

namespace tpusim
{

using Floats = ConstArrayView<float>;
using Activation = Chunk (*)(const Floats &x);

// float(float) from the C library, where Eigen has no array form or a less exact one.
template <float (*F)(float)>
Chunk each(const Floats &x)
{
    return x.unaryExpr([](float v) { return F(v); });
}

// The rounding and trigonometric half of the table; nullptr for other types.
inline Activation basic_activation(sg_active_type_t type)
{
    switch (type)
    {
    case ACTIVE_EXP:
        return [](const Floats &x) -> Chunk { return x.exp(); };
    case ACTIVE_EXPM1:
        return &each<std::expm1>;
    case ACTIVE_EXP2:
        return &each<std::exp2>;
    case ACTIVE_LN:
        return [](const Floats &x) -> Chunk { return x.log(); };
    case ACTIVE_SQRT:
        return [](const Floats &x) -> Chunk { return x.sqrt(); };
    case ACTIVE_SQUARE:
        return [](const Floats &x) -> Chunk { return x.square(); };
    case ACTIVE_RSQRT:
        return [](const Floats &x) -> Chunk { return x.sqrt().inverse(); };
    case ACTIVE_RECIPROCAL:
        return [](const Floats &x) -> Chunk { return 1.0f / x; };
    case ACTIVE_ABSVAL:
        return [](const Floats &x) -> Chunk { return x.abs(); };
    case ACTIVE_ROUND:
        return [](const Floats &x) -> Chunk { return x.rint(); }; // halves to even
    case ACTIVE_CEIL:
        return [](const Floats &x) -> Chunk { return x.ceil(); };
    case ACTIVE_FLOOR:
        return [](const Floats &x) -> Chunk { return x.floor(); };
    case ACTIVE_TRUNC:
        return &each<std::trunc>;
    case ACTIVE_SIN:
        return [](const Floats &x) -> Chunk { return x.sin(); };
    case ACTIVE_COS:
        return [](const Floats &x) -> Chunk { return x.cos(); };
    case ACTIVE_TAN:
        return &each<std::tan>;
    case ACTIVE_ARCSIN:
        return &each<std::asin>;
    case ACTIVE_ARCCOS:
        return &each<std::acos>;
    case ACTIVE_SINH:
        return &each<std::sinh>;
    case ACTIVE_COSH:
        return &each<std::cosh>;
    case ACTIVE_ARCSINH:
        return &each<std::asinh>;
    case ACTIVE_ARCCOSH:
        return &each<std::acosh>;
    case ACTIVE_ARCTANH:
        return &each<std::atanh>;
    case ACTIVE_SIGN:
        return [](const Floats &x) -> Chunk { return (x > 0.0f).cast<float>() - (x < 0.0f).cast<float>(); };
    case ACTIVE_IS_FINITE:
        return [](const Floats &x) -> Chunk { return x.isFinite().cast<float>(); };
    case ACTIVE_ISINF:
        return [](const Floats &x) -> Chunk { return x.isInf().cast<float>(); };
    case ACTIVE_ISNAN:
        return [](const Floats &x) -> Chunk { return x.isNaN().cast<float>(); };
    default:
        return nullptr;
    }
}

inline Chunk sigmoid(const Floats &x)
{
    return 1.0f / (1.0f + (-x).exp());
}

// log(1 + exp(x)) without overflow.
inline Chunk softplus(const Floats &x)
{
    return x.max(0.0f) + (-x.abs()).exp().log1p();
}

// What neural networks apply; nullptr for other types.
inline Activation network_activation(sg_active_type_t type)
{
    switch (type)
    {
    case ACTIVE_TANH:
        return [](const Floats &x) -> Chunk { return x.tanh(); };
    case ACTIVE_SIGMOID:
        return &sigmoid;
    case ACTIVE_RELU:
        return [](const Floats &x) -> Chunk { return x.max<Eigen::PropagateNaN>(0.0f); };
    case ACTIVE_ELU:
        return [](const Floats &x) -> Chunk { return (x > 0.0f).select(x, each<std::expm1>(x)); };
    case ACTIVE_MISH:
        return [](const Floats &x) -> Chunk { return x * softplus(x).tanh(); };
    case ACTIVE_SWISH:
    case ACTIVE_SILU:
        return [](const Floats &x) -> Chunk { return x / (1.0f + (-x).exp()); };
    case ACTIVE_HSWISH:
        return [](const Floats &x) -> Chunk { return x * (x + 3.0f).max<Eigen::PropagateNaN>(0.0f).min<Eigen::PropagateNaN>(6.0f) / 6.0f; };
    case ACTIVE_HSIGMOID:
        return [](const Floats &x) -> Chunk { return (x + 3.0f).max<Eigen::PropagateNaN>(0.0f).min<Eigen::PropagateNaN>(6.0f) / 6.0f; };
    case ACTIVE_LOG_SIGMOID:
        return [](const Floats &x) -> Chunk { return x.min(0.0f) - (-x.abs()).exp().log1p(); };
    case ACTIVE_SOFT_PLUS:
        return &softplus;
    case ACTIVE_SOFT_SIGN:
        return [](const Floats &x) -> Chunk { return x / (1.0f + x.abs()); };
    case ACTIVE_GELU:
        return [](const Floats &x) -> Chunk { return 0.5f * x * (1.0f + (x * 0.70710678118654752f).erf()); };
    case ACTIVE_ERF:
        return [](const Floats &x) -> Chunk { return x.erf(); };
    case ACTIVE_ERFC:
        return &each<std::erfc>;
    default:
        return nullptr;
    }
}

// Integers: the functions that stay among them. Sums and products wrap.
template <class Chip>
void active_integers(KernelContext &ctx, const sg_api_active_t &api)
{
    const auto zero = [](const auto &x) { return typename std::decay_t<decltype(x)>::Scalar(0); };
    switch (api.active_type)
    {
    case ACTIVE_RELU:
        return unary<Chip, Types::integers>(ctx, api, [&](const auto &x) { return x.max(zero(x)); });
    case ACTIVE_ABSVAL:
        return unary<Chip, Types::integers>(ctx, api, [&](const auto &x) { return (x < zero(x)).select(-x, x); });
    case ACTIVE_SQUARE:
        return unary<Chip, Types::integers>(ctx, api, [](const auto &x) { return x * x; });
    case ACTIVE_SIGN:
        return unary<Chip, Types::integers>(ctx, api, [&](const auto &x) {
            using T = typename std::decay_t<decltype(x)>::Scalar;
            return (x > T(0)).template cast<T>() - (x < T(0)).template cast<T>();
        });
    case ACTIVE_ROUND:
    case ACTIVE_CEIL:
    case ACTIVE_FLOOR:
    case ACTIVE_TRUNC:
        return unary<Chip, Types::integers>(ctx, api, [](const auto &x) { return x; });
    default:
        fault_dtype(ctx, api.dtype, "dtype", Chip::name);
    }
}

inline bool is_integer_code(int code)
{
    switch (static_cast<DType>(code))
    {
    case DType::f32:
    case DType::f16:
    case DType::bf16:
    case DType::f8e4m3:
    case DType::f8e5m2:
        return false;
    default:
        return true;
    }
}

template <class Chip>
void active_kernel(KernelContext &ctx, const sg_api_active_t &api)
{
    if (is_integer_code(api.dtype))
    {
        return active_integers<Chip>(ctx, api);
    }
    Activation activation = basic_activation(api.active_type);
    activation = activation != nullptr ? activation : network_activation(api.active_type);
    if (activation == nullptr)
    {
        ctx.fault("active_type", "is " + std::to_string(static_cast<int>(api.active_type)) + ", which names no activation");
    }
    if (api.active_type == ACTIVE_ISINF || api.active_type == ACTIVE_ISNAN)
    {
        return unary_predicate<Chip, Types::floats>(ctx, api, activation);
    }
    unary<Chip>(ctx, api, activation);
}
TPUSIM_KERNEL(active, sg_api_active_t)

} // namespace tpusim
