// What a kernel sees of the chip, and how it registers. The only header that files in kernels/ need besides their family in sg_api/.
//
//   template <class Chip>
//   void halve_kernel(KernelContext &ctx, const sg_api_halve_t &api)
//   {
//       const Slice part = ctx.slice(count);                         // this core's share of [0, count)
//       auto src = TPUSIM_IN(ctx, api, input_global_addr, float, count);
//       auto dst = TPUSIM_OUT(ctx, api, output_global_addr, float, count);
//       for (std::int64_t i = part.begin; i < part.end; ++i) dst[i] = src[i] / 2;
//   }
//   TPUSIM_KERNEL(halve, sg_api_halve_t)
//
// A kernel runs once per core. Kernels whose cores wait for each other register several phases: every core ends phase n before any
// core starts phase n + 1; what they share lives in ctx.scratch. A kernel must not depend on the order of the cores, which is seeded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

#include "chip.h"
#include "dtype.h"
#include "fault.h"

namespace tpusim
{

enum class Access
{
    read,
    write,
    read_write,
};

// What a resolved region holds.
struct Element
{
    enum Kind : std::uint8_t
    {
        unsigned_integer, // bytes that are only moved, too
        signed_integer,
        f32,
        f16,
        bf16,
        f8e4m3,
        f8e5m2,
    };
    Kind kind;
    std::uint8_t bytes;
};

template <class T>
constexpr Element element_of()
{
    if constexpr (std::is_same_v<T, float>)
    {
        return {Element::f32, sizeof(T)};
    }
    else if constexpr (std::is_same_v<T, f16>)
    {
        return {Element::f16, sizeof(T)};
    }
    else if constexpr (std::is_same_v<T, bf16>)
    {
        return {Element::bf16, sizeof(T)};
    }
    else if constexpr (std::is_same_v<T, f8e4m3>)
    {
        return {Element::f8e4m3, sizeof(T)};
    }
    else if constexpr (std::is_same_v<T, f8e5m2>)
    {
        return {Element::f8e5m2, sizeof(T)};
    }
    else
    {
        static_assert(std::is_integral_v<T>);
        return {std::is_signed_v<T> ? Element::signed_integer : Element::unsigned_integer, sizeof(T)};
    }
}

// Half-open range of indices.
struct Slice
{
    std::int64_t begin;
    std::int64_t end;
    std::int64_t size() const { return end - begin; }
};

// Services of the runtime behind a running kernel. Implemented by the simulation core; kernels use KernelContext.
class LaunchServices
{
public:
    virtual void *resolve(std::uint64_t address, std::uint64_t bytes, const char *argument, Access access, const Element &element) = 0;
    virtual void *scratch(int slot, std::size_t bytes) = 0;
    virtual const std::string &kernel() const = 0;

protected:
    ~LaunchServices() = default;
};

// Bound of every number of elements, so that products with sizes of elements and numbers of cores stay far from 2^63. A device's
// addresses end before 2^40 bytes.
constexpr std::int64_t max_elements = std::int64_t{1} << 40;

// One core's view of one launch. Not shared between cores.
class KernelContext
{
public:
    KernelContext(LaunchServices &services, int core, int cores) : services_(services), core_(core), cores_(cores) {}

    int core() const { return core_; }
    int cores() const { return cores_; }
    const std::string &kernel() const { return services_.kernel(); }

    // Host pointer to `bytes` bytes at physical address `address`. Throws Fault, naming `argument`, if any of them lies outside one live
    // allocation of this device. A null address is a fault too: test optional arguments for 0 first. Zero bytes of any address give nullptr.
    void *resolve(std::uint64_t address, std::uint64_t bytes, const char *argument, Access access, const Element &element)
    {
        bytes_moved_ += static_cast<double>(bytes) / cores_;
        return bytes == 0 ? nullptr : services_.resolve(address, bytes, argument, access, element);
    }

    template <class T>
    const T *in(std::uint64_t address, std::int64_t count, const char *argument)
    {
        return static_cast<const T *>(typed<T>(address, count, argument, Access::read));
    }

    template <class T>
    T *out(std::uint64_t address, std::int64_t count, const char *argument)
    {
        return static_cast<T *>(typed<T>(address, count, argument, Access::write));
    }

