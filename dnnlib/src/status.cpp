#include "status.h"

#include <cstdio>
#include <cstring>
#include <new>

#include "log.h"
#include "thread_text.h"
#include "window.h"

namespace tpudnn
{

namespace
{

TPUDNN_THREAD_TEXT ThreadText lastSentence{};
TPUDNN_THREAD_TEXT tpudnnStatus_t lastStatus = TPUDNN_STATUS_SUCCESS;

tpudnnStatus_t keep(tpudnnStatus_t status, const char *function, const char *sentence) noexcept
{
    try
    {
        return setLastError(status, std::string(function) + ": " + sentence);
    }
    catch (const std::bad_alloc &)
    {
        lastStatus = status;
        lastSentence.setNoMemory(function); // for the sentence; the status still says what it was
        return status;
    }
}

} // namespace

const char *lastError() noexcept { return lastSentence.get(); }

std::string hex(uint64_t value)
{
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

void requireHost(const void *pointer, const char *name)
{
    if (AddressWindow::covers(pointer))
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM,
                    std::string(name) + " " + hex(pointer) + " is an address of device memory; host memory is taken");
    }
}

tpudnnStatus_t setLastError(tpudnnStatus_t status, const std::string &sentence) noexcept
{
    lastStatus = status;
    lastSentence.set(sentence.data(), sentence.size());
    if (logEnabled(TPUDNN_LOG_LEVEL_INFO))
    {
        logFormat(TPUDNN_LOG_LEVEL_INFO, "%s: %s", tpudnnGetStatusName(status), lastSentence.get());
    }
    return status;
}

void restoreLastError(tpudnnStatus_t status, const char *sentence) noexcept
{
    lastStatus = status;
    lastSentence.set(sentence, std::strlen(sentence));
}

tpudnnStatus_t passLastError(tpudnnStatus_t status, const char *function) noexcept { return keep(status, function, lastError()); }

tpudnnStatus_t setLastErrorFromException(const char *function) noexcept
{
    try
    {
        throw;
    }
    catch (const Error &error)
    {
        return keep(error.status(), function, error.what());
    }
    catch (const std::bad_alloc &)
    {
        lastStatus = TPUDNN_STATUS_OUT_OF_MEMORY;
        lastSentence.setNoMemory(function);
        return TPUDNN_STATUS_OUT_OF_MEMORY;
    }
    catch (const std::exception &error)
    {
        return keep(TPUDNN_STATUS_FAILED, function, error.what());
    }
    catch (...)
    {
        return keep(TPUDNN_STATUS_FAILED, function, "an exception of unknown type");
    }
}

} // namespace tpudnn

extern "C" const char *tpudnnGetLastError(void) { return tpudnn::lastError(); }

extern "C" tpudnnStatus_t tpudnnGetLastStatus(void) { return tpudnn::lastStatus; }

extern "C" void tpudnnClearLastError(void)
{
    tpudnn::lastSentence.clear();
    tpudnn::lastStatus = TPUDNN_STATUS_SUCCESS;
}

extern "C" int tpudnnGetVersion(void) { return TPUDNN_VERSION_MAJOR * 1000 + TPUDNN_VERSION_MINOR; }

extern "C" const char *tpudnnGetStatusName(tpudnnStatus_t status)
{
    switch (tpudnn::rawValue(status))
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
