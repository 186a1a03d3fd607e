// A device: its driver, kernel table, streams and memory. Devices live as long as the process.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "driver.h"
#include "kernel_table.h"
#include "pool.h"
#include "window.h"

namespace tpudnn
{

class Stream;

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
    // Those that were used so far.
    static std::vector<Device *> open();
    // First device of a chip by name or alias.
    static int findByName(const std::string &chip);

    int id() const { return id_; }
    const std::string &chip() const { return chip_; }
    const std::string &name() const { return name_; } // "<chip> (device 1)"
    const tpudnnDriver_v1 &driver() const { return *driver_; }
    tpudnnDriverDevice_t native() const { return native_.get(); }
    const tpudnnDriverProperties_t &driverProperties() const { return properties_; }
    const KernelTable &kernels() const { return kernels_; }
    int chipIndex() const { return chipIndex_; }

    // Virtual address of `bytes` bytes, for what is queued on `stream` from now on; null: for anything. Null for 0 bytes.
    void *allocate(uint64_t bytes, const Stream *stream);
    // After what is queued on `stream`; null: after all streams.
    void release(void *address, Stream *stream);
    // The same for memory that a graph kept; nothing uses it any more.
    void releaseKept(void *address);
    // Gives back to the chip what is kept for allocations to come. Does not wait.
    void emptyPool();
    tpudnnMemoryInfo_t memoryInfo() const;
    void resetPeaks();
    // Bytes that can still be allocated, by whatever process, and all of the device; NOT_SUPPORTED where its runtime cannot be asked.
    void memoryBytes(uint64_t *free, uint64_t *total) const;

    uint64_t toPhysical(const void *address) const { return AddressWindow::instance().toPhysical(id_, address); }
    uint64_t toPhysical(const void *address, uint64_t bytes, const char *what) const
    {
        return AddressWindow::instance().toPhysical(id_, address, bytes, what);
    }
    void *toVirtual(uint64_t physical) const { return AddressWindow::instance().toVirtual(id_, physical); }

    const std::shared_ptr<Stream> &defaultStream() const { return defaultStream_; }
    // `native`: the runtime's own stream, or null for a new one; `module`: the runtime's kernel module, or null.
    std::shared_ptr<Stream> createStream(void *native, void *module);
    // Ends the stream's name, and waits for it; it goes when no call and no handle has it any more. BAD_PARAM for the default stream.
    static void destroyStream(tpudnnStream_t stream);
    // Waits for every stream; throws the first fault after having waited for all. NOT_SUPPORTED while one of them is captured.
    void synchronize();
    // The same for memory that is given back: a capture does not keep it from waiting for what was queued before.
    void drain();

    // The way from this device to another; hops is 0 where there is none, as between chips of two kinds.
    tpudnnDriverLink_t link(const Device &other) const;

    // Throws the status and the driver's sentence of a failed driver call.
    void check(tpudnnStatus_t status, const char *what) const;

private:
    // Memory that goes back to the chip, and the streams whose work may still use it.
    struct Freed
    {
        std::vector<std::shared_ptr<Stream>> streams;
        std::vector<MemoryPool::Block> blocks;
    };
    void *allocateBlock(uint64_t bytes, const Stream *stream);
    void observeRelease(void *address, Stream *stream, AddressWindow::Block (AddressWindow::*remove)(const void *, int));
    uint64_t obtain(uint64_t bytes);
    uint64_t poolLimit() const;
    void giveBack(const AddressWindow::Block &block, Stream *stream);
    Freed shrinkPool(uint64_t bytes);
    void freeAll(const Freed &freed);
    // Under the lock.
    uint64_t reserved() const { return memory_.allocated_bytes + pool_.bytes(); }
    void waitForAll(void (Stream::*wait)());
    void forget(const Stream &stream) noexcept;

    int id_;
    int chipIndex_;
    const tpudnnDriver_v1 *driver_;
    std::string chip_;
    std::string name_;
    std::unique_ptr<tpudnnDriverDevice_st, void (*)(tpudnnDriverDevice_t)> native_;
    tpudnnDriverProperties_t properties_{};
    KernelTable kernels_;
    std::shared_ptr<Stream> defaultStream_;

    mutable std::mutex mutex_;                     // of what follows
    std::vector<std::shared_ptr<Stream>> streams_; // the default stream too
    tpudnnMemoryInfo_t memory_{};                  // but for reserved_bytes, which follows
    uint64_t highest_ = 0;                         // most bytes that were ever live at once
    uint64_t obtaining_ = 0;                       // bytes that the chip is asked for right now
    int streamsCreated_ = 0;
    MemoryPool pool_;
    bool pooled_;
};

} // namespace tpudnn