    template <class T>
    T *inout(std::uint64_t address, std::int64_t count, const char *argument)
    {
        return static_cast<T *>(typed<T>(address, count, argument, Access::read_write));
    }

    // Memory of this launch, shared by its cores and phases, 64-byte aligned. The first call with a slot sets its size and fills it with
    // the chip's unset pattern; later calls with the same slot return the same memory and must not ask for more.
    template <class T>
    T *scratch(int slot, std::int64_t count)
    {
        return static_cast<T *>(services_.scratch(slot, static_cast<std::size_t>(count) * sizeof(T)));
    }

    // This core's contiguous share of [0, count); shares of all cores cover it once. `grain`: boundaries are multiples of it.
    Slice slice(std::int64_t count, std::int64_t grain = 1) const
    {
        const std::int64_t units = (count + grain - 1) / grain;
        const std::int64_t share = (units + cores_ - 1) / cores_;
        const auto bound = [&](int core) { return std::min(count, std::min(units, share * core) * grain); };
        return {bound(core_), bound(core_ + 1)};
    }

    // Product of sizes that are not negative. Faults, naming `argument`, if no memory of this device holds as many elements.
    std::int64_t elements(const char *argument, std::initializer_list<std::int64_t> sizes) const
    {
        std::int64_t product = 1;
        for (const std::int64_t size : sizes)
        {
            if (size < 0)
            {
                fault(argument, "has the negative size " + std::to_string(size));
            }
            if (__builtin_mul_overflow(product, size, &product))
            {
                product = max_elements + 1;
            }
            if (product > max_elements)
            {
                fault(argument, "is too large: its sizes multiply to more than 2^40 elements, which no memory of this device holds");
            }
        }
        return product;
    }

    // Work done on this core, for simulated time only.
    void count_flops(double flops) { flops_ += flops; }
    double flops() const { return flops_; }
    double bytes_moved() const { return bytes_moved_; }

    // What a kernel does with arguments it cannot run.
    [[noreturn]] void fault(const char *argument, const std::string &reason, std::uint64_t address = 0) const
    {
        throw Fault(kernel(), argument, address, reason);
    }

private:
    template <class T>
    void *typed(std::uint64_t address, std::int64_t count, const char *argument, Access access)
    {
        if (count < 0)
        {
            fault(argument, "negative element count " + std::to_string(count), address);
        }
        if (count > max_elements)
        {
            fault(argument, "reaches over more than 2^40 elements, which no memory of this device holds", address);
        }
        if (address % alignof(T) != 0)
        {
            fault(argument, "address is not a multiple of the element size " + std::to_string(alignof(T)), address);
        }
        return resolve(address, static_cast<std::uint64_t>(count) * sizeof(T), argument, access, element_of<T>());
    }

    LaunchServices &services_;
    int core_;
    int cores_;
    double flops_ = 0;
    double bytes_moved_ = 0;
};

using PhaseFunction = void (*)(KernelContext &, const void *args);

constexpr int all_cores = 0;

// In KernelEntry, for firmware that records launches instead of computing: any size, any number of cores.
constexpr int recorded_any = -1;

// One row of a firmware's registry.
struct KernelEntry
{
    std::string symbol;
    const char *args_name;
    std::size_t args_size;
    int cores; // number the kernel needs; a launch with another number is a fault, with TPUSIM_FEWER_CORES one with a greater
    std::vector<PhaseFunction> phases;
};

// A static object per kernel puts it into its firmware file's list. It needs no memory: an exception while the file is loaded could not be caught.
class KernelRegistration
{
public:
    using Add = void (*)(std::vector<KernelEntry> &registry);

    explicit KernelRegistration(Add add); // chips/common/firmware.cpp, once per firmware file
    void add_to(std::vector<KernelEntry> &registry) const { add_(registry); }
    const KernelRegistration *next() const { return next_; }

private:
    Add add_;
    KernelRegistration *next_ = nullptr;
};

namespace detail
{

template <class Args, void (*Function)(KernelContext &, const Args &)>
void invoke(KernelContext &ctx, const void *args)
{
    Function(ctx, *static_cast<const Args *>(args));
}

template <class Args, void (*...Functions)(KernelContext &, const Args &)>
void add_kernel(std::vector<KernelEntry> &registry, std::string symbol, const char *args_name, int cores, int chip_cores)
{
    const int needed = cores == all_cores ? chip_cores : cores;
    registry.push_back({std::move(symbol), args_name, sizeof(Args), needed, {&invoke<Args, Functions>...}});
}

} // namespace detail
} // namespace tpusim

