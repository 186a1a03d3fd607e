// Tensors in device memory: what an exported program computes with. A view shares the memory of what it is a view of.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <tpuDNN.h>

namespace tpu_export
{

using Dtype = tpudnnDataType_t;
using Shape = std::vector<int64_t>;

constexpr Dtype f32 = TPUDNN_DTYPE_FP32;
constexpr Dtype f16 = TPUDNN_DTYPE_FP16;
constexpr Dtype bf16 = TPUDNN_DTYPE_BF16;
constexpr Dtype f8e4m3 = TPUDNN_DTYPE_FP8E4M3;
constexpr Dtype f8e5m2 = TPUDNN_DTYPE_FP8E5M2;
constexpr Dtype i64 = TPUDNN_DTYPE_INT64; // in files only: on the device they are i32, and what does not fit is refused
constexpr Dtype i32 = TPUDNN_DTYPE_INT32;
constexpr Dtype i16 = TPUDNN_DTYPE_INT16;
constexpr Dtype i8 = TPUDNN_DTYPE_INT8;
constexpr Dtype u8 = TPUDNN_DTYPE_UINT8;
constexpr Dtype boolean = TPUDNN_DTYPE_BOOL; // a byte of 0 or 1; kernels see u8

/// What is wrong, as a sentence for the user.
class Error : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Raises the library's sentence where `status` is none of success.
void check(tpudnnStatus_t status, const std::string &what);

bool isFloat(Dtype dtype);
bool isFp8(Dtype dtype);
/// "f32", "bf16", "i64" and so on.
const char *nameOf(Dtype dtype);
/// The data type of that name; Error with the names there are.
Dtype dtypeNamed(const std::string &name);

int64_t product(const Shape &shape);
std::string text(const Shape &shape);

/// Device memory, given back in stream order.
class Buffer
{
public:
    Buffer(tpudnnHandle_t handle, uint64_t bytes, bool weight);
    ~Buffer();
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;

    tpudnnHandle_t handle;
    void *address = nullptr;
    bool weight; // does not change while the program runs
};

class Tensor
{
public:
    Tensor() = default;
    Tensor(tpudnnHandle_t handle, Dtype dtype, Shape shape, bool weight = false);

    bool defined() const { return buffer_ != nullptr; }
    Dtype dtype() const { return dtype_; }
    const Shape &shape() const { return shape_; }
    const Shape &strides() const { return strides_; }
    int64_t dim() const { return static_cast<int64_t>(shape_.size()); }
    int64_t size(int64_t dim) const;
    int64_t numel() const { return product(shape_); }
    uint64_t bytes() const { return static_cast<uint64_t>(numel()) * tpudnnTensorDataSize(dtype_); }
    const Buffer *buffer() const { return buffer_.get(); }
    int64_t offset() const { return offset_; }
    tpudnnHandle_t handle() const { return buffer_->handle; }
    void *address() const;
    bool contiguous() const;
    /// Contiguous but for the last two dimensions, which are exchanged in memory.
    bool transposed() const;
    /// The elements fill their memory without gaps or repetitions, in some order of the dimensions.
    bool dense() const;

    /// The library's view of it. Undefined tensors are tpudnnUndefinedTensor().
    tpudnnTensor_t view() const;
    /// One dimension over memory without gaps.
    tpudnnTensor_t flat() const;

    // Views. Negative dimensions count from the end.
    Tensor view(const Shape &shape) const; // copies where the strides do not allow a view
    Tensor permute(const Shape &dims) const;
    Tensor expand(const Shape &shape) const;
    Tensor unsqueeze(int64_t dim) const;
    Tensor squeeze(const Shape &dims) const;
    Tensor slice(int64_t dim, int64_t start, int64_t end, int64_t step) const;
    Tensor select(int64_t dim, int64_t index) const;
    Tensor strided(const Shape &shape, const Shape &strides, int64_t offset) const;

    /// Row-major, without gaps: itself, or a copy.
    Tensor rowMajor() const;
    /// A copy, row-major.
    Tensor copy() const;
    /// The elements with dimension dims[0] outermost in memory, and so on, as eager keeps them; itself where they lie so.
    Tensor inOrder(const Shape &dims) const;
    /// Converted on the device; keeps the order of memory.
    Tensor to(Dtype dtype) const;

private:
    int64_t wrap(int64_t dim) const;

    std::shared_ptr<Buffer> buffer_;
    Dtype dtype_ = TPUDNN_DTYPE_UNKNOWN;
    Shape shape_, strides_;
    int64_t offset_ = 0;
};

/// OUTPUT = INPUT, element by element, any strides on both sides.
void copyElements(const Tensor &input, const Tensor &output);

} // namespace tpu_export
