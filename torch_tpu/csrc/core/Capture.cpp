#include "core/Capture.h"

#include <atomic>
#include <utility>

#include "core/Fork.h"
#include "core/Stream.h"

namespace c10_tpu
{
namespace
{

struct Captures
{
    std::atomic<int> count{0};
    std::mutex mutex; // of what follows
    std::vector<std::pair<c10::Stream, std::shared_ptr<GraphMemory>>> running;
};

Captures &captures()
{
    static auto *const leaked = new Captures; // tensors are freed while the process ends
    return *leaked;
}

} // namespace

GraphMemory::~GraphMemory()
{
    for (auto &block : blocks_)
    {
        giveBack(std::move(block));
    }
}

bool GraphMemory::adopt(std::unique_ptr<Block> &block)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (captured_)
    {
        return false;
    }
    blocks_.push_back(std::move(block));
    return true;
}

void GraphMemory::hold(std::unique_ptr<Block> block)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    blocks_.push_back(std::move(block));
}

void GraphMemory::keep(const c10::Storage &storage)
{
    if (!storage || storage.nbytes() == 0 || useInGraph(storage.data_ptr(), shared_from_this()))
    {
        return;
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    if (kept_.insert(storage.unsafeGetStorageImpl()).second)
    {
        storages_.push_back(storage);
    }
}

void GraphMemory::keep(const std::shared_ptr<GraphMemory> &replayed)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    replayed_.push_back(replayed);
}

void GraphMemory::refuse(const std::string &sentence)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    refused_ = refused_.empty() ? sentence : refused_;
}

std::string GraphMemory::refused()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    return refused_;
}

void GraphMemory::endCapture()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    captured_ = false;
}

void beginCapture(const c10::Stream &stream, const std::shared_ptr<GraphMemory> &memory)
{
    TORCH_CHECK(memoryOfCapture(stream) == nullptr, "stream ", stream.id(), " of ", stream.device(), " is captured already");
    Captures &all = captures();
    const std::lock_guard<std::mutex> lock(all.mutex);
    all.running.emplace_back(stream, memory);
    all.count = static_cast<int>(all.running.size());
}

void endCapture(const c10::Stream &stream)
{
    Captures &all = captures();
    const std::lock_guard<std::mutex> lock(all.mutex);
    std::erase_if(all.running, [&](const auto &each) { return each.first == stream; });
    all.count = static_cast<int>(all.running.size());
}

std::shared_ptr<GraphMemory> memoryOfCapture(const c10::Stream &stream)
{
    Captures &all = captures();
    if (all.count.load(std::memory_order_acquire) == 0)
    {
        return nullptr;
    }
    const std::lock_guard<std::mutex> lock(all.mutex);
    for (const auto &[captured, memory] : all.running)
    {
        if (captured == stream)
        {
            return memory;
        }
    }
    return nullptr;
}

std::shared_ptr<GraphMemory> memoryOfCapture(c10::DeviceIndex device)
{
    return captures().count.load(std::memory_order_acquire) == 0 ? nullptr : memoryOfCapture(getCurrentTPUStream(device).unwrap());
}

void refuseInCapture(const char *what)
{
    Captures &all = captures();
    if (all.count.load(std::memory_order_acquire) == 0)
    {
        return;
    }
    std::vector<std::pair<c10::Stream, std::shared_ptr<GraphMemory>>> running;
    {
        const std::lock_guard<std::mutex> lock(all.mutex);
        running = all.running;
    }
    for (const auto &[stream, memory] : running)
    {
        if (getCurrentTPUStream(stream.device_index()).unwrap() == stream)
        {
            const std::string sentence = std::string(what) + " is not possible while the stream is captured";
            memory->refuse(sentence);
            TORCH_CHECK_NOT_IMPLEMENTED(false, sentence);
        }
    }
}

} // namespace c10_tpu
