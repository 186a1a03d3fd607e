#include "device.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <sstream>
#include <vector>

#include "driver_loader.h"
#include "log.h"
#include "observed.h" // for those of tpudnnActivitySubscribe
#include "status.h"
#include "stream.h"

namespace tpudnn
{

namespace
{

// A device of the configuration; opened when it is first used.
struct Entry
{
    const tpudnnDriver_v1 *driver;
    int chipIndex;
    std::mutex mutex;
    std::unique_ptr<Device> device;
};

using Entries = std::vector<std::unique_ptr<Entry>>;

Entries loadEntries()
{
    Entries entries;
    for (const std::string &chip : configuredChips())
    {
        const LoadedDriver driver = loadDriver(chip);
        int count = 0;
        const tpudnnStatus_t counted = driver.table->device_count(&count);
        if (counted == TPUDNN_STATUS_OUT_OF_MEMORY)
        {
            throw Error(counted, "counting the devices of " + chip + ": " + driver.table->error_text());
        }
        if (counted != TPUDNN_STATUS_SUCCESS || count < 1)
        {
            throw Error(TPUDNN_STATUS_NO_DEVICE, "the runtime of " + chip + " finds no device (" + driver.table->error_text() +
                                                     "); leave the chip out with TPUDNN_CHIPS");
        }
        for (int index = 0; index < count; ++index)
        {
            auto entry = std::make_unique<Entry>();
            entry->driver = driver.table;
            entry->chipIndex = index;
            entries.push_back(std::move(entry));
        }
        TPUDNN_LOG_INFO("chip %s: %d device(s), driver %s", chip.c_str(), count, driver.path.c_str());
    }
    if (entries.size() > static_cast<size_t>(AddressWindow::kMaxDevices))
    {
        throw Error(TPUDNN_STATUS_NO_DEVICE, std::to_string(entries.size()) + " devices are more than the " +
                                                 std::to_string(AddressWindow::kMaxDevices) + " of one process; choose with TPUDNN_CHIPS");
    }
    return entries;
}

bool poolWanted()
{
    const char *text = std::getenv("TPUDNN_MEMORY_POOL");
    if (!text || !*text || std::string(text) == "1")
    {
        return true;
    }
    if (std::string(text) != "0")
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "TPUDNN_MEMORY_POOL is '" + std::string(text) + "'; it is 0 or 1");
    }
    return false;
}

// What may be kept beyond the most that was ever in use at once: a quarter of that, and this much where little is in use.
constexpr uint64_t kPoolSlack = uint64_t{2} << 20;

bool has(const std::vector<std::shared_ptr<Stream>> &streams, const Stream *stream)
{
    return std::any_of(streams.begin(), streams.end(), [&](const std::shared_ptr<Stream> &known) { return known.get() == stream; });
}

// Never destroyed: streams and static objects of users outlive main. A failed load throws again, and is tried again, at each use.
Entries &entries()
{
    static Entries *loaded = new Entries(loadEntries());
    return *loaded;
}

} // namespace

Device::Device(int id, const tpudnnDriver_v1 *driver, int chipIndex)
    : id_(id), chipIndex_(chipIndex), driver_(driver), chip_(driver->chip), name_(chip_ + " (device " + std::to_string(id) + ")"),
      native_(nullptr, driver->close), kernels_(KernelTable::load(chipFile("TPUDNN_KERNEL_TABLES", chip_ + ".kernels"), chip_)),
      pooled_(poolWanted())
{
    AddressWindow::instance().nameDevice(id, name_);
    const std::string firmware = chipFile("TPUDNN_FIRMWARE_PATH", chip_ + ".firmware.so");
    tpudnnDriverDevice_t opened = nullptr;
    check(driver_->open(chipIndex, firmware.c_str(), &opened), "opening the device");
    native_.reset(opened);
    properties_.struct_size = sizeof properties_;
    check(driver_->properties(native(), &properties_), "reading the properties");
    defaultStream_ = createStream(nullptr, nullptr);
}

Device::~Device() = default;

Device &Device::get(int id)
{
    Entries &all = entries();
    if (id < 0 || static_cast<size_t>(id) >= all.size())
    {
        throw Error(TPUDNN_STATUS_NO_DEVICE, "deviceID is " + std::to_string(id) + ": there is no device " + std::to_string(id) +
                                                 "; there are " + std::to_string(all.size()) + ", numbered from 0");
    }
    Entry &entry = *all[static_cast<size_t>(id)];
    const std::lock_guard<std::mutex> lock(entry.mutex);
    if (!entry.device)
    {
        entry.device = std::make_unique<Device>(id, entry.driver, entry.chipIndex);
    }
    return *entry.device;
}

int Device::count() { return static_cast<int>(entries().size()); }

std::vector<Device *> Device::open()
{
    std::vector<Device *> open;
    for (const std::unique_ptr<Entry> &entry : entries())
    {
        const std::lock_guard<std::mutex> lock(entry->mutex);
        if (entry->device)
        {
            open.push_back(entry->device.get());
        }
    }
    return open;
}

