#include "injection.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "fault.h"

namespace tpusim
{
namespace
{

constexpr const char *names[] = {"allocation", "copy", "launch"};
constexpr int kinds = 3;

// Kind and number of "copy:2"; false where it is no such text.
bool parse(const std::string &part, int &kind, std::uint64_t &number)
{
    const std::size_t colon = part.find(':');
    for (kind = 0; kind < kinds && colon != std::string::npos; ++kind)
    {
        if (part.compare(0, colon, names[kind]) == 0)
        {
            const std::string digits = part.substr(colon + 1);
            char *end = nullptr;
            number = std::strtoull(digits.c_str(), &end, 10);
            return !digits.empty() && digits[0] >= '0' && digits[0] <= '9' && *end == '\0';
        }
    }
    return false;
}

} // namespace

long long Injection::fail_at(int operation, std::uint64_t k)
{
    if (operation < 0 || operation >= kinds)
    {
        return -1;
    }
    Counter &counter = counters_[static_cast<std::size_t>(operation)];
    counter.left = k;
    return static_cast<long long>(counter.seen.exchange(0));
}

void Injection::configure(const char *variable, const std::string &text)
{
    for (std::size_t start = 0; start < text.size();)
    {
        const std::size_t end = std::min(text.find(',', start), text.size());
        int kind = 0;
        std::uint64_t number = 0;
        if (!parse(text.substr(start, end - start), kind, number))
        {
            throw std::invalid_argument(std::string("environment variable ") + variable + " is \"" + text +
                                        "\"; it takes a list of allocation:K, copy:K, launch:K, separated by commas");
        }
        fail_at(kind, number);
        start = end + 1;
    }
}

bool Injection::due(tpusimOperation_t operation)
{
    Counter &counter = counters_[static_cast<std::size_t>(operation)];
    counter.seen.fetch_add(1, std::memory_order_relaxed);
    std::uint64_t left = counter.left.load(std::memory_order_relaxed);
    while (left > 0 && !counter.left.compare_exchange_weak(left, left - 1, std::memory_order_relaxed))
    {
    }
    return left == 1;
}

void Injection::fault_if_due(tpusimOperation_t operation, const std::string &function)
{
    if (due(operation))
    {
        throw Fault(function, "", 0, injected(operation));
    }
}

std::string injected(tpusimOperation_t operation)
{
    return std::string("this ") + names[operation] + " was to fail (TPUSIM_<CHIP>_FAIL, or the runtime's FailAt)";
}

} // namespace tpusim
