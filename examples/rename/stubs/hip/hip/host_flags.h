#pragma once

#include <hip/hip_runtime.h>

inline hipHostFlags hostFlags(unsigned flags) { return {flags}; }
