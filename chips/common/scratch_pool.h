// Memory behind KernelContext::scratch, kept from launch to launch: fresh pages of a large matrix product cost as much as the product.
#pragma once

#include <pthread.h>

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
    // Throws std::bad_alloc. Not a thread_local object: the C library ends the program where one finds no memory.
    static ScratchPool &of_this_thread()
    {
        static const pthread_key_t key = made_key();
        if (void *kept = pthread_getspecific(key))
        {
            return *static_cast<ScratchPool *>(kept);
        }
        auto made = std::make_unique<ScratchPool>();
        if (pthread_setspecific(key, made.get()) != 0)
        {
            throw std::bad_alloc();
        }
        return *made.release();
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

    void give_back(ScratchBlock block) noexcept
    {
        const std::size_t capacity = block.capacity();
        if (retained_ + capacity > retained_limit)
        {
            return;
        }
        try
        {
            blocks_.push_back(std::move(block));
            retained_ += capacity;
        }
        catch (const std::bad_alloc &)
        {
            // the block goes, with the list as it was
        }
    }

private:
    static pthread_key_t made_key()
    {
        pthread_key_t key = 0;
        if (pthread_key_create(&key, [](void *kept) { delete static_cast<ScratchPool *>(kept); }) != 0)
        {
            throw std::bad_alloc();
        }
        return key;
    }

    static constexpr std::size_t retained_limit = std::size_t{256} << 20;

    std::vector<ScratchBlock> blocks_;
    std::size_t retained_ = 0;
};

} // namespace tpusim
