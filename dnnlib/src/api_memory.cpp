// C API: device memory and copies.
#include <algorithm>
#include <vector>

#include "device.h"
#include "handle.h"
#include "stream.h"

using tpudnn::AddressWindow;
using tpudnn::Device;
using tpudnn::Error;
using tpudnn::guarded;
using tpudnn::handleOf;
using tpudnn::required;
using tpudnn::Stream;

namespace
{

enum class Wait
{
    no,
    yes
};

void copyToDevice(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes, Wait wait)
{
    const auto impl = handleOf(handle);
    if (bytes > 0)
    {
        impl->stream().copyH2D(impl->device().toPhysical(dst, bytes, "dst"), required(src, "src"), bytes);
    }
    if (wait == Wait::yes && !impl->stream().capturing())
    {
        impl->stream().synchronize();
    }
}

void copyToHost(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes, Wait wait)
{
    const auto impl = handleOf(handle);
    if (bytes > 0)
    {
        impl->stream().copyD2H(required(dst, "dst"), impl->device().toPhysical(src, bytes, "src"), bytes);
    }
    if (wait == Wait::yes)
    {
        impl->stream().synchronize();
    }
}

// Bytes that the host carries at a time from one device to the other.
constexpr uint64_t kCarriedBytes = uint64_t{16} << 20;

// Over the links between the devices; where there are none, the host carries the bytes.
void copyFromOther(TPUDNNImpl &impl, int other, void *dst, const void *src, uint64_t bytes)
{
    Device &from = Device::get(other);
    Stream &reader = *from.defaultStream();
    const uint64_t to = impl.device().toPhysical(dst, bytes, "dst");
    const uint64_t source = from.toPhysical(src, bytes, "src");
    if (impl.stream().capturing())
    {
        throw Error(TPUDNN_STATUS_NOT_SUPPORTED, "src " + tpudnn::hex(src) + " is on " + from.name() +
                                                     ": a copy between devices is not possible while the stream is captured");
    }
    from.synchronize(); // whatever stream writes the source
    if (impl.device().link(from).hops > 0)
    {
        impl.stream().copyPeer(to, from, source, bytes);
        impl.stream().synchronize();
        return;
    }
    std::vector<unsigned char> host(std::min(bytes, kCarriedBytes));
    for (uint64_t done = 0; done < bytes; done += host.size())
    {
        const uint64_t piece = std::min<uint64_t>(bytes - done, host.size());
        reader.copyD2H(host.data(), source + done, piece);
        reader.synchronize();
        impl.stream().copyH2D(to + done, host.data(), piece);
        impl.stream().synchronize();
    }
}

void copyOnDevice(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes, Wait wait)
{
    const auto impl = handleOf(handle);
    const int other = AddressWindow::instance().deviceOf(src);
    if (bytes > 0 && other >= 0 && other != impl->device().id())
    {
        copyFromOther(*impl, other, dst, src, bytes);
        return;
    }
    if (bytes > 0)
    {
        const uint64_t to = impl->device().toPhysical(dst, bytes, "dst");
        impl->stream().copyD2D(to, impl->device().toPhysical(src, bytes, "src"), bytes);
    }
    if (wait == Wait::yes && !impl->stream().capturing())
    {
        impl->stream().synchronize();
    }
}

void fill(tpudnnHandle_t handle, void *dst, int value, uint64_t bytes, Wait wait)
{
    const auto impl = handleOf(handle);
    if (bytes > 0)
    {
        impl->stream().fill(impl->device().toPhysical(dst, bytes, "dst"), value, bytes);
    }
    if (wait == Wait::yes && !impl->stream().capturing())
    {
        impl->stream().synchronize();
    }
}

} // namespace

extern "C" tpudnnStatus_t tpudnnMalloc(int deviceID, void **ptr, uint64_t bytes)
{
    return guarded("tpudnnMalloc", [&] {
        *required(ptr, "ptr") = nullptr;
        *ptr = Device::get(deviceID).allocate(bytes, nullptr);
    });
}

extern "C" tpudnnStatus_t tpudnnFree(void *ptr)
{
    return guarded("tpudnnFree", [&] {
        if (!ptr)
        {
            return;
        }
        Device &device = Device::get(AddressWindow::instance().find(ptr).device);
        // The memory is given back even where waiting reports a fault.
        const tpudnnStatus_t waited = guarded("waiting before the free", [&] { device.drain(); });
        device.release(ptr, nullptr);
        if (waited != TPUDNN_STATUS_SUCCESS)
        {
            throw Error(waited, tpudnn::lastError());
        }
    });
}

extern "C" tpudnnStatus_t tpudnnMallocAsync(tpudnnHandle_t handle, void **ptr, uint64_t bytes)
{
    return guarded("tpudnnMallocAsync", [&] {
        *required(ptr, "ptr") = nullptr;
        *ptr = handleOf(handle)->stream().allocate(bytes);
    });
}

