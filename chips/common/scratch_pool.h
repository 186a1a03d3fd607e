// Memory behind KernelContext::scratch, kept from launch to launch: fresh pages of a large matrix product cost as much as the product.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace tpusim
{

// 64-byte aligned bytes of unspecified content.
class ScratchBlock
{
public:
    ScratchBlock() = default;
    explicit ScratchBlock(std::size_t bytes)
        : memory_(static_cast<std::byte *>(::operator new(std::max<std::size_t>(bytes, 1), alignment))), capacity_(bytes)
    {
    }

    std::byte *data() const { return memory_.get(); }
    std::size_t capacity() const { return capacity_; }

private:
    static constexpr std::align_val_t alignment{64};
    struct Delete
    {
        void operator()(std::byte *memory) const { ::operator delete(memory, alignment); }
    };

    std::unique_ptr<std::byte, Delete> memory_;
    std::size_t capacity_ = 0;
};

// Blocks that a thread's launches gave back, up to `retained_limit` bytes. A launch belongs to one thread, so no lock is needed.
class ScratchPool
{
public:
    static ScratchPool &of_this_thread()
    {
        thread_local ScratchPool pool;
        return pool;
    }

    // A kept block that fits and is not more than twice as large, or a new one.
    ScratchBlock take(std::size_t bytes)
    {
        const auto fits = [&](const ScratchBlock &block) { return block.capacity() >= bytes && block.capacity() / 2 <= bytes; };
        const auto found = std::find_if(blocks_.begin(), blocks_.end(), fits);
        if (found == blocks_.end())
        {
            return ScratchBlock(bytes);
        }
        ScratchBlock block = std::move(*found);
        blocks_.erase(found);
        retained_ -= block.capacity();
        return block;
    }

    void give_back(ScratchBlock block)
    {
        if (retained_ + block.capacity() <= retained_limit)
        {
            retained_ += block.capacity();
            blocks_.push_back(std::move(block));
        }
    }

private:
    static constexpr std::size_t retained_limit = std::size_t{256} << 20;

    std::vector<ScratchBlock> blocks_;
    std::size_t retained_ = 0;
};

} // namespace tpusim
