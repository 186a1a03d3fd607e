// Errors inside the library are exceptions of one type; the C API turns them into a status and the thread's last sentence.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "tpuDNNRuntime.h"

namespace tpudnn
{

class Error : public std::runtime_error
{
public:
    Error(tpudnnStatus_t status, const std::string &sentence) : std::runtime_error(sentence), status_(status) {}
    tpudnnStatus_t status() const { return status_; }

private:
    tpudnnStatus_t status_;
};

// Keeps the sentence for tpudnnGetLastError, logs it, and returns the status.
tpudnnStatus_t setLastError(tpudnnStatus_t status, const std::string &sentence) noexcept;
// Status and sentence of the exception that is being handled.
tpudnnStatus_t setLastErrorFromException(const char *function) noexcept;

// Puts the function before the thread's last sentence, which belongs to a call inside it.
tpudnnStatus_t passLastError(tpudnnStatus_t status, const char *function) noexcept;

// The thread's last error as it was; not logged.
void restoreLastError(tpudnnStatus_t status, const char *sentence) noexcept;

const char *lastError() noexcept;
std::string hex(uint64_t value);
inline std::string hex(const void *pointer) { return hex(reinterpret_cast<uint64_t>(pointer)); }

// The barrier around every function of the C API that returns a status.
template <class Body>
tpudnnStatus_t guarded(const char *function, Body &&body) noexcept
{
    try
    {
        std::forward<Body>(body)();
        return TPUDNN_STATUS_SUCCESS;
    }
    catch (...)
    {
        return setLastErrorFromException(function);
    }
}

// The number of an enumerator as it was passed: a caller may pass any, and reading one that the type does not have as the type is undefined.
template <class T>
int rawValue(const T &value)
{
    static_assert(sizeof(T) == sizeof(int));
    int raw;
    __builtin_memcpy(&raw, &value, sizeof raw);
    return raw;
}

// BAD_PARAM for an address of device memory, which would end the process where it is read or written.
void requireHost(const void *pointer, const char *name);

// Host memory that a function reads or writes.
template <class T>
T *required(T *pointer, const char *name)
{
    if (!pointer)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, std::string(name) + " is null");
    }
    requireHost(pointer, name);
    return pointer;
}

// Runs the body; what it refuses is said to be of this argument.
template <class Body>
auto named(const char *argument, Body &&body) -> decltype(body())
{
    try
    {
        return body();
    }
    catch (const Error &error)
    {
        throw Error(error.status(), std::string(argument) + ": " + error.what());
    }
}

} // namespace tpudnn
