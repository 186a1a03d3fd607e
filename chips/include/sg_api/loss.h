/* Losses: argument structs of the kernels in chips/common/kernels/loss.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_LOSS_H
#define SG_API_LOSS_H

#include "types.h"

#pragma pack(push, 1)

/* Single-core form: squared distance of input1 and input2: each (reduction 0), their mean (1; NaN of nothing) or sum (2). The legacy firmware
 * divides each block's sum by the block's size. */
typedef struct {
    unsigned long long input1_global_addr;
    unsigned long long input2_global_addr;
    unsigned long long output_global_addr;
    int reduction;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_mse_loss_t;

/* Single-core form: input [batch, class_]; target [batch], int32 or int64 (is_target_int64), from 0 to class_ - 1; output, one element: the mean
 * (reduction 0; NaN of nothing) or sum (1) of the cross entropies of softmax(input) and what target says, which label_smoothing
 * (between 0 and 1) mixes with the same for each class. There is no ignored target: another number is a fault, where the legacy
 * firmware takes it for one without a class. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long target_global_addr;
    unsigned long long output_global_addr;
    int batch;
    int class_;
    int reduction;
    float label_smoothing;
    int dtype;
    int is_target_int64;
} sg_api_cross_entropy_loss_t;

/* Single-core form: its gradient, grad_output (one element) * (softmax(input) - mixed target), for the mean over batch. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long target_global_addr;
    unsigned long long grad_output_global_addr;
    unsigned long long grad_input_global_addr;
    int batch;
    int class_;
    int reduction;
    float label_smoothing;
    int dtype;
    int is_target_int64;
} sg_api_cross_entropy_loss_backward_t;

#pragma pack(pop)

#endif /* SG_API_LOSS_H */
