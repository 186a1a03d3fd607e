// Names and codes of element types.
#pragma once

#include <string>

#include "tpuDNN.h"

namespace tpudnn
{

// "FP32"; a number that is no type as "dtype 99". A number that a caller passed is read with rawValue.
std::string dtypeName(int dtype);
bool dtypeIsKnown(int dtype);
// Bit of a type in a set of types; 0 for an unknown one.
uint64_t dtypeBit(tpudnnDataType_t dtype);
// "FP32, FP16"
std::string dtypeSetNames(uint64_t set);
// Short name of kernel tables ("f32") to type; TPUDNN_DTYPE_UNKNOWN for an unknown name.
tpudnnDataType_t dtypeFromShortName(const std::string &name);

} // namespace tpudnn

// The code of an element type in kernels' argument structs: (precision << 1) | sign. NOT_SUPPORTED where kernels have none.
int tpudnnKernelDType(tpudnnDataType_t dtype);
