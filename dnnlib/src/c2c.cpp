// C API: collectives between the devices of one process. The ranks' calls meet; the one that comes last queues the copies over the chip's links on
// the streams of the ranks that receive. Sums are made on the host.
#include "tpuDNNTensor.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "c2c_reduction.h"
#include "device.h"
#include "dtype.h"
#include "handle.h"
#include "stream.h"

using tpudnn::Bytes;
using tpudnn::checkReduction;
using tpudnn::Device;
using tpudnn::elementBytes;
using tpudnn::Error;
using tpudnn::guarded;
using tpudnn::handleOf;
using tpudnn::rawValue;
using tpudnn::reduce;
using tpudnn::required;

namespace
{

constexpr size_t kIdBytes = 128;
constexpr uint64_t kMostElements = uint64_t{1} << 40;

[[noreturn]] void refuse(const std::string &sentence) { throw Error(TPUDNN_STATUS_BAD_PARAM, sentence); }

std::string number(uint64_t value) { return std::to_string(value); }

bool connected(const Device &one, const Device &other) { return one.link(other).hops > 0; }

bool linked(const Device &one, const Device &other) { return one.link(other).port >= 0; }

// --- groups --------------------------------------------------------------------------------------------------------------------------------

// A rank of a group, for the length of a call.
struct Member
{
    Member(tpudnnHandle_t handle, const char *uuid, int nranks, int cur_rank, const int *chip_map)
        : impl(handleOf(handle)), ranks(nranks), rank(cur_rank)
    {
        required(uuid, "uuid");
        id.assign(uuid, strnlen(uuid, kIdBytes));
        if (id.empty() || id.size() == kIdBytes)
        {
            refuse(id.empty() ? "uuid is empty" : "uuid does not end before its 128th byte");
        }
        if (nranks < 1 || nranks > Device::count())
        {
            refuse("nranks is " + std::to_string(nranks) + ", of " + std::to_string(Device::count()) + " devices");
        }
        checkRank(cur_rank, "cur_rank");
        required(chip_map, "chip_map");
        chips.assign(chip_map, chip_map + nranks);
        const Device &own = impl->device();
        for (int other = 0; other < nranks; ++other)
        {
            if (chips[other] < 0 || chips[other] >= Device::count() || std::count(chips.begin(), chips.end(), chips[other]) > 1)
            {
                refuse("chip_map[" + std::to_string(other) + "] is " + std::to_string(chips[other]) +
                       ", not a device that no other rank has");
            }
        }
        if (chips[cur_rank] != own.id())
        {
            refuse("chip_map[" + std::to_string(cur_rank) + "] is " + std::to_string(chips[cur_rank]) + ", the handle is of " + own.name());
        }
        for (const int chip : chips)
        {
            if (chip != own.id() && !connected(own, Device::get(chip)))
            {
                throw Error(TPUDNN_STATUS_NOT_SUPPORTED, "there is no link between " + own.name() + " and " + Device::get(chip).name());
            }
        }
    }

    void checkRank(int value, const char *name) const
    {
        if (value < 0 || value >= ranks)
        {
            refuse(std::string(name) + " is " + std::to_string(value) + ", of " + std::to_string(ranks) + " ranks");
        }
    }

    uint64_t physical(const void *buffer, uint64_t bytes, const char *name) const
    {
        return bytes == 0 ? 0 : impl->device().toPhysical(buffer, bytes, name);
    }

    // What is queued before has run; refused while the stream is captured.
    void settle() const { impl->stream().synchronize(); }

    const Device &device() const { return impl->device(); }
    tpudnn::Stream &stream() const { return impl->stream(); }

    tpudnn::Ref<TPUDNNImpl> impl;
    std::string id;
    int ranks;
    int rank;
    std::vector<int> chips;
};

uint64_t bytesOf(uint64_t count, int dtype, const char *name)
{
    const uint64_t size = elementBytes(dtype, name);
    if (count > kMostElements)
    {
        refuse("a count is " + number(count) + ", more than 2^40");
    }
    return count * size;
}

std::chrono::duration<double> patience()
{
    const char *const text = std::getenv("TPUDNN_C2C_TIMEOUT");
    const double seconds = text ? std::strtod(text, nullptr) : 60;
    return std::chrono::duration<double>(seconds > 0 ? seconds : 60);
}

// What the ranks of a group say alike.
struct Call
{
    const char *function;
    uint64_t count;
    int dtype;
    int method = -1;
    int root = -1;

