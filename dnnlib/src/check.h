// TPUDNN_CHECK(e): a failed check is BAD_PARAM with the expression and the values of its operands.
//
// `Decomposer{} <= left.dtype == right.dtype` parses as `(Decomposer{} <= left.dtype) == right.dtype`, which keeps both operands. `&&` and
// `||` are left to the language, so they still stop at the first operand that decides; then the values of a failed first operand are kept.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "status.h"
#include "tpuDNN.h"

#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wparentheses"
#endif

namespace tpudnn::check
{

std::string textOf(tpudnnDataType_t value);
std::string textOf(bool value);
std::string textOf(double value);
std::string textOf(const void *value);
inline std::string textOf(std::nullptr_t) { return "null"; }

template <class T>
std::string valueText(const T &value)
{
    if constexpr (std::is_same_v<T, tpudnnDataType_t> || std::is_same_v<T, bool> || std::is_null_pointer_v<T>)
    {
        return textOf(value);
    }
    else if constexpr (std::is_enum_v<T>)
    {
        return std::to_string(static_cast<long long>(value));
    }
    else if constexpr (std::is_floating_point_v<T>)
    {
        return textOf(static_cast<double>(value));
    }
    else if constexpr (std::is_integral_v<T>)
    {
        return std::to_string(value);
    }
    else if constexpr (std::is_convertible_v<T, const void *>)
    {
        return textOf(static_cast<const void *>(value));
    }
    else
    {
        return "?";
    }
}

// In a comparison of a pointer with 0 the literal has become an int: both sides count as numbers then.
template <class T, class Other>
decltype(auto) comparable(const T &value)
{
    if constexpr (std::is_pointer_v<T> && std::is_integral_v<Other>)
    {
        return reinterpret_cast<std::intptr_t>(value);
    }
    else
    {
        return (value);
    }
}

// What the thread's current check knows about its operands.
void forgetOperands() noexcept;
void keepOperands(const std::string &text) noexcept;

struct Result
{
    bool value;
    explicit operator bool() const { return value; }
};

// Operands keep their types here, so that a constant compared with an int would warn where it did not in the check itself.
#if defined __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
#endif

template <class L>
class Operand
{
public:
    explicit Operand(const L &value) : value_(value) {}
    explicit operator bool() const { return static_cast<bool>(value_); }
    const L &value() const { return value_; }

#define TPUDNN_CHECK_COMPARISON(op)                                                  \
    template <class R>                                                               \
    Result operator op(const R &right) const                                         \
    {                                                                                \
        return compared(comparable<L, R>(value_) op comparable<R, L>(right), right); \
    }
    TPUDNN_CHECK_COMPARISON(==)
    TPUDNN_CHECK_COMPARISON(!=)
    TPUDNN_CHECK_COMPARISON(<)
    TPUDNN_CHECK_COMPARISON(<=)
    TPUDNN_CHECK_COMPARISON(>)
    TPUDNN_CHECK_COMPARISON(>=)
#undef TPUDNN_CHECK_COMPARISON

#define TPUDNN_CHECK_BITS(op)              \
    template <class R>                     \
    auto operator op(const R &right) const \
    {                                      \
        return value_ op right;            \
    }
    TPUDNN_CHECK_BITS(&)
    TPUDNN_CHECK_BITS(|)
    TPUDNN_CHECK_BITS(^)
#undef TPUDNN_CHECK_BITS

    // An assignment inside a check is a mistake that legacy code contains; it keeps doing what it did.
    template <class R>
    bool operator=(const R &right) const
    {
        return static_cast<bool>(const_cast<L &>(value_) = right);
    }

private:
    template <class R>
    Result compared(bool value, const R &right) const
    {
        if (!value)
        {
            keepOperands(valueText(value_) + " vs " + valueText(right));
        }
        return Result{value};
    }

    const L &value_;
};

#if defined __GNUC__
#pragma GCC diagnostic pop
#endif

struct Decomposer
{
    template <class L>
    Operand<L> operator<=(const L &value) const
    {
        forgetOperands();
        return Operand<L>(value);
    }
};

[[noreturn]] void failed(const char *expression);

} // namespace tpudnn::check

namespace tpudnn
{

// A virtual address that bytes can be added to. Throws for null: the sum would be no address, and no test for null would find it.
char *bytesAt(void *address);

} // namespace tpudnn

#define TPUDNN_CHECK(...)                                                     \
    do                                                                        \
    {                                                                         \
        if (!static_cast<bool>(::tpudnn::check::Decomposer{} <= __VA_ARGS__)) \
        {                                                                     \
            ::tpudnn::check::failed(#__VA_ARGS__);                            \
        }                                                                     \
    } while (false)
