/* Argument structs of the kernels that the cases launch. */
#ifndef SG_API_STRUCT_H
#define SG_API_STRUCT_H

#pragma pack(push, 1)
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    unsigned long long buffer_global_addr;
    int dim;
    int dtype;
    int mode;
    int shape[8];
    float value;
} sg_api_one_t;

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int transposed;
    int dtype;
} sg_api_two_t;

typedef struct {
    unsigned long long list_global_addr[4];
    unsigned long long output_global_addr;
    long long count;
    int sizes[4];
} sg_api_list_t;

typedef struct {
    int kind;
    int flags;
    unsigned long long pair_global_addr[2];
} sg_api_small_t;
#pragma pack(pop)

/* Recorded, with its argument, which it returns. Declared here because this header comes along with every conversion. */
#ifdef __cplusplus
extern "C"
#endif
int probe(int value);

enum { KERNEL_LIMIT = 64 };

#endif
