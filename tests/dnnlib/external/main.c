/* Multiplies a 2 x 3 by a 3 x 2 matrix on every device and prints chip and product. */
#include <stdio.h>
#include <tpuDNN.h>

static int check(tpudnnStatus_t status, const char *what)
{
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        fprintf(stderr, "%s: %s: %s\n", what, tpudnnGetStatusName(status), tpudnnGetLastError());
    }
    return status != TPUDNN_STATUS_SUCCESS;
}

static tpudnnTensor_t matrix(void *addr, int rows, int columns)
{
    const tpudnnTensor_t tensor = {addr, 2, {rows, columns}, {columns, 1}, TPUDNN_DTYPE_FP32};
    return tensor;
}

static int run(int device)
{
    const float left[6] = {1, 2, 3, 4, 5, 6};
    const float right[6] = {1, 0, 0, 1, 1, 1};
    float product[4] = {0};
    void *memory[3] = {0};
    tpudnnDeviceProperties_t properties;
    const tpudnnTensor_t none = {0};
    tpudnnHandle_t handle = tpudnnCreate(device);
    int failed = handle == NULL || check(tpudnnGetDeviceProperties(device, &properties), "properties");
    for (int i = 0; i < 3 && !failed; ++i)
    {
        failed = check(tpudnnMalloc(device, &memory[i], sizeof left), "malloc");
    }
    failed = failed || check(tpudnnMemcpyH2D(handle, memory[0], left, sizeof left), "copy to the device") ||
             check(tpudnnMemcpyH2D(handle, memory[1], right, sizeof right), "copy to the device") ||
             check(tpudnnMatmulAsync(handle, matrix(memory[0], 2, 3), matrix(memory[1], 3, 2), none, matrix(memory[2], 2, 2)), "matmul") ||
             check(tpudnnMemcpyD2H(handle, product, memory[2], sizeof product), "copy to the host");
    if (!failed)
    {
        printf("%s: %g %g %g %g\n", properties.chip, product[0], product[1], product[2], product[3]);
    }
    for (int i = 0; i < 3; ++i)
    {
        failed |= check(tpudnnFree(memory[i]), "free");
    }
    tpudnnDestroy(handle);
    return failed;
}

int main(void)
{
    int count = 0;
    int failed = check(tpudnnGetDeviceCount(&count), "devices");
    for (int device = 0; device < count; ++device)
    {
        failed |= run(device);
    }
    return failed;
}
