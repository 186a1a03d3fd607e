#pragma once

#include <c10/core/Storage.h>
#include <c10/core/Stream.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/Allocator.h"
#include "core/Draws.h"

namespace c10_tpu
{

/// What has to be there for as long as a graph may run: memory that was allocated while it was captured, and tensors from before that it uses; and what
/// it draws.
class GraphMemory : public std::enable_shared_from_this<GraphMemory>
{
public:
    GraphMemory() = default;
    ~GraphMemory();
    GraphMemory(const GraphMemory &) = delete;
    GraphMemory &operator=(const GraphMemory &) = delete;

    /// Memory of its own that no tensor needs any more. False while the graph is captured: libtpudnn gives it to what is captured next.
    bool adopt(std::unique_ptr<Block> &block);
    /// Memory from before that the graph uses and no tensor needs any more.
    void hold(std::unique_ptr<Block> block);
    /// The memory of a storage that the graph uses, whatever becomes of the storage.
    void keep(const c10::Storage &storage);
    /// That of a graph which is replayed in the capture.
    void keep(const std::shared_ptr<GraphMemory> &replayed);
    void endCapture();
    /// Something of the step would not be in the graph, which is not used therefore. The first sentence counts.
    void refuse(const std::string &sentence);
    std::string refused();

    const std::shared_ptr<Draws> draws = std::make_shared<Draws>();

private:
    std::mutex mutex_; // of what follows
    bool captured_ = true;
    std::string refused_;
    std::vector<std::unique_ptr<Block>> blocks_;
    std::vector<c10::Storage> storages_; // of memory that is not the allocator's
    std::vector<std::shared_ptr<GraphMemory>> replayed_;
    std::unordered_set<const c10::StorageImpl *> kept_;
};

/// Work on `stream` is captured from here to endCapture(). Raises where it is already.
void beginCapture(const c10::Stream &stream, const std::shared_ptr<GraphMemory> &memory);
void endCapture(const c10::Stream &stream);
/// The memory of the graph that `stream` is captured into; null: it is not captured.
std::shared_ptr<GraphMemory> memoryOfCapture(const c10::Stream &stream);
/// That of the current stream of `device`.
std::shared_ptr<GraphMemory> memoryOfCapture(c10::DeviceIndex device);
/// Raises where a current stream of the calling thread is captured: "`what` is not possible while the stream is captured".
void refuseInCapture(const char *what);

} // namespace c10_tpu
