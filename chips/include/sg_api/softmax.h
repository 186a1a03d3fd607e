/* Softmax: argument structs of the kernels in chips/common/kernels/softmax.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_SOFTMAX_H
#define SG_API_SOFTMAX_H

#include "types.h"

#pragma pack(push, 1)

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int axis;
    int dtype;
} sg_api_softmax_t;

/* grad_input = output * (grad_output - sum over axis of grad_output * output). */
typedef struct {
    unsigned long long output_global_addr;
    unsigned long long grad_output_global_addr;
    unsigned long long grad_input_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int axis;
    int dtype;
} sg_api_softmax_backward_t;

/* output = log(softmax(input)) along axis, any; the legacy firmware takes the last one alone. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int axis;
    int dtype;
} sg_api_log_softmax_t;

#pragma pack(pop)

#endif /* SG_API_SOFTMAX_H */
