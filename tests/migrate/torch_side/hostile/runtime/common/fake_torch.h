#pragma once

// As much of PyTorch and of the device's own headers as the cases use, recording what reaches the library. Both sides include it:
// `hostile::Handle` is the library's handle of the side.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hostile
{

struct Queue
{
    int device;
    int number;
};

struct State
{
    int device = 0;
    int current[4] = {0, 0, 0, 0};
    int calls = 0;
    int fails = -1; // number of the call that fails
    int tensors = 0;
    std::string record;
};

inline State &state()
{
    static State one;
    return one;
}

inline Queue *queue(int device, int number)
{
    static Queue all[4][4];
    all[device][number] = {device, number};
    return &all[device][number];
}

inline Queue *currentQueue(int device = -1)
{
    device = device < 0 ? state().device : device;
    return queue(device, state().current[device]);
}

inline void note(const std::string &what)
{
    state().record += what + "\n";
}

inline void note(long long number)
{
    note(std::to_string(number));
}

inline std::string name(const Queue *queue)
{
    return queue ? std::to_string(queue->device) + ":" + std::to_string(queue->number) : "none";
}

/// What a test says of a condition: nothing where it holds.
struct Expected
{
    bool holds;
    explicit Expected(bool condition) : holds(condition) { *this << "unexpected"; }
    Expected &operator<<(const char *message)
    {
        if (!holds)
        {
            note(message);
        }
        return *this;
    }
};

} // namespace hostile

namespace c10
{

class Error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

enum class DeviceType { CPU, PrivateUse1 };

struct Device
{
    DeviceType kind = DeviceType::PrivateUse1;
    int number = 0;
    Device(DeviceType type, int index = 0) : kind(type), number(index) {}
    Device(int index = 0) : number(index) {}
    int index() const { return number; }
    DeviceType type() const { return kind; }
};

class DeviceGuard
{
public:
    explicit DeviceGuard(Device device) : before_(hostile::state().device) { hostile::state().device = device.number; }
    ~DeviceGuard() { hostile::state().device = before_; }
    DeviceGuard(const DeviceGuard &) = delete;
    void reset_device(Device device) { hostile::state().device = device.number; }
    void set_index(int index) { hostile::state().device = index; }

private:
    int before_;
};

class OptionalDeviceGuard
{
public:
    OptionalDeviceGuard() = default;
    explicit OptionalDeviceGuard(Device device) { reset_device(device); }
    ~OptionalDeviceGuard()
    {
        if (before_ >= 0)
        {
            hostile::state().device = before_;
        }
    }
    void reset_device(Device device)
    {
        before_ = before_ < 0 ? hostile::state().device : before_;
        hostile::state().device = device.number;
    }

private:
    int before_ = -1;
};

template <typename T>
using optional = std::optional<T>;
using std::nullopt;

template <typename... Ts>
[[noreturn]] inline void refuse(Ts &&...)
{
    throw Error("check failed");
}

} // namespace c10

namespace at
{

enum class ScalarType { Float, Half, Int };
constexpr ScalarType kFloat = ScalarType::Float;
constexpr ScalarType kHalf = ScalarType::Half;
constexpr ScalarType kInt = ScalarType::Int;

class Tensor
{
public:
    Tensor() = default;
    Tensor(int id, int device, std::vector<int64_t> sizes, ScalarType type = kFloat)
        : id_(id), device_(device), sizes_(std::move(sizes)), type_(type)
    {
    }
    bool defined() const { return id_ > 0; }
    int64_t dim() const { return static_cast<int64_t>(sizes_.size()); }
    int64_t size(int64_t i) const { return sizes_[i < 0 ? i + dim() : i]; }
    const std::vector<int64_t> &sizes() const { return sizes_; }
    int64_t numel() const
    {
        int64_t n = 1;
        for (auto s : sizes_)
        {
            n *= s;
        }
        return n;
    }
    ScalarType scalar_type() const { return type_; }
    ScalarType dtype() const { return type_; }
    c10::Device device() const
    {
        if (!defined())
        {
            throw c10::Error("tensor does not have a device");
        }
        return device_ < 0 ? c10::Device(c10::DeviceType::CPU, 0) : c10::Device(device_);
    }
    bool is_contiguous() const { return true; }
    Tensor contiguous() const { return *this; }
    Tensor to(ScalarType type) const
    {
        Tensor other = *this;
        other.type_ = type;
        other.id_ = id_ + 100;
        return other;
    }
    int id() const { return id_; }

private:
    int id_ = 0;
    int device_ = 0;
    std::vector<int64_t> sizes_;
    ScalarType type_ = kFloat;
};

using TensorList = std::vector<Tensor>;
using c10::optional;

inline Tensor empty_like(const Tensor &t)
{
    return Tensor(1000 + ++hostile::state().tensors, t.device().index(), t.sizes(), t.scalar_type());
}

} // namespace at

namespace c10_tpu
{

class TPUStream
{
public:
    explicit TPUStream(hostile::Queue *queue) : queue_(queue) {}
    operator hostile::Handle() const { return reinterpret_cast<hostile::Handle>(queue_); }
    void synchronize() const { hostile::note("wait " + hostile::name(queue_)); }
    int device_index() const { return queue_->device; }
    hostile::Queue *queue() const { return queue_; }

private:
    hostile::Queue *queue_;
};

inline TPUStream getCurrentTPUStream(int device = -1) { return TPUStream(hostile::currentQueue(device)); }
inline TPUStream getStreamFromPool(bool = false, int device = -1)
{
    return TPUStream(hostile::queue(device < 0 ? hostile::state().device : device, 3));
}
inline void setCurrentTPUStream(TPUStream stream) { hostile::state().current[stream.queue()->device] = stream.queue()->number; }
inline void set_device(int index) { hostile::state().device = index; }

class TPUGuard : public c10::DeviceGuard
{
public:
    explicit TPUGuard(int index) : c10::DeviceGuard(c10::Device(index)) {}
    explicit TPUGuard(c10::Device device) : c10::DeviceGuard(device) {}
};

class TPUStreamGuard
{
public:
    explicit TPUStreamGuard(TPUStream stream) : before_(getCurrentTPUStream(stream.device_index())), guard_(stream.device_index())
    {
        setCurrentTPUStream(stream);
    }
    ~TPUStreamGuard() { setCurrentTPUStream(before_); }

private:
    TPUStream before_;
    TPUGuard guard_;
};

} // namespace c10_tpu

using hostile::note;

#define TPU PrivateUse1
#define TORCH_CHECK(condition, ...)        \
    do                                     \
    {                                      \
        if (!(condition))                  \
        {                                  \
            ::c10::refuse("" __VA_ARGS__); \
        }                                  \
    } while (0)
#define CHECK_EQ(a, b) TORCH_CHECK((a) == (b), #a " is not " #b)
#define EXPECT_EQ(a, b) hostile::Expected((a) == (b))
#define AT_ERROR(...) ::c10::refuse(__VA_ARGS__)
#define TIMING_START
#define TIMING_END(op)
#define SHOW_TENSOR_OP(...)
#define IS_TPU_TENSOR(t) ((t).device().type() == c10::DeviceType::TPU)
#define CHECK_TENSOR_IN_DEVICE(t) TORCH_CHECK((t).defined())

/// A tensor of two rows, on the host where `device` is -1; each has a number of its own.
inline at::Tensor tensor(int device = 0, int columns = 3)
{
    return at::Tensor(++hostile::state().tensors, device, {2, columns});
}

void drive(); // each case defines it
