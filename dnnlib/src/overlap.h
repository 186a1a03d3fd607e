// Whether tensors share bytes: exact for any strides, by a bounded search.
#pragma once

#include <cstdint>

#include "tpuDNN.h"

namespace tpudnn
{

enum class Overlap
{
    none,
    same,    // same address, sizes, strides and size of an element: element i of one is element i of the other
    partial, // some bytes
};

// Bytes from the first element to the end of the last that the strides reach; 0 for a tensor without elements. False where that is not
// representable. Extents and strides are not negative.
bool spanBytes(const tpudnnTensor_t &tensor, uint64_t *bytes);

Overlap overlapOf(const tpudnnTensor_t &left, const tpudnnTensor_t &right);

// True where two positions of one tensor are the same memory.
bool overlapsItself(const tpudnnTensor_t &tensor);

} // namespace tpudnn
