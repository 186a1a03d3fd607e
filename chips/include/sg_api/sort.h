/* Order: argument structs of the kernels in chips/common/kernels/sort.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_SORT_H
#define SG_API_SORT_H

#include "types.h"

#pragma pack(push, 1)

/* value and index (int32) of the k largest (smallest) along axis, which becomes k long; in order, whether sorted or not; of equal
 * ones those before come first. A NaN is larger than all numbers. Here any axis, where the legacy firmware takes
 * the last one alone. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long value_global_addr;
    unsigned long long index_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int k;
    int axis;
    int largest;
    int sorted;
    int dtype;
} sg_api_topk_t;

/* scores [batch_size, total_size] in n_groups groups of neighbours: of the topk_groups groups whose two largest elements add up to most
 * the top_k largest elements, in order, and where in their row they are (int32), both [batch_size, top_k]. Of equal ones the first comes first, NaN is
 * larger than any number. Sums are in f32. */
typedef struct {
    unsigned long long values_global_addr;
    unsigned long long indices_global_addr;
    unsigned long long scores_global_addr;
    int batch_size;
    int total_size;
    int n_groups;
    int topk_groups;
    int top_k;
    int dtype;
} sg_api_noaux_tc_topk_t;

#pragma pack(pop)

#endif /* SG_API_SORT_H */
