// A device: its driver, kernel table, streams and memory. Devices live as long as the process.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "driver.h"
#include "kernel_table.h"
#include "window.h"

struct tpudnnStream_st;

namespace tpudnn
{

class Device
{
public:
    // Opens device `chipIndex` of the driver. `id` is its number in this process.
    Device(int id, const tpudnnDriver_v1 *driver, int chipIndex);
    ~Device();
    Device(const Device &) = delete;
    Device &operator=(const Device &) = delete;

    // The device with this number; NO_DEVICE for a wrong number, or with the reason where drivers or firmware cannot be loaded.
    static Device &get(int id);
    static int count();
    // First device of a chip by name or alias.
    static int findByName(const std::string &chip);

    int id() const { return id_; }
    const std::string &chip() const { return chip_; }
    const std::string &name() const { return name_; } // "sg_b (device 1)"
    const tpudnnDriver_v1 &driver() const { return *driver_; }
    tpudnnDriverDevice_t native() const { return native_; }
    const tpudnnDriverProperties_t &driverProperties() const { return properties_; }
    const KernelTable &kernels() const { return kernels_; }
    int chipIndex() const { return chipIndex_; }

    // Virtual address of `bytes` bytes; null for 0.
    void *allocate(uint64_t bytes);
    // After what is queued on `stream`; null: after all streams.
    void release(void *address, tpudnnStream_st *stream);
    tpudnnMemoryInfo_t memoryInfo() const;

    uint64_t toPhysical(const void *address) const { return AddressWindow::instance().toPhysical(id_, address); }
    uint64_t toPhysical(const void *address, uint64_t bytes, const char *what) const
    {
        return AddressWindow::instance().toPhysical(id_, address, bytes, what);
    }
    void *toVirtual(uint64_t physical) const { return AddressWindow::instance().toVirtual(id_, physical); }

    tpudnnStream_st &defaultStream() { return *defaultStream_; }
    tpudnnStream_st *createStream(void *native, void *module);
    void destroyStream(tpudnnStream_st *stream);
    // True for a stream that createStream made and that is not destroyed.
    bool ownsStream(const void *stream) const;
    // Waits for every stream; throws the first fault after having waited for all.
    void synchronize();

    // Throws the status and the driver's sentence of a failed driver call.
    void check(tpudnnStatus_t status, const char *what) const;

private:
    int id_;
    int chipIndex_;
    const tpudnnDriver_v1 *driver_;
    std::string chip_;
    std::string name_;
    tpudnnDriverDevice_t native_ = nullptr;
    tpudnnDriverProperties_t properties_{};
    KernelTable kernels_;
    std::unique_ptr<tpudnnStream_st> defaultStream_;

    mutable std::mutex mutex_; // of what follows
    std::set<tpudnnStream_st *> streams_;
    tpudnnMemoryInfo_t memory_{};
};

} // namespace tpudnn
