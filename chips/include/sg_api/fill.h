/* Filling: argument structs of the kernels in chips/common/kernels/fill.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_FILL_H
#define SG_API_FILL_H

#include "types.h"

#pragma pack(push, 1)

/* isint64: the output holds 64-bit integers, dtype is int32. */
typedef struct {
    int start;
    int end;
    int step;
    unsigned long long output_global_addr;
    int dtype;
    int isint64;
    int dim;
    int shape[FW_MAX_SHAPE_DIMS];
} sg_api_arange_t;

/* tpu_kernel_api_const_fill: value holds the bytes of one element, lowest first. */
typedef struct {
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    unsigned int value;
    int dtype;
} sg_api_constant_fill_t;

#pragma pack(pop)

#endif /* SG_API_FILL_H */
