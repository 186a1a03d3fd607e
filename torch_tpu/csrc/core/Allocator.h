#pragma once

#include <c10/core/CachingDeviceAllocator.h>
#include <c10/core/Stream.h>

#include <memory>
#include <vector>

#include "core/Export.h"

namespace c10_tpu
{

/// Device memory for tensors: virtual addresses of libtpudnn, which the host cannot touch.
/// Memory belongs to the stream that was current when it was allocated; it is given back in that stream's order.
TPU_API c10::DeviceAllocator *allocator();

class GraphMemory;

/// An allocation: what a DataPtr's context points to.
struct Block
{
    void *data;
    size_t bytes;
    c10::Stream stream;
    std::weak_ptr<GraphMemory> graph{};              // that was captured when it was allocated
    std::vector<std::weak_ptr<GraphMemory>> users{}; // other graphs that use it
    std::vector<c10::Stream> used_on{};              // other streams that may still read or write it
};

/// Frees device memory in the order of its stream, once no graph uses it.
void giveBack(std::unique_ptr<Block> block) noexcept;
/// The memory lives as long as `graph`, which uses it. False where it is not the allocator's.
bool useInGraph(const c10::DataPtr &pointer, const std::shared_ptr<GraphMemory> &graph);
/// The graph whose capture the memory was allocated in; null: none, or one that is gone.
std::shared_ptr<GraphMemory> ownerOf(const c10::DataPtr &pointer);

/// True for memory made by the pinned host allocator.
bool isPinned(const void *data);

} // namespace c10_tpu