    bool operator==(const Call &other) const
    {
        return std::string(function) == other.function &&
               std::tie(count, dtype, method, root) == std::tie(other.count, other.dtype, other.method, other.root);
    }
    std::string text() const
    {
        return std::string(function) + "(" + number(count) + " of " + tpudnn::dtypeName(dtype) +
               (method < 0 ? "" : ", reduction " + std::to_string(method)) + (root < 0 ? "" : ", root " + std::to_string(root)) + ")";
    }
};

// An argument of a call: device memory, and the parameter's name.
struct Buffer
{
    const void *memory;
    uint64_t bytes;
    const char *name;
};

// What a rank brings to a call: where it reads, and where it writes.
struct Part
{
    Part() = default;
    Part(const Member &of, const Buffer &read, const Buffer &written)
        : member(&of), from(of.physical(read.memory, read.bytes, read.name)), fromBytes(read.bytes),
          to(of.physical(written.memory, written.bytes, written.name)), toBytes(written.bytes)
    {
    }

    const Member *member = nullptr;
    uint64_t from = 0;
    uint64_t fromBytes = 0;
    uint64_t to = 0;
    uint64_t toBytes = 0;
};

struct Meeting
{
    Call call;
    std::vector<int> chips;
    std::vector<Part> parts{}; // by rank
    std::vector<bool> called{};
    int arrived = 0;
    bool done = false;
    tpudnnStatus_t status = TPUDNN_STATUS_SUCCESS;
    std::string sentence{};

