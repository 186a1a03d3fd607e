// Driver of chip bm_a: bmlib behind the driver table. The chip runs one kernel at a time and every call waits, so all streams of a
// device are its one bmlib handle and the library's own events are exact.
#include <dlfcn.h>

#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "bmlib_runtime.h"
#include "chip_facts.h"
#include "driver_error.h"
#include "simulator.h"

struct tpudnnDriverDevice_st
{
    bm_handle_t handle = nullptr;
    tpu_kernel_module_t module = nullptr;
    std::mutex mutex;
    std::map<uint64_t, bm_device_mem_t> memory; // bm_free_device takes the descriptor that malloc filled
    std::map<std::string, tpu_kernel_function_t, std::less<>> functions;
};

struct tpudnnDriverStream_st
{
    tpudnnDriverDevice_t device;
    bm_handle_t handle;
    tpu_kernel_module_t module; // the caller's own; null: the device's
};

namespace
{

using driver::fail;

// Sentence and status of the last fault where the runtime has them (the simulator; the vendor's library has no such functions).
std::string faultText()
{
    using Function = const char *(*)();
    static const auto function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, "bmSimLastFault"));
    return function ? function() : "";
}

int faultStatus()
{
    using Function = int (*)();
    static const auto function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, "bmSimLastStatus"));
    return function ? function() : BM_ERR_FAILURE;
}

tpudnnStatus_t check(bm_status_t status, const char *call)
{
    if (status == BM_SUCCESS)
    {
        return TPUDNN_STATUS_SUCCESS;
    }
    const std::string fault = faultText();
    const std::string text = std::string(call) + " returned " + std::to_string(status) + (fault.empty() ? "" : ": " + fault);
    switch (status)
    {
    case BM_ERR_FAILURE:
        return fail(TPUDNN_STATUS_DEVICE_FAULT, fault.empty() ? text : fault);
    case BM_ERR_NOMEM:
        return fail(TPUDNN_STATUS_OUT_OF_MEMORY, text);
    case BM_ERR_NOFEATURE:
    case BM_NOT_SUPPORTED:
        return fail(TPUDNN_STATUS_NOT_SUPPORTED, text);
    case BM_ERR_DEVNOTREADY:
        return fail(TPUDNN_STATUS_NO_DEVICE, text);
    default:
        return fail(TPUDNN_STATUS_FAILED, text);
    }
}

// bmlib's descriptors count bytes in an unsigned int: copies above 4 GiB go in pieces.
constexpr uint64_t kMaxPiece = uint64_t{1} << 31;

