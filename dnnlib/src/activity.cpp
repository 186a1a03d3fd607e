#include "observed.h"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <string>

#include "device.h"
#include "handle.h"
#include "log.h"
#include "stream.h"
#include "thread_text.h"

namespace tpudnn
{

struct Subscriber
{
    uint32_t kinds;
    uint32_t flags;
    const Stream *only;
    tpudnnActivityCallback_t callback;
    void *user;

    std::atomic<bool> live{true};
    std::mutex mutex; // of what follows
    std::condition_variable idle;
    int running = 0;
};

std::atomic<uint32_t> subscribedKinds{0};

namespace
{

// A callback that runs in this thread.
struct Frame
{
    const Subscriber *subscriber;
    const Frame *outer;
};

// Without constructor and destructor, and not in a block of its own: see thread_text.h. What it owns goes when the last correlation is popped.
struct ThreadState
{
    const Frame *running;
    uint64_t innermost; // activity that others lie in
    uint64_t *correlations;
    size_t depth;
    size_t room; // 0: of `first`
    uint64_t first[4];

    uint64_t *stack() { return room ? correlations : first; }
};

TPUDNN_THREAD_TEXT ThreadState thisThread{};

std::atomic<uint64_t> lastSequence{0};

struct Registry
{
    std::mutex mutex; // of what follows
    std::shared_ptr<const Subscribers> subscribers = std::make_shared<Subscribers>();

    // Those that have ended go, and one more comes where it is not null. Under the lock; what can fail comes before what changes.
    void update(const std::shared_ptr<Subscriber> &added)
    {
        auto updated = std::make_shared<Subscribers>();
        updated->reserve(subscribers->size() + 1);
        for (const std::shared_ptr<Subscriber> &known : *subscribers)
        {
            if (known->live)
            {
                updated->push_back(known);
            }
        }
        if (added)
        {
            updated->push_back(added);
        }
        uint32_t kinds = 0;
        for (const std::shared_ptr<Subscriber> &subscriber : *updated)
        {
            kinds |= subscriber->kinds;
        }
        subscribers = std::move(updated);
        subscribedKinds.store(kinds, std::memory_order_relaxed);
    }
};

Registry &registry()
{
    static Registry *made = new Registry; // never destroyed: threads may act until the process ends
    return *made;
}

uint64_t now()
{
    return static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count());
}

bool runsHere(const Subscriber *subscriber)
{
    const Frame *frame = thisThread.running;
    while (frame && frame->subscriber != subscriber)
    {
        frame = frame->outer;
    }
    return frame != nullptr;
}

bool wants(const Subscriber &subscriber, tpudnnActivityKind_t kind, tpudnnActivityPhase_t phase, const Stream *stream)
{
    return (subscriber.kinds & (1u << kind)) && (!subscriber.only || subscriber.only == stream) &&
           (phase != TPUDNN_ACTIVITY_DEVICE_TIME || (subscriber.flags & TPUDNN_ACTIVITY_DEVICE_TIMES));
}

void call(Subscriber &subscriber, const tpudnnActivity_t &record)
{
    {
        const std::lock_guard<std::mutex> lock(subscriber.mutex);
        if (!subscriber.live)
        {
            return;
        }
        ++subscriber.running;
    }
    const Frame frame{&subscriber, thisThread.running};
    thisThread.running = &frame;
    try
    {
        subscriber.callback(&record, subscriber.user);
    }
    catch (...)
    {
        TPUDNN_LOG_ERROR("a callback of tpudnnActivitySubscribe threw an exception; it is ignored");
    }
    thisThread.running = frame.outer;
    const std::lock_guard<std::mutex> lock(subscriber.mutex);
    if (--subscriber.running == 0 && !subscriber.live)
    {
        subscriber.idle.notify_all();
    }
}

// The thread's last error is the caller's: callbacks that call the library leave it as it was. Without memory for a long sentence the beginning is kept.
class KeptError
{
public:
    KeptError() : status_(tpudnnGetLastStatus())
    {
        if (status_ != TPUDNN_STATUS_SUCCESS)
        {
            text_.set(lastError(), std::strlen(lastError()));
        }
    }
    ~KeptError()
    {
        if (status_ == TPUDNN_STATUS_SUCCESS)
        {
            if (tpudnnGetLastStatus() != TPUDNN_STATUS_SUCCESS)
            {
                tpudnnClearLastError();
            }
            return;
        }
        restoreLastError(status_, text_.get());
    }
    KeptError(const KeptError &) = delete;
    KeptError &operator=(const KeptError &) = delete;

private:
    struct Text
    {
        char *owned = nullptr;
        char words[64] = "";
        ~Text() { std::free(owned); }
        void set(const char *text, size_t length)
        {
            owned = length < sizeof words ? nullptr : static_cast<char *>(std::malloc(length + 1));
            char *to = owned ? owned : words;
            const size_t kept = owned || length < sizeof words ? length : sizeof words - 1;
            std::memcpy(to, text, kept);
            to[kept] = '\0';
        }
        const char *get() const { return owned ? owned : words; }
    };

