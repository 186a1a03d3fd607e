/* Norms over channels and groups of channels: argument structs of the kernels in chips/common/kernels/channel_norm.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_CHANNEL_NORM_H
#define SG_API_CHANNEL_NORM_H

#include "types.h"

#pragma pack(push, 1)

/* Single-core form: [n, c, h, w], training: output = (input - mean) * invstd * weight + bias for each channel. running_mean and running_var
 * (optional) move towards mean and the variance over n * h * w - 1 by momentum. weight and bias optional. Computed in f32,
 * each result rounded once. saved_mean and saved_invstd [c]. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long running_mean_global_addr;
    unsigned long long running_var_global_addr;
    unsigned long long weight_global_addr;
    unsigned long long bias_global_addr;
    unsigned long long saved_mean_global_addr;
    unsigned long long saved_invstd_global_addr;
    unsigned long long output_global_addr;
    int shape[4];
    float momentum;
    float eps;
    int dtype;
} sg_api_batchnorm2d_t;

/* Single-core form: [n, c, h, w]. weight optional, and each of the three gradients. */
typedef struct {
    unsigned long long grad_output_global_addr;
    unsigned long long input_global_addr;
    unsigned long long weight_global_addr;
    unsigned long long saved_mean_global_addr;
    unsigned long long saved_invstd_global_addr;
    unsigned long long grad_input_global_addr;
    unsigned long long grad_weight_global_addr;
    unsigned long long grad_bias_global_addr;
    int shape[4];
    int dtype;
} sg_api_batchnorm2d_backward_t;

/* input [n, c, ...], axis is 1; mean and rstd [n, group_num]. affine: 1 with weight, 2 with bias [c], 3 with both. The legacy
 * firmware's kernels of this name compute nothing: its host falls back to PyTorch. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long weight_global_addr;
    unsigned long long bias_global_addr;
    unsigned long long output_global_addr;
    unsigned long long mean_global_addr;
    unsigned long long rstd_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int axis;
    int group_num;
    float eps;
    int affine;
    int dtype;
} sg_api_native_group_norm_t;

/* Single-core form: [n, c, h, w], saved_mean and saved_invstd [n, group_nums]. weight optional, and each of the three gradients. */
typedef struct {
    unsigned long long grad_output_global_addr;
    unsigned long long input_global_addr;
    unsigned long long weight_global_addr;
    unsigned long long saved_mean_global_addr;
    unsigned long long saved_invstd_global_addr;
    unsigned long long grad_input_global_addr;
    unsigned long long grad_weight_global_addr;
    unsigned long long grad_bias_global_addr;
    int shape[4];
    int dtype;
    int group_nums;
} sg_api_groupnorm2d_backward_t;

#pragma pack(pop)

#endif /* SG_API_CHANNEL_NORM_H */
