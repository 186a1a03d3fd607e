// What every operator does before and after its body; the generated entries call it with what the declaration says.
#pragma once

#include <atomic>
#include <chrono>
#include <climits>
#include <initializer_list>
#include <optional>
#include <vector>

#include "activity.h"
#include "contract.h"
#include "handle.h"
#include "status.h"
#include "stream.h"

namespace tpudnn
{

// Per operator, for the life of the process.
class Operator
{
public:
    // `inplace`: an output may be the same tensor as an input.
    Operator(const char *function, const char *key, bool inplace);
    const char *function() const { return function_; }
    const char *key() const { return key_; }
    Operator *next() const { return next_; }
    bool inplace() const { return inplace_; }

    std::atomic<uint64_t> calls{0};
    std::atomic<uint64_t> failures{0};
    std::atomic<uint64_t> hostNanoseconds{0};

private:
    const char *function_;
    const char *key_;
    Operator *next_ = nullptr; // in the list of all
    bool inplace_;
};

enum class Use
{
    in,
    out,
    inout
};

enum class Layout
{
    contiguous,
    transposed, // or contiguous
    strided
};

struct TensorArgument
{
    const char *name;
    const tpudnnTensor_t *tensors; // one, or `count` of a list
    int count;
    bool optional;
    bool list;
    Use use;
    Layout layout;
    int most; // of a list; < 0: any number
};

using TensorArguments = std::initializer_list<TensorArgument>;

// What holds for all operators: addresses, extents, data types. Throws BAD_PARAM or NOT_SUPPORTED with the sentence. The operator's row, or null.
const KernelRow *checkArguments(const Operator &op, const TPUDNNImpl &impl, TensorArguments tensors);
// NOT_SUPPORTED for a mode that the chip does not have in the type of the first tensor.
void checkModes(const KernelRow *row, const TPUDNNImpl &impl, TensorArguments tensors, const Contract &contract);
// Layouts, and that no output shares memory with another tensor or with itself.
void checkPlacement(const Operator &op, TensorArguments tensors);
// A call as an activity, where somebody listens.
class OperatorActivity
{
public:
    OperatorActivity() = default;
    ~OperatorActivity()
    {
        if (told_)
        {
            forget();
        }
    }
    OperatorActivity(const OperatorActivity &) = delete;
    OperatorActivity &operator=(const OperatorActivity &) = delete;

    void enter(const Operator &op, const TPUDNNImpl &impl, TensorArguments tensors)
    {
        if (subscribedTo(kind))
        {
            tell(op, impl, tensors);
        }
    }
    void leave(tpudnnStatus_t status) const
    {
        if (told_)
        {
            tellEnd(status);
        }
    }

private:
    static constexpr uint32_t kind = 0; // TPUDNN_ACTIVITY_OPERATOR
    struct Told;
    void tell(const Operator &op, const TPUDNNImpl &impl, TensorArguments tensors);
    void tellEnd(tpudnnStatus_t status) const;
    void forget() noexcept;

    Told *told_ = nullptr;
};

// The operator that the calling thread runs, for the length of a block: the innermost.
class RunningOperator
{
public:
    explicit RunningOperator(const Operator &op) noexcept;
    ~RunningOperator();
    RunningOperator(const RunningOperator &) = delete;
    RunningOperator &operator=(const RunningOperator &) = delete;

private:
    const char *outer_;
};

// Counts the call and writes the verbose line; `impl` is null where the handle was refused.
void finish(Operator &op, const TPUDNNImpl *impl, TensorArguments tensors, tpudnnStatus_t status, uint64_t nanoseconds) noexcept;
// Called from a catch block: the status of what was thrown, its sentence preceded by the operator.
tpudnnStatus_t statusOfException(const Operator &op) noexcept;
// Throws NOT_SUPPORTED.
tpudnnStatus_t notImplemented(const Operator &op);

// Strides by which nobody steps (of an extent of 1, of a tensor without elements) may be any number; those that a body could not calculate with
// become 1.
inline void dropUnusedStrides(tpudnnTensor_t &tensor) noexcept
{
    const int dim = tensor.dim < 0 || tensor.dim > TPUDNN_MAX_DIMS ? 0 : tensor.dim;
    bool empty = false;
    for (int i = 0; i < dim; ++i)
    {
        empty = empty || tensor.shape[i] == 0;
    }
    for (int i = 0; i < dim; ++i)
    {
        if ((empty || tensor.shape[i] == 1) && (tensor.stride[i] < 0 || tensor.stride[i] > INT_MAX / 2))
        {
            tensor.stride[i] = 1;
        }
    }
}

// The list of an operator's C form; BAD_PARAM for null and for a negative length.
std::vector<tpudnnTensor_t> tensorList(const tpudnnTensor_t *tensors, int count, const char *name);

void requireNumbers(const void *numbers, int count, const char *name);

// The same of numbers.
template <class T>
std::vector<T> numberList(const T *numbers, int count, const char *name)
{
    requireNumbers(numbers, count, name);
    return {numbers, numbers + count};
}

// `row` checks what the operator's row says of values and sizes, on a Contract.
template <class Row, class Body>
tpudnnStatus_t runOperator(Operator &op, tpudnnHandle_t handle, TensorArguments tensors, Row &&row, Body &&body) noexcept
{
    const auto start = std::chrono::steady_clock::now();
    tpudnnStatus_t status;
    std::optional<Ref<TPUDNNImpl>> impl; // held while the body runs, whoever destroys the handle meanwhile
    OperatorActivity activity;
    try
    {
        impl.emplace(handleOf(handle));
        activity.enter(op, **impl, tensors);
        const KernelRow *kernels = checkArguments(op, **impl, tensors);
        Contract contract;
        row(contract);
        checkModes(kernels, **impl, tensors, contract);
        checkPlacement(op, tensors);
        const RunningOperator running(op);
        status = body();
        if (status != TPUDNN_STATUS_SUCCESS)
        {
            passLastError(status, op.function());
        }
    }
    catch (...)
    {
        status = statusOfException(op);
    }
    const auto elapsed = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start);
    finish(op, impl ? &**impl : nullptr, tensors, status, static_cast<uint64_t>(elapsed.count()));
    activity.leave(status);
    return status;
}

} // namespace tpudnn
