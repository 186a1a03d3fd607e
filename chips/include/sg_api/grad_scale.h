/* Gradient scaling: argument structs of the kernels in chips/common/kernels/grad_scale.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_GRAD_SCALE_H
#define SG_API_GRAD_SCALE_H

#include "types.h"

#pragma pack(push, 1)

/* Single-core form: input *= inv_scale in place; found_inf (1 element, found_inf_dtype) = 1 if an input was not finite, else
 * unchanged. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long found_inf_global_addr;
    int dim;
    int shape[FW_MAX_SHAPE_DIMS];
    float inv_scale;
    int idtype;
    int found_inf_dtype;
} sg_api_inf_check_unscale_t;

/* Multi-core form, tpu_kernel_api_inf_check_and_unscale_multi_core: found_inf_buffer takes 64 bytes for each core.
 * need_clear_found_inf: found_inf becomes 0 first. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long found_inf_global_addr;
    unsigned long long found_inf_buffer_global_addr;
    int dim;
    int shape[FW_MAX_SHAPE_DIMS];
    float inv_scale;
    int idtype;
    int found_inf_dtype;
    int need_clear_found_inf;
} sg_api_inf_check_unscale_multi_core_t;

#pragma pack(pop)

#endif /* SG_API_GRAD_SCALE_H */
