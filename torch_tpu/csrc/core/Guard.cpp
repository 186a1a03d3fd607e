#include <c10/core/impl/DeviceGuardImplInterface.h>

#include <utility>

#include "core/Allocator.h"
#include "core/Device.h"
#include "core/Status.h"
#include "core/Stream.h"
#include "tpuDNN.h"

namespace c10_tpu
{
namespace
{

// torch's data types and the library's.
constexpr std::pair<c10::ScalarTypeIndex, tpudnnDataType_t> kDtypes[] = {{c10::kIndex_Float, TPUDNN_DTYPE_FP32},
                                                                         {c10::kIndex_Half, TPUDNN_DTYPE_FP16},
                                                                         {c10::kIndex_BFloat16, TPUDNN_DTYPE_BF16},
                                                                         {c10::kIndex_Byte, TPUDNN_DTYPE_UINT8},
                                                                         {c10::kIndex_Char, TPUDNN_DTYPE_INT8},
                                                                         {c10::kIndex_Short, TPUDNN_DTYPE_INT16},
                                                                         {c10::kIndex_Int, TPUDNN_DTYPE_INT32},
                                                                         {c10::kIndex_Long, TPUDNN_DTYPE_INT64},
                                                                         {c10::kIndex_Bool, TPUDNN_DTYPE_UINT8},
                                                                         {c10::kIndex_Float8_e5m2, TPUDNN_DTYPE_FP8E5M2},
                                                                         {c10::kIndex_Float8_e4m3fn, TPUDNN_DTYPE_FP8E4M3}};

struct GuardImpl final : c10::impl::DeviceGuardImplInterface
{
    c10::DeviceType type() const override { return kTPU; }
    c10::DeviceIndex deviceCount() const noexcept override { return c10_tpu::deviceCount(); }

    c10::Device exchangeDevice(c10::Device device) const override
    {
        return {kTPU, c10_tpu::exchangeDevice(device.has_index() ? device.index() : currentDevice())};
    }
    c10::Device getDevice() const override { return {kTPU, currentDevice()}; }
    void setDevice(c10::Device device) const override { c10_tpu::setDevice(device.index()); }
    void uncheckedSetDevice(c10::Device device) const noexcept override
    {
        if (device.index() >= 0 && device.index() < c10_tpu::deviceCount())
        {
            c10_tpu::setDevice(device.index());
        }
    }

    c10::DeviceCapability getDeviceCapability(c10::Device device) const override
    {
        tpudnnDeviceProperties_t properties{};
        TPU_CHECK_STATUS(tpudnnGetDeviceProperties(checkedDevice(device.index()), &properties));
        c10::DeviceCapability capability;
        capability.capability_data.capability_bits = 0;
        for (const auto &[bit, dtype] : kDtypes)
        {
            if ((properties.dtypes >> dtype & 1) != 0)
            {
                capability.capability_data.capability_bits |= uint64_t{1} << bit;
            }
        }
        return capability;
    }

    c10::Stream getStream(c10::Device device) const override { return getCurrentTPUStream(device.index()).unwrap(); }
    c10::Stream getDefaultStream(c10::Device device) const override { return getDefaultTPUStream(device.index()).unwrap(); }
    c10::Stream getStreamFromGlobalPool(c10::Device device, bool) const override { return getNewTPUStream(device.index()).unwrap(); }
    c10::Stream getNewStream(c10::Device device, int) const override { return getNewTPUStream(device.index()).unwrap(); }
    c10::Stream exchangeStream(c10::Stream stream) const override { return exchangeCurrentTPUStream(TPUStream(stream)).unwrap(); }
    void *getStreamNativeHandle(const c10::Stream stream) const override { return reinterpret_cast<void *>(TPUStream(stream).handle()); }
    bool queryStream(const c10::Stream &stream) const override { return TPUStream(stream).query(); }
    void synchronizeStream(const c10::Stream &stream) const override { TPUStream(stream).synchronize(); }
    void synchronizeDevice(const c10::DeviceIndex device) const override { c10_tpu::synchronizeDevice(device); }
    void recordDataPtrOnStream(const c10::DataPtr &pointer, const c10::Stream &stream) const override
    {
        allocator()->recordStream(pointer, stream);
    }

    void record(void **event, const c10::Stream &stream, const c10::DeviceIndex, const c10::EventFlag) const override
    {
        auto created = static_cast<tpudnnEvent_t>(*event);
        if (created == nullptr)
        {
            TPU_CHECK_STATUS(tpudnnEventCreate(stream.device_index(), &created));
            *event = created;
        }
        TPU_CHECK_STATUS(tpudnnEventRecord(created, TPUStream(stream).stream()));
    }
    void block(void *event, const c10::Stream &stream) const override
    {
        TPU_CHECK_STATUS(tpudnnStreamWaitEvent(TPUStream(stream).stream(), static_cast<tpudnnEvent_t>(event)));
    }
    bool queryEvent(void *event) const override
    {
        int done = 0;
        TPU_CHECK_STATUS(tpudnnEventQuery(static_cast<tpudnnEvent_t>(event), &done));
        return done != 0;
    }
    void synchronizeEvent(void *event) const override { TPU_CHECK_STATUS(tpudnnEventSynchronize(static_cast<tpudnnEvent_t>(event))); }
    double elapsedTime(void *start, void *end, const c10::DeviceIndex) const override
    {
        float milliseconds = 0;
        TPU_CHECK_STATUS(tpudnnEventElapsedTime(&milliseconds, static_cast<tpudnnEvent_t>(start), static_cast<tpudnnEvent_t>(end)));
        return milliseconds;
    }
    void destroyEvent(void *event, const c10::DeviceIndex) const noexcept override
    {
        if (event != nullptr && !inBadFork())
        {
            tpudnnEventDestroy(static_cast<tpudnnEvent_t>(event));
        }
    }
};

C10_REGISTER_GUARD_IMPL(PrivateUse1, GuardImpl)

} // namespace
} // namespace c10_tpu
