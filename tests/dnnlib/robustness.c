/* Drives the C API with wrong arguments, from C, for a run under AddressSanitizer: prints each status and sentence, exits 0. */
#include <stdio.h>
#include <string.h>

#include "tpuDNN.h"

static int failures;

static void expect(tpudnnStatus_t wanted, tpudnnStatus_t got, const char *what, const char *part)
{
    const char *sentence = got == TPUDNN_STATUS_SUCCESS ? "" : tpudnnGetLastError();
    printf("%s: %s: %s\n", what, tpudnnGetStatusName(got), sentence);
    if (got != wanted || !strstr(sentence, part))
    {
        printf("  expected %s with '%s'\n", tpudnnGetStatusName(wanted), part);
        ++failures;
    }
}

static tpudnnTensor_t matrix(tpudnnHandle_t handle, int rows, int columns, tpudnnDataType_t dtype)
{
    tpudnnTensor_t tensor = tpudnnUndefinedTensor();
    tensor.dim = 2;
    tensor.shape[0] = rows;
    tensor.shape[1] = columns;
    tpudnnContiguousStride(tensor.shape, 2, tensor.stride);
    tensor.dtype = dtype;
    if (tpudnnMallocAsync(handle, &tensor.addr, tpudnnTensorBytes(&tensor)) != TPUDNN_STATUS_SUCCESS)
    {
        printf("no memory: %s\n", tpudnnGetLastError());
        ++failures;
    }
    return tensor;
}

static void run(int device)
{
    tpudnnHandle_t handle = tpudnnCreate(device);
    const tpudnnTensor_t none = tpudnnUndefinedTensor();
    tpudnnTensor_t left = matrix(handle, 4, 6, TPUDNN_DTYPE_FP32);
    tpudnnTensor_t right = matrix(handle, 6, 5, TPUDNN_DTYPE_FP32);
    tpudnnTensor_t output = matrix(handle, 4, 5, TPUDNN_DTYPE_FP32);
    tpudnnTensor_t other;
    float host[30] = {0};

    expect(TPUDNN_STATUS_SUCCESS, tpudnnMemcpyH2D(handle, left.addr, host, 24 * sizeof(float)), "upload", "");
    expect(TPUDNN_STATUS_SUCCESS, tpudnnMemcpyH2D(handle, right.addr, host, 30 * sizeof(float)), "upload", "");
    expect(TPUDNN_STATUS_SUCCESS, tpudnnMatmulAsync(handle, left, right, none, output), "matmul", "");
    expect(TPUDNN_STATUS_SUCCESS, tpudnnSync(handle), "sync", "");
    expect(TPUDNN_STATUS_BAD_PARAM, tpudnnMatmulAsync(NULL, left, right, none, output), "null handle", "handle is null");
    expect(TPUDNN_STATUS_BAD_PARAM, tpudnnMatmulAsync(handle, none, right, none, output), "null tensor", "'left' is required");
    other = left;
    other.dim = 9;
    expect(TPUDNN_STATUS_BAD_PARAM, tpudnnMatmulAsync(handle, other, right, none, output), "nine dimensions", "dim 9");
    other.dim = -2147483647;
    expect(TPUDNN_STATUS_BAD_PARAM, tpudnnMatmulAsync(handle, other, right, none, output), "negative dim", "0 to 8");
    expect(TPUDNN_STATUS_BAD_PARAM, tpudnnMatmulAsync(handle, left, left, none, output), "shapes", "with K = 6");
    other = right;
    other.dtype = TPUDNN_DTYPE_BF16;
    expect(TPUDNN_STATUS_BAD_PARAM, tpudnnMatmulAsync(handle, left, other, none, output), "types", "they have one data type");
    other = left;
    other.dtype = TPUDNN_DTYPE_INT32;
    expect(TPUDNN_STATUS_NOT_SUPPORTED, tpudnnMatmulAsync(handle, other, right, none, output), "unsupported type", "INT32");
    other = left;
    other.addr = host;
    expect(TPUDNN_STATUS_BAD_PARAM, tpudnnMatmulAsync(handle, other, right, none, output), "host address", "host address?");
    expect(TPUDNN_STATUS_BAD_PARAM, tpudnnMemcpyD2H(handle, host, right.addr, 1 << 30), "too many bytes", "more than the 120");
    expect(TPUDNN_STATUS_SUCCESS, tpudnnFreeAsync(handle, left.addr), "free", "");
    expect(TPUDNN_STATUS_BAD_PARAM, tpudnnFreeAsync(handle, left.addr), "free twice", "it was freed");
    expect(TPUDNN_STATUS_BAD_PARAM, tpudnnMatmulAsync(handle, left, right, none, output), "freed tensor", "it was freed");
    expect(TPUDNN_STATUS_SUCCESS, tpudnnFree(right.addr), "free", "");
    expect(TPUDNN_STATUS_SUCCESS, tpudnnFree(output.addr), "free", "");
    tpudnnDestroy(handle);
}

int main(void)
{
    int count = 0;
    expect(TPUDNN_STATUS_SUCCESS, tpudnnGetDeviceCount(&count), "count", "");
    for (int device = 0; device < count; ++device)
    {
        run(device);
    }
    return failures == 0 && count > 0 ? 0 : 1;
}
