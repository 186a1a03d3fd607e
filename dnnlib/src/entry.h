// What every operator does before and after its body; the generated entries call it with what the declaration says.
#pragma once

#include <atomic>
#include <chrono>
#include <initializer_list>

#include "status.h"
#include "tpudnn_impl.h"

namespace tpudnn
{

// Per operator, for the life of the process.
class Operator
{
public:
    Operator(const char *function, const char *key);
    const char *function() const { return function_; }
    const char *key() const { return key_; }

    std::atomic<uint64_t> calls{0};
    std::atomic<uint64_t> failures{0};
    std::atomic<uint64_t> hostNanoseconds{0};

private:
    const char *function_;
    const char *key_;
};

struct TensorArgument
{
    const char *name;
    const tpudnnTensor_t *tensors; // one, or `count` of a list
    int count;
    bool optional;
    bool list;
};

using TensorArguments = std::initializer_list<TensorArgument>;

// Throws BAD_PARAM or NOT_SUPPORTED with the sentence; returns the implementation behind the handle.
TPUDNNImpl &checkArguments(const Operator &op, tpudnnHandle_t handle, TensorArguments tensors);
// Counts the call and writes the verbose line.
void finish(Operator &op, tpudnnHandle_t handle, TensorArguments tensors, tpudnnStatus_t status, uint64_t nanoseconds) noexcept;
// Called from a catch block: the status of what was thrown, its sentence preceded by the operator.
tpudnnStatus_t statusOfException(const Operator &op) noexcept;
tpudnnStatus_t notImplemented(const Operator &op) noexcept;

template <class Body>
tpudnnStatus_t runOperator(Operator &op, tpudnnHandle_t handle, TensorArguments tensors, Body &&body) noexcept
{
    const auto start = std::chrono::steady_clock::now();
    tpudnnStatus_t status;
    try
    {
        checkArguments(op, handle, tensors);
        status = body();
    }
    catch (...)
    {
        status = statusOfException(op);
    }
    const auto elapsed = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start);
    finish(op, handle, tensors, status, static_cast<uint64_t>(elapsed.count()));
    return status;
}

} // namespace tpudnn
