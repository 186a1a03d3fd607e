#pragma once

#include <ATen/TensorIterator.h>
#include <ATen/TensorMeta.h>
#include <ATen/core/Tensor.h>

#include <array>
#include <optional>
#include <type_traits>

#include "dispatch/Inputs.h"

namespace tpu::dispatch
{

/// The tensor a kernel writes in place of the real output: that one itself where it is dense and no input, else a dense one that
/// commit() copies over.
class Staged
{
public:
    explicit Staged(const at::Tensor &output, bool unsafe_alias = false);
    at::Tensor &tensor() { return written_; }
    void commit();

private:
    at::Tensor output_;
    at::Tensor written_;
};

at::Tensor createOutput(at::IntArrayRef sizes, at::IntArrayRef strides, const at::TensorOptions &options);
void resizeOutput(const at::Tensor &output, at::IntArrayRef sizes, at::IntArrayRef strides, const at::TensorOptions &options);
void checkInplace(const at::Tensor &self, at::IntArrayRef sizes, const at::TensorOptions &options);
bool sharesStorage(const at::Tensor &left, const at::Tensor &right);

/// The meta function of element-wise operators that PyTorch has none of: the output has the inputs' common shape and order of memory, and
/// `dtype`, else their common one.
struct Pointwise : at::TensorIteratorBase
{
    template <class... Inputs>
    void meta(std::optional<at::ScalarType> dtype, const Inputs &...inputs)
    {
        constexpr bool kSeveral = sizeof...(Inputs) > 1;
        at::TensorIteratorConfig config;
        config.add_output(maybe_get_output(0));
        (config.add_const_input(inputs), ...);
        config.check_all_same_dtype(!kSeveral && !dtype.has_value()).promote_inputs_to_common_dtype(kSeveral).allow_cpu_scalars(true);
        if (dtype.has_value() && !maybe_get_output(0).defined()) // an output that is given decides its dtype
        {
            config.declare_static_dtype(*dtype);
        }
        build(config);
    }
};

/// Collects what a structured operator's meta function says about its outputs. `Provide` makes or adjusts output i.
template <class Meta, size_t N, class Derived>
struct Structured : Meta
{
    void set_output_strided(int64_t index, at::IntArrayRef sizes, at::IntArrayRef strides, at::TensorOptions options) override
    {
        set_output_raw_strided(index, sizes, strides, options);
    }

    void set_output_raw_strided(int64_t index, at::IntArrayRef sizes, at::IntArrayRef strides, at::TensorOptions options) override
    {
        static_cast<Derived *>(this)->provide(outputs_[static_cast<size_t>(index)], sizes, strides, options);
        if constexpr (std::is_base_of_v<at::TensorIteratorBase, Meta>)
        {
            Meta::set_output_raw_strided(index, sizes, strides, options);
        }
    }

    const at::Tensor &maybe_get_output(int64_t index) override { return outputs_[static_cast<size_t>(index)]; }
    at::Tensor &result(size_t index) { return outputs_[index]; }

    /// True where the kernel must not write the output directly because an input has the same memory.
    template <class... Inputs>
    bool unsafe_alias(bool allowed, const Inputs &...inputs) const
    {
        bool shared = false;
        const auto compare = [&](const at::Tensor &input) {
            for (const at::Tensor &output : outputs_)
            {
                shared = shared || (sharesStorage(output, input) && !(allowed && output.is_same(input)));
            }
        };
        (visitTensors(inputs, compare), ...);
        return shared;
    }

protected:
    Structured() = default;
    explicit Structured(std::array<at::Tensor, N> outputs) : outputs_(std::move(outputs)) {}

    std::array<at::Tensor, N> outputs_;
};

template <class Meta, size_t N>
struct Functional final : Structured<Meta, N, Functional<Meta, N>>
{
    void provide(at::Tensor &output, at::IntArrayRef sizes, at::IntArrayRef strides, const at::TensorOptions &options)
    {
        output = createOutput(sizes, strides, options);
    }
};

template <class Meta, size_t N>
struct Out final : Structured<Meta, N, Out<Meta, N>>
{
    explicit Out(std::array<at::Tensor, N> outputs) : Structured<Meta, N, Out<Meta, N>>(std::move(outputs)) {}
    void provide(at::Tensor &output, at::IntArrayRef sizes, at::IntArrayRef strides, const at::TensorOptions &options)
    {
        resizeOutput(output, sizes, strides, options);
    }
};

template <class Meta, size_t N>
struct Inplace final : Structured<Meta, N, Inplace<Meta, N>>
{
    explicit Inplace(std::array<at::Tensor, N> outputs) : Structured<Meta, N, Inplace<Meta, N>>(std::move(outputs)) {}
    void provide(at::Tensor &output, at::IntArrayRef sizes, at::IntArrayRef, const at::TensorOptions &options)
    {
        checkInplace(output, sizes, options);
    }
};

} // namespace tpu::dispatch
