// Recorded launches of a stream.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace tpudnn
{

class Event;
class Stream;
struct KernelLaunch;

class Profile
{
public:
    Profile(Stream &stream, size_t room, bool withArguments);
    ~Profile();

    // The launch that `queue` puts on the stream, between two events.
    template <class Queue>
    void launch(const KernelLaunch &launch, Queue &&queue)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        const bool kept = begin(launch);
        queue();
        if (kept)
        {
            end();
        }
    }
    // All records as a file of Chrome's trace viewer. The stream has been waited for.
    std::string json() const;

private:
    struct Record;

    bool begin(const KernelLaunch &launch);
    void end();

    Stream &stream_;
    const size_t room_;
    const bool withArguments_;
    mutable std::mutex mutex_; // of what follows
    std::vector<Record> records_;
    size_t leftOut_ = 0;
};

} // namespace tpudnn