int Device::findByName(const std::string &chip)
{
    std::string known;
    const Entries &all = entries();
    for (size_t id = 0; id < all.size(); ++id)
    {
        const std::string aliases = all[id]->driver->aliases ? all[id]->driver->aliases : "";
        std::istringstream names(std::string(all[id]->driver->chip) + "," + aliases);
        names.exceptions(std::ios::badbit); // want of memory is thrown, not taken for the end
        for (std::string name; std::getline(names, name, ',');)
        {
            if (name == chip)
            {
                return static_cast<int>(id);
            }
            known += (known.empty() ? "" : ", ") + name;
        }
    }
    throw Error(TPUDNN_STATUS_NO_DEVICE, "chip is '" + chip + "': no device is called so; there are: " + known);
}

void Device::check(tpudnnStatus_t status, const char *what) const
{
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        const char *text = driver_->error_text ? driver_->error_text() : "";
        throw Error(status, name_ + ", " + what + (*text ? ": " : "") + text);
    }
}

// How much may be kept beside what is in use and what is about to be. Under the lock.
uint64_t Device::poolLimit() const
{
    const uint64_t live = memory_.allocated_bytes + obtaining_;
    const uint64_t peak = std::max(highest_, live);
    return peak + std::max(peak / 4, kPoolSlack) - live;
}

// Takes blocks out of the pool until it has `bytes` bytes. Under the lock; no stream goes while its blocks are on their way.
Device::Freed Device::shrinkPool(uint64_t bytes)
{
    Freed freed{streams_, {}}; // what can fail comes before blocks are taken
    freed.blocks = pool_.shrink(bytes);
    return freed;
}

// All of them; then throws the first failure.
void Device::freeAll(const Freed &freed)
{
    std::exception_ptr first;
    for (const MemoryPool::Block &block : freed.blocks)
    {
        const Stream *stream = has(freed.streams, block.stream) ? block.stream : nullptr;
        try
        {
            check(driver_->free(native(), stream ? stream->native() : nullptr, block.physical), "freeing memory");
        }
        catch (...)
        {
            first = first ? first : std::current_exception();
        }
    }
    if (first)
    {
        std::rethrow_exception(first);
    }
}

void Device::emptyPool()
{
    Freed freed;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        freed = shrinkPool(0);
    }
    freeAll(freed);
}

// New memory of the chip. The caller has counted it in obtaining_.
uint64_t Device::obtain(uint64_t bytes)
{
    Freed freed;
    bool kept = false;
    if (pooled_)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        freed = shrinkPool(poolLimit());
        kept = pool_.bytes() > 0 || !freed.blocks.empty();
    }
    freeAll(freed);
    uint64_t physical = 0;
    tpudnnStatus_t status = driver_->malloc(native(), bytes, &physical);
    if (status == TPUDNN_STATUS_OUT_OF_MEMORY && kept)
    {
        emptyPool();
        drain(); // what was freed in a stream's order is free now
        status = driver_->malloc(native(), bytes, &physical);
    }
    if (status != TPUDNN_STATUS_SUCCESS)
    {
        const tpudnnMemoryInfo_t info = memoryInfo();
        const std::string what = "allocating " + std::to_string(bytes) + " bytes (" + std::to_string(info.allocated_bytes) + " in " +
                                 std::to_string(info.allocations) + " allocations are in use)";
        check(status, what.c_str());
    }
    return physical;
}

void *Device::allocate(uint64_t bytes, const Stream *stream)
{
    if (bytes == 0)
    {
        return nullptr;
    }
    void *address = nullptr;
    const auto describe = [&](tpudnnActivity_t &record) { record.bytes = bytes; };
    observed(TPUDNN_ACTIVITY_ALLOCATE, *this, stream, describe, [&](Activity *activity) {
        address = allocateBlock(bytes, stream);
        if (activity)
        {
            activity->record.address = address;
            activity->record.dst = toPhysical(address);
        }
    });
    return address;
}

void *Device::allocateBlock(uint64_t bytes, const Stream *stream)
{
    uint64_t physical = 0;
    uint64_t obtaining = 0;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        physical = pooled_ ? pool_.take(bytes, stream) : 0;
        obtaining = physical ? 0 : bytes;
        obtaining_ += obtaining;
    }
    void *address = nullptr;
    try
    {
        physical = physical ? physical : obtain(bytes);
        address = AddressWindow::instance().insert(id_, physical, bytes);
    }
    catch (...)
    {
        if (physical)
        {
            driver_->free(native(), stream ? stream->native() : nullptr, physical);
        }
        const std::lock_guard<std::mutex> lock(mutex_);
        obtaining_ -= obtaining;
        throw;
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    obtaining_ -= obtaining;
    memory_.allocated_bytes += bytes;
    memory_.peak_bytes = std::max(memory_.peak_bytes, memory_.allocated_bytes);
    highest_ = std::max(highest_, memory_.allocated_bytes);
    ++memory_.allocations;
    memory_.peak_reserved_bytes = std::max(memory_.peak_reserved_bytes, reserved());
    return address;
}

