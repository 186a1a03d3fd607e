// Windows of pooling, as the device and the runtime of exported models have them.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tpu_export
{

/// One direction of a plane: `out` windows of `size` places over `in` elements with `pad` places on both sides.
struct Windows
{
    int64_t in, out, size, stride, pad;

    /// Places behind the padding that the last window takes, where sizes were rounded up.
    int64_t beyond() const { return std::max<int64_t>(0, (out - 1) * stride + size - 2 * pad - in); }

    /// Places of a window that its average counts.
    int64_t counted(int64_t window, bool padding) const
    {
        const int64_t start = window * stride - pad;
        return padding ? std::min(start + size, in + pad) - start : std::min(start + size, in) - std::max<int64_t>(start, 0);
    }
};

} // namespace tpu_export
