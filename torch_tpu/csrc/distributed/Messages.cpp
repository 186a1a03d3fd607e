#include "distributed/Messages.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/ops/from_blob.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/Device.h"
#include "distributed/HostBytes.h"
#include "distributed/Segment.h"
#include "distributed/StagedWork.h"

namespace tpu::distributed
{
namespace
{

using at::Tensor;
using Tensors = std::vector<Tensor>;

constexpr int kLargestTag = (1 << 29) - 1;
constexpr int64_t kShown = int64_t{1} << 16; // bytes from which a message is offered as memory
constexpr size_t kKept = size_t{1} << 26;    // bytes of segments that wait for further messages, in each direction

// The sockets' tags of a message's parts.
enum Part
{
    kAnnouncement = 0,
    kBytes = 1,
    kAnswer = 2,  // to an offer
    kRefused = 3, // bytes of an offer that was not taken
};

int tagOf(int tag, Part part) { return 4 * tag + part; }

struct Announcement
{
    int64_t dtype;
    int64_t elements;
    int64_t number; // of the messages to this rank with this tag
    int64_t room;   // of the segment that has the bytes; 0: they follow
    Place place;
};
static_assert(std::is_trivially_copyable_v<Announcement>);

template <class T>
Tensors told(const T &value)
{
    const Tensor bytes = emptyBytes(sizeof value);
    std::memcpy(bytes.mutable_data_ptr<uint8_t>(), &value, sizeof value);
    return {bytes};
}

template <class T>
T heard(const Tensors &told)
{
    T value{};
    std::memcpy(&value, told.front().const_data_ptr<uint8_t>(), sizeof value);
    return value;
}

void checkTag(const char *name, int tag)
{
    TORCH_CHECK_VALUE(tag >= 0 && tag <= kLargestTag, "tccl::", name, ": the tag is ", tag, ", not one of 0 to ", kLargestTag);
}

// Ends `work` from a thread of its own: which message ends first is not known.
void whenDone(const c10::intrusive_ptr<StagedWork> &work, std::function<void()> body)
{
    std::thread([work, body = std::move(body)] {
        const at::AutoDispatchBelowADInplaceOrView no_autograd;
        std::exception_ptr failure;
        try
        {
            body();
        }
        catch (...)
        {
            failure = std::current_exception();
        }
        work->complete(failure);
    }).detach();
}

// What happens to messages of one rank and tag in the order of their numbers, whichever thread has which.
class Turns
{
public:
    void take(int rank, int tag, int64_t number, const std::function<void()> &body)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait(lock, [&] { return next_[{rank, tag}] == number; });
        lock.unlock();
        std::exception_ptr failure;
        try
        {
            body();
        }
        catch (...)
        {
            failure = std::current_exception();
        }
        lock.lock();
        ++next_[{rank, tag}];
        lock.unlock();
        changed_.notify_all();
        if (failure != nullptr)
        {
            std::rethrow_exception(failure);
        }
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::pair<int, int>, int64_t> next_;
};

// Segments that are used again, so that their pages are made and mapped once. The one that was used last is the first.
class Kept
{
public:
    void put(std::shared_ptr<Segment> segment)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        bytes_ += segment->bytes();
        segments_.push_front(std::move(segment));
        while (bytes_ > kKept)
        {
            bytes_ -= segments_.back()->bytes();
            segments_.pop_back();
        }
    }

    template <class Fits>
    std::shared_ptr<Segment> take(const Fits &fits)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto found = std::find_if(segments_.begin(), segments_.end(), [&](const auto &segment) { return fits(*segment); });
        if (found == segments_.end())
        {
            return nullptr;
        }
        std::shared_ptr<Segment> segment = std::move(*found);
        bytes_ -= segment->bytes();
        segments_.erase(found);
        return segment;
    }

private:
    std::mutex mutex_;
    std::list<std::shared_ptr<Segment>> segments_;
    size_t bytes_ = 0;
};

struct Counts
{
    int64_t messages = 0;
    int64_t offers = 0;
};

} // namespace

struct Messages::State
{
    State(c10::intrusive_ptr<c10d::Backend> backend, bool shares) : sockets(std::move(backend)), shares_memory(shares) {}

    // Null where the bytes should follow.
    std::shared_ptr<Segment> roomFor(size_t bytes, int destination)
    {
        if (!shares_memory || bytes < static_cast<size_t>(kShown))
        {
            return nullptr;
        }
        {
            const std::lock_guard<std::mutex> lock(mutex);
            if (apart.count(destination) != 0)
            {
                return nullptr;
            }
        }
        std::shared_ptr<Segment> kept = sent.take([&](const Segment &each) { return each.bytes() >= bytes && each.bytes() / 2 <= bytes; });
        return kept ? kept : Segment::create(bytes);
    }

    std::shared_ptr<Segment> opened(const Announcement &said)
    {
        if (!shares_memory || !sameHost(own, said.place))
        {
            return nullptr;
        }
        const auto same = [&](const Segment &each) { return each.place().nonce == said.place.nonce; };
        std::shared_ptr<Segment> kept = received.take(same);
        return kept ? kept : Segment::open(said.place, static_cast<size_t>(said.room));
    }

    const c10::intrusive_ptr<c10d::Backend> sockets;
    const bool shares_memory;
    const Place own = here();
    Kept sent;
    Kept received;
    Turns offers;   // of this rank
    Turns messages; // to this rank
    std::mutex mutex;
    std::map<std::pair<int, int>, Counts> counts; // by destination and tag
    std::set<int> apart;                          // ranks that have refused an offer
};

