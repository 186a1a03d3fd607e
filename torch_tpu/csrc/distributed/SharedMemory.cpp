#include "distributed/SharedMemory.h"

#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <string>
#include <type_traits>

#include <c10/util/Exception.h>

#include "distributed/HostBytes.h"
#include "distributed/Segment.h"

namespace tpu::distributed
{
namespace
{

using at::Tensor;
using Clock = std::chrono::steady_clock;

constexpr int64_t kLargestSlot = int64_t{1} << 20;
constexpr int64_t kSmallestSlot = int64_t{1} << 16;
constexpr int64_t kAllSlots = int64_t{1} << 23;       // of one half, where the limits of a slot allow
constexpr auto kLook = std::chrono::milliseconds(20); // between two looks whether a rank still lives
constexpr int kSpins = 200;
constexpr size_t kReason = 400;

// How a rank has left: between two calls, or in one that failed, which the others' then do too, though it may have shown all of its part.
enum Leave : uint32_t
{
    kPresent = 0,
    kEnded = 1,
    kFailed = 2
};

// A rank's part of the segment's head. `phase` counts the windows that it has filled; the others wait for it there.
struct alignas(64) Seat
{
    std::atomic<uint32_t> phase;
    std::atomic<uint32_t> waiters;
    std::atomic<uint32_t> left; // a Leave: makes no more calls; `reason` is written before
    char reason[kReason];
};
static_assert(std::atomic<uint32_t>::is_always_lock_free && sizeof(std::atomic<uint32_t>) == sizeof(uint32_t));

long futex(std::atomic<uint32_t> &word, int operation, uint32_t value, const timespec *timeout)
{
    return syscall(SYS_futex, reinterpret_cast<uint32_t *>(&word), operation, value, timeout, nullptr, 0);
}

int64_t slotOf(int ranks) { return std::clamp(kAllSlots / ranks / 64 * 64, kSmallestSlot, kLargestSlot); }

size_t headBytes(int ranks) { return static_cast<size_t>(ranks) * sizeof(Seat); }

size_t segmentBytes(int ranks) { return headBytes(ranks) + 2 * static_cast<size_t>(ranks) * static_cast<size_t>(slotOf(ranks)); }

class SharedMemory : public Engine
{
public:
    SharedMemory(std::unique_ptr<Segment> segment, std::vector<Descriptor> processes, int rank, int ranks,
                 std::chrono::milliseconds timeout)
        : Engine(rank, ranks), segment_(std::move(segment)), processes_(std::move(processes)), slot_(slotOf(ranks)),
          group_timeout_(timeout), owner_(getpid())
    {
    }

    ~SharedMemory() override { leaveAs(kEnded, "it has ended its group"); }

    const char *name() const override { return "shared memory"; }
    int64_t window() const override { return slot_; }

    void begin(std::chrono::milliseconds timeout) override
    {
        TORCH_CHECK(!leaving_, "The group cannot be used any more: ", seat(rank_).reason);
        timeout_ = timeout.count() < 0 ? group_timeout_ : timeout;
        deadline_ = Clock::now() + timeout_;
    }

    void leave(const std::string &reason) noexcept override { leaveAs(kFailed, reason); }

    Tensor allGather(const Tensor &mine) override
    {
        const int64_t size = mine.numel();
        Tensor all = emptyBytes(size * ranks_);
        show(mine, size, [&](int rank) { return Part{0, size, all.mutable_data_ptr<uint8_t>() + rank * size}; });
        return all;
    }

    Tensor allToAll(const Tensor &mine, const std::vector<int64_t> &sizes) override
    {
        std::vector<Part> parts;
        int64_t total = 0;
        int64_t longest = 0;
        for (int from = 0; from < ranks_; ++from)
        {
            const auto row = sizes.begin() + from * ranks_;
            const int64_t first = std::accumulate(row, row + rank_, int64_t{0});
            longest = std::max(longest, std::accumulate(row, row + ranks_, int64_t{0}));
            parts.push_back({first, row[rank_], nullptr});
            total += row[rank_];
        }
        Tensor theirs = emptyBytes(total);
        uint8_t *to = theirs.mutable_data_ptr<uint8_t>();
        for (Part &part : parts)
        {
            part.to = to;
            to += part.size;
        }
        show(mine, longest, [&](int rank) { return parts[static_cast<size_t>(rank)]; });
        return theirs;
    }