template <class Copy>
tpudnnStatus_t inPieces(uint64_t bytes, const Copy &copy)
{
    for (uint64_t offset = 0; offset < bytes; offset += kMaxPiece)
    {
        const uint64_t piece = bytes - offset < kMaxPiece ? bytes - offset : kMaxPiece;
        const tpudnnStatus_t status = copy(offset, static_cast<unsigned int>(piece));
        if (status != TPUDNN_STATUS_SUCCESS)
        {
            return status;
        }
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t deviceCount(int *count) { return check(bm_dev_getcount(count), "bm_dev_getcount"); }

// Also of a device that was opened in part.
void closeDevice(tpudnnDriverDevice_t device)
{
    if (device->module)
    {
        tpu_kernel_unload_module(device->handle, device->module);
    }
    if (device->handle)
    {
        bm_dev_free(device->handle);
    }
    delete device;
}

tpudnnStatus_t openDevice(int index, const char *firmware, tpudnnDriverDevice_t *device)
{
    std::unique_ptr<tpudnnDriverDevice_st, void (*)(tpudnnDriverDevice_t)> opened(new tpudnnDriverDevice_st, closeDevice);
    const tpudnnStatus_t status = check(bm_dev_request(&opened->handle, index), "bm_dev_request");
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        return status;
    }
    opened->module = tpu_kernel_load_module_file(opened->handle, firmware);
    if (!opened->module)
    {
        const std::string fault = faultText();
        const bool noMemory = faultStatus() == BM_ERR_NOMEM;
        return fail(noMemory ? TPUDNN_STATUS_OUT_OF_MEMORY : TPUDNN_STATUS_FAILED,
                    "cannot load the firmware " + std::string(firmware) + (fault.empty() ? "" : ": " + fault));
    }
    *device = opened.release();
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t memoryInfo(tpudnnDriverDevice_t device, uint64_t *free_bytes, uint64_t *total_bytes)
{
    *free_bytes = *total_bytes = 0;
    unsigned int heaps = 0;
    tpudnnStatus_t status = check(bm_get_gmem_total_heap_num(device->handle, &heaps), "bm_get_gmem_total_heap_num");
    for (unsigned int heap = 0; heap < heaps && status == TPUDNN_STATUS_SUCCESS; ++heap)
    {
        bm_heap_stat_byte_t found{};
        status = check(bm_get_gmem_heap_stat_byte_by_id(device->handle, &found, heap), "bm_get_gmem_heap_stat_byte_by_id");
        *free_bytes += found.mem_avail;
        *total_bytes += found.mem_total;
    }
    return status;
}

tpudnnStatus_t properties(tpudnnDriverDevice_t device, tpudnnDriverProperties_t *out)
{
    uint64_t free_bytes = 0;
    out->cores = ChipFacts::cores;
    out->alignment = ChipFacts::alignment;
    out->asynchronous = 0;
    out->dtypes = ChipFacts::dtypes;
    return memoryInfo(device, &free_bytes, &out->memory_bytes);
}

tpudnnStatus_t allocate(tpudnnDriverDevice_t device, uint64_t bytes, uint64_t *address)
{
    if (bytes > std::numeric_limits<unsigned int>::max())
    {
        return fail(TPUDNN_STATUS_OUT_OF_MEMORY, std::to_string(bytes) + " bytes are more than one allocation of bmlib can have");
    }
    bm_device_mem_t memory{};
    const tpudnnStatus_t status =
        check(bm_malloc_device_byte(device->handle, &memory, static_cast<unsigned int>(bytes)), "bm_malloc_device_byte");
    if (status == TPUDNN_STATUS_SUCCESS)
    {
        const std::lock_guard<std::mutex> lock(device->mutex);
        try
        {
            device->memory.emplace(bm_mem_get_device_addr(memory), memory);
        }
        catch (...)
        {
            bm_free_device(device->handle, memory);
            throw;
        }
        *address = bm_mem_get_device_addr(memory);
    }
    return status;
}

tpudnnStatus_t release(tpudnnDriverDevice_t device, tpudnnDriverStream_t, uint64_t address)
{
    bm_device_mem_t memory{};
    {
        const std::lock_guard<std::mutex> lock(device->mutex);
        const auto found = device->memory.find(address);
        if (found == device->memory.end())
        {
            return fail(TPUDNN_STATUS_BAD_PARAM, "no allocation begins at this device address");
        }
        memory = found->second;
        device->memory.erase(found);
    }
    bm_free_device(device->handle, memory);
    return TPUDNN_STATUS_SUCCESS;
}

// What a caller says to be the runtime's handle or module. A vendor's library that follows pointers takes their word; for modules the header
// has no function that tells.
tpudnnStatus_t requireRuntimeObjects(tpudnnDriverDevice_t device, void *handle, const void *module)
{
    using KernelInfo = int (*)(const void *module, int index, void *info);
    static const auto kernelInfo = reinterpret_cast<KernelInfo>(dlsym(RTLD_DEFAULT, "bmSimKernelInfo"));
    if (handle)
    {
        const int of = bm_get_devid(static_cast<bm_handle_t>(handle));
        const int own = bm_get_devid(device->handle);
        if (of != own)
        {
            return fail(TPUDNN_STATUS_BAD_PARAM,
                        of < 0 ? driver::notLive("stream", handle, "bm_dev_request") : driver::ofAnother("stream", handle, of, own));
        }
    }
    alignas(8) unsigned char room[64]; // a tpusimKernelInfo_t
    if (module && kernelInfo && kernelInfo(module, 0, room) != 0)
    {
        return fail(TPUDNN_STATUS_BAD_PARAM, driver::notLive("module", module, "tpu_kernel_load_module"));
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t streamCreate(tpudnnDriverDevice_t device, void *native, void *module, tpudnnDriverStream_t *stream)
{
    const tpudnnStatus_t known = requireRuntimeObjects(device, native, module);
    if (known != TPUDNN_STATUS_SUCCESS)
    {
        return known;
    }
    *stream = new tpudnnDriverStream_st{device, native ? static_cast<bm_handle_t>(native) : device->handle,
                                        static_cast<tpu_kernel_module_t>(module)};
    return TPUDNN_STATUS_SUCCESS;
}

void streamDestroy(tpudnnDriverStream_t stream) { delete stream; }

// The same for a call on a stream. A caller's own handle may have been freed since.
tpudnnStatus_t check(tpudnnDriverStream_t stream, bm_status_t status, const char *call)
{
    if (status == BM_ERR_PARAM && stream->handle != stream->device->handle && bm_get_devid(stream->handle) < 0)
    {
        return fail(TPUDNN_STATUS_BAD_PARAM, driver::notLive("stream", stream->handle, "bm_dev_request"));
    }
    return check(status, call);
}

tpudnnStatus_t streamSynchronize(tpudnnDriverStream_t stream) { return check(stream, bm_thread_sync(stream->handle), "bm_thread_sync"); }

tpudnnStatus_t copyH2D(tpudnnDriverStream_t stream, uint64_t dst, const void *src, uint64_t bytes)
{
    return inPieces(bytes, [&](uint64_t offset, unsigned int piece) {
        // bmlib takes the host source as void * and only reads it.
        void *host = const_cast<char *>(static_cast<const char *>(src)) + offset;
        return check(stream, bm_memcpy_s2d(stream->handle, bm_mem_from_device(dst + offset, piece), host), "bm_memcpy_s2d");
    });
}

tpudnnStatus_t copyD2H(tpudnnDriverStream_t stream, void *dst, uint64_t src, uint64_t bytes)
{
    return inPieces(bytes, [&](uint64_t offset, unsigned int piece) {
        void *host = static_cast<char *>(dst) + offset;
        return check(stream, bm_memcpy_d2s(stream->handle, host, bm_mem_from_device(src + offset, piece)), "bm_memcpy_d2s");
    });
}

tpudnnStatus_t copyD2D(tpudnnDriverStream_t stream, uint64_t dst, uint64_t src, uint64_t bytes)
{
    return inPieces(bytes, [&](uint64_t offset, unsigned int piece) {
        return check(stream,
                     bm_memcpy_d2d_byte(stream->handle, bm_mem_from_device(dst + offset, piece), 0, bm_mem_from_device(src + offset, piece),
                                        0, piece),
                     "bm_memcpy_d2d_byte");
    });
}

tpudnnStatus_t copyPeer(tpudnnDriverStream_t stream, uint64_t dst, tpudnnDriverDevice_t from, uint64_t src, uint64_t bytes)
{
    return inPieces(bytes, [&](uint64_t offset, unsigned int piece) {
        return check(
            stream,
            bm_memcpy_p2p(from->handle, bm_mem_from_device(src + offset, piece), stream->handle, bm_mem_from_device(dst + offset, piece)),
            "bm_memcpy_p2p");
    });
}

tpudnnStatus_t fill(tpudnnDriverStream_t stream, uint64_t dst, int value, uint64_t bytes)
{
    return inPieces(bytes, [&](uint64_t offset, unsigned int piece) {
        unsigned char byte = static_cast<unsigned char>(value);
        return check(stream, bm_memset_device_ext(stream->handle, &byte, 1, bm_mem_from_device(dst + offset, piece)),
                     "bm_memset_device_ext");
    });
}

tpudnnStatus_t askFunction(bm_handle_t handle, tpu_kernel_module_t module, const char *symbol, tpu_kernel_function_t *function)
{
    *function = tpu_kernel_get_function(handle, module, symbol);
    if (*function >= 0)
    {
        return TPUDNN_STATUS_SUCCESS;
    }
    return faultStatus() == BM_ERR_NOMEM ? fail(TPUDNN_STATUS_OUT_OF_MEMORY, faultText())
                                         : fail(TPUDNN_STATUS_FAILED, "the firmware of bm_a has no kernel " + std::string(symbol));
}

tpudnnStatus_t findFunction(tpudnnDriverStream_t stream, const char *symbol, tpu_kernel_function_t *function)
{
    tpudnnDriverDevice_t device = stream->device;
    if (stream->module)
    {
        return askFunction(stream->handle, stream->module, symbol, function);
    }
    const std::lock_guard<std::mutex> lock(device->mutex);
    const auto found = device->functions.find(symbol);
    if (found != device->functions.end())
    {
        *function = found->second;
        return TPUDNN_STATUS_SUCCESS;
    }
    const tpudnnStatus_t status = askFunction(device->handle, device->module, symbol, function);
    if (status == TPUDNN_STATUS_SUCCESS)
    {
        device->functions.emplace(symbol, *function); // a failure is not kept: it may have been for want of memory
    }
    return status;
}

tpudnnStatus_t launch(tpudnnDriverStream_t stream, const tpudnnDriverLaunch_t *launch)
{
    if (launch->cores != 1)
    {
        return fail(TPUDNN_STATUS_FAILED, std::string(launch->symbol) + " is to run on " + std::to_string(launch->cores) +
                                              " cores; bm_a has one: set `cores: 1` in its kernel table");
    }
    tpu_kernel_function_t function = -1;
    const tpudnnStatus_t status = findFunction(stream, launch->symbol, &function);
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        return status;
    }
    return check(stream, tpu_kernel_launch(stream->handle, function, const_cast<void *>(launch->args), launch->args_size), launch->symbol);
}

int deviceOf(tpudnnDriverStream_t stream) { return bm_get_devid(stream->handle); }
int indexOf(tpudnnDriverDevice_t device) { return bm_get_devid(device->handle); }

} // namespace

extern "C" TPUDNN_DRIVER_EXPORT const tpudnnDriver_v1 *tpudnnGetDriver(void)
{
    static const tpudnnDriver_v1 table = driver::OfDevice<deviceOf, indexOf, copyPeer>::added(DRIVER_TABLE, "bmSim");
    return &table;
}
