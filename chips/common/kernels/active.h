// The activation kernel: one function for each sg_active_type_t.
#pragma once

#include "../functions.h"
#include "elementwise.h"
#include "sg_api/active.h"

namespace tpusim
{

// A function of floats over a run.
using Activation = void (*)(float *results, std::int64_t count, const float *x);

template <float (*f)(float)>
void each(float *results, std::int64_t count, const float *x)
{
    for (std::int64_t i = 0; i < count; ++i)
    {
        results[i] = f(x[i]);
    }
}

template <functions::Circular f>
void circular(float *results, std::int64_t count, const float *x)
{
    functions::circular<f>(x, count, results);
}

namespace activation
{

inline float sqrt(float x) { return std::sqrt(x); }
inline float square(float x) { return x * x; }
inline float rsqrt(float x) { return 1.0f / std::sqrt(x); }
inline float reciprocal(float x) { return 1.0f / x; }
inline float abs(float x) { return std::fabs(x); }
inline float round(float x) { return std::rint(x); } // halves to even
inline float ceil(float x) { return std::ceil(x); }
inline float floor(float x) { return std::floor(x); }
inline float trunc(float x) { return std::trunc(x); }
inline float sign(float x) { return tpusim::sign(x); }
inline float is_finite(float x) { return std::fabs(x) < functions::infinity; }
inline float is_inf(float x) { return std::fabs(x) == functions::infinity; }
inline float is_nan(float x) { return x != x; }
inline float is_neg_inf(float x) { return x == -functions::infinity; }
inline float is_pos_inf(float x) { return x == functions::infinity; }
inline float atan(float x) { return functions::atan2(x, 1.0f); }
inline float relu(float x) { return maximum(x, 0.0f); }
inline float hsigmoid(float x) { return minimum(maximum(x + 3.0f, 0.0f), 6.0f) / 6.0f; }
inline float hswish(float x) { return x * (minimum(maximum(x + 3.0f, 0.0f), 6.0f) / 6.0f); }
inline float softsign(float x) { return x / (1.0f + std::fabs(x)); }

inline float elu(float x)
{
    const float below = functions::expm1(x);
    return x > 0.0f ? x : below;
}

} // namespace activation

// What needs few operations, and exponentials; nullptr for other types.
inline Activation basic_activation(int type)
{
    switch (type)
    {
    case ACTIVE_EXP:
        return &each<functions::exp>;
    case ACTIVE_EXPM1:
        return &each<functions::expm1>;
    case ACTIVE_EXP2:
        return &each<functions::exp2>;
    case ACTIVE_LN:
        return &each<functions::log>;
    case ACTIVE_SQRT:
        return &each<activation::sqrt>;
    case ACTIVE_SQUARE:
        return &each<activation::square>;
    case ACTIVE_RSQRT:
        return &each<activation::rsqrt>;
    case ACTIVE_RECIPROCAL:
        return &each<activation::reciprocal>;
    case ACTIVE_ABSVAL:
        return &each<activation::abs>;
    case ACTIVE_ROUND:
        return &each<activation::round>;
    case ACTIVE_CEIL:
        return &each<activation::ceil>;
    case ACTIVE_FLOOR:
        return &each<activation::floor>;
    case ACTIVE_TRUNC:
        return &each<activation::trunc>;
    case ACTIVE_SIGN:
        return &each<activation::sign>;
    case ACTIVE_IS_FINITE:
        return &each<activation::is_finite>;
    default:
        return nullptr;
    }
}

// What answers by a byte.
using Predicate = float (*)(float x);

inline Predicate predicate(int type)
{
    switch (type)
    {
    case ACTIVE_ISINF:
        return &activation::is_inf;
    case ACTIVE_ISNAN:
        return &activation::is_nan;
    case ACTIVE_ISNEGINF:
        return &activation::is_neg_inf;
    case ACTIVE_ISPOSINF:
        return &activation::is_pos_inf;
    default:
        return nullptr;
    }
}

inline Activation trigonometric_activation(int type)
{
    switch (type)
    {
    case ACTIVE_SIN:
        return &circular<functions::Circular::sin>;
    case ACTIVE_COS:
        return &circular<functions::Circular::cos>;
    case ACTIVE_TAN:
        return &circular<functions::Circular::tan>;
    case ACTIVE_ARCSIN:
        return &each<functions::asin>;
    case ACTIVE_ARCTAN:
        return &each<activation::atan>;
    case ACTIVE_ARCCOS:
        return &each<functions::acos>;
    case ACTIVE_SINH:
        return &each<functions::sinh>;
    case ACTIVE_COSH:
        return &each<functions::cosh>;
    case ACTIVE_TANH:
        return &each<functions::tanh>;
    case ACTIVE_ARCSINH:
        return &each<functions::asinh>;
    case ACTIVE_ARCCOSH:
        return &each<functions::acosh>;
    case ACTIVE_ARCTANH:
        return &each<functions::atanh>;
    default:
        return nullptr;
    }
}

// What neural networks apply.
inline Activation network_activation(int type)
{
    switch (type)
    {
    case ACTIVE_SIGMOID:
        return &each<functions::sigmoid>;
    case ACTIVE_RELU:
        return &each<activation::relu>;
    case ACTIVE_ELU:
        return &each<activation::elu>;
    case ACTIVE_MISH:
        return &each<functions::mish>;
    case ACTIVE_SWISH:
    case ACTIVE_SILU:
        return &each<functions::silu>;
    case ACTIVE_HSWISH:
        return &each<activation::hswish>;
    case ACTIVE_HSIGMOID:
        return &each<activation::hsigmoid>;
    case ACTIVE_LOG_SIGMOID:
        return &each<functions::log_sigmoid>;
    case ACTIVE_SOFT_PLUS:
        return &each<functions::softplus>;
    case ACTIVE_SOFT_SIGN:
        return &each<activation::softsign>;
    case ACTIVE_GELU:
        return &each<functions::gelu>;
    case ACTIVE_ERF:
        return &each<functions::erf>;
    case ACTIVE_ERFC:
        return &each<functions::erfc>;
    default:
        return nullptr;
    }
}

// Integers: the functions that stay among them. Sums and products wrap.
template <class Chip>
void active_integers(KernelContext &ctx, const sg_api_active_t &api)
{
    switch (TPUSIM_CODE(api, active_type))
    {
    case ACTIVE_RELU:
        return unary<Chip, Types::integers>(ctx, api, [](auto x) { return maximum(x, decltype(x)(0)); });
    case ACTIVE_ABSVAL:
        return unary<Chip, Types::integers>(ctx, api, [](auto x) { return x < 0 ? negate(x) : x; });
    case ACTIVE_SQUARE:
        return unary<Chip, Types::integers>(ctx, api, [](auto x) { return multiply(x, x); });
    case ACTIVE_SIGN:
        return unary<Chip, Types::integers>(ctx, api, [](auto x) { return sign(x); });
    case ACTIVE_ROUND:
    case ACTIVE_CEIL:
    case ACTIVE_FLOOR:
    case ACTIVE_TRUNC:
        return unary<Chip, Types::integers>(ctx, api, [](auto x) { return x; });
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
    const int type = TPUSIM_CODE(api, active_type);
    if (const Predicate holds = predicate(type))
    {
        return unary_predicate<Chip, Types::floats>(ctx, api, [holds](float x) { return holds(x) != 0.0f; });
    }
    Activation activation = basic_activation(type);
    activation = activation != nullptr ? activation : trigonometric_activation(type);
    activation = activation != nullptr ? activation : network_activation(type);
    if (activation == nullptr)
    {
        ctx.fault("active_type", "is " + std::to_string(type) + ", which names no activation");
    }
    unary<Chip>(ctx, api, activation);
}
TPUSIM_KERNEL(active, sg_api_active_t)
// The name under which the legacy host asks for ACTIVE_SIGN.
TPUSIM_KERNEL_AS(multi_core, "active_multi_core", sg_api_active_t, all_cores, active_kernel<FirmwareChip>)

} // namespace tpusim