void Device::release(void *address, Stream *stream)
{
    if (!address)
    {
        return;
    }
    observeRelease(address, stream, &AddressWindow::remove);
}

void Device::releaseKept(void *address) { observeRelease(address, nullptr, &AddressWindow::removeKept); }

void Device::observeRelease(void *address, Stream *stream, AddressWindow::Block (AddressWindow::*remove)(const void *, int))
{
    const auto describe = [&](tpudnnActivity_t &record) {
        record.address = address;
        if (AddressWindow::instance().deviceOf(address) == id_) // else it is refused
        {
            record.dst = toPhysical(address);
            record.bytes = AddressWindow::instance().bytesFrom(id_, address);
        }
    };
    observed(TPUDNN_ACTIVITY_FREE, *this, stream, describe,
             [&](Activity *) { giveBack((AddressWindow::instance().*remove)(address, id_), stream); });
}

void Device::giveBack(const AddressWindow::Block &block, Stream *stream)
{
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        memory_.allocated_bytes -= block.bytes;
        --memory_.allocations;
        const bool lives = !stream || has(streams_, stream); // of one that ended its blocks are gone
        if (pooled_ && lives && pool_.put({block.physical, block.bytes, stream}))
        {
            return;
        }
    }
    check(driver_->free(native(), stream ? stream->native() : nullptr, block.physical), "freeing memory");
}

tpudnnMemoryInfo_t Device::memoryInfo() const
{
    const std::lock_guard<std::mutex> lock(mutex_);
    tpudnnMemoryInfo_t info = memory_;
    info.reserved_bytes = reserved();
    return info;
}

void Device::resetPeaks()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    memory_.peak_bytes = memory_.allocated_bytes;
    memory_.peak_reserved_bytes = reserved();
}

tpudnnDriverLink_t Device::link(const Device &other) const
{
    tpudnnDriverLink_t way{};
    way.struct_size = sizeof way;
    way.port = -1;
    if (this != &other && chip_ == other.chip_ && driver_->link && driver_->copy_peer)
    {
        check(driver_->link(native(), other.native(), &way), "asking for the links");
    }
    return way;
}

void Device::memoryBytes(uint64_t *free, uint64_t *total) const
{
    if (!driver_->memory_info)
    {
        throw Error(TPUDNN_STATUS_NOT_SUPPORTED, name_ + ": its driver cannot say how much memory there is");
    }
    check(driver_->memory_info(native(), free, total), "asking for the memory");
    const std::lock_guard<std::mutex> lock(mutex_);
    *free += pool_.bytes(); // which an allocation that needs it gets back
}

std::shared_ptr<Stream> Device::createStream(void *native, void *module)
{
    auto stream = std::make_shared<Stream>(*this, native, module);
    const std::lock_guard<std::mutex> lock(mutex_);
    streams_.reserve(streams_.size() + 1);
    stream->setName(publish<Stream>(stream), streamsCreated_++);
    streams_.push_back(stream);
    return stream;
}

void Device::destroyStream(tpudnnStream_t name)
{
    {
        const auto stream = checked<Stream>(name, "stream");
        if (stream.held() == stream->device().defaultStream())
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM,
                        "stream " + hex(name) + " is the default stream of " + stream->device().name() + ", which cannot be destroyed");
        }
    }
    const auto stream = retired<Stream>(name, "stream");
    stream->end();
    const tpudnnStatus_t waited = guarded("waiting before the stream goes", [&] { stream->drain(); });
    stream->device().forget(*stream);
    if (waited != TPUDNN_STATUS_SUCCESS)
    {
        throw Error(waited, lastError());
    }
}

void Device::forget(const Stream &stream) noexcept
{
    std::vector<MemoryPool::Block> freed;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto same = [&](const std::shared_ptr<Stream> &known) { return known.get() == &stream; };
        streams_.erase(std::remove_if(streams_.begin(), streams_.end(), same), streams_.end());
        freed = pool_.removeStream(&stream);
    }
    for (const MemoryPool::Block &block : freed)
    {
        driver_->free(native(), stream.native(), block.physical);
    }
}

void Device::synchronize() { waitForAll(&Stream::synchronize); }

void Device::drain() { waitForAll(&Stream::drain); }

void Device::waitForAll(void (Stream::*wait)())
{
    std::vector<std::shared_ptr<Stream>> streams;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        streams = streams_;
    }
    std::exception_ptr first;
    for (const std::shared_ptr<Stream> &stream : streams)
    {
        try
        {
            (*stream.*wait)();
        }
        catch (...)
        {
            first = first ? first : std::current_exception();
        }
    }
    if (first)
    {
        std::rethrow_exception(first);
    }
}

} // namespace tpudnn