    tpudnnStatus_t status_;
    Text text_;
};

void tellAll(const Subscribers &subscribers, const tpudnnActivity_t &record, const Stream *stream, bool backwards)
{
    const KeptError kept;
    for (size_t i = 0; i < subscribers.size(); ++i)
    {
        Subscriber &subscriber = *subscribers[backwards ? subscribers.size() - 1 - i : i];
        if (wants(subscriber, record.kind, record.phase, stream) && !runsHere(&subscriber))
        {
            call(subscriber, record);
        }
    }
}

bool onDevice(tpudnnActivityKind_t kind) { return kind >= TPUDNN_ACTIVITY_LAUNCH && kind <= TPUDNN_ACTIVITY_FILL; }

} // namespace

tpudnnStatus_t statusOfCurrentException() noexcept
{
    try
    {
        throw;
    }
    catch (const Error &error)
    {
        return error.status();
    }
    catch (const StatusPassed &passed)
    {
        return passed.status();
    }
    catch (const std::bad_alloc &)
    {
        return TPUDNN_STATUS_OUT_OF_MEMORY;
    }
    catch (...)
    {
        return TPUDNN_STATUS_FAILED;
    }
}

std::shared_ptr<Subscriber> makeSubscriber(uint32_t kinds, uint32_t flags, const Stream *only, tpudnnActivityCallback_t callback,
                                           void *user)
{
    auto made = std::make_shared<Subscriber>();
    made->kinds = kinds;
    made->flags = flags;
    made->only = only;
    made->callback = callback;
    made->user = user;
    return made;
}

void subscribe(const std::shared_ptr<Subscriber> &subscriber)
{
    const std::lock_guard<std::mutex> lock(registry().mutex);
    registry().update(subscriber);
}

void unsubscribe(Subscriber &subscriber) noexcept
{
    {
        const std::lock_guard<std::mutex> lock(subscriber.mutex);
        subscriber.live = false;
    }
    try
    {
        const std::lock_guard<std::mutex> lock(registry().mutex);
        registry().update(nullptr);
    }
    catch (const std::bad_alloc &)
    {
        // the next one that comes or goes makes the list shorter; it is not called any more
    }
    if (!thisThread.running) // two callbacks that wait for each other would never end
    {
        std::unique_lock<std::mutex> lock(subscriber.mutex);
        subscriber.idle.wait(lock, [&] { return subscriber.running == 0; });
    }
}

uint64_t currentCorrelation() noexcept { return thisThread.depth ? thisThread.stack()[thisThread.depth - 1] : 0; }

bool inCallback() noexcept { return thisThread.running != nullptr; }

Activity::Activity(tpudnnActivityKind_t kind, const Device &device, const Stream *stream) : stream_(stream)
{
    {
        const std::lock_guard<std::mutex> lock(registry().mutex);
        subscribers_ = registry().subscribers;
    }
    record.struct_size = sizeof record;
    record.kind = kind;
    record.sequence = lastSequence.fetch_add(1, std::memory_order_relaxed) + 1;
    record.parent = outer_ = thisThread.innermost;
    record.correlation = currentCorrelation();
    record.thread = static_cast<uint64_t>(gettid());
    record.device = device.id();
    record.chip = device.chip().c_str();
    record.stream = stream ? stream->name() : nullptr;
    record.stream_number = stream ? stream->number() : -1;
    for (const std::shared_ptr<Subscriber> &subscriber : *subscribers_)
    {
        timed_ = timed_ || (onDevice(kind) && wants(*subscriber, kind, TPUDNN_ACTIVITY_DEVICE_TIME, stream) && !runsHere(subscriber.get()));
    }
    holds_ = kind == TPUDNN_ACTIVITY_OPERATOR || kind == TPUDNN_ACTIVITY_GRAPH;
    if (holds_)
    {
        thisThread.innermost = record.sequence;
    }
}

Activity::~Activity()
{
    if (holds_)
    {
        thisThread.innermost = outer_;
    }
}

void Activity::enter()
{
    record.start_ns = now();
    tellAll(*subscribers_, record, stream_, false);
}

void Activity::leave(tpudnnStatus_t status)
{
    record.phase = TPUDNN_ACTIVITY_EXIT;
    record.status = status;
    record.end_ns = now();
    tellAll(*subscribers_, record, stream_, true);
}

