// Telling subscribers what is done. The families of operators that this includes: that of tpudnnActivitySubscribe.
#pragma once

#include <memory>
#include <vector>

#include "activity.h"
#include "driver.h"
#include "objects.h"
#include "status.h"
#include "tpuDNN/Activity.h"

namespace tpudnn
{

class Device;
class Event;
class Stream;

using Subscribers = std::vector<std::shared_ptr<Subscriber>>;

template <>
struct ObjectType<Subscriber> : HeldObject<Subscriber, tpudnnActivitySubscriber_t, std::shared_ptr<Subscriber>, ObjectKind::subscriber>
{
};

// `only`: activities of other streams are not told; null: all are.
std::shared_ptr<Subscriber> makeSubscriber(uint32_t kinds, uint32_t flags, const Stream *only, tpudnnActivityCallback_t callback,
                                           void *user);
void subscribe(const std::shared_ptr<Subscriber> &subscriber);
// Waits for its callbacks in other threads, but in a callback.
void unsubscribe(Subscriber &subscriber) noexcept;

// An activity of this thread, from its begin to its end. Whoever was told of the begin is told of the end.
class Activity
{
public:
    Activity(tpudnnActivityKind_t kind, const Device &device, const Stream *stream);
    ~Activity();
    Activity(const Activity &) = delete;
    Activity &operator=(const Activity &) = delete;

    tpudnnActivity_t record{};
    // Somebody wants its device times.
    bool timed() const { return timed_; }
    void enter();
    void leave(tpudnnStatus_t status);
    const std::shared_ptr<const Subscribers> &subscribers() const { return subscribers_; }

private:
    const Stream *stream_;
    std::shared_ptr<const Subscribers> subscribers_;
    uint64_t outer_ = 0; // the activity that this one lies in
    bool timed_ = false;
    bool holds_ = false; // others lie in it
};

// True in a callback of a subscriber.
bool inCallback() noexcept;

// The status of the exception that is being handled.
tpudnnStatus_t statusOfCurrentException() noexcept;

// Runs `body` as an activity where somebody listens to its kind; `describe(record)` says what it is.
template <class Describe, class Body>
void observed(tpudnnActivityKind_t kind, const Device &device, const Stream *stream, Describe &&describe, Body &&body)
{
    if (!subscribedTo(kind))
    {
        body(nullptr);
        return;
    }
    Activity activity(kind, device, stream);
    describe(activity.record);
    activity.enter();
    try
    {
        body(&activity);
    }
    catch (...)
    {
        activity.leave(statusOfCurrentException());
        throw;
    }
    activity.leave(TPUDNN_STATUS_SUCCESS);
}

// Device times of one activity: two points of its stream's work.
class Measurement
{
public:
    explicit Measurement(const Activity &activity);
    ~Measurement();
    Measurement(const Measurement &) = delete;
    Measurement &operator=(const Measurement &) = delete;

    // Around what is measured. `base`: the stream's first event, made here. A driver with neither marks nor events waits, and throws what the wait reports.
    void begin(Stream &stream) { point(stream, 0); }
    void end(Stream &stream, std::shared_ptr<Event> &base);
    void forget() { told_ = true; } // it was not queued
    // The stream was waited for since.
    void tell(const Stream *stream) noexcept;

private:
    void point(Stream &stream, int which);
    void fill();

    tpudnnActivity_t record_;
    std::shared_ptr<const Subscribers> subscribers_;
    bool told_ = false;
    tpudnnDriverMark_t marks_[2]{};
    std::unique_ptr<Event> events_[2];
    std::shared_ptr<Event> base_;
    uint64_t host_[2] = {0, 0};
};

} // namespace tpudnn
