// Recorded launches of a stream.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "activity.h"

namespace tpudnn
{

class Stream;

class Profile
{
public:
    Profile(const Stream &stream, size_t room, bool withArguments);
    ~Profile();
    Profile(const Profile &) = delete;
    Profile &operator=(const Profile &) = delete;

    void start();
    // All records as a file of Chrome's trace viewer. The stream has been waited for.
    std::string json();

private:
    struct Record;

    void told(const tpudnnActivity_st &launch);

    const int device_;
    const std::string chip_;
    const size_t room_;
    const bool withArguments_;
    std::shared_ptr<Subscriber> subscriber_;
    std::mutex mutex_; // of what follows
    std::vector<Record> records_;
    std::unordered_map<uint64_t, size_t> places_; // by sequence
    size_t leftOut_ = 0;
};

} // namespace tpudnn