// --- device times --------------------------------------------------------------------------------------------------------------------------

Measurement::Measurement(const Activity &activity) : record_(activity.record), subscribers_(activity.subscribers())
{
    record_.phase = TPUDNN_ACTIVITY_DEVICE_TIME;
    record_.args = nullptr; // gone when it is told
    record_.tensors = nullptr;
    record_.tensor_count = 0;
}

Measurement::~Measurement() = default;

void Measurement::point(Stream &stream, int which)
{
    const tpudnnDriver_v1 &driver = stream.device().driver();
    if (driver.mark)
    {
        marks_[which].struct_size = sizeof marks_[which];
        driver.mark(stream.native(), &marks_[which]); // where it fails nothing is known
        return;
    }
    if (driver.event_create)
    {
        guarded("recording an event for the time", [&] {
            events_[which] = std::make_unique<Event>(stream.device());
            events_[which]->record(stream);
        });
        return;
    }
    stream.device().check(driver.stream_synchronize(stream.native()), "waiting for the stream, to take the time");
    host_[which] = now();
}

void Measurement::end(Stream &stream, std::shared_ptr<Event> &base)
{
    point(stream, 1);
    if (events_[0] && events_[0]->recorded())
    {
        base_ = base ? base : std::shared_ptr<Event>(std::move(events_[0]));
        base = base_;
    }
}

void Measurement::fill()
{
    const tpudnnDriverMark_t &from = marks_[0];
    const tpudnnDriverMark_t &to = marks_[1];
    const uint32_t known = from.known & to.known;
    if (known & TPUDNN_MARK_DEVICE_NS)
    {
        record_.measured |= TPUDNN_ACTIVITY_HAS_DEVICE_NS;
        record_.device_start_ns = from.device_ns;
        record_.device_end_ns = to.device_ns;
    }
    if (known & TPUDNN_MARK_HOST_NS)
    {
        record_.measured |= TPUDNN_ACTIVITY_HAS_HOST_NS;
        record_.device_host_end_ns = to.host_ns;
        record_.device_host_start_ns = to.host_ns - (to.host_busy_ns - from.host_busy_ns);
    }
    const auto count = [&](uint32_t mark, uint32_t has, uint64_t tpudnnDriverMark_t::*counter, uint64_t &out) {
        if (known & mark)
        {
            record_.measured |= has;
            out = to.*counter - from.*counter;
        }
    };
    count(TPUDNN_MARK_CYCLES, TPUDNN_ACTIVITY_HAS_CYCLES, &tpudnnDriverMark_t::cycles, record_.cycles);
    count(TPUDNN_MARK_FLOPS, TPUDNN_ACTIVITY_HAS_FLOPS, &tpudnnDriverMark_t::flops, record_.flops);
    count(TPUDNN_MARK_BYTES, TPUDNN_ACTIVITY_HAS_BYTES, &tpudnnDriverMark_t::bytes, record_.device_bytes);
    record_.simulated = known & TPUDNN_MARK_SIMULATED ? 1 : 0;
    record_.status = to.faulted ? TPUDNN_STATUS_DEVICE_FAULT : TPUDNN_STATUS_SUCCESS;
    if (host_[1])
    {
        record_.measured |= TPUDNN_ACTIVITY_HAS_HOST_NS;
        record_.device_host_start_ns = host_[0];
        record_.device_host_end_ns = host_[1];
    }
    if (base_ && events_[1] && events_[1]->recorded())
    {
        const Event &start = events_[0] ? *events_[0] : *base_;
        const double duration = 1e6 * events_[1]->elapsedSince(start);
        record_.device_start_ns = 1e6 * start.elapsedSince(*base_);
        record_.device_end_ns = record_.device_start_ns + duration;
        record_.measured |= TPUDNN_ACTIVITY_HAS_DEVICE_NS;
    }
}

void Measurement::tell(const Stream *stream) noexcept
{
    if (!told_)
    {
        told_ = true;
        guarded("reading the times of an activity", [&] { fill(); });
        tellAll(*subscribers_, record_, stream, false);
    }
}

} // namespace tpudnn

// --- C API ---------------------------------------------------------------------------------------------------------------------------------

using tpudnn::Device;
using tpudnn::Error;
using tpudnn::guarded;
using tpudnn::publish;
using tpudnn::required;
using tpudnn::retired;
using tpudnn::Subscriber;

