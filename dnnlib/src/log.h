// Log lines by level. The level is read once from TPUDNN_LOG_LEVEL and can be set at run time.
#pragma once

#include <sstream>

#include "tpuDNNRuntime.h"

namespace tpudnn
{

bool logEnabled(tpudnnLogLevel_t level) noexcept;
void logMessage(tpudnnLogLevel_t level, const char *message) noexcept;
void logFormat(tpudnnLogLevel_t level, const char *format, ...) noexcept __attribute__((format(printf, 2, 3)));

} // namespace tpudnn

#define TPUDNN_LOG_AT(level, ...)                    \
    do                                               \
    {                                                \
        if (::tpudnn::logEnabled(level))             \
        {                                            \
            ::tpudnn::logFormat(level, __VA_ARGS__); \
        }                                            \
    } while (false)
#define TPUDNN_LOG_ERROR(...) TPUDNN_LOG_AT(TPUDNN_LOG_LEVEL_ERROR, __VA_ARGS__)
#define TPUDNN_LOG_WARN(...) TPUDNN_LOG_AT(TPUDNN_LOG_LEVEL_WARN, __VA_ARGS__)
#define TPUDNN_LOG_INFO(...) TPUDNN_LOG_AT(TPUDNN_LOG_LEVEL_INFO, __VA_ARGS__)
#define TPUDNN_LOG_DEBUG(...) TPUDNN_LOG_AT(TPUDNN_LOG_LEVEL_DEBUG, __VA_ARGS__)

// What a stream writes of operands that << joins, as a text that lives until the statement ends: for a log line of which no format can be made.
#define TPUDNN_LOG_TEXT(...) static_cast<const std::ostringstream &>(std::ostringstream().flush() << __VA_ARGS__).str().c_str()