    void broadcast(const Tensor &bytes, int root) override
    {
        const Part all{0, bytes.numel(), bytes.mutable_data_ptr<uint8_t>()};
        show(rank_ == root ? bytes : emptyBytes(0), bytes.numel(), [&](int rank) { return rank == root && rank_ != root ? all : Part{}; });
    }

    Tensor gather(const Tensor &mine, int root) override
    {
        const int64_t size = mine.numel();
        Tensor all = rank_ == root ? emptyBytes(size * ranks_) : Tensor();
        show(mine, size, [&](int rank) { return all.defined() ? Part{0, size, all.mutable_data_ptr<uint8_t>() + rank * size} : Part{}; });
        return all;
    }

    Tensor scatter(const Tensor &whole, int64_t size, int root) override
    {
        Tensor mine = emptyBytes(size);
        const Part own{rank_ * size, size, mine.mutable_data_ptr<uint8_t>()};
        show(rank_ == root ? whole : emptyBytes(0), size * ranks_, [&](int rank) { return rank == root ? own : Part{}; });
        return mine;
    }

private:
    // Bytes `first` to `first + size` of what a rank shows, and where they go.
    struct Part
    {
        int64_t first = 0;
        int64_t size = 0;
        uint8_t *to = nullptr;
    };

    void leaveAs(Leave how, const std::string &reason) noexcept
    {
        Seat &own = seat(rank_);
        if (getpid() != owner_ || leaving_.exchange(true)) // a child of fork is not the rank
        {
            return;
        }
        own.reason[reason.substr(0, reason.find('\n')).copy(own.reason, kReason - 1)] = '\0'; // without a backtrace
        own.left.store(how, std::memory_order_release);
        futex(own.phase, FUTEX_WAKE, INT32_MAX, nullptr);
    }

    Seat &seat(int rank) const { return *reinterpret_cast<Seat *>(segment_->data() + static_cast<size_t>(rank) * sizeof(Seat)); }

    uint8_t *slot(uint32_t half, int rank) const
    {
        const size_t index = half * static_cast<size_t>(ranks_) + static_cast<size_t>(rank);
        return segment_->data() + headBytes(ranks_) + index * static_cast<size_t>(slot_);
    }

    // Shows `own` to all ranks, window by window, and takes the parts of theirs. No rank shows more than `longest` bytes. The two halves of
    // the segment are filled in turn: who fills one again has seen all ranks fill the other, which they do when they are done with the first.
    template <class PartOf>
    void show(const Tensor &own, int64_t longest, const PartOf &part_of)
    {
        const auto *const bytes = own.const_data_ptr<uint8_t>();
        for (int64_t first = 0; first < longest; first += slot_)
        {
            const uint32_t phase = seat(rank_).phase.load(std::memory_order_relaxed) + 1;
            const uint32_t half = phase % 2;
            if (first < own.numel())
            {
                std::memcpy(slot(half, rank_), bytes + first, static_cast<size_t>(std::min(slot_, own.numel() - first)));
            }
            arrive(phase);
            for (int i = 0; i < ranks_; ++i)
            {
                const int rank = (rank_ + i) % ranks_;
                await(rank, phase);
                const Part part = part_of(rank);
                const int64_t begin = std::max(part.first, first);
                const int64_t end = std::min(part.first + part.size, first + slot_);
                if (begin < end)
                {
                    std::memcpy(part.to + (begin - part.first), slot(half, rank) + (begin - first), static_cast<size_t>(end - begin));
                }
            }
        }
    }

    void arrive(uint32_t phase)
    {
        Seat &own = seat(rank_);
        own.phase.store(phase);
        if (own.waiters.load() != 0)
        {
            futex(own.phase, FUTEX_WAKE, INT32_MAX, nullptr);
        }
    }

