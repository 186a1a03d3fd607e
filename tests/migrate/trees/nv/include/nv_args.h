#ifndef NV_ARGS_H
#define NV_ARGS_H
#ifdef __cplusplus
extern "C" {
#endif
#define NV_MAX_RANK 6
enum nv_unary { NV_UNARY_RELU = 3, NV_UNARY_AFFINE = 4 };
struct nv_args_unary {
    unsigned long long src, dst;
    long count;
    float k, b;
    int op, kind;
};
typedef struct {
    unsigned long long left, right, out, scratch;
    int m, k, n;
    unsigned char left_transposed;
    unsigned char kind;
    unsigned short pad;
} nv_args_gemm;
struct nv_args_reduce {
    unsigned long long src, tmp, dst;
    long shape[NV_MAX_RANK];
    int rank, axis, mean, kind;
};
typedef struct nv_args_topk {
    unsigned long long src, values, indices, work;
    long rows, row;
    int k, kind;
} nv_args_topk;
struct nv_args_concat {
    unsigned long long src[8];
    unsigned long long dst;
    long extents[8];
    int count, axis, kind;
};
struct nv_args_where {
    struct { unsigned long long cond, a, b, y; } at;
    long count;
    int kind;
};
#ifdef __cplusplus
}
#endif
#endif
