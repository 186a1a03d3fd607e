/* The larger or smaller of two: argument structs of the kernels in chips/common/kernels/extremes.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_EXTREMES_H
#define SG_API_EXTREMES_H

#include "types.h"

#pragma pack(push, 1)

/* output = max(input, other); NaN if either is. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_maximum_t;

/* With broadcasting, aligned at the last dimension. The output's shape follows from the inputs'. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int other_shape[FW_MAX_SHAPE_DIMS];
    int output_shape[FW_MAX_SHAPE_DIMS];
    int input_dim;
    int other_dim;
    int output_dim;
    int dtype;
} sg_api_maximum_bcast_t;

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int other_shape[FW_MAX_SHAPE_DIMS];
    int output_shape[FW_MAX_SHAPE_DIMS];
    int input_dim;
    int other_dim;
    int output_dim;
    int dtype;
} sg_api_minimum_bcast_t;

/* With a number, which is converted to dtype first: to the nearest, halves to even. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    float scalar;
} sg_api_maximumc_t;

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    float scalar;
} sg_api_minimumc_t;

/* As above, but a NaN gives the other operand. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_fmax_t;

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_fmin_t;

/* With broadcasting. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int other_shape[FW_MAX_SHAPE_DIMS];
    int output_shape[FW_MAX_SHAPE_DIMS];
    int input_dim;
    int other_dim;
    int output_dim;
    int dtype;
} sg_api_fmax_bcast_t;

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int other_shape[FW_MAX_SHAPE_DIMS];
    int output_shape[FW_MAX_SHAPE_DIMS];
    int input_dim;
    int other_dim;
    int output_dim;
    int dtype;
} sg_api_fmin_bcast_t;

/* With a number. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    float scalar;
} sg_api_fmaxc_t;

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    float scalar;
} sg_api_fminc_t;

#pragma pack(pop)

#endif /* SG_API_EXTREMES_H */
