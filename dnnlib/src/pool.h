// Freed device memory that is kept for the next allocation of its size, so that a step that repeats asks the chip's runtime for none.
//
// A block that was freed in the order of a stream goes to allocations of that stream, which are queued behind its last use, and to no other;
// one that nothing uses any more goes to any. Blocks are given out in the size they were made in, so that a chip that looks still finds a
// kernel that goes past its memory. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <unordered_map>
#include <vector>

namespace tpudnn
{

class Stream;

class MemoryPool
{
public:
    struct Block
    {
        uint64_t physical;
        uint64_t bytes;
        const Stream *stream; // whose queued work may still use it; null: nothing does
    };

    // Physical address of the block of `bytes` bytes that was put last for `stream`, or else of one that nothing uses; 0 where there is none.
    uint64_t take(uint64_t bytes, const Stream *stream) noexcept;
    // False where the host has no memory to remember it: the block is the caller's.
    bool put(const Block &block) noexcept;
    // Takes blocks out, the oldest first, until no more than `bytes` are left, or the host has no memory to name more of them.
    std::vector<Block> shrink(uint64_t bytes) noexcept;
    // Takes out the blocks of a stream that ends.
    std::vector<Block> removeStream(const Stream *stream) noexcept;

    uint64_t bytes() const { return bytes_; }

private:
    struct Key
    {
        uint64_t bytes;
        const Stream *stream;
        bool operator==(const Key &other) const { return bytes == other.bytes && stream == other.stream; }
    };
    struct Hash
    {
        size_t operator()(const Key &key) const noexcept
        {
            return std::hash<uint64_t>()(key.bytes * 0x9e3779b97f4a7c15ULL ^ reinterpret_cast<uint64_t>(key.stream));
        }
    };
    struct Kept
    {
        uint64_t physical = 0;
        uint64_t turn = 0; // the higher, the later it was put
    };
    using Bucket = std::list<Kept>; // the one put last behind
    using Buckets = std::unordered_map<Key, Bucket, Hash>;

    uint64_t takeFrom(const Key &key) noexcept;
    void moveFirst(Buckets::iterator bucket, std::vector<Block> &to) noexcept;

    Buckets buckets_;
    Bucket spare_; // nodes of blocks that are in use
    uint64_t turn_ = 0;
    uint64_t bytes_ = 0;
};

} // namespace tpudnn
