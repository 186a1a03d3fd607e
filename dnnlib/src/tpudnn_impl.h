// What the bodies of operators (dnnlib/src/tensor) are written against. Includes the generated names last: see docs/architecture.md.
// Every argument struct and declaration is in it: the library's other sources include handle.h.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "check.h"
#include "dtype.h"
#include "handle.h"
#include "kernel_args.gen.h"
#include "log.h"
#include "sg_api_struct.h"
#include "status.h"
#include "tpuDNN.h"

#define TPUDNN_SAFE_CALL(...)                                      \
    do                                                             \
    {                                                              \
        const tpudnnStatus_t tpudnnSafeCallStatus = (__VA_ARGS__); \
        if (tpudnnSafeCallStatus != TPUDNN_STATUS_SUCCESS)         \
        {                                                          \
            throw ::tpudnn::StatusPassed(tpudnnSafeCallStatus);    \
        }                                                          \
    } while (false)

#define TPUDNN_REQUIRE_KERNEL(pimpl, key)      \
    do                                         \
    {                                          \
        if (!(pimpl)->hasKernel(key))          \
        {                                      \
            return (pimpl)->notSupported(key); \
        }                                      \
    } while (false)

// Bodies get their own names, so that the public names can be the generated entries.
#include "tpudnn_entries.h"
