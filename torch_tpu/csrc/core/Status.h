#pragma once

#include <string>

#include "core/Export.h"
#include "core/Fork.h"
#include "tpuDNNRuntime.h"

namespace c10_tpu
{

/// Raises what torch has for a status that is no success: OutOfMemoryError, NotImplementedError (NOT_SUPPORTED), ValueError (BAD_PARAM),
/// AcceleratorError (DEVICE_FAULT), else RuntimeError. `sentence` names operator and argument, or what was being done.
[[noreturn]] TPU_API void raiseStatus(tpudnnStatus_t status, const std::string &sentence);

/// `call` as in the source and the library's own sentence.
[[noreturn]] TPU_API void raiseFailedCall(tpudnnStatus_t status, const char *call);

} // namespace c10_tpu

// Raises the exception of the status, with the library's own sentence, when a libtpudnn call does not succeed; raises before the call in
// a forked process.
#define TPU_CHECK_STATUS(call)                                 \
    do                                                         \
    {                                                          \
        ::c10_tpu::useDevices();                               \
        const tpudnnStatus_t status_of_call = (call);          \
        if (status_of_call != TPUDNN_STATUS_SUCCESS)           \
        {                                                      \
            ::c10_tpu::raiseFailedCall(status_of_call, #call); \
        }                                                      \
    } while (false)
