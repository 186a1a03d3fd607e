#include "status.h"

#include <cstdio>
#include <new>

#include "log.h"

namespace tpudnn
{

namespace
{

std::string &lastErrorSlot() noexcept
{
    thread_local std::string sentence;
    return sentence;
}

tpudnnStatus_t &lastStatusSlot() noexcept
{
    thread_local tpudnnStatus_t status = TPUDNN_STATUS_SUCCESS;
    return status;
}

} // namespace

const std::string &lastError() noexcept { return lastErrorSlot(); }

std::string hex(uint64_t value)
{
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

tpudnnStatus_t setLastError(tpudnnStatus_t status, const std::string &sentence) noexcept
{
    lastStatusSlot() = status;
    try
    {
        lastErrorSlot() = sentence;
        logMessage(TPUDNN_LOG_LEVEL_INFO, std::string(tpudnnGetStatusName(status)) + ": " + sentence);
    }
    catch (...)
    {
        lastErrorSlot().clear(); // no memory for the sentence; the status still says it
    }
    return status;
}

tpudnnStatus_t setLastErrorFromException(const char *function) noexcept
{
    try
    {
        throw;
    }
    catch (const Error &error)
    {
        return setLastError(error.status(), std::string(function) + ": " + error.what());
    }
    catch (const std::bad_alloc &)
    {
        return setLastError(TPUDNN_STATUS_OUT_OF_MEMORY, std::string(function) + ": no host memory");
    }
    catch (const std::exception &error)
    {
        return setLastError(TPUDNN_STATUS_FAILED, std::string(function) + ": " + error.what());
    }
    catch (...)
    {
        return setLastError(TPUDNN_STATUS_FAILED, std::string(function) + ": an exception of unknown type");
    }
}

} // namespace tpudnn

extern "C" const char *tpudnnGetLastError(void) { return tpudnn::lastError().c_str(); }

extern "C" tpudnnStatus_t tpudnnGetLastStatus(void) { return tpudnn::lastStatusSlot(); }

extern "C" void tpudnnClearLastError(void)
{
    tpudnn::lastErrorSlot().clear();
    tpudnn::lastStatusSlot() = TPUDNN_STATUS_SUCCESS;
}

extern "C" int tpudnnGetVersion(void) { return TPUDNN_VERSION_MAJOR * 1000 + TPUDNN_VERSION_MINOR; }

extern "C" const char *tpudnnGetStatusName(tpudnnStatus_t status)
{
    switch (status)
    {
    case TPUDNN_STATUS_SUCCESS:
        return "TPUDNN_STATUS_SUCCESS";
    case TPUDNN_STATUS_FAILED:
        return "TPUDNN_STATUS_FAILED";
    case TPUDNN_STATUS_BAD_PARAM:
        return "TPUDNN_STATUS_BAD_PARAM";
    case TPUDNN_STATUS_NOT_SUPPORTED:
        return "TPUDNN_STATUS_NOT_SUPPORTED";
    case TPUDNN_STATUS_OUT_OF_MEMORY:
        return "TPUDNN_STATUS_OUT_OF_MEMORY";
    case TPUDNN_STATUS_DEVICE_FAULT:
        return "TPUDNN_STATUS_DEVICE_FAULT";
    case TPUDNN_STATUS_NO_DEVICE:
        return "TPUDNN_STATUS_NO_DEVICE";
    }
    return "unknown status";
}
