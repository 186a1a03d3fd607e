/* Gradients of activations: argument structs of the kernels in chips/common/kernels/active_backward.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_ACTIVE_BACKWARD_H
#define SG_API_ACTIVE_BACKWARD_H

#include "types.h"

#pragma pack(push, 1)

/* grad_input = grad_output * the function's slope, element by element. tpu_kernel_api_tanh_backward and _sigmoid_backward take the function's
 * result in value, _silu_backward its input. */
typedef struct {
    unsigned long long grad_output_global_addr;
    unsigned long long value_global_addr;
    unsigned long long grad_input_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_active_backward_t;

#pragma pack(pop)

#endif /* SG_API_ACTIVE_BACKWARD_H */
