// C API: devices, handles, kernels.
#include <cstdio>
#include <memory>

#include "device.h"
#include "driver_loader.h"
#include "stream.h"
#include "tpudnn_impl.h"

using tpudnn::Device;
using tpudnn::Error;
using tpudnn::guarded;
using tpudnn::required;

namespace
{

TPUDNNImpl &implOf(tpudnnHandle_t handle) { return *static_cast<TPUDNNImpl *>(required(handle, "handle")); }

// A stream of this library is known to its device; anything else is the runtime's own.
std::unique_ptr<TPUDNNImpl> makeHandle(int deviceID, void *stream, void *module)
{
    Device &device = Device::get(deviceID);
    if (!module && !stream)
    {
        return std::make_unique<TPUDNNImpl>(device, device.defaultStream(), false);
    }
    if (device.ownsStream(stream))
    {
        if (module)
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM, "a stream of this library uses the library's kernel module; `module` must be null");
        }
        return std::make_unique<TPUDNNImpl>(device, *static_cast<tpudnnStream_st *>(stream), false);
    }
    return std::make_unique<TPUDNNImpl>(device, *device.createStream(stream, module), true);
}

} // namespace

extern "C" tpudnnStatus_t tpudnnGetDeviceCount(int *count)
{
    return guarded("tpudnnGetDeviceCount", [&] {
        *required(count, "count") = 0;
        *count = Device::count();
    });
}

extern "C" tpudnnStatus_t tpudnnGetDeviceProperties(int deviceID, tpudnnDeviceProperties_t *properties)
{
    return guarded("tpudnnGetDeviceProperties", [&] {
        required(properties, "properties");
        const Device &device = Device::get(deviceID);
        const tpudnnDriverProperties_t &known = device.driverProperties();
        *properties = {};
        std::snprintf(properties->chip, sizeof properties->chip, "%s", device.chip().c_str());
        std::snprintf(properties->aliases, sizeof properties->aliases, "%s", device.driver().aliases ? device.driver().aliases : "");
        properties->chip_index = device.chipIndex();
        properties->cores = known.cores;
        properties->alignment = known.alignment;
        properties->asynchronous = known.asynchronous;
        properties->dtypes = known.dtypes;
        properties->memory_bytes = known.memory_bytes;
    });
}

extern "C" tpudnnStatus_t tpudnnGetDeviceByName(const char *chip, int *deviceID)
{
    return guarded("tpudnnGetDeviceByName", [&] { *required(deviceID, "deviceID") = Device::findByName(required(chip, "chip")); });
}

extern "C" tpudnnStatus_t tpudnnDeviceSynchronize(int deviceID)
{
    return guarded("tpudnnDeviceSynchronize", [&] { Device::get(deviceID).synchronize(); });
}

extern "C" tpudnnHandle_t tpudnnCreate(int deviceID)
{
    tpudnnHandle_t handle = nullptr;
    guarded("tpudnnCreate", [&] { handle = makeHandle(deviceID, nullptr, nullptr).release(); });
    return handle;
}

extern "C" void tpudnnDestroy(tpudnnHandle_t handle)
{
    guarded("tpudnnDestroy", [&] { delete handle; });
}

extern "C" tpudnnHandle_t tpudnnHandleFromStream(int deviceID, void *stream, void *module)
{
    tpudnnHandle_t handle = nullptr;
    guarded("tpudnnHandleFromStream", [&] { handle = makeHandle(deviceID, stream, module).release(); });
    return handle;
}

extern "C" tpudnnStatus_t tpudnnGetDevice(tpudnnHandle_t handle, int *deviceID)
{
    return guarded("tpudnnGetDevice", [&] { *required(deviceID, "deviceID") = implOf(handle).device().id(); });
}

extern "C" tpudnnStatus_t tpudnnGetStream(tpudnnHandle_t handle, tpudnnStream_t *stream)
{
    return guarded("tpudnnGetStream", [&] { *required(stream, "stream") = &implOf(handle).stream(); });
}

extern "C" tpudnnStatus_t tpudnnSync(tpudnnHandle_t handle)
{
    return guarded("tpudnnSync", [&] { implOf(handle).stream().synchronize(); });
}

extern "C" tpudnnStatus_t tpudnnFlush(tpudnnHandle_t handle)
{
    // Every driver call hands its work to the runtime at once; there is nothing the library holds back.
    return guarded("tpudnnFlush", [&] { implOf(handle); });
}

extern "C" void *tpudnnPhysToVirt(tpudnnHandle_t handle, uint64_t addr)
{
    void *address = nullptr;
    guarded("tpudnnPhysToVirt", [&] { address = implOf(handle).physToVirt(addr); });
    return address;
}

extern "C" uint64_t tpudnnVirtToPhys(tpudnnHandle_t handle, void *addr)
{
    uint64_t address = 0;
    guarded("tpudnnVirtToPhys", [&] { address = implOf(handle).virtToPhys(addr); });
    return address;
}

extern "C" tpudnnStatus_t tpudnnLaunchKernel(tpudnnHandle_t handle, const char *key, const void *args, size_t size)
{
    tpudnnStatus_t launched = TPUDNN_STATUS_SUCCESS;
    const tpudnnStatus_t checked = guarded("tpudnnLaunchKernel", [&] {
        TPUDNNImpl &impl = implOf(handle);
        required(key, "key");
        required(args, "args");
        launched = impl.launchBytes(key, args, size);
    });
    return checked == TPUDNN_STATUS_SUCCESS ? launched : checked;
}

extern "C" tpudnnStatus_t tpudnnHasKernel(tpudnnHandle_t handle, const char *key, int *supported)
{
    return guarded("tpudnnHasKernel", [&] { *required(supported, "supported") = implOf(handle).hasKernel(required(key, "key")) ? 1 : 0; });
}
