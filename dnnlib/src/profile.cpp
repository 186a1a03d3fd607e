#include "profile.h"

#include <cstdio>

#include "stream.h"

namespace tpudnn
{

struct Profile::Record
{
    std::string kernel;
    int cores;
    std::vector<unsigned char> arguments;
    std::unique_ptr<Event> start, stop;
};

Profile::Profile(Stream &stream, size_t room, bool withArguments) : stream_(stream), room_(room), withArguments_(withArguments) {}

Profile::~Profile() = default;

bool Profile::begin(const KernelLaunch &launch)
{
    if (records_.size() == room_)
    {
        ++leftOut_;
        return false;
    }
    Record record{launch.symbol, launch.cores, {}, std::make_unique<Event>(stream_.device()), std::make_unique<Event>(stream_.device())};
    if (withArguments_)
    {
        const auto *bytes = static_cast<const unsigned char *>(launch.args);
        record.arguments.assign(bytes, bytes + launch.argsSize);
    }
    record.start->record(stream_);
    records_.push_back(std::move(record));
    return true;
}

void Profile::end() { records_.back().stop->record(stream_); }

std::string Profile::json() const
{
    const std::lock_guard<std::mutex> lock(mutex_);
    std::string text = "{\"traceEvents\": [";
    const char *separator = "\n";
    for (const Record &record : records_)
    {
        if (!record.stop->recorded()) // its launch was refused
        {
            continue;
        }
        char times[96];
        std::snprintf(times, sizeof times, "\"ts\": %.3f, \"dur\": %.3f", 1e3 * record.start->elapsedSince(*records_.front().start),
                      1e3 * record.stop->elapsedSince(*record.start));
        std::string arguments;
        for (const unsigned char byte : record.arguments)
        {
            char digits[3];
            std::snprintf(digits, sizeof digits, "%02x", byte);
            arguments += digits;
        }
        text += separator + std::string("{\"name\": \"") + record.kernel +
                "\", \"cat\": \"kernel\", \"ph\": \"X\", \"pid\": " + std::to_string(stream_.device().id()) + ", \"tid\": 0, " + times +
                ", \"args\": {\"cores\": " + std::to_string(record.cores) +
                (withArguments_ ? ", \"arguments\": \"" + arguments + "\"" : "") + "}}";
        separator = ",\n";
    }
    return text + "\n], \"displayTimeUnit\": \"ms\", \"metadata\": {\"chip\": \"" + stream_.device().chip() +
           "\", \"device\": " + std::to_string(stream_.device().id()) + ", \"mode\": " + std::to_string(withArguments_ ? 1 : 0) +
           ", \"left_out\": " + std::to_string(leftOut_) + "}}\n";
}

} // namespace tpudnn
