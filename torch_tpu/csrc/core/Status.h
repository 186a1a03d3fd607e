#pragma once

#include <c10/util/Exception.h>

#include "tpuDNN.h"

// Raises RuntimeError with the library's own sentence when a libtpudnn call does not succeed.
#define TPU_CHECK_STATUS(call)                                                                     \
    do                                                                                             \
    {                                                                                              \
        const tpudnnStatus_t status_of_call = (call);                                              \
        TORCH_CHECK(status_of_call == TPUDNN_STATUS_SUCCESS, #call, " failed: ", tpudnnGetLastError()); \
    } while (false)
