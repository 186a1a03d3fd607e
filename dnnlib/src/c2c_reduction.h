// Reductions of the collectives, on the host: element types, and what is made of a rank's values and the others'. In f32 for floating numbers, modulo
// their range for integers.
#pragma once

#include <cstdint>
#include <vector>

namespace tpudnn
{

class Device;
using Bytes = std::vector<unsigned char>;

// Of an element that collectives are made of. Throws NOT_SUPPORTED or BAD_PARAM for others; `name` is the argument's.
uint64_t elementBytes(int dtype, const char *name);
// The elements of all `parts`, which have the same number of bytes, combined in their order.
Bytes reduce(const std::vector<Bytes> &parts, int dtype, int method);
// Throws where `device` has no reduction of that type and method (tpudnnReduceType_t).
void checkReduction(const Device &device, int dtype, int method);

} // namespace tpudnn