// TPUSIM_IN(ctx, api, input_global_addr, float, count): const float *, its fault names the field.
#define TPUSIM_IN(ctx, api, field, T, count) (ctx).template in<T>((api).field, (count), #field)
#define TPUSIM_OUT(ctx, api, field, T, count) (ctx).template out<T>((api).field, (count), #field)
#define TPUSIM_INOUT(ctx, api, field, T, count) (ctx).template inout<T>((api).field, (count), #field)

// FirmwareChip, and TPUSIM_ON_single_core and TPUSIM_ON_multi_core, of which one keeps what is in its parentheses.
#ifdef TPUSIM_FIRMWARE
#include "firmware_chip.h"
#endif

#define TPUSIM_PASTE_(a, b) a##b
#define TPUSIM_PASTE(a, b) TPUSIM_PASTE_(a, b)
#define TPUSIM_REGISTER(symbol, Args, needed, ...)                                                                                         \
    static ::tpusim::KernelRegistration TPUSIM_PASTE(tpusim_registration_, __COUNTER__)([](std::vector<::tpusim::KernelEntry> &registry) { \
        ::tpusim::detail::add_kernel<Args, __VA_ARGS__>(registry, (symbol), #Args, (needed), ::tpusim::FirmwareChip::cores);               \
    });
#define TPUSIM_DEFAULT_SYMBOL(name) std::string("tpu_kernel_api_" #name) + ::tpusim::FirmwareChip::default_symbol_suffix

// Every chip, default symbol (tpu_kernel_api_<name>, in the multi-core form with _multi_core), all cores; the function is <name>_kernel<Chip>.
#define TPUSIM_KERNEL(name, Args) \
    TPUSIM_REGISTER(TPUSIM_DEFAULT_SYMBOL(name), Args, ::tpusim::all_cores, name##_kernel<::tpusim::FirmwareChip>)

// The same with explicit phases: TPUSIM_KERNEL_PHASES(sum, sg_api_sum_t, sum_partial<FirmwareChip>, sum_combine<FirmwareChip>)
#define TPUSIM_KERNEL_PHASES(name, Args, ...) TPUSIM_REGISTER(TPUSIM_DEFAULT_SYMBOL(name), Args, ::tpusim::all_cores, __VA_ARGS__)

// Every chip, default symbol, all cores; the function is a template over chip, argument struct and what follows:
// TPUSIM_KERNEL_OF(maximum, sg_api_maximum_t, binary_of, Larger)
#define TPUSIM_KERNEL_OF(name, Args, function, ...) \
    TPUSIM_REGISTER(TPUSIM_DEFAULT_SYMBOL(name), Args, ::tpusim::all_cores, function<::tpusim::FirmwareChip, Args, __VA_ARGS__>)

// The same on one core, under one symbol on every chip.
#define TPUSIM_ONE_CORE_KERNEL_OF(name, Args, function, ...) \
    TPUSIM_REGISTER("tpu_kernel_api_" #name, Args, 1, function<::tpusim::FirmwareChip, Args, __VA_ARGS__>)

// Chips whose kernels have one form only (`kernels` in chip.yaml), default symbol: TPUSIM_KERNEL_ON(single_core, conv2d, sg_api_conv2d_t)
#define TPUSIM_KERNEL_ON(form, name, Args) TPUSIM_ON_##form(TPUSIM_KERNEL(name, Args))

// Everything explicit: TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_arg_muti_core", sg_api_arg_t, 1, arg_kernel<FirmwareChip>)
// needed: the number of cores, or all_cores. Several phases may follow.
#define TPUSIM_KERNEL_AS(form, symbol, Args, needed, ...) TPUSIM_ON_##form(TPUSIM_REGISTER(symbol, Args, needed, __VA_ARGS__))
