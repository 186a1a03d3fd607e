#include "pool.h"

#include <iterator>
#include <new>

namespace tpudnn
{

uint64_t MemoryPool::takeFrom(const Key &key) noexcept
{
    const auto found = buckets_.find(key);
    if (found == buckets_.end() || found->second.empty())
    {
        return 0;
    }
    Bucket &bucket = found->second;
    spare_.splice(spare_.begin(), bucket, std::prev(bucket.end()));
    bytes_ -= key.bytes;
    return spare_.front().physical;
}

uint64_t MemoryPool::take(uint64_t bytes, const Stream *stream) noexcept
{
    const uint64_t own = takeFrom({bytes, stream});
    return own || !stream ? own : takeFrom({bytes, nullptr});
}

bool MemoryPool::put(const Block &block) noexcept
{
    try
    {
        Bucket &bucket = buckets_[{block.bytes, block.stream}];
        if (spare_.empty())
        {
            spare_.emplace_back();
        }
        bucket.splice(bucket.end(), spare_, spare_.begin());
        bucket.back() = {block.physical, ++turn_};
        bytes_ += block.bytes;
        return true;
    }
    catch (const std::bad_alloc &)
    {
        return false;
    }
}

// The caller has made room.
void MemoryPool::moveFirst(Buckets::iterator bucket, std::vector<Block> &to) noexcept
{
    const Key &key = bucket->first;
    to.push_back({bucket->second.front().physical, key.bytes, key.stream});
    spare_.splice(spare_.begin(), bucket->second, bucket->second.begin());
    bytes_ -= key.bytes;
}

std::vector<MemoryPool::Block> MemoryPool::shrink(uint64_t bytes) noexcept
{
    std::vector<Block> taken;
    try
    {
        while (bytes_ > bytes)
        {
            auto oldest = buckets_.end();
            for (auto bucket = buckets_.begin(); bucket != buckets_.end();)
            {
                if (bucket->second.empty())
                {
                    bucket = buckets_.erase(bucket);
                    continue;
                }
                if (oldest == buckets_.end() || bucket->second.front().turn < oldest->second.front().turn)
                {
                    oldest = bucket;
                }
                ++bucket;
            }
            taken.reserve(taken.size() + 1);
            moveFirst(oldest, taken);
        }
    }
    catch (const std::bad_alloc &)
    {
    }
    return taken;
}

std::vector<MemoryPool::Block> MemoryPool::removeStream(const Stream *stream) noexcept
{
    std::vector<Block> taken;
    for (auto bucket = buckets_.begin(); bucket != buckets_.end();)
    {
        if (bucket->first.stream != stream)
        {
            ++bucket;
            continue;
        }
        try
        {
            taken.reserve(taken.size() + bucket->second.size());
        }
        catch (const std::bad_alloc &)
        {
            return taken;
        }
        while (!bucket->second.empty())
        {
            moveFirst(bucket, taken);
        }
        bucket = buckets_.erase(bucket);
    }
    return taken;
}

} // namespace tpudnn