    bool complete() const { return arrived == static_cast<int>(called.size()); }
};

// Device memory of the library's own.
class Room
{
public:
    Room(Device &device, uint64_t bytes) : device_(device), virtual_(device.allocate(bytes, nullptr)) {}
    Room(const Room &) = delete;
    Room &operator=(const Room &) = delete;
    ~Room()
    {
        try
        {
            device_.release(virtual_, nullptr);
        }
        catch (const std::exception &) // of a fault on another stream, which that stream's next wait tells
        {
        }
    }
    const Device &device() const { return device_; }
    uint64_t address() const { return virtual_ == nullptr ? 0 : device_.toPhysical(virtual_); }

private:
    Device &device_;
    void *virtual_;
};

// Kept on the device that sent it.
struct Message
{
    uint64_t count;
    int dtype;
    std::unique_ptr<Room> room;
};

struct Groups
{
    std::mutex mutex;
    std::condition_variable changed;
    std::map<std::string, std::list<std::shared_ptr<Meeting>>> meetings;
    std::map<std::tuple<std::string, int, int>, std::deque<Message>> mail;
};

// Never destroyed: threads may be inside when the process ends.
Groups &groups()
{
    static auto *const all = new Groups;
    return *all;
}

// Copies between the memories of ranks, each on the stream of the rank that receives.
void copy(const Member &to, uint64_t dst, const Device &from, uint64_t src, uint64_t bytes)
{
    if (bytes > 0 && to.device().id() != from.id())
    {
        to.stream().copyPeer(dst, from, src, bytes);
    }
    else if (bytes > 0 && dst != src)
    {
        to.stream().copyD2D(dst, src, bytes);
    }
}

void copy(const Part &to, uint64_t offset, const Part &from, uint64_t fromOffset, uint64_t bytes)
{
    copy(*to.member, to.to + offset, from.member->device(), from.from + fromOffset, bytes);
}

// What is done when all ranks have called.
using Plan = void (*)(const std::vector<Part> &parts, const Call &call);

std::string missing(const Meeting &meeting)
{
    std::string ranks;
    for (size_t rank = 0; rank < meeting.called.size(); ++rank)
    {
        ranks += meeting.called[rank] ? "" : " " + number(rank);
    }
    return ranks;
}

// Where a rank writes over what others still read, it writes beside that first.
void perform(const std::vector<Part> &brought, const Call &call, Plan plan)
{
    std::vector<Part> parts = brought;
    std::vector<std::unique_ptr<Room>> rooms(parts.size());
    for (size_t rank = 0; rank < parts.size(); ++rank)
    {
        Part &part = parts[rank];
        if (part.from < part.to + part.toBytes && part.to < part.from + part.fromBytes)
        {
            rooms[rank] = std::make_unique<Room>(part.member->impl->device(), part.toBytes);
            part.to = rooms[rank]->address();
        }
    }
    const auto wait = [&] {
        for (const Part &part : parts)
        {
            part.member->stream().synchronize();
        }
    };
    plan(parts, call);
    wait();
    for (size_t rank = 0; rank < parts.size(); ++rank)
    {
        if (rooms[rank])
        {
            const Part &part = brought[rank];
            copy(*part.member, part.to, part.member->device(), rooms[rank]->address(), part.toBytes);
        }
    }
    wait();
}

void compute(Meeting &meeting, Plan plan) noexcept
{
    try
    {
        perform(meeting.parts, meeting.call, plan);
    }
    catch (const Error &error)
    {
        meeting.status = error.status();
        meeting.sentence = error.what();
    }
    catch (const std::bad_alloc &)
    {
        meeting.status = TPUDNN_STATUS_OUT_OF_MEMORY; // its sentence could not be made
    }
    catch (const std::exception &error)
    {
        meeting.status = TPUDNN_STATUS_FAILED;
        meeting.sentence = error.what();
    }
}

// Brings `mine` to the others' calls, and waits until what they make together is done.
void meet(const Call &call, const Part &mine, Plan plan)
{
    const Member &member = *mine.member;
    member.settle();
    Groups &all = groups();
    std::unique_lock<std::mutex> lock(all.mutex);
    auto &waiting = all.meetings[member.id];
    const auto found = std::find_if(waiting.begin(), waiting.end(), [&](const auto &one) {
        return static_cast<size_t>(member.rank) >= one->called.size() || !one->called[member.rank];
    });
    const auto meeting = found != waiting.end() ? *found : waiting.emplace_back(new Meeting{call, member.chips});
    if (found == waiting.end())
    {
        meeting->parts.resize(member.ranks);
        meeting->called.resize(member.ranks);
    }
    const auto end = [&](tpudnnStatus_t status, const std::string &sentence) {
        meeting->status = status;
        meeting->sentence = sentence;
        meeting->done = true;
        all.changed.notify_all();
    };
    if (static_cast<size_t>(member.rank) < meeting->called.size())
    {
        meeting->parts[member.rank] = mine;
        meeting->called[member.rank] = true;
    }
    ++meeting->arrived;
    const bool last = meeting->complete();
    if (last) // until then the ranks that are missing find a meeting that has failed, too
    {
        waiting.remove(meeting);
        if (waiting.empty())
        {
            all.meetings.erase(member.id);
        }
    }
    if (!meeting->done && (!(meeting->call == call) || meeting->chips != member.chips))
    {
        end(TPUDNN_STATUS_BAD_PARAM, "the ranks of the group differ: rank " + std::to_string(member.rank) + " calls " + call.text() +
                                         (meeting->chips != member.chips ? " with another chip_map" : "") + ", another rank " +
                                         meeting->call.text());
    }
    else if (!meeting->done && last)
    {
        lock.unlock(); // nobody else changes a meeting that is complete
        compute(*meeting, plan);
        lock.lock();
        meeting->done = true;
        all.changed.notify_all();
    }
    else if (!all.changed.wait_for(lock, patience(), [&] { return meeting->done || meeting->complete(); }))
    {
        end(TPUDNN_STATUS_FAILED, "rank" + missing(*meeting) + " of " + std::to_string(member.ranks) + " did not call " + call.text() +
                                      " in time (TPUDNN_C2C_TIMEOUT)");
    }
    all.changed.wait(lock, [&] { return meeting->done; });
    if (meeting->status != TPUDNN_STATUS_SUCCESS)
    {
        throw Error(meeting->status, meeting->sentence.empty() ? "the host has no memory for the result" : meeting->sentence);
    }
}

// A reduction of which each rank makes a share: what it has made lies in its room.
struct Shares
{
    uint64_t elementSize;
    uint64_t elements;
    uint64_t each; // elements of a rank, fewer of the last ones
    std::vector<std::unique_ptr<Room>> rooms{};

