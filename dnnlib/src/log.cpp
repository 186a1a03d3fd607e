#include "log.h"

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

#include "status.h"

namespace tpudnn
{

namespace
{

constexpr const char *kLevelNames[] = {"off", "error", "warn", "info", "debug", "verbose"};

int levelFromEnvironment()
{
    const char *text = std::getenv("TPUDNN_LOG_LEVEL");
    if (!text || !*text)
    {
        return TPUDNN_LOG_LEVEL_WARN;
    }
    for (int level = TPUDNN_LOG_LEVEL_OFF; level <= TPUDNN_LOG_LEVEL_VERBOSE; ++level)
    {
        const char digit[] = {static_cast<char>('0' + level), '\0'};
        if (std::strcmp(text, kLevelNames[level]) == 0 || std::strcmp(text, digit) == 0)
        {
            return level;
        }
    }
    std::fprintf(stderr, "tpudnn: TPUDNN_LOG_LEVEL=%s is none of off, error, warn, info, debug, verbose (or 0 to 5); warn is used\n", text);
    return TPUDNN_LOG_LEVEL_WARN;
}

struct Sink
{
    std::atomic<int> level{levelFromEnvironment()};
    std::recursive_mutex mutex; // a callback may log
    tpudnnLogCallback_t callback = nullptr;
    void *user = nullptr;
};

// Never destroyed: other static objects may log while they go. In static memory: logging must not fail.
Sink &sink() noexcept
{
    alignas(Sink) static unsigned char place[sizeof(Sink)];
    static Sink *instance = new (place) Sink;
    return *instance;
}

} // namespace

bool logEnabled(tpudnnLogLevel_t level) noexcept { return level <= sink().level.load(std::memory_order_relaxed); }

void logMessage(tpudnnLogLevel_t level, const char *message) noexcept
{
    if (!logEnabled(level))
    {
        return;
    }
    const std::lock_guard<std::recursive_mutex> lock(sink().mutex);
    if (sink().callback)
    {
        sink().callback(level, message, sink().user);
        return;
    }
    std::fprintf(stderr, "tpudnn %s: %s\n", kLevelNames[level], message);
}

void logFormat(tpudnnLogLevel_t level, const char *format, ...) noexcept
{
    va_list arguments;
    va_start(arguments, format);
    char text[1024];
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t length = std::strlen(text);
    while (length > 0 && std::strchr("\n\r ", text[length - 1]))
    {
        text[--length] = '\0'; // messages that were printf calls end their own line
    }
    logMessage(level, text);
}

} // namespace tpudnn

extern "C" tpudnnStatus_t tpudnnSetLogLevel(tpudnnLogLevel_t level)
{
    return tpudnn::guarded("tpudnnSetLogLevel", [&] {
        const int number = tpudnn::rawValue(level);
        if (number < TPUDNN_LOG_LEVEL_OFF || number > TPUDNN_LOG_LEVEL_VERBOSE)
        {
            throw tpudnn::Error(TPUDNN_STATUS_BAD_PARAM, "level is " + std::to_string(number) + "; it takes 0 (off) to 5 (verbose)");
        }
        tpudnn::sink().level = number;
    });
}

extern "C" tpudnnLogLevel_t tpudnnGetLogLevel(void) { return static_cast<tpudnnLogLevel_t>(tpudnn::sink().level.load()); }

extern "C" tpudnnStatus_t tpudnnSetLogCallback(tpudnnLogCallback_t callback, void *user)
{
    return tpudnn::guarded("tpudnnSetLogCallback", [&] {
        const std::lock_guard<std::recursive_mutex> lock(tpudnn::sink().mutex);
        tpudnn::sink().callback = callback;
        tpudnn::sink().user = user;
    });
}
