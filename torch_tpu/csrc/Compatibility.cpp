#include "Compatibility.h"

#include <c10/core/ScalarType.h>
#include <c10/util/Exception.h>

#include <mutex>
#include <unordered_map>

#include "core/Allocator.h"
#include "core/Device.h"
#include "core/Status.h"
#include "core/Stream.h"

namespace tpu
{
namespace
{

// What TPUAlloc gave out; outlives every caller.
struct Given
{
    std::mutex mutex;
    std::unordered_map<void *, c10::DataPtr> blocks;
};

Given &given()
{
    static auto *const leaked = new Given;
    return *leaked;
}

} // namespace

at::Device TPUGetCurrentDevice() { return at::Device(c10_tpu::kTPU, c10_tpu::currentDevice()); }

int TPUGetDeviceCount() { return c10_tpu::deviceCount(); }

int TPUGetDeviceIndex() { return c10_tpu::currentDevice(); }

void TPUSetDeviceIndex(int index)
{
    TORCH_CHECK_INDEX(index >= 0 && index < TPUGetDeviceCount(), "there is no tpu device ", index, "; there are ", TPUGetDeviceCount());
    c10_tpu::setDevice(static_cast<c10::DeviceIndex>(index));
}

void *TPUAlloc(size_t bytes)
{
    c10::DataPtr block = c10_tpu::allocator()->allocate(bytes);
    void *const memory = block.get();
    if (memory != nullptr)
    {
        const std::lock_guard<std::mutex> lock(given().mutex);
        given().blocks.insert_or_assign(memory, std::move(block));
    }
    return memory;
}

void *TPUAlloc(size_t bytes, int index)
{
    const int before = TPUGetDeviceIndex();
    TPUSetDeviceIndex(index);
    void *memory = nullptr;
    try
    {
        memory = TPUAlloc(bytes);
    }
    catch (...)
    {
        TPUSetDeviceIndex(before);
        throw;
    }
    TPUSetDeviceIndex(before);
    return memory;
}

void TPUFree(void *memory)
{
    c10::DataPtr block;
    const std::lock_guard<std::mutex> lock(given().mutex);
    const auto found = given().blocks.find(memory);
    TORCH_CHECK(memory == nullptr || found != given().blocks.end(), "TPUFree: ", memory,
                " is no memory of TPUAlloc, or was given back before");
    if (memory != nullptr)
    {
        block = std::move(found->second);
        given().blocks.erase(found);
    }
}

void TPUCopyHostToDevice(void *dst, const void *src, size_t bytes, bool non_blocking)
{
    const auto stream = c10_tpu::getCurrentTPUStream();
    TPU_CHECK_STATUS(non_blocking ? tpudnnMemcpyH2DAsync(stream, dst, src, bytes) : tpudnnMemcpyH2D(stream, dst, src, bytes));
}

void TPUCopyDeviceToHost(void *dst, const void *src, size_t bytes, bool non_blocking)
{
    const auto stream = c10_tpu::getCurrentTPUStream();
    TPU_CHECK_STATUS(non_blocking ? tpudnnMemcpyD2HAsync(stream, dst, src, bytes) : tpudnnMemcpyD2H(stream, dst, src, bytes));
}

void TPUCopyDeviceToDevice(void *dst, const void *src, size_t bytes, bool non_blocking)
{
    const auto stream = c10_tpu::getCurrentTPUStream();
    TPU_CHECK_STATUS(non_blocking ? tpudnnMemcpyD2DAsync(stream, dst, src, bytes) : tpudnnMemcpyD2D(stream, dst, src, bytes));
}

bool IsSupportDtype(caffe2::TypeMeta dtype)
{
    switch (c10::typeMetaToScalarType(dtype))
    {
    case c10::kFloat:
    case c10::kHalf:
    case c10::kBFloat16:
    case c10::kInt:
    case c10::kBool:
    case c10::kByte:
    case c10::kChar:
        return true;
    default:
        return false;
    }
}

} // namespace tpu
