#include "profile.h"

#include <cstdio>
#include <new>

#include "observed.h" // for those of tpudnnActivitySubscribe
#include "stream.h"

namespace tpudnn
{

struct Profile::Record
{
    std::string kernel;
    int cores;
    std::vector<unsigned char> arguments;
    bool measured;
    double start, end; // nanoseconds
};

Profile::Profile(const Stream &stream, size_t room, bool withArguments)
    : device_(stream.device().id()), chip_(stream.device().chip()), room_(room), withArguments_(withArguments)
{
    const auto callback = [](const tpudnnActivity_t *launch, void *user) { static_cast<Profile *>(user)->told(*launch); };
    subscriber_ = makeSubscriber(1u << TPUDNN_ACTIVITY_LAUNCH, TPUDNN_ACTIVITY_DEVICE_TIMES, &stream, callback, this);
}

Profile::~Profile() { unsubscribe(*subscriber_); }

void Profile::start() { subscribe(subscriber_); }

void Profile::told(const tpudnnActivity_t &launch)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (launch.phase == TPUDNN_ACTIVITY_ENTER)
    {
        try
        {
            if (records_.size() < room_)
            {
                const auto *bytes = static_cast<const unsigned char *>(launch.args);
                Record record{launch.symbol, launch.cores, {bytes, bytes + (withArguments_ ? launch.args_size : 0)}, false, 0, 0};
                places_[launch.sequence] = records_.size();
                records_.push_back(std::move(record));
                return;
            }
        }
        catch (const std::bad_alloc &)
        {
            places_.erase(launch.sequence);
        }
        ++leftOut_;
        return;
    }
    const auto place = places_.find(launch.sequence);
    if (place == places_.end() || launch.phase != TPUDNN_ACTIVITY_DEVICE_TIME)
    {
        return;
    }
    Record &record = records_[place->second];
    const bool ownClock = launch.measured & TPUDNN_ACTIVITY_HAS_DEVICE_NS;
    record.measured = ownClock || (launch.measured & TPUDNN_ACTIVITY_HAS_HOST_NS);
    record.start = ownClock ? launch.device_start_ns : static_cast<double>(launch.device_host_start_ns);
    record.end = ownClock ? launch.device_end_ns : static_cast<double>(launch.device_host_end_ns);
}

std::string Profile::json()
{
    unsubscribe(*subscriber_);
    const std::lock_guard<std::mutex> lock(mutex_);
    double first = 0;
    std::string text = "{\"traceEvents\": [";
    const char *separator = "\n";
    for (const Record &record : records_)
    {
        if (!record.measured) // its launch was refused
        {
            continue;
        }
        first = *separator == '\n' ? record.start : first;
        char times[96];
        std::snprintf(times, sizeof times, "\"ts\": %.3f, \"dur\": %.3f", 1e-3 * (record.start - first),
                      1e-3 * (record.end - record.start));
        std::string arguments;
        for (const unsigned char byte : record.arguments)
        {
            char digits[3];
            std::snprintf(digits, sizeof digits, "%02x", byte);
            arguments += digits;
        }
        text += separator + std::string("{\"name\": \"") + record.kernel +
                "\", \"cat\": \"kernel\", \"ph\": \"X\", \"pid\": " + std::to_string(device_) + ", \"tid\": 0, " + times +
                ", \"args\": {\"cores\": " + std::to_string(record.cores) +
                (withArguments_ ? ", \"arguments\": \"" + arguments + "\"" : "") + "}}";
        separator = ",\n";
    }
    return text + "\n], \"displayTimeUnit\": \"ms\", \"metadata\": {\"chip\": \"" + chip_ + "\", \"device\": " + std::to_string(device_) +
           ", \"mode\": " + std::to_string(withArguments_ ? 1 : 0) + ", \"left_out\": " + std::to_string(leftOut_) + "}}\n";
}

} // namespace tpudnn
