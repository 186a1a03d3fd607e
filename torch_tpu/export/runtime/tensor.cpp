#include "tensor.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <sstream>

namespace tpu_export
{
namespace
{

struct DtypeName
{
    Dtype dtype;
    const char *name;
};

constexpr std::array<DtypeName, 11> kNames = {{{f32, "f32"},
                                               {f16, "f16"},
                                               {bf16, "bf16"},
                                               {f8e4m3, "f8e4m3"},
                                               {f8e5m2, "f8e5m2"},
                                               {i64, "i64"},
                                               {i32, "i32"},
                                               {i16, "i16"},
                                               {i8, "i8"},
                                               {u8, "u8"},
                                               {boolean, "bool"}}};

Shape rowMajorStrides(const Shape &shape)
{
    Shape strides(shape.size());
    int64_t elements = 1;
    for (size_t i = shape.size(); i-- > 0;)
    {
        strides[i] = elements;
        elements *= std::max<int64_t>(shape[i], 1);
    }
    return strides;
}

bool rowMajorLayout(const Shape &shape, const Shape &strides)
{
    int64_t expected = 1;
    for (size_t i = shape.size(); i-- > 0;)
    {
        if (shape[i] > 1 && strides[i] != expected)
        {
            return false;
        }
        expected *= shape[i];
    }
    return true;
}

int checkedInt(int64_t value)
{
    if (value < 0 || value > INT32_MAX)
    {
        throw Error("an extent or stride of " + std::to_string(value) + " is out of the library's range");
    }
    return static_cast<int>(value);
}

// Floating types move as themselves, others as integers of their size: a move must not change a pattern of bits.
Dtype moverOf(Dtype dtype)
{
    if (dtype == f32 || dtype == f16 || dtype == bf16)
    {
        return dtype;
    }
    const size_t bytes = tpudnnTensorDataSize(dtype);
    return bytes == 1 ? u8 : bytes == 2 ? i16 : i32;
}

} // namespace

void check(tpudnnStatus_t status, const std::string &what)
{
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        throw Error(what + ": " + tpudnnGetLastError());
    }
}

bool isFp8(Dtype dtype) { return dtype == f8e4m3 || dtype == f8e5m2; }

bool isFloat(Dtype dtype) { return dtype == f32 || dtype == f16 || dtype == bf16 || isFp8(dtype); }

const char *nameOf(Dtype dtype)
{
    for (const DtypeName &each : kNames)
    {
        if (each.dtype == dtype)
        {
            return each.name;
        }
    }
    return "unknown";
}

Dtype dtypeNamed(const std::string &name)
{
    std::string names;
    for (const DtypeName &each : kNames)
    {
        if (name == each.name)
        {
            return each.dtype;
        }
        names += std::string(names.empty() ? "" : ", ") + each.name;
    }
    throw Error("no data type is called '" + name + "'; there are " + names);
}

int64_t product(const Shape &shape) { return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>()); }

std::string text(const Shape &shape)
{
    std::ostringstream out;
    out << '[';
    for (size_t i = 0; i < shape.size(); ++i)
    {
        out << (i == 0 ? "" : ", ") << shape[i];
    }
    out << ']';
    return out.str();
}

Buffer::Buffer(tpudnnHandle_t owner, uint64_t bytes, bool is_weight) : handle(owner), weight(is_weight)
{
    check(tpudnnMallocAsync(handle, &address, bytes), "no memory for " + std::to_string(bytes) + " bytes");
}

Buffer::~Buffer() { tpudnnFreeAsync(handle, address); }

Tensor::Tensor(tpudnnHandle_t handle, Dtype dtype, Shape shape, bool weight)
    : dtype_(dtype), shape_(std::move(shape)), strides_(rowMajorStrides(shape_))
{
    buffer_ = std::make_shared<Buffer>(handle, bytes(), weight);
}

int64_t Tensor::wrap(int64_t dim) const
{
    const int64_t wrapped = dim < 0 ? dim + this->dim() : dim;
    if (wrapped < 0 || wrapped >= this->dim())
    {
        throw Error("a tensor of shape " + text(shape_) + " has no dimension " + std::to_string(dim));
    }
    return wrapped;
}

int64_t Tensor::size(int64_t dim) const { return shape_[wrap(dim)]; }

