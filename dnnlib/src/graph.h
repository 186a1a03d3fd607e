// What a capture records: launches, device copies, uploads (with their bytes) and fills, physical addresses.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace tpudnn
{

class Device;
struct KernelRow;

struct KernelLaunch
{
    const KernelRow *row; // lives as long as the device
    const void *args;
    uint64_t argsSize;
    int cores;
};

struct LaunchNode
{
    const KernelRow *row;
    std::vector<unsigned char> args;
    int cores;
};
struct UploadNode
{
    uint64_t dst;
    std::shared_ptr<const std::vector<unsigned char>> bytes;
};
struct CopyNode
{
    uint64_t dst;
    uint64_t src;
    uint64_t bytes;
};
struct FillNode
{
    uint64_t dst;
    int value;
    uint64_t bytes;
};
using Work = std::variant<LaunchNode, UploadNode, CopyNode, FillNode>;

struct Node
{
    Work work;
    const char *function; // of the operator that recorded it; null: none
    uint64_t correlation;
};

// Memory that was given back while a stream was recorded; the kernels recorded before still use it, and what is recorded behind them may use what was
// allocated meanwhile again.
class KeptMemory
{
public:
    explicit KeptMemory(Device &device) : device_(device) {}
    ~KeptMemory();
    KeptMemory(const KeptMemory &) = delete;
    KeptMemory &operator=(const KeptMemory &) = delete;
    // Room for one keepPromised() that cannot fail.
    void promise()
    {
        addresses_.reserve(addresses_.size() + promised_ + 1);
        ++promised_;
    }
    void keepPromised(void *address);
    // BAD_PARAM where no allocation of the device begins at `address`, or a graph keeps it already. Null is allowed.
    void keep(void *address);
    // `address`, of `bytes` bytes, was allocated for what is recorded; where the host has no memory to remember it, it is not used again.
    void own(void *address, uint64_t bytes) noexcept;
    // Memory of its own of that size that was given back; null where there is none.
    void *take(uint64_t bytes);

private:
    struct Owned
    {
        void *address;
        uint64_t bytes;
        bool free = false;
    };
    void given(void *address) noexcept;

    Device &device_;
    std::vector<void *> addresses_; // kept
    std::vector<Owned> own_;
    size_t promised_ = 0;
};

struct Recording
{
    explicit Recording(Device &owner) : device(owner), memory(std::make_shared<KeptMemory>(owner)) {}

    Device &device;
    std::vector<Node> nodes;
    std::shared_ptr<KeptMemory> memory;                // shared by a graph and what was instantiated from it
    std::vector<std::shared_ptr<KeptMemory>> replayed; // of graphs that were launched while this one was recorded
};

class Graph
{
public:
    std::unique_ptr<Recording> recording;
};

// Waits for the device before it goes: queued replays still read its argument and upload bytes.
class GraphExec
{
public:
    explicit GraphExec(const Recording &recorded) : recording(recorded) {}
    ~GraphExec();
    GraphExec(const GraphExec &) = delete;
    GraphExec &operator=(const GraphExec &) = delete;

    const Recording recording;
};

} // namespace tpudnn
