// The unified library's public types.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum ydnnStatus { YDNN_OK = 0, YDNN_INVALID = 1, YDNN_MISSING = 2 };
enum ydnnType { YDNN_F32 = 0, YDNN_F16 = 1 };
typedef struct ydnnHandleOpaque *ydnnHandle;

struct ydnnTensor
{
    void *data;
    int rank;
    int extent[8];
    ydnnType type;
};
