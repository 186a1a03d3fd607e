// From a dtype code in an argument struct to a C++ type. A code the chip does not compute with is a fault that names the argument.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "kernel.h"

namespace tpusim
{

[[noreturn]] inline void fault_dtype(const KernelContext &ctx, int code, const char *argument, const char *chip)
{
    ctx.fault(argument, "dtype code " + std::to_string(code) + " (" + dtype_name(code) + ") is not supported by this kernel on " + chip);
}

// dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) { using T = typename decltype(tag)::type; ... });
// The number in a field of an enumeration's type, which may be no enumerator: nobody has checked an argument struct before the kernel.
#define TPUSIM_CODE(args, field) ::tpusim::code_at(&(args), offsetof(std::decay_t<decltype(args)>, field))
inline int code_at(const void *args, std::size_t offset)
{
    int code;
    std::memcpy(&code, static_cast<const char *>(args) + offset, sizeof code);
    return code;
}

// f32, bf16, and on a chip that has them f16 and both FP8 formats.
template <class Chip, class Body>
void dispatch_float(KernelContext &ctx, int code, const char *argument, Body &&body)
{
    switch (static_cast<DType>(code))
    {
    case DType::f32:
        return body(TypeTag<float>{});
    case DType::f16:
        if constexpr (Chip::has_f16)
        {
            return body(TypeTag<f16>{});
        }
        break;
    case DType::bf16:
        return body(TypeTag<bf16>{});
    case DType::f8e4m3:
        if constexpr (Chip::has_fp8)
        {
            return body(TypeTag<f8e4m3>{});
        }
        break;
    case DType::f8e5m2:
        if constexpr (Chip::has_fp8)
        {
            return body(TypeTag<f8e5m2>{});
        }
        break;
    default:
        break;
    }
    fault_dtype(ctx, code, argument, Chip::name);
}

// The integer types the chip computes with.
template <class Chip, class Body>
void dispatch_integer(KernelContext &ctx, int code, const char *argument, Body &&body)
{
    switch (static_cast<DType>(code))
    {
    case DType::uint8:
        return body(TypeTag<std::uint8_t>{});
    case DType::int8:
        return body(TypeTag<std::int8_t>{});
    case DType::uint16:
        return body(TypeTag<std::uint16_t>{});
    case DType::int16:
        return body(TypeTag<std::int16_t>{});
    case DType::uint32:
        return body(TypeTag<std::uint32_t>{});
    case DType::int32:
        return body(TypeTag<std::int32_t>{});
    case DType::int64:
        if constexpr (Chip::has_int64_arithmetic)
        {
            return body(TypeTag<std::int64_t>{});
        }
        break;
    default:
        break;
    }
    fault_dtype(ctx, code, argument, Chip::name);
}

// Both of the above.
template <class Chip, class Body>
void dispatch_any(KernelContext &ctx, int code, const char *argument, Body &&body)
{
    switch (static_cast<DType>(code))
    {
    case DType::f32:
    case DType::f16:
    case DType::bf16:
    case DType::f8e4m3:
    case DType::f8e5m2:
        return dispatch_float<Chip>(ctx, code, argument, body);
    default:
        return dispatch_integer<Chip>(ctx, code, argument, body);
    }
}

} // namespace tpusim
