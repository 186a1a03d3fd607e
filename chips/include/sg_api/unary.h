/* Element by element, one input: argument structs of the kernels in chips/common/kernels/unary.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_UNARY_H
#define SG_API_UNARY_H

#include "types.h"

#pragma pack(push, 1)

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    sg_log_type_t log_type;
} sg_api_log_t;

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_neg_t;

/* output (uint8) = input == 0. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_logical_not_t;

/* Single-core form. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_sign_t;

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    float min;
    float max;
    int dim;
    int dtype;
} sg_api_clamp_t;

/* The exact form, x / 2 * (1 + erf(x / sqrt(2))). */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_gelu_t;

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long grad_output_global_addr;
    unsigned long long grad_input_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_gelu_backward_t;

/* Single-core form: keeps an element where its random number, uniform in [0, 1), is at least threshold, scaled by 1 / (1 - threshold);
 * others are 0. The numbers are a function of seed and element index alone. mask optional, uint8, 1 where kept. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    unsigned long long mask_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    unsigned long long seed;
    float threshold;
    int dtype;
} sg_api_dropout_t;

/* output (uint8) = 1 where the sign bit of input is set, else 0. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_signbit_t;

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_cbrt_t;

/* NaN stays. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    float min_value;
    float max_value;
} sg_api_hardtanh_t;

/* output = input > 0 ? input : negative_slope * input. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    float negative_slope;
    int dtype;
} sg_api_leakyrelu_t;

/* grad_input = input > 0 ? grad_output : 0. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long grad_output_global_addr;
    unsigned long long grad_input_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_relu_backward_t;

/* output = what is left of input after division by scalar, with scalar's sign: between 0 and scalar. NaN where scalar is 0. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    float scalar;
} sg_api_remainder_t;

#pragma pack(pop)

#endif /* SG_API_UNARY_H */
