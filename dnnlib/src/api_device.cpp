// C API: devices, handles, kernels.
#include <cstdio>
#include <memory>

#include "device.h"
#include "driver_loader.h"
#include "handle.h"
#include "kernel_table.h"
#include "stream.h"

using tpudnn::checked;
using tpudnn::Device;
using tpudnn::Error;
using tpudnn::guarded;
using tpudnn::handleOf;
using tpudnn::named;
using tpudnn::ObjectTable;
using tpudnn::publish;
using tpudnn::required;
using tpudnn::retired;
using tpudnn::Stream;

namespace
{

// An address among the library's own names a stream of it; anything else is the runtime's own.
tpudnnHandle_t makeHandle(int deviceID, void *stream, void *module)
{
    Device &device = Device::get(deviceID);
    if (!module && !stream)
    {
        return publish<TPUDNNImpl>(device.defaultStream(), false);
    }
    if (!ObjectTable::instance().covers(stream))
    {
        tpudnn::requireHost(stream, "stream");
        tpudnn::requireHost(module, "module");
        return publish<TPUDNNImpl>(device.createStream(stream, module), true);
    }
    const auto known = checked<Stream>(static_cast<tpudnnStream_t>(stream), "stream");
    if (&known->device() != &device)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM,
                    "stream " + tpudnn::hex(stream) + " is of " + known->device().name() + ", the handle is to be of " + device.name());
    }
    if (module)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM,
                    "module " + tpudnn::hex(module) + " is given with a stream of this library, which uses the library's own; pass null");
    }
    return publish<TPUDNNImpl>(known.held(), false);
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
    guarded("tpudnnCreate", [&] { handle = makeHandle(deviceID, nullptr, nullptr); });
    return handle;
}

extern "C" void tpudnnDestroy(tpudnnHandle_t handle)
{
    guarded("tpudnnDestroy", [&] {
        if (handle)
        {
            retired<TPUDNNImpl>(handle, "handle");
        }
    });
}

extern "C" tpudnnHandle_t tpudnnHandleFromStream(int deviceID, void *stream, void *module)
{
    tpudnnHandle_t handle = nullptr;
    guarded("tpudnnHandleFromStream", [&] { handle = makeHandle(deviceID, stream, module); });
    return handle;
}

extern "C" tpudnnStatus_t tpudnnGetDevice(tpudnnHandle_t handle, int *deviceID)
{
    return guarded("tpudnnGetDevice", [&] { *required(deviceID, "deviceID") = handleOf(handle)->device().id(); });
}

extern "C" tpudnnStatus_t tpudnnGetStream(tpudnnHandle_t handle, tpudnnStream_t *stream)
{
    return guarded("tpudnnGetStream", [&] { *required(stream, "stream") = handleOf(handle)->stream().name(); });
}

extern "C" tpudnnStatus_t tpudnnSync(tpudnnHandle_t handle)
{
    return guarded("tpudnnSync", [&] { handleOf(handle)->stream().synchronize(); });
}

extern "C" tpudnnStatus_t tpudnnFlush(tpudnnHandle_t handle)
{
    // Every driver call hands its work to the runtime at once; there is nothing the library holds back.
    return guarded("tpudnnFlush", [&] { handleOf(handle); });
}

extern "C" void *tpudnnPhysToVirt(tpudnnHandle_t handle, uint64_t addr)
{
    void *address = nullptr;
    guarded("tpudnnPhysToVirt", [&] {
        const auto impl = handleOf(handle);
        address = named("addr", [&] { return impl->physToVirt(addr); });
    });
    return address;
}

extern "C" uint64_t tpudnnVirtToPhys(tpudnnHandle_t handle, void *addr)
{
    uint64_t address = 0;
    guarded("tpudnnVirtToPhys", [&] {
        const auto impl = handleOf(handle);
        address = named("addr", [&] { return impl->virtToPhys(addr); });
    });
    return address;
}

extern "C" tpudnnStatus_t tpudnnLaunchKernel(tpudnnHandle_t handle, const char *kernelName, const void *arg, size_t argBytes, int groupNum,
                                             int groupSize)
{
    tpudnnStatus_t launched = TPUDNN_STATUS_SUCCESS;
    const tpudnnStatus_t checked = guarded("tpudnnLaunchKernel", [&] {
        const auto impl = handleOf(handle);
        required(kernelName, "kernelName");
        required(arg, "arg");
        if (!*kernelName)
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM,
                        "kernelName is empty; it names a row of the chip's kernel table, or a kernel that a row names");
        }
        const auto &kernels = impl->device().kernels();
        const tpudnn::KernelRow *row = kernels.find(kernelName);
        if (!row)
        {
            row = kernels.findSymbol(kernelName);
        }
        if (!row)
        {
            impl->notSupported(kernelName);
            throw Error(TPUDNN_STATUS_NOT_SUPPORTED, std::string("kernelName: ") + tpudnn::lastError());
        }
        if (!row->symbol.empty() && row->argsSize != argBytes)
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM, "argBytes is " + std::to_string(argBytes) + ", the kernel " + row->symbol + " takes " +
                                                     row->args + " of " + std::to_string(row->argsSize) + " bytes");
        }
        const long long cores = static_cast<long long>(groupNum) * groupSize;
        const int available = impl->device().driverProperties().cores;
        if (groupNum < 0 || groupSize < 0 || cores > available || (cores == 0 && groupNum != groupSize))
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM, "groupNum is " + std::to_string(groupNum) + " and groupSize " + std::to_string(groupSize) +
                                                     "; " + impl->deviceName() + " has " + std::to_string(available) +
                                                     (available == 1 ? " core" : " cores") + ", 0 and 0 take those of the kernel table");
        }
        launched = impl->launchBytes(row->key.c_str(), arg, argBytes, static_cast<int>(cores));
    });
    if (checked == TPUDNN_STATUS_SUCCESS && launched != TPUDNN_STATUS_SUCCESS)
    {
        return tpudnn::passLastError(launched, "tpudnnLaunchKernel");
    }
    return checked;
}

extern "C" tpudnnStatus_t tpudnnHasKernel(tpudnnHandle_t handle, const char *key, int *supported)
{
    return guarded("tpudnnHasKernel",
                   [&] { *required(supported, "supported") = handleOf(handle)->hasKernel(required(key, "key")) ? 1 : 0; });
}