    uint64_t first(uint64_t rank) const { return std::min(rank * each, elements) * elementSize; }
    uint64_t bytes(uint64_t rank) const { return first(rank + 1) - first(rank); }
};

Shares reduceShares(const std::vector<Part> &parts, const Call &call)
{
    const size_t ranks = parts.size();
    Shares shares{elementBytes(call.dtype, "dtype"), call.count, (call.count + ranks - 1) / ranks};
    for (size_t rank = 0; rank < ranks; ++rank)
    {
        const uint64_t bytes = shares.bytes(rank);
        shares.rooms.push_back(std::make_unique<Room>(parts[rank].member->impl->device(), ranks * bytes));
        for (size_t other = 0; other < ranks; ++other)
        {
            copy(*parts[rank].member, shares.rooms[rank]->address() + other * bytes, parts[other].member->device(),
                 parts[other].from + shares.first(rank), bytes);
        }
    }
    for (size_t rank = 0; rank < ranks; ++rank)
    {
        const uint64_t bytes = shares.bytes(rank);
        if (bytes == 0)
        {
            continue;
        }
        tpudnn::Stream &stream = parts[rank].member->stream();
        const uint64_t room = shares.rooms[rank]->address();
        std::vector<Bytes> values(ranks, Bytes(bytes));
        for (size_t other = 0; other < ranks; ++other)
        {
            stream.copyD2H(values[other].data(), room + other * bytes, bytes);
        }
        stream.synchronize();
        const Bytes made = reduce(values, call.dtype, call.method);
        stream.copyH2D(room, made.data(), bytes);
        stream.synchronize();
    }
    return shares;
}

// What the ranks have made, to one of them. Waits, so that the rooms may go.
void collect(const Part &to, const std::vector<Part> &parts, const Shares &shares)
{
    for (size_t rank = 0; rank < parts.size(); ++rank)
    {
        copy(*to.member, to.to + shares.first(rank), parts[rank].member->device(), shares.rooms[rank]->address(), shares.bytes(rank));
    }
    to.member->stream().synchronize();
}

void gatherTo(const Part &to, const std::vector<Part> &parts)
{
    uint64_t offset = 0;
    for (const Part &from : parts)
    {
        copy(to, offset, from, 0, from.fromBytes);
        offset += from.fromBytes;
    }
}

void requireWhole(uint64_t recv_count, uint64_t send_count, int ranks)
{
    if (recv_count != send_count && recv_count != send_count * static_cast<uint64_t>(ranks))
    {
        refuse("recv_count is " + number(recv_count) + ", neither send_count " + number(send_count) + " nor " + std::to_string(ranks) +
               " times as many");
    }
}

void requireSameType(int send_type, int recv_type)
{
    if (send_type != recv_type)
    {
        refuse("send_type is " + tpudnn::dtypeName(send_type) + ", recv_type " + tpudnn::dtypeName(recv_type));
    }
}

// --- topology ------------------------------------------------------------------------------------------------------------------------------

const std::vector<int> &topology()
{
    static const std::vector<int> table = [] {
        const int count = Device::count();
        std::vector<int> ports(static_cast<size_t>(count) * static_cast<size_t>(count), -1);
        for (int i = 0; i < count; ++i)
        {
            for (int j = 0; j < count; ++j)
            {
                ports[static_cast<size_t>(i) * static_cast<size_t>(count) + static_cast<size_t>(j)] =
                    Device::get(i).link(Device::get(j)).port;
            }
        }
        return ports;
    }();
    return table;
}

// The first of `devices` that has no link to the next one, the last to the first; all of them where they make a ring.
size_t endOfRing(const std::vector<int> &devices)
{
    size_t at = 0;
    while (at < devices.size() &&
           (devices.size() == 1 || linked(Device::get(devices[at]), Device::get(devices[(at + 1) % devices.size()]))))
    {
        ++at;
    }
    return at;
}

void checkWorld(int world_size)
{
    if (world_size < 1)
    {
        refuse("world_size is " + std::to_string(world_size));
    }
}

} // namespace

extern "C" tpudnnStatus_t tpudnnSetupC2CTopology(void)
{
    return guarded("tpudnnSetupC2CTopology", [] { topology(); });
}

extern "C" tpudnnStatus_t tpudnnGetC2CTopology(int *chipNum, const int **outTopology)
{
    return guarded("tpudnnGetC2CTopology", [&] {
        required(chipNum, "chipNum");
        *required(outTopology, "outTopology") = topology().data();
        *chipNum = Device::count();
    });
}

