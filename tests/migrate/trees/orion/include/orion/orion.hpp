#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace orion
{

enum class Code : int { Ok = 0, InvalidValue = 3, OutOfMemory = 4, Unsupported = 9 };
enum class DataType : uint8_t { Float = 5, Half = 6, Bfloat = 7, Int = 8 };

class Tensor
{
public:
    Tensor() = default;
    Tensor(uint64_t address, DataType type, std::vector<int64_t> shape) : address_(address), type_(type), shape_(std::move(shape)) {}
    [[nodiscard]] uint64_t address() const { return address_; }
    [[nodiscard]] DataType type() const { return type_; }
    [[nodiscard]] int rank() const { return static_cast<int>(shape_.size()); }
    [[nodiscard]] int64_t size(int axis) const { return shape_[axis]; }
    [[nodiscard]] int64_t numel() const
    {
        int64_t n = 1;
        for (const auto extent : shape_)
            n *= extent;
        return n;
    }
    [[nodiscard]] bool defined() const { return address_ != 0; }

private:
    uint64_t address_ = 0;
    DataType type_ = DataType::Float;
    std::vector<int64_t> shape_;
};

class Stream
{
public:
    template <typename Args>
    [[nodiscard]] Code launch(std::string_view kernel, const Args &args, bool sync = false) { return submit(kernel, &args, sizeof(Args), sync, 1); }
    template <typename Args>
    [[nodiscard]] Code launchWide(std::string_view kernel, const Args &args, int cores) { return submit(kernel, &args, sizeof(Args), false, cores); }
    [[nodiscard]] Code submit(std::string_view kernel, const void *args, size_t bytes, bool sync, int cores);
    [[nodiscard]] uint64_t allocate(size_t bytes);
    void release(uint64_t address);
    [[nodiscard]] Code finish();
};

#define ORION_CHECK(cond) do { if (!(cond)) return ::orion::Code::InvalidValue; } while (false)
#define ORION_RETURN_IF_ERROR(expr) do { const auto code_ = (expr); if (code_ != ::orion::Code::Ok) return code_; } while (false)

namespace ops
{
// out = max(in, 0)
[[nodiscard]] Code relu(Stream &stream, const Tensor &in, Tensor &out);
// out = softmax(in)
[[nodiscard]] Code softmax(Stream &stream, const Tensor &in, int axis, Tensor &out, bool log = false);
// out = x * w + bias
[[nodiscard]] Code linear(Stream &stream, const Tensor &x, const Tensor &w, const std::optional<Tensor> &bias, Tensor &out);
// y = a + alpha * b
[[nodiscard]] Code addScaled(Stream &stream, const Tensor &a, const Tensor &b, float alpha, Tensor &out);
// normalises
[[nodiscard]] Code layerNorm(Stream &stream, const Tensor &x, const Tensor &gamma, const Tensor &beta, double eps, Tensor &out);
// in place
[[nodiscard]] Code fill(Stream &stream, Tensor &t, double value);
} // namespace ops
} // namespace orion
