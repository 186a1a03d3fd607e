// How a driver keeps the sentence of its last failure, per thread.
#pragma once

#include <string>

#include "driver.h"

namespace driver
{

inline std::string &errorText()
{
    thread_local std::string text;
    return text;
}

inline tpudnnStatus_t fail(tpudnnStatus_t status, std::string text)
{
    errorText() = std::move(text);
    return status;
}

inline constexpr uint64_t dtypeBit(tpudnnDataType_t dtype) { return uint64_t{1} << static_cast<int>(dtype); }

// Types that every chip has.
inline constexpr uint64_t commonDtypes()
{
    uint64_t bits = 0;
    for (const tpudnnDataType_t dtype :
         {TPUDNN_DTYPE_FP32, TPUDNN_DTYPE_FP16, TPUDNN_DTYPE_BF16, TPUDNN_DTYPE_INT8, TPUDNN_DTYPE_UINT8, TPUDNN_DTYPE_INT16,
          TPUDNN_DTYPE_UINT16, TPUDNN_DTYPE_INT32, TPUDNN_DTYPE_UINT32, TPUDNN_DTYPE_INT64, TPUDNN_DTYPE_BOOL})
    {
        bits |= dtypeBit(dtype);
    }
    return bits;
}

} // namespace driver