void *Tensor::address() const
{
    return numel() == 0 ? nullptr : static_cast<char *>(buffer_->address) + offset_ * static_cast<int64_t>(tpudnnTensorDataSize(dtype_));
}

bool Tensor::contiguous() const { return rowMajorLayout(shape_, strides_); }

bool Tensor::transposed() const
{
    if (dim() < 2 || contiguous())
    {
        return false;
    }
    Shape shape = shape_;
    Shape strides = strides_;
    std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
    std::swap(strides[strides.size() - 1], strides[strides.size() - 2]);
    return rowMajorLayout(shape, strides);
}

bool Tensor::dense() const
{
    Shape order(shape_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t left, int64_t right) { return strides_[left] > strides_[right]; });
    return permute(order).contiguous();
}

tpudnnTensor_t Tensor::view() const
{
    tpudnnTensor_t made = tpudnnUndefinedTensor();
    if (!defined())
    {
        return made;
    }
    if (dim() > TPUDNN_MAX_DIMS)
    {
        throw Error("a tensor of " + std::to_string(dim()) + " dimensions; the library takes " + std::to_string(TPUDNN_MAX_DIMS));
    }
    made.addr = address();
    made.dtype = dtype_ == boolean ? u8 : dtype_;
    made.dim = static_cast<int>(dim());
    for (int i = 0; i < made.dim; ++i)
    {
        made.shape[i] = checkedInt(shape_[i]);
        made.stride[i] = checkedInt(strides_[i]);
    }
    return made;
}

tpudnnTensor_t Tensor::flat() const
{
    tpudnnTensor_t made = tpudnnUndefinedTensor();
    made.addr = address();
    made.dtype = dtype_ == boolean ? u8 : dtype_;
    made.dim = 1;
    made.shape[0] = checkedInt(numel());
    made.stride[0] = 1;
    return made;
}

Tensor Tensor::strided(const Shape &shape, const Shape &strides, int64_t offset) const
{
    Tensor made = *this;
    made.shape_ = shape;
    made.strides_ = strides;
    made.offset_ = offset;
    return made;
}

Tensor Tensor::view(const Shape &wanted) const
{
    Shape shape = wanted;
    const auto open = std::find(shape.begin(), shape.end(), -1);
    if (open != shape.end())
    {
        *open = 1;
        *open = product(shape) == 0 ? 0 : numel() / product(shape);
    }
    if (product(shape) != numel())
    {
        throw Error("a tensor of shape " + text(shape_) + " is no view of shape " + text(wanted));
    }
    if (contiguous())
    {
        return strided(shape, rowMajorStrides(shape), offset_);
    }
    // Each group of new dimensions lies within a run of old ones that are contiguous to each other; else the elements are copied.
    Shape strides(shape.size());
    int64_t last = static_cast<int64_t>(shape.size()) - 1;
    int64_t run = 1;
    int64_t base = strides_.empty() ? 1 : strides_.back();
    for (int64_t i = dim() - 1; i >= 0; --i)
    {
        run *= shape_[i];
        if (i > 0 && (shape_[i - 1] == 1 || strides_[i - 1] == run * base))
        {
            continue;
        }
        int64_t filled = 1;
        while (last >= 0 && (filled < run || shape[last] == 1))
        {
            strides[last] = filled * base;
            filled *= shape[last];
            --last;
        }
        if (filled != run)
        {
            return copy().view(shape);
        }
        if (i > 0)
        {
            base = strides_[i - 1];
            run = 1;
        }
    }
    return last == -1 ? strided(shape, strides, offset_) : copy().view(shape);
}

Tensor Tensor::permute(const Shape &dims) const
{
    Shape shape, strides;
    for (int64_t each : dims)
    {
        shape.push_back(shape_[wrap(each)]);
        strides.push_back(strides_[wrap(each)]);
    }
    return strided(shape, strides, offset_);
}