extern "C" tpudnnStatus_t tpudnnCheckChipMap(int world_size, int *chipMap)
{
    return guarded("tpudnnCheckChipMap", [&] {
        required(chipMap, "chipMap");
        checkWorld(world_size);
        if (world_size > Device::count())
        {
            refuse("world_size is " + std::to_string(world_size) + ", of " + std::to_string(Device::count()) + " devices");
        }
        const std::set<int> different(chipMap, chipMap + world_size);
        if (different.size() != static_cast<size_t>(world_size) || *different.begin() < 0 || *different.rbegin() >= Device::count())
        {
            refuse("chipMap has a device twice, or one of which there is none");
        }
        const std::vector<int> ring(chipMap, chipMap + world_size);
        const size_t end = endOfRing(ring);
        if (end < ring.size())
        {
            refuse("there is no link between " + Device::get(ring[end]).name() + " and " +
                   Device::get(ring[(end + 1) % ring.size()]).name());
        }
    });
}

extern "C" tpudnnStatus_t tpudnnGetC2CRing(int world_size, int *chipMap)
{
    return guarded("tpudnnGetC2CRing", [&] {
        required(chipMap, "chipMap");
        checkWorld(world_size);
        std::map<std::string, std::vector<int>> chips;
        for (int id = 0; id < Device::count(); ++id)
        {
            auto &devices = chips[Device::get(id).chip()];
            devices.push_back(id);
            const size_t size = std::min(devices.size(), static_cast<size_t>(world_size));
            const std::vector<int> ring(devices.end() - static_cast<std::ptrdiff_t>(size), devices.end());
            if (size == static_cast<size_t>(world_size) && endOfRing(ring) == ring.size())
            {
                std::copy(ring.begin(), ring.end(), chipMap);
                return;
            }
        }
        throw Error(TPUDNN_STATUS_NOT_SUPPORTED, "there are not " + std::to_string(world_size) + " devices that make a ring of links");
    });
}

extern "C" tpudnnStatus_t tpudnnGetUniqueId(tpudnnHandle_t handle, char *uniqueId)
{
    return guarded("tpudnnGetUniqueId", [&] {
        handleOf(handle);
        required(uniqueId, "uniqueId");
        static std::atomic<uint64_t> made{0};
        const std::string id = "c2c-" + std::to_string(getpid()) + "-" +
                               std::to_string(std::chrono::system_clock::now().time_since_epoch().count()) + "-" + number(++made);
        std::memset(uniqueId, 0, kIdBytes);
        id.copy(uniqueId, kIdBytes - 1);
    });
}

// --- collectives ---------------------------------------------------------------------------------------------------------------------------

extern "C" tpudnnStatus_t tpudnnC2CSend(tpudnnHandle_t handle, void *buff, uint64_t count, tpudnnDataType_t dtype, int dst_rank,
                                        const char *uuid, int nranks, int cur_rank, const int *chip_map)
{
    return guarded("tpudnnC2CSend", [&] {
        const Member member(handle, uuid, nranks, cur_rank, chip_map);
        member.checkRank(dst_rank, "dst_rank");
        const uint64_t bytes = bytesOf(count, rawValue(dtype), "dtype");
        const uint64_t from = member.physical(buff, bytes, "buff");
        member.settle();
        Message message{count, rawValue(dtype), std::make_unique<Room>(member.impl->device(), bytes)};
        copy(member, message.room->address(), member.device(), from, bytes);
        member.settle();
        Groups &all = groups();
        const std::lock_guard<std::mutex> lock(all.mutex);
        all.mail[{member.id, cur_rank, dst_rank}].push_back(std::move(message));
        all.changed.notify_all();
    });
}

extern "C" tpudnnStatus_t tpudnnC2CRecv(tpudnnHandle_t handle, void *buff, uint64_t count, tpudnnDataType_t dtype, int src_rank,
                                        const char *uuid, int nranks, int cur_rank, const int *chip_map)
{
    return guarded("tpudnnC2CRecv", [&] {
        const Member member(handle, uuid, nranks, cur_rank, chip_map);
        member.checkRank(src_rank, "src_rank");
        const uint64_t bytes = bytesOf(count, rawValue(dtype), "dtype");
        const uint64_t to = member.physical(buff, bytes, "buff");
        member.settle();
        Groups &all = groups();
        std::unique_lock<std::mutex> lock(all.mutex);
        auto &box = all.mail[{member.id, src_rank, cur_rank}];
        if (!all.changed.wait_for(lock, patience(), [&] { return !box.empty(); }))
        {
            throw Error(TPUDNN_STATUS_FAILED, "rank " + std::to_string(src_rank) + " sent nothing in time (TPUDNN_C2C_TIMEOUT)");
        }
        const Message message = std::move(box.front());
        box.pop_front();
        lock.unlock();
        if (message.count != count || message.dtype != rawValue(dtype))
        {
            refuse("rank " + std::to_string(src_rank) + " sent " + number(message.count) + " of " + tpudnn::dtypeName(message.dtype) +
                   ", not " + number(count) + " of " + tpudnn::dtypeName(rawValue(dtype)));
        }
        copy(member, to, message.room->device(), message.room->address(), bytes);
        member.settle();
    });
}

