#pragma once

#include "tpudnn_impl.h"

#ifndef DIV_UP
#define DIV_UP(a, b) ( ( ( a ) + ( b ) - 1 ) / ( b ) )
#endif

static inline sg_active_type_t tpudnnKernelActiveType(tensor_active_type_t type)
{
    static_assert(static_cast<int>(TPUDNN_ACTIVE_TANH) == static_cast<int>(ACTIVE_TANH), "same numbers");
    static_assert(static_cast<int>(TPUDNN_ACTIVE_ISNAN) == static_cast<int>(ACTIVE_ISNAN), "same numbers");
    return static_cast<sg_active_type_t>(type);
}

static inline sg_log_type_t tpudnnKernelLogType(tensor_log_type_t type)
{
    static_assert(static_cast<int>(TPUDNN_LOG_E) == static_cast<int>(LOG_E), "same numbers");
    static_assert(static_cast<int>(TPUDNN_LOG_10) == static_cast<int>(LOG_10), "same numbers");
    return static_cast<sg_log_type_t>(type);
}

/* what is left of a data type that the kernels do not compute with: 64-bit integers count as 32-bit ones */
static inline int tpudnnNarrowKernelDType(tpudnnDataType_t dtype)
{
    return tpudnnKernelDType(tpudnnDtypeIsInt64(dtype) ? TPUDNN_DTYPE_INT32 : dtype);
    return -1;
}
