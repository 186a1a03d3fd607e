#pragma once

#include <c10/core/CachingDeviceAllocator.h>

#include "core/Export.h"

namespace c10_tpu
{

/// Device memory for tensors: virtual addresses of libtpudnn, which the host cannot touch.
/// Memory belongs to the stream that was current when it was allocated; it is given back in that stream's order.
TPU_API c10::DeviceAllocator *allocator();

/// True for memory made by the pinned host allocator.
bool isPinned(const void *data);

} // namespace c10_tpu