extern "C" tpudnnStatus_t tpudnnC2CAllReduce(tpudnnHandle_t handle, void *send_buff, void *recv_buff, uint64_t count,
                                             tpudnnDataType_t dtype, tpudnnReduceType_t reduce_method, const char *uuid, int nranks,
                                             int cur_rank, const int *chip_map)
{
    return guarded("tpudnnC2CAllReduce", [&] {
        const Member member(handle, uuid, nranks, cur_rank, chip_map);
        const uint64_t bytes = bytesOf(count, rawValue(dtype), "dtype");
        checkReduction(member.device(), rawValue(dtype), rawValue(reduce_method));
        const Part mine(member, {send_buff, bytes, "send_buff"}, {recv_buff, bytes, "recv_buff"});
        meet({"tpudnnC2CAllReduce", count, rawValue(dtype), rawValue(reduce_method)}, mine,
             [](const std::vector<Part> &parts, const Call &call) {
                 const Shares shares = reduceShares(parts, call);
                 for (const Part &to : parts)
                 {
                     collect(to, parts, shares);
                 }
             });
    });
}

extern "C" tpudnnStatus_t tpudnnC2CReduce(tpudnnHandle_t handle, void *send_buff, void *recv_buff, uint64_t count, tpudnnDataType_t dtype,
                                          tpudnnReduceType_t reduce_method, int root, const char *uuid, int nranks, int cur_rank,
                                          const int *chip_map)
{
    return guarded("tpudnnC2CReduce", [&] {
        const Member member(handle, uuid, nranks, cur_rank, chip_map);
        member.checkRank(root, "root");
        const uint64_t bytes = bytesOf(count, rawValue(dtype), "dtype");
        checkReduction(member.device(), rawValue(dtype), rawValue(reduce_method));
        const uint64_t written = cur_rank == root ? bytes : 0;
        const Part mine(member, {send_buff, bytes, "send_buff"}, {recv_buff, written, "recv_buff"});
        meet({"tpudnnC2CReduce", count, rawValue(dtype), rawValue(reduce_method), root}, mine,
             [](const std::vector<Part> &parts, const Call &call) { collect(parts[call.root], parts, reduceShares(parts, call)); });
    });
}

extern "C" tpudnnStatus_t tpudnnC2CGather(tpudnnHandle_t handle, void *send_buff, uint64_t send_count, void *recv_buff, uint64_t recv_count,
                                          tpudnnDataType_t dtype, int root, const char *uuid, int nranks, int cur_rank, const int *chip_map)
{
    return guarded("tpudnnC2CGather", [&] {
        const Member member(handle, uuid, nranks, cur_rank, chip_map);
        member.checkRank(root, "root");
        const uint64_t bytes = bytesOf(send_count, rawValue(dtype), "dtype");
        if (cur_rank == root)
        {
            requireWhole(recv_count, send_count, nranks);
        }
        const uint64_t written = cur_rank == root ? bytes * static_cast<uint64_t>(nranks) : 0;
        const Part mine(member, {send_buff, bytes, "send_buff"}, {recv_buff, written, "recv_buff"});
        meet({"tpudnnC2CGather", send_count, rawValue(dtype), -1, root}, mine,
             [](const std::vector<Part> &parts, const Call &call) { gatherTo(parts[call.root], parts); });
    });
}

