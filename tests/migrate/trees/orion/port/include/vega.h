#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>
namespace vega
{
enum class Status { Success, BadParam, NoMemory, NotSupported, Failed };
enum class DType { F32, F16, BF16, I32 };
struct Array
{
    void *data = nullptr;
    DType dtype = DType::F32;
    std::vector<int64_t> shape;
    int rank() const { return static_cast<int>(shape.size()); }
    int64_t dim(int axis) const { return shape[axis]; }
    int64_t numel() const { int64_t n = 1; for (auto e : shape) n *= e; return n; }
    bool defined() const { return data != nullptr; }
};
class Queue;
} // namespace vega
