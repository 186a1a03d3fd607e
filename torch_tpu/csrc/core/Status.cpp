#include "core/Status.h"

#include <c10/util/Exception.h>

#include <string_view>

namespace c10_tpu
{

void raiseStatus(tpudnnStatus_t status, const std::string &sentence)
{
    switch (status)
    {
    case TPUDNN_STATUS_OUT_OF_MEMORY:
        TORCH_CHECK_WITH(OutOfMemoryError, false, sentence);
    case TPUDNN_STATUS_NOT_SUPPORTED:
        TORCH_CHECK_NOT_IMPLEMENTED(false, sentence);
    case TPUDNN_STATUS_BAD_PARAM:
        TORCH_CHECK_VALUE(false, sentence);
    case TPUDNN_STATUS_DEVICE_FAULT:
        throw c10::AcceleratorError({__func__, __FILE__, static_cast<uint32_t>(__LINE__)}, status, sentence);
    default:
        TORCH_CHECK(false, sentence);
    }
}

void raiseFailedCall(tpudnnStatus_t status, const char *call)
{
    const std::string_view text(call);
    raiseStatus(status, std::string(text.substr(0, text.find('('))) + " failed: " + tpudnnGetLastError());
}

} // namespace c10_tpu