extern "C" tpudnnStatus_t tpudnnFreeAsync(tpudnnHandle_t handle, void *ptr)
{
    return guarded("tpudnnFreeAsync", [&] { handleOf(handle)->stream().release(ptr); });
}

extern "C" tpudnnStatus_t tpudnnEmptyCache(int deviceID)
{
    return guarded("tpudnnEmptyCache", [&] { Device::get(deviceID).emptyPool(); });
}

extern "C" tpudnnStatus_t tpudnnGetMemoryInfo(int deviceID, tpudnnMemoryInfo_t *info)
{
    return guarded("tpudnnGetMemoryInfo", [&] { *required(info, "info") = Device::get(deviceID).memoryInfo(); });
}

extern "C" tpudnnStatus_t tpudnnResetPeakMemory(int deviceID)
{
    return guarded("tpudnnResetPeakMemory", [&] { Device::get(deviceID).resetPeaks(); });
}

extern "C" tpudnnStatus_t tpudnnGetDeviceMemory(int deviceID, uint64_t *free_bytes, uint64_t *total_bytes)
{
    return guarded("tpudnnGetDeviceMemory", [&] {
        *required(free_bytes, "free_bytes") = 0;
        *required(total_bytes, "total_bytes") = 0;
        Device::get(deviceID).memoryBytes(free_bytes, total_bytes);
    });
}

extern "C" tpudnnStatus_t tpudnnGetPointerDevice(const void *ptr, int *deviceID)
{
    return guarded("tpudnnGetPointerDevice", [&] {
        *required(deviceID, "deviceID") = -1;
        if (!ptr)
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM, "ptr is null");
        }
        *deviceID = AddressWindow::instance().deviceOf(ptr);
        if (*deviceID < 0)
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM, "ptr " + tpudnn::hex(ptr) + " is in no device allocation");
        }
    });
}

extern "C" tpudnnStatus_t tpudnnMemcpyH2D(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes)
{
    return guarded("tpudnnMemcpyH2D", [&] { copyToDevice(handle, dst, src, bytes, Wait::yes); });
}

extern "C" tpudnnStatus_t tpudnnMemcpyD2H(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes)
{
    return guarded("tpudnnMemcpyD2H", [&] { copyToHost(handle, dst, src, bytes, Wait::yes); });
}

extern "C" tpudnnStatus_t tpudnnMemcpyD2D(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes)
{
    return guarded("tpudnnMemcpyD2D", [&] { copyOnDevice(handle, dst, src, bytes, Wait::yes); });
}

extern "C" tpudnnStatus_t tpudnnMemset(tpudnnHandle_t handle, void *dst, int value, uint64_t bytes)
{
    return guarded("tpudnnMemset", [&] { fill(handle, dst, value, bytes, Wait::yes); });
}

extern "C" tpudnnStatus_t tpudnnMemcpyH2DAsync(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes)
{
    return guarded("tpudnnMemcpyH2DAsync", [&] { copyToDevice(handle, dst, src, bytes, Wait::no); });
}

extern "C" tpudnnStatus_t tpudnnMemcpyD2HAsync(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes)
{
    return guarded("tpudnnMemcpyD2HAsync", [&] { copyToHost(handle, dst, src, bytes, Wait::no); });
}

extern "C" tpudnnStatus_t tpudnnMemcpyD2DAsync(tpudnnHandle_t handle, void *dst, const void *src, uint64_t bytes)
{
    return guarded("tpudnnMemcpyD2DAsync", [&] { copyOnDevice(handle, dst, src, bytes, Wait::no); });
}

extern "C" tpudnnStatus_t tpudnnMemsetAsync(tpudnnHandle_t handle, void *dst, int value, uint64_t bytes)
{
    return guarded("tpudnnMemsetAsync", [&] { fill(handle, dst, value, bytes, Wait::no); });
}

extern "C" tpudnnStatus_t tpudnnMemcpyHostToDevice(tpudnnHandle_t handle, uint64_t dst, void *src, size_t size)
{
    return guarded("tpudnnMemcpyHostToDevice", [&] {
        const auto impl = handleOf(handle);
        void *address = tpudnn::named("dst", [&] { return impl->physToVirt(dst); });
        copyToDevice(handle, address, src, size, Wait::yes);
    });
}

extern "C" tpudnnStatus_t tpudnnMemcpyDeviceToHost(tpudnnHandle_t handle, void *dst, uint64_t src, size_t size)
{
    return guarded("tpudnnMemcpyDeviceToHost", [&] {
        const auto impl = handleOf(handle);
        const void *address = tpudnn::named("src", [&] { return impl->physToVirt(src); });
        copyToHost(handle, dst, address, size, Wait::yes);
    });
}
