// An operator's row in dnnlib/operators.yaml, checked: the generated entries call what the row says, in its order. Every function throws
// BAD_PARAM with a sentence that names the argument, what it is and what is taken.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "status.h"
#include "tpuDNN.h"

namespace tpudnn
{

// An argument that is a tensor, or a list of them.
struct NamedTensor
{
    const char *name;
    const tpudnnTensor_t &tensor;
};

struct NamedTensors
{
    const char *name;
    const tpudnnTensor_t *tensors;
    int count;
};

struct Enumerator
{
    long long value;
    const char *name;
    const char *mode; // what chip.yaml calls it
};

// One item of a pattern of sizes.
struct Dim
{
    enum Kind
    {
        any,             // the whole shape is free
        size,            // `symbol`: bound by the first tensor that has it
        group,           // `symbol`: several sizes; `value` of them, or as many as the rest of the pattern leaves where it is < 0
        expression,      // exactly `value`
        elements,        // any shape with `value` elements
        elementsOfGroup, // any shape with as many elements as the group `symbol`
    };
    Kind kind;
    int symbol;
    int64_t value;
    const char *text;
};

using Dims = std::initializer_list<Dim>;

// "[4, 6]"
std::string shapeText(const tpudnnTensor_t &tensor);
int64_t elementsOf(const int *extents, int count);
// Booleans count as integers.
bool isInteger(tpudnnDataType_t dtype);
[[noreturn]] void badParam(const std::string &sentence);

class Contract
{
public:
    static constexpr int kSymbols = 12;

    // `type` < 0: `types` alone says what is allowed; else all tensors with that number have one type. `types` 0: any.
    // An undefined tensor (no address, no dimensions' worth of elements) that is optional is not looked at.
    void tensor(const NamedTensor &argument, bool optional, int type, uint64_t types, Dims dims);
    void tensors(const NamedTensors &arguments, bool optional, int type, uint64_t types, Dims dims);
    // The modes of this call, those of its enumerators; null behind the last one.
    const std::array<const char *, 4> &modes() const { return modes_; }
    // A bound size; 0 where only optional tensors that are not there have it.
    int64_t size(int symbol) const { return sizes_[static_cast<size_t>(symbol)].value; }

    // --- values ---
    // 0 <= value < the tensor's number of dimensions
    static void axis(const char *name, int value, const NamedTensor &tensor);
    // The same, or counted from the end.
    static void axisOrNegative(const char *name, int value, const NamedTensor &tensor);
    // start < value <= the tensor's number of dimensions
    static void endAxis(const char *name, int value, const NamedTensor &tensor, int start);
    static void between(const char *name, long long value, long long low, long long high);
    static void oneOf(const char *name, long long value, std::initializer_list<long long> values);
    void enumerator(const char *name, long long value, std::initializer_list<Enumerator> values);
    // A number that the tensor's element type can take: any for floats; for integers finite and in range, what is behind the point being cut.
    // An unsigned type takes the negative numbers of its width, which wrap.
    static void fits(const char *name, double value, const NamedTensor &tensor);
    // 0 <= value <= 1
    static void probability(const char *name, double value);
    // Host memory with one element of the tensor's type.
    static void element(const char *name, const void *value, const NamedTensor &tensor);
    // Host memory with each of 0 .. dim - 1 once, in any order; null for a tensor without dimensions.
    static void permutation(const char *name, const int *order, const NamedTensor &tensor);
    // Host memory with `count` different dimensions of the tensor, counted from 0; null where `count` is 0.
    static void axes(const char *name, const int *axes, const NamedTensor &tensor, int count);
    // Host memory with `count` numbers from 0, one or more for each dimension of the tensor; null where `count` is 0.
    static void repeats(const char *name, const int *times, const NamedTensor &tensor, int count);
    // A mode that is one of `modes`; window and stride from 1, padding from 0 to half the window.
    void pooling(const char *name, const TPUDNN_PoolingDescriptor_t &window, std::initializer_list<Enumerator> modes);
    // Sizes, strides, dilations and groups from 1, padding from 0.
    static void conv2d(const char *name, const tpudnnConv2dParam_t &param);
    static void conv3d(const char *name, const tpudnnConv3dParam_t &param);

private:
    struct Size
    {
        bool bound = false;
        int64_t value = 0;
        const char *owner = nullptr;
        const char *text = nullptr;
    };
    struct Group
    {
        bool bound = false;
        const int *extents = nullptr;
        int count = 0;
        const char *owner = nullptr;
    };
    struct Type
    {
        bool bound = false;
        tpudnnDataType_t dtype = TPUDNN_DTYPE_UNKNOWN;
        const char *owner = nullptr;
    };

    void checkType(const std::string &name, const char *owner, const tpudnnTensor_t &tensor, int type, uint64_t types);
    void checkShape(const std::string &name, const char *owner, const tpudnnTensor_t &tensor, Dims dims);
    bool matches(const char *owner, const tpudnnTensor_t &tensor, Dims dims);
    bool matchesGroup(const char *owner, const Dim &dim, const int *extents, int count);
    std::string patternText(Dims dims, const char *owner) const;

    std::array<Size, kSymbols> sizes_{};
    std::array<Group, kSymbols> groups_{};
    std::array<Type, kSymbols> types_{};
    std::array<const char *, 4> modes_{};
};

} // namespace tpudnn
