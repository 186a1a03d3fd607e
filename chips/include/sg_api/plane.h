/* Functions of a point in the plane, and neighbours of a number: argument structs of the kernels in chips/common/kernels/plane.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_PLANE_H
#define SG_API_PLANE_H

#include "types.h"

#pragma pack(push, 1)

/* output (dtype) = angle of (other, input) in (-pi, pi]; the inputs are f32. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_atan2_t;

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
} sg_api_atan2_bcast_t;

/* atan2(scalar, other). */
typedef struct {
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    float scalar;
} sg_api_atan2c_t;

/* atan2(input, scalar). */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    float scalar;
} sg_api_atan2_c_t;

/* hypot with broadcasting, aligned at the last dimension. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int other_shape[FW_MAX_SHAPE_DIMS];
    int input_dim;
    int other_dim;
    int dtype;
} sg_api_hypot_bcast_t;

/* hypot(input, scalar). */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    float scalar;
    int dtype;
} sg_api_hypot_c_t;

/* The next number of dtype from input towards other. f32, f16 and bf16. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_nextafter_t;

/* With broadcasting, aligned at the last dimension. */
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
} sg_api_nextafter_bcast_t;

/* nextafter(scalar, other). */
typedef struct {
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    float scalar;
} sg_api_nextafterc_t;

/* nextafter(input, scalar). */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    float scalar;
} sg_api_nextafter_c_t;

#pragma pack(pop)

#endif /* SG_API_PLANE_H */