extern "C" tpudnnStatus_t tpudnnC2CAllGather(tpudnnHandle_t handle, void *send_buff, uint64_t send_count, void *recv_buff,
                                             uint64_t recv_count, const char *uuid, tpudnnDataType_t dtype, int nranks, int cur_rank,
                                             const int *chip_map)
{
    return guarded("tpudnnC2CAllGather", [&] {
        const Member member(handle, uuid, nranks, cur_rank, chip_map);
        const uint64_t bytes = bytesOf(send_count, rawValue(dtype), "dtype");
        requireWhole(recv_count, send_count, nranks);
        const uint64_t written = bytes * static_cast<uint64_t>(nranks);
        const Part mine(member, {send_buff, bytes, "send_buff"}, {recv_buff, written, "recv_buff"});
        meet({"tpudnnC2CAllGather", send_count, rawValue(dtype)}, mine, [](const std::vector<Part> &parts, const Call &) {
            for (const Part &to : parts)
            {
                gatherTo(to, parts);
            }
        });
    });
}

extern "C" tpudnnStatus_t tpudnnC2CBroadcast(tpudnnHandle_t handle, void *buff, uint64_t count, tpudnnDataType_t dtype, int root,
                                             const char *uuid, int nranks, int cur_rank, const int *chip_map)
{
    return guarded("tpudnnC2CBroadcast", [&] {
        const Member member(handle, uuid, nranks, cur_rank, chip_map);
        member.checkRank(root, "root");
        const uint64_t bytes = bytesOf(count, rawValue(dtype), "dtype");
        const Buffer whole{buff, bytes, "buff"}, none{nullptr, 0, "buff"};
        const Part mine = cur_rank == root ? Part(member, whole, none) : Part(member, none, whole);
        meet({"tpudnnC2CBroadcast", count, rawValue(dtype), -1, root}, mine, [](const std::vector<Part> &parts, const Call &call) {
            for (const Part &to : parts)
            {
                copy(to, 0, parts[call.root], 0, to.toBytes);
            }
        });
    });
}

extern "C" tpudnnStatus_t tpudnnC2CScatter(tpudnnHandle_t handle, void *send_mem, tpudnnDataType_t send_type, void *recv_mem,
                                           uint64_t recv_count, tpudnnDataType_t recv_type, int root, const char *uuid, int nranks,
                                           int cur_rank, const int *chip_map)
{
    return guarded("tpudnnC2CScatter", [&] {
        const Member member(handle, uuid, nranks, cur_rank, chip_map);
        member.checkRank(root, "root");
        requireSameType(rawValue(send_type), rawValue(recv_type));
        const uint64_t bytes = bytesOf(recv_count, rawValue(recv_type), "recv_type");
        const uint64_t all = cur_rank == root ? bytes * static_cast<uint64_t>(nranks) : 0;
        const Part mine(member, {send_mem, all, "send_mem"}, {recv_mem, bytes, "recv_mem"});
        meet({"tpudnnC2CScatter", recv_count, rawValue(recv_type), -1, root}, mine, [](const std::vector<Part> &parts, const Call &call) {
            uint64_t offset = 0;
            for (const Part &to : parts)
            {
                copy(to, 0, parts[call.root], offset, to.toBytes);
                offset += to.toBytes;
            }
        });
    });
}

extern "C" tpudnnStatus_t tpudnnC2CAllToAll(tpudnnHandle_t handle, void *send_mem, tpudnnDataType_t send_type, void *recv_mem,
                                            uint64_t recv_count, tpudnnDataType_t recv_type, const char *uuid, int nranks, int cur_rank,
                                            const int *chip_map)
{
    return guarded("tpudnnC2CAllToAll", [&] {
        const Member member(handle, uuid, nranks, cur_rank, chip_map);
        requireSameType(rawValue(send_type), rawValue(recv_type));
        const uint64_t bytes = bytesOf(recv_count, rawValue(recv_type), "recv_type");
        if (recv_count % static_cast<uint64_t>(nranks) != 0)
        {
            refuse("recv_count is " + number(recv_count) + ", no multiple of " + std::to_string(nranks) + " ranks");
        }
        const Part mine(member, {send_mem, bytes, "send_mem"}, {recv_mem, bytes, "recv_mem"});
        meet({"tpudnnC2CAllToAll", recv_count, rawValue(recv_type)}, mine, [](const std::vector<Part> &parts, const Call &) {
            const uint64_t piece = parts.front().toBytes / parts.size();
            for (size_t to = 0; to < parts.size(); ++to)
            {
                for (size_t from = 0; from < parts.size(); ++from)
                {
                    copy(parts[to], from * piece, parts[from], to * piece, piece);
                }
            }
        });
    });
}
