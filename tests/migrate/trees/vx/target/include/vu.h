#pragma once
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef struct vuContext *vuHandle;
typedef enum { VU_SUCCESS, VU_BAD_PARAM, VU_NO_MEMORY, VU_FAILED, VU_UNSUPPORTED } vuStatus;
typedef enum { VU_FLOAT, VU_HALF, VU_INT } vuType;
typedef struct { void *data; int nd; int64_t size[6]; vuType type; } vuTensor;
#ifdef __cplusplus
}
#endif