    void await(int rank, uint32_t phase)
    {
        const Seat &other = seat(rank);
        for (int spin = 0; spin < kSpins; ++spin)
        {
            if (arrived(other, phase))
            {
                break;
            }
            if (spin % 50 == 49)
            {
                sched_yield();
            }
        }
        while (!arrived(other, phase))
        {
            TORCH_CHECK(!leaving_, "The group cannot be used any more: ", seat(rank_).reason);
            pollfd process{processes_[static_cast<size_t>(rank)].get(), POLLIN, 0};
            // Whoever left or died may have shown its part before: look once more.
            if (other.left.load() != kPresent)
            {
                TORCH_CHECK(arrived(other, phase), "Connection closed by peer: rank ", rank, ": ", other.reason);
                break;
            }
            if (poll(&process, 1, 0) > 0)
            {
                TORCH_CHECK(arrived(other, phase), "Connection closed by peer: the process of rank ", rank, " has ended");
                break;
            }
            TORCH_CHECK(Clock::now() < deadline_, "Timed out waiting ", timeout_.count(), "ms for rank ", rank);
            sleep(seat(rank), phase);
        }
        TORCH_CHECK(other.left.load() != kFailed || other.phase.load() != phase, "Connection closed by peer: rank ", rank, ": ",
                    other.reason);
    }

    static bool arrived(const Seat &other, uint32_t phase) { return static_cast<int32_t>(other.phase.load() - phase) >= 0; }

    static void sleep(Seat &other, uint32_t phase)
    {
        const timespec look{0, std::chrono::nanoseconds(kLook).count()};
        ++other.waiters;
        const uint32_t seen = other.phase.load();
        if (static_cast<int32_t>(seen - phase) < 0)
        {
            futex(other.phase, FUTEX_WAIT, seen, &look);
        }
        --other.waiters;
    }

    const std::unique_ptr<Segment> segment_;
    const std::vector<Descriptor> processes_; // readable when they have ended
    const int64_t slot_;
    const std::chrono::milliseconds group_timeout_;
    const pid_t owner_;
    std::chrono::milliseconds timeout_{0};
    Clock::time_point deadline_;
    std::atomic<bool> leaving_{false};
};

// What a rank says of itself before the segment is there.
struct Introduction
{
    unsigned char allowed = 0;
    Place place; // of rank 0: with the segment
};
static_assert(std::is_trivially_copyable_v<Introduction>);

template <class T>
std::vector<T> told(Engine &sockets, const T &mine, int ranks)
{
    Tensor bytes = emptyBytes(sizeof mine);
    std::memcpy(bytes.mutable_data_ptr<uint8_t>(), &mine, sizeof mine);
    const Tensor all = sockets.allGather(bytes);
    std::vector<T> values(static_cast<size_t>(ranks));
    std::memcpy(values.data(), all.const_data_ptr<uint8_t>(), values.size() * sizeof(T));
    return values;
}

} // namespace

std::unique_ptr<Engine> shareMemory(Engine &sockets, int rank, int ranks, std::chrono::milliseconds timeout, bool allowed)
{
    Introduction mine{allowed && ranks > 1, here()};
    std::unique_ptr<Segment> segment;
    if (rank == 0 && mine.allowed != 0)
    {
        segment = Segment::create(segmentBytes(ranks));
        mine.place = segment ? segment->place() : mine.place;
    }
    const auto all = told(sockets, mine, ranks);
    const Place &first = all.front().place;
    if (first.fd < 0 ||
        !std::all_of(all.begin(), all.end(), [&](const Introduction &other) { return other.allowed != 0 && sameHost(first, other.place); }))
    {
        return nullptr;
    }
    if (rank != 0)
    {
        segment = Segment::open(first, segmentBytes(ranks));
    }
    std::vector<Descriptor> processes;
    bool ready = segment != nullptr;
    for (const Introduction &other : all)
    {
        processes.emplace_back(static_cast<int>(syscall(SYS_pidfd_open, other.place.process, 0)));
        ready = ready && processes.back().valid();
    }
    const auto everyone = told<unsigned char>(sockets, ready ? 1 : 0, ranks);
    if (std::find(everyone.begin(), everyone.end(), 0) != everyone.end())
    {
        return nullptr;
    }
    segment->close();
    return std::make_unique<SharedMemory>(std::move(segment), std::move(processes), rank, ranks, timeout);
}

} // namespace tpu::distributed
