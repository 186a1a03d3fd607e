// What a kernel may know about the chip it is compiled for. Each chip is one struct of constants, tpusim::traits::<chip> in chip_traits.h, which
// dnnlib/codegen makes from chips/<chip>/chip.yaml; kernels are templates over it.
#pragma once

#include <cstdint>

namespace tpusim
{

// How a conversion from float drops the bits that bfloat16 does not have.
enum class Rounding
{
    truncate,
    nearest_even,
    nearest_away, // a value in the middle goes away from zero
};

} // namespace tpusim
