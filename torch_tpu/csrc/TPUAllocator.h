#pragma once

// The legacy allocator's header, for converted operators that include it.
#include "core/Allocator.h"

namespace c10
{

/// Device memory for tensors, in the order of the current stream.
inline at::Allocator *GetTPUAllocator() { return c10_tpu::allocator(); }
inline at::Allocator *GetDefaultTPUAllocator() { return c10_tpu::allocator(); }

} // namespace c10
