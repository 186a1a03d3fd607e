// Tensors in files (docs/export.md, "Files"), and numbers of the data types that the host has no type for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tensor.h"

namespace tpu_export
{

/// A tensor of a file. The elements of rows [first, first + count) of the first dimension are read when asked for.
class TensorFile
{
public:
    explicit TensorFile(std::string path);

    const std::string &path() const { return path_; }
    Dtype dtype() const { return dtype_; }
    const Shape &shape() const { return shape_; }
    int64_t rows() const { return shape_.front(); }
    std::vector<char> read(int64_t first, int64_t count) const;

private:
    std::string path_;
    Dtype dtype_ = TPUDNN_DTYPE_UNKNOWN;
    Shape shape_;
    uint64_t data_ = 0; // offset of the first element
};

/// Tensors by name, of a weights file.
struct HostTensor
{
    Dtype dtype;
    Shape shape;
    std::vector<char> bytes;
};
std::map<std::string, HostTensor> readWeights(const std::string &path);

/// The numbers of `bytes`, as double.
std::vector<double> numbers(const std::vector<char> &bytes, Dtype dtype);

/// `value` rounded to `dtype`, ties to even, as a float: what a number becomes when it takes a tensor's data type.
float rounded(double value, Dtype dtype);

/// `value` as FP8, rounded to nearest even, at most the largest number of the format.
uint8_t toFp8(float value, Dtype dtype);

/// The largest number of an FP8 format.
float largest(Dtype dtype);

} // namespace tpu_export