extern "C" tpudnnStatus_t tpudnnActivitySubscribe(tpudnnActivitySubscriber_t *subscriber, uint32_t kinds, uint32_t flags,
                                                  tpudnnActivityCallback_t callback, void *user)
{
    return guarded("tpudnnActivitySubscribe", [&] {
        *required(subscriber, "subscriber") = nullptr;
        if (!callback)
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM, "callback is null");
        }
        if (kinds == 0 || (kinds & ~TPUDNN_ACTIVITY_ALL))
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM, "kinds is " + tpudnn::hex(uint64_t{kinds}) +
                                                     "; it is a set of 1 << TPUDNN_ACTIVITY_..., which are " +
                                                     tpudnn::hex(uint64_t{TPUDNN_ACTIVITY_ALL}) + " together");
        }
        if (flags & ~TPUDNN_ACTIVITY_DEVICE_TIMES)
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM,
                        "flags is " + tpudnn::hex(uint64_t{flags}) + "; there is TPUDNN_ACTIVITY_DEVICE_TIMES (1)");
        }
        const auto made = tpudnn::makeSubscriber(kinds, flags, nullptr, callback, user);
        *subscriber = publish<Subscriber>(made); // a callback may want to know it
        try
        {
            tpudnn::subscribe(made);
        }
        catch (...)
        {
            retired<Subscriber>(*subscriber, "subscriber");
            *subscriber = nullptr;
            throw;
        }
    });
}

extern "C" tpudnnStatus_t tpudnnActivityUnsubscribe(tpudnnActivitySubscriber_t subscriber)
{
    return guarded("tpudnnActivityUnsubscribe", [&] {
        if (subscriber)
        {
            const auto ended = retired<Subscriber>(subscriber, "subscriber");
            tpudnn::unsubscribe(*ended);
        }
    });
}

extern "C" tpudnnStatus_t tpudnnActivityFlush(void)
{
    return guarded("tpudnnActivityFlush", [&] {
        std::exception_ptr first;
        for (Device *device : Device::open())
        {
            try
            {
                device->drain();
            }
            catch (...)
            {
                first = first ? first : std::current_exception();
            }
        }
        if (first)
        {
            std::rethrow_exception(first);
        }
    });
}

extern "C" tpudnnStatus_t tpudnnGetAddressRange(const void *ptr, void **base, uint64_t *size)
{
    return guarded("tpudnnGetAddressRange", [&] {
        *required(base, "base") = nullptr;
        *required(size, "size") = 0;
        if (!tpudnn::AddressWindow::instance().rangeOf(ptr, base, size))
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM, ptr ? "ptr " + tpudnn::hex(ptr) + " is in no device allocation" : "ptr is null");
        }
    });
}

extern "C" tpudnnStatus_t tpudnnActivityPushCorrelation(uint64_t id)
{
    return guarded("tpudnnActivityPushCorrelation", [&] {
        tpudnn::ThreadState &thread = tpudnn::thisThread;
        constexpr size_t own = sizeof thread.first / sizeof *thread.first;
        if (thread.depth == (thread.room ? thread.room : own))
        {
            const size_t room = 2 * thread.depth;
            auto *grown = static_cast<uint64_t *>(std::realloc(thread.correlations, room * sizeof(uint64_t)));
            if (!grown)
            {
                throw std::bad_alloc();
            }
            if (!thread.room)
            {
                std::memcpy(grown, thread.first, sizeof thread.first);
            }
            thread.correlations = grown;
            thread.room = room;
        }
        thread.stack()[thread.depth++] = id;
    });
}

extern "C" tpudnnStatus_t tpudnnActivityPopCorrelation(uint64_t *id)
{
    return guarded("tpudnnActivityPopCorrelation", [&] {
        tpudnn::requireHost(id, "id");
        tpudnn::ThreadState &thread = tpudnn::thisThread;
        if (thread.depth == 0)
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM, "this thread has pushed no correlation, or has popped all");
        }
        const uint64_t ended = thread.stack()[--thread.depth];
        if (thread.depth == 0)
        {
            std::free(thread.correlations);
            thread.correlations = nullptr;
            thread.room = 0;
        }
        if (id)
        {
            *id = ended;
        }
    });
}

extern "C" tpudnnStatus_t tpudnnGetDevicePeak(int deviceID, tpudnnDevicePeak_t *peak)
{
    return guarded("tpudnnGetDevicePeak", [&] {
        *required(peak, "peak") = {};
        const Device &device = Device::get(deviceID);
        if (!device.driver().peak)
        {
            throw Error(TPUDNN_STATUS_NOT_SUPPORTED, device.name() + ": its driver does not tell what the chip can do at best");
        }
        tpudnnDriverPeak_t told{};
        told.struct_size = sizeof told;
        device.check(device.driver().peak(device.native(), &told), "asking what the chip can do at best");
        *peak = {told.cycles_per_second, told.flops_per_second, told.bytes_per_second, told.launch_ns, told.simulated};
    });
}
