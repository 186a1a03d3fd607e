/* Steps of optimisers: argument structs of the kernels in chips/common/kernels/optimizer.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_OPTIMIZER_H
#define SG_API_OPTIMIZER_H

#include "types.h"

#pragma pack(push, 1)

/* g = grad (-grad with maximize) + weight_decay * weight, or, decoupled, without that part and weight * (1 - lr * weight_decay) instead:
 * m_out = beta1 * m + (1 - beta1) * g, v_out = beta2 * v + (1 - beta2) * g ^ 2, weight_out = weight - lr / (1 - beta1 ^ step) * m_out /
 * (sqrt(s / (1 - beta2 ^ step)) + eps); s is v_out, or with amsgrad vmax_out, the larger of vmax and v_out (both 0 without). step is one f32,
 * rounded to an integer, from 1. Each output may be the input it comes from. */
typedef struct {
    unsigned long long weight_out_global_addr;
    unsigned long long m_out_global_addr;
    unsigned long long v_out_global_addr;
    unsigned long long vmax_out_global_addr;
    unsigned long long grad_global_addr;
    unsigned long long weight_global_addr;
    unsigned long long m_global_addr;
    unsigned long long v_global_addr;
    unsigned long long vmax_global_addr;
    unsigned long long step_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    float lr;
    float beta1;
    float beta2;
    float eps;
    float weight_decay;
    int amsgrad;
    int maximize;
    int decoupled;
} sg_api_adam_t;

#pragma pack(pop)

#endif /* SG_API_OPTIMIZER_H */
