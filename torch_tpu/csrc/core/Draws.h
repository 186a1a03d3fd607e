#pragma once

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_set>
#include <variant>
#include <vector>

#include "core/Stream.h"
#include "tpuDNN.h"

namespace c10_tpu
{

class TPUGeneratorImpl;

bool isGenerator(const c10::Argument &argument);

/// What a captured step does with generators. The numbers are drawn on the host: each replay draws them in the order of the capture and brings
/// them into memory of their own, before its work is queued; there the captured work takes them from. The capture itself draws nothing, and leaves the
/// generators as they are.
class Draws : public std::enable_shared_from_this<Draws>
{
public:
    Draws();
    ~Draws();
    Draws(const Draws &) = delete;
    Draws &operator=(const Draws &) = delete;

    /// An operator that overwrites the one device tensor among the arguments on `stack` with numbers that depend on nothing but numbers; its result
    /// takes their place.
    void draw(const c10::OperatorHandle &op, torch::jit::Stack *stack);
    void seed(TPUGeneratorImpl &generator, uint64_t seed);
    /// A stand-in for the state that the generator has there in a replay; setState() of the same capture takes it.
    at::Tensor saveState(TPUGeneratorImpl &generator);
    void setState(TPUGeneratorImpl &generator, const at::Tensor &state);
    /// Raises for what saveState() gave.
    static void requireState(const at::Tensor &state);

    uint64_t number() const { return number_; }

    /// Draws again; the numbers are on their way on `stream`, on which the graph is replayed next.
    void replay(const TPUStream &stream);
    /// The same while `stream` is captured, into `outer`.
    void replayInto(Draws &outer, const TPUStream &stream);

private:
    struct Draw
    {
        at::Tensor onHost() const;

        c10::OperatorHandle op;
        std::vector<c10::IValue> arguments; // without the tensor and the generator
        size_t tensor;                      // which argument it is
        size_t generator;
        std::vector<int64_t> sizes;
        std::vector<int64_t> strides;
        at::ScalarType dtype;
        at::Tensor host;               // bytes
        std::shared_ptr<void> arrived; // the same on the device
    };
    struct Seed
    {
        uint64_t seed;
    };
    struct SaveState
    {
        size_t slot;
    };
    struct LoadState
    {
        size_t slot;
    };
    struct SetState
    {
        at::Tensor state;
    };
    struct Event
    {
        at::Generator generator;
        std::variant<Draw, Seed, SaveState, LoadState, SetState> what;
    };

    void add(TPUGeneratorImpl &generator, std::variant<Draw, Seed, SaveState, LoadState, SetState> what);
    void perform(Event &event, const TPUStream &stream);

    const uint64_t number_; // of the capture
    std::mutex mutex_;      // of what follows
    std::vector<Event> events_;
    std::vector<at::Tensor> slots_; // during a replay
    size_t slot_count_ = 0;
    std::unordered_set<const c10::GeneratorImpl *> known_;
    tpudnnEvent_t read_ = nullptr; // the host memory of the last replay was read
};

/// Those of the graph that the current stream of `device` is captured into; null: it is not captured.
std::shared_ptr<Draws> drawsOfCapture(c10::DeviceIndex device);

} // namespace c10_tpu