Tensor Tensor::expand(const Shape &wanted) const
{
    Shape shape = wanted;
    Shape strides(wanted.size(), 0);
    const int64_t more = static_cast<int64_t>(wanted.size()) - dim();
    for (int64_t i = 0; i < dim(); ++i)
    {
        const bool stays = wanted[i + more] == -1 || wanted[i + more] == shape_[i];
        if (!stays && shape_[i] != 1)
        {
            throw Error("a tensor of shape " + text(shape_) + " does not expand to " + text(wanted));
        }
        shape[i + more] = stays ? shape_[i] : wanted[i + more];
        strides[i + more] = stays ? strides_[i] : 0;
    }
    return strided(shape, strides, offset_);
}

Tensor Tensor::unsqueeze(int64_t dim) const
{
    const int64_t at = dim < 0 ? dim + this->dim() + 1 : dim;
    Shape shape = shape_;
    Shape strides = strides_;
    shape.insert(shape.begin() + at, 1);
    strides.insert(strides.begin() + at, at < this->dim() ? shape_[at] * strides_[at] : 1);
    return strided(shape, strides, offset_);
}

Tensor Tensor::squeeze(const Shape &dims) const
{
    std::vector<bool> goes(shape_.size(), dims.empty());
    for (int64_t each : dims)
    {
        goes[wrap(each)] = true;
    }
    Shape shape, strides;
    for (size_t i = 0; i < shape_.size(); ++i)
    {
        if (!goes[i] || shape_[i] != 1)
        {
            shape.push_back(shape_[i]);
            strides.push_back(strides_[i]);
        }
    }
    return strided(shape, strides, offset_);
}

Tensor Tensor::slice(int64_t dim, int64_t start, int64_t end, int64_t step) const
{
    const int64_t at = wrap(dim);
    const int64_t size = shape_[at];
    const auto clamped = [&](int64_t value) { return std::clamp<int64_t>(value < 0 ? value + size : value, 0, size); };
    const int64_t first = clamped(start);
    const int64_t last = std::max(first, clamped(end));
    Shape shape = shape_;
    Shape strides = strides_;
    shape[at] = (last - first + step - 1) / step;
    strides[at] *= step;
    return strided(shape, strides, offset_ + first * strides_[at]);
}

Tensor Tensor::select(int64_t dim, int64_t index) const
{
    const int64_t at = wrap(dim);
    const int64_t place = index < 0 ? index + shape_[at] : index;
    if (place < 0 || place >= shape_[at])
    {
        throw Error("dimension " + std::to_string(at) + " of a tensor of shape " + text(shape_) + " has no index " + std::to_string(index));
    }
    Shape shape = shape_;
    Shape strides = strides_;
    shape.erase(shape.begin() + at);
    strides.erase(strides.begin() + at);
    return strided(shape, strides, offset_ + place * strides_[at]);
}

Tensor Tensor::copy() const
{
    const Tensor made(handle(), dtype_, shape_);
    copyElements(*this, made);
    return made;
}

Tensor Tensor::rowMajor() const { return !defined() || contiguous() ? *this : copy(); }

Tensor Tensor::inOrder(const Shape &dims) const
{
    if (permute(dims).contiguous())
    {
        return *this;
    }
    Shape back(dims.size());
    for (size_t i = 0; i < dims.size(); ++i)
    {
        back[dims[i]] = static_cast<int64_t>(i);
    }
    return permute(dims).copy().permute(back);
}

Tensor Tensor::to(Dtype dtype) const
{
    if (dtype == dtype_ || !defined())
    {
        return *this;
    }
    const Tensor from = dense() ? *this : copy();
    Tensor made(handle(), dtype, shape_, buffer_->weight);
    made = made.strided(shape_, from.strides_, 0);
    if (numel() > 0)
    {
        check(tpudnnConvertAsync(handle(), from.flat(), made.flat()),
              std::string("conversion of ") + nameOf(dtype_) + " to " + nameOf(dtype));
    }
    return made;
}

void copyElements(const Tensor &input, const Tensor &output)
{
    if (input.numel() == 0)
    {
        return;
    }
    if (input.contiguous() && output.contiguous())
    {
        check(tpudnnMemcpyD2DAsync(output.handle(), output.address(), input.address(), output.bytes()), "copy");
        return;
    }
    tpudnnTensor_t from = input.view();
    tpudnnTensor_t to = output.view();
    from.dtype = to.dtype = moverOf(input.dtype());
    check(tpudnnStridedCopyAsync(output.handle(), from, to), "copy");
}

} // namespace tpu_export