Messages::Messages(c10::intrusive_ptr<c10d::Backend> sockets, int rank, bool shares_memory)
    : state_(std::make_shared<State>(std::move(sockets), shares_memory)), rank_(rank)
{
}

WorkPtr Messages::send(const Tensor &tensor, int destination, int tag)
{
    const char *const name = "send";
    checkTag(name, tag);
    c10::impl::VirtualGuardImpl(c10_tpu::kTPU).getStream(tensor.device()).synchronize();
    const at::AutoDispatchBelowADInplaceOrView no_autograd;
    const int64_t size = sizeInBytes(tensor);
    const std::shared_ptr<Segment> room = state_->roomFor(static_cast<size_t>(size), destination);
    auto host = std::make_shared<Tensors>();
    if (room != nullptr)
    {
        const Tensor bytes = at::from_blob(room->data(), {size}, at::TensorOptions(at::kByte));
        bytes.view(tensor.scalar_type()).view(tensor.sizes()).copy_(tensor);
        host->push_back(bytes);
    }
    else
    {
        host->push_back(bytesOf(tensor));
    }
    auto answer = std::make_shared<Tensors>(told<unsigned char>(0));
    // Here, so that messages to one rank leave in the order of the calls.
    std::unique_lock<std::mutex> lock(state_->mutex);
    Counts &counts = state_->counts[{destination, tag}];
    const int64_t offer = counts.offers;
    auto announcement =
        std::make_shared<Tensors>(told(Announcement{static_cast<int64_t>(tensor.scalar_type()), tensor.numel(), counts.messages,
                                                    room ? static_cast<int64_t>(room->bytes()) : 0, room ? room->place() : Place{}}));
    const auto &sockets = state_->sockets;
    const WorkPtr announced = sockets->send(*announcement, destination, tagOf(tag, kAnnouncement));
    const WorkPtr under_way =
        room ? sockets->recv(*answer, destination, tagOf(tag, kAnswer)) : sockets->send(*host, destination, tagOf(tag, kBytes));
    ++counts.messages;
    counts.offers += room != nullptr;
    lock.unlock();
    const auto work = c10::make_intrusive<StagedWork>(rank_, c10d::OpType::SEND, name, Tensors{tensor}, Tensors{});
    whenDone(work, [=, state = state_] {
        announced->wait();
        under_way->wait();
        if (room == nullptr)
        {
            return;
        }
        WorkPtr again;
        state->offers.take(destination, tag, offer, [&] {
            if (heard<unsigned char>(*answer) == 0)
            {
                again = state->sockets->send(*host, destination, tagOf(tag, kRefused));
            }
        });
        if (again)
        {
            again->wait();
            const std::lock_guard<std::mutex> lock(state->mutex);
            state->apart.insert(destination);
            return;
        }
        state->sent.put(room);
    });
    return work;
}

WorkPtr Messages::receive(const Tensor &tensor, std::optional<int> source, int tag)
{
    const char *const name = "recv";
    checkTag(name, tag);
    c10::impl::VirtualGuardImpl(c10_tpu::kTPU).getStream(tensor.device()).synchronize();
    const at::AutoDispatchBelowADInplaceOrView no_autograd;
    auto announcement = std::make_shared<Tensors>(told(Announcement{}));
    const auto &sockets = state_->sockets;
    const int first = tagOf(tag, kAnnouncement);
    const WorkPtr announced = source ? sockets->recv(*announcement, *source, first) : sockets->recvAnysource(*announcement, first);
    const auto type = source ? c10d::OpType::RECV : c10d::OpType::RECVANYSOURCE;
    const auto work = c10::make_intrusive<StagedWork>(rank_, type, name, Tensors{tensor}, Tensors{tensor});
    whenDone(work, [work, announcement, announced, tensor, tag, source, state = state_] {
        announced->wait();
        const int from = source ? *source : announced->sourceRank();
        const auto said = heard<Announcement>(*announcement);
        // All that was sent is taken, also where it does not fit: the sender waits for that.
        const auto dtype = static_cast<at::ScalarType>(said.dtype);
        const int64_t size = said.elements * static_cast<int64_t>(c10::elementSize(dtype));
        const bool fits = said.elements == tensor.numel() && dtype == tensor.scalar_type();
        std::shared_ptr<Segment> room;
        Tensors host;
        WorkPtr under_way;
        state->messages.take(from, tag, said.number, [&] {
            room = said.room != 0 ? state->opened(said) : nullptr;
            std::exception_ptr failure;
            if (room && fits)
            {
                try
                {
                    putBytes(tensor, at::from_blob(room->data(), {size}, at::TensorOptions(at::kByte)));
                }
                catch (...)
                {
                    failure = std::current_exception();
                }
            }
            if (said.room != 0)
            {
                Tensors answer = told<unsigned char>(room ? 1 : 0);
                state->sockets->send(answer, from, tagOf(tag, kAnswer))->wait();
            }
            if (!room)
            {
                host.push_back(emptyBytes(size));
                under_way = state->sockets->recv(host, from, tagOf(tag, said.room != 0 ? kRefused : kBytes));
            }
            if (failure != nullptr)
            {
                std::rethrow_exception(failure);
            }
        });
        if (under_way)
        {
            under_way->wait();
        }
        if (room)
        {
            state->received.put(room);
        }
        work->setSourceRank(from);
        TORCH_CHECK(fits, "tccl::recv: rank ", from, " sent ", said.elements, " elements of ", dtype, ", the tensor to receive them has ",
                    tensor.numel(), " of ", tensor.scalar_type());
        if (!room)
        {
            putBytes(tensor, host.front());
        }
    });
    return work;
}

} // namespace tpu::distributed
