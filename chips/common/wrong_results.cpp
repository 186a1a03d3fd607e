#include "wrong_results.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "module.h"

namespace tpusim
{
namespace
{

constexpr const char *names[] = {"scale", "flip", "unwritten"};
constexpr int ways = 3;

[[noreturn]] void refuse(const char *from, const std::string &text, const std::string &why)
{
    throw std::invalid_argument(
        std::string(from) + " is \"" + text + "\": " + why +
        "; it takes a list of KERNEL[.FIELD]:HOW=VALUE[/EVERY][@FIRST[-LAST]], separated by commas, HOW being scale, "
        "flip or unwritten");
}

// `name` against a pattern with * and ?.
bool matches(const char *pattern, const char *name)
{
    for (; *pattern != '\0'; ++pattern, ++name)
    {
        if (*pattern == '*')
        {
            do
            {
                if (matches(pattern + 1, name))
                {
                    return true;
                }
            } while (*name++ != '\0');
            return false;
        }
        if (*name == '\0' || (*pattern != '?' && *pattern != *name))
        {
            return false;
        }
    }
    return *name == '\0';
}

// Takes what stands before the last `mark` away from `text` and returns what stands behind it; "" where there is none.
std::string cut(std::string &text, char mark, bool &found)
{
    const std::size_t place = text.rfind(mark);
    found = place != std::string::npos;
    std::string behind = found ? text.substr(place + 1) : "";
    text = text.substr(0, place);
    return behind;
}

bool whole_number(const std::string &digits, std::uint64_t &number)
{
    char *end = nullptr;
    number = std::strtoull(digits.c_str(), &end, 10);
    return !digits.empty() && digits[0] >= '0' && digits[0] <= '9' && *end == '\0';
}

std::unique_ptr<WrongResult> parse(const char *from, const std::string &part)
{
    auto made = std::make_unique<WrongResult>();
    made->text = part;
    const std::size_t colon = part.find(':');
    if (colon == std::string::npos || colon == 0)
    {
        refuse(from, part, "no kernel and what happens to it");
    }
    made->kernel = part.substr(0, colon);
    bool given = false;
    std::string field = cut(made->kernel, '.', given);
    made->field = given ? field : "*";
    std::string rest = part.substr(colon + 1);
    const std::string calls = cut(rest, '@', given);
    if (given)
    {
        const std::size_t dash = calls.find('-');
        const bool right = whole_number(calls.substr(0, dash), made->first) &&
                           (dash == std::string::npos || whole_number(calls.substr(dash + 1), made->last));
        if (!right || made->first == 0 || made->last < made->first)
        {
            refuse(from, part, "'" + calls + "' is no range of launches from 1 up");
        }
    }
    const std::string every = cut(rest, '/', given);
    if (given && (!whole_number(every, made->every) || made->every == 0))
    {
        refuse(from, part, "'" + every + "' is no number of elements from 1 up");
    }
    const std::string value = cut(rest, '=', given);
    const auto *const how = std::find(std::begin(names), std::end(names), rest);
    if (!given || how == std::end(names))
    {
        refuse(from, part, "'" + rest + "' is no way to be wrong");
    }
    made->how = static_cast<WrongResult::How>(how - names);
    char *end = nullptr;
    made->value = std::strtod(value.c_str(), &end);
    if (value.empty() || *end != '\0' || !std::isfinite(made->value))
    {
        refuse(from, part, "'" + value + "' is no number");
    }
    if (made->how == WrongResult::flip && (made->value < 0 || made->value > 63 || made->value != std::floor(made->value)))
    {
        refuse(from, part, "a bit is a number from 0 to 63");
    }
    if (made->how == WrongResult::unwritten && (made->value <= 0 || made->value > 1))
    {
        refuse(from, part, "a share is a number above 0, up to 1");
    }
    return made;
}

struct Nearest
{
    static constexpr Rounding bf16_rounding = Rounding::nearest_even;
};

template <class T>
void scale_element(std::byte *at, double factor)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    if constexpr (std::is_integral_v<T>)
    {
        const double product = std::trunc(static_cast<double>(value) * factor);
        const auto low = static_cast<double>(std::numeric_limits<T>::min());
        const auto high = static_cast<double>(std::numeric_limits<T>::max());
        value = product <= low ? std::numeric_limits<T>::min() : product >= high ? std::numeric_limits<T>::max() : static_cast<T>(product);
    }
    else
    {
        value = from_float<Nearest, T>(static_cast<float>(to_float(value) * factor));
    }
    std::memcpy(at, &value, sizeof value);
}

void scale_element(std::byte *at, const Element &element, double factor)
{
    switch (element.kind)
    {
    case Element::f32:
        return scale_element<float>(at, factor);
    case Element::f16:
        return scale_element<f16>(at, factor);
    case Element::bf16:
        return scale_element<bf16>(at, factor);
    case Element::f8e4m3:
        return scale_element<f8e4m3>(at, factor);
    case Element::f8e5m2:
        return scale_element<f8e5m2>(at, factor);
    case Element::unsigned_integer:
        return element.bytes == 1   ? scale_element<std::uint8_t>(at, factor)
               : element.bytes == 2 ? scale_element<std::uint16_t>(at, factor)
               : element.bytes == 4 ? scale_element<std::uint32_t>(at, factor)
                                    : scale_element<std::uint64_t>(at, factor);
    case Element::signed_integer:
        return element.bytes == 1   ? scale_element<std::int8_t>(at, factor)
               : element.bytes == 2 ? scale_element<std::int16_t>(at, factor)
               : element.bytes == 4 ? scale_element<std::int32_t>(at, factor)
                                    : scale_element<std::int64_t>(at, factor);
    }
}

void flip_bit(std::byte *at, const Element &element, int bit)
{
    const int of_element = bit % (8 * static_cast<int>(element.bytes)); // the same setting for every data type
    at[of_element / 8] ^= std::byte{1} << (of_element % 8);
}

} // namespace

void WrongResults::configure(const char *from, const std::string &text)
{
    auto made = std::make_shared<Parts>();
    for (std::size_t start = 0; start < text.size();)
    {
        const std::size_t end = std::min(text.find(',', start), text.size());
        made->push_back(parse(from, text.substr(start, end - start)));
        start = end + 1;
    }
    const std::lock_guard lock(mutex_);
    any_ = !made->empty();
    parts_ = std::move(made);
    from_ = from;
}

std::shared_ptr<const WrongResults::Parts> WrongResults::parts() const
{
    const std::lock_guard lock(mutex_);
    return parts_;
}

WrongResults::Planted WrongResults::of_launch(const std::string &kernel)
{
    Planted planted;
    if (!any_.load(std::memory_order_relaxed))
    {
        return planted;
    }
    const auto all = parts();
    for (const auto &part : *all)
    {
        if (!matches(part->kernel.c_str(), kernel.c_str()))
        {
            continue;
        }
        const std::uint64_t number = ++part->launches;
        if (number >= part->first && number <= part->last)
        {
            planted.list.push_back(part.get());
        }
    }
    count_ += planted.list.empty() ? 0 : 1;
    planted.keeps = all;
    return planted;
}

std::shared_ptr<Module> WrongResults::checked(std::shared_ptr<Module> firmware) const
{
    const auto all = parts();
    for (std::size_t i = 0; all != nullptr && i < all->size(); ++i)
    {
        const WrongResult &part = *(*all)[i];
        bool found = false;
        tpusimKernelInfo_t info;
        for (int index = 0; !found && firmware->info(index, info); ++index)
        {
            found = matches(part.kernel.c_str(), info.symbol);
        }
        if (!found)
        {
            std::fprintf(stderr, "%s: %s: firmware %s has no kernel %s\n", firmware->chip(), from_.c_str(), firmware->path().c_str(),
                         part.kernel.c_str());
        }
    }
    return firmware;
}

bool WrongOutputs::named(const Region &region, const WrongResult &part) const
{
    return matches(part.field.c_str(), region.argument.c_str());
}

void WrongOutputs::add(void *memory, std::uint64_t bytes, const char *argument, const Element &element)
{
    const std::lock_guard lock(mutex_);
    auto *begin = static_cast<std::byte *>(memory);
    for (const Region &known : regions_)
    {
        if (begin >= known.begin && begin + bytes <= known.end && known.argument == argument)
        {
            return; // another core's view of it
        }
    }
    Region region{begin, begin + bytes, argument, element, {}};
    const bool wanted = std::any_of(planted_.list.begin(), planted_.list.end(),
                                    [&](const WrongResult *part) { return part->how == WrongResult::unwritten && named(region, *part); });
    if (wanted)
    {
        region.before.assign(begin, begin + bytes);
        for (const Region &known : regions_) // which a core may have written since
        {
            std::byte *from = std::max(begin, known.begin);
            std::byte *to = std::min(begin + bytes, known.end);
            if (from < to && !known.before.empty())
            {
                std::copy(known.before.data() + (from - known.begin), known.before.data() + (to - known.begin),
                          region.before.data() + (from - begin));
            }
        }
    }
    regions_.push_back(std::move(region));
}

// Cores that resolve a part each make one output of it.
void WrongOutputs::join()
{
    std::stable_sort(regions_.begin(), regions_.end(), [](const Region &a, const Region &b) { return a.begin < b.begin; });
    std::vector<Region> joined;
    for (Region &region : regions_)
    {
        if (joined.empty() || joined.back().argument != region.argument || joined.back().end < region.begin)
        {
            joined.push_back(std::move(region));
            continue;
        }
        Region &last = joined.back();
        if (region.end > last.end)
        {
            const auto known = static_cast<std::size_t>(last.end - region.begin);
            if (!region.before.empty())
            {
                last.before.insert(last.before.end(), region.before.begin() + static_cast<std::ptrdiff_t>(known), region.before.end());
            }
            last.end = region.end;
        }
    }
    regions_ = std::move(joined);
}

void WrongOutputs::apply()
{
    join();
    for (const WrongResult *part : planted_.list)
    {
        for (const Region &region : regions_)
        {
            if (!named(region, *part))
            {
                continue;
            }
            const std::uint64_t size = region.element.bytes;
            const std::uint64_t count = static_cast<std::uint64_t>(region.end - region.begin) / size;
            const auto rest = part->how == WrongResult::unwritten
                                  ? static_cast<std::uint64_t>(std::ceil(part->value * static_cast<double>(count)))
                                  : count;
            for (std::uint64_t i = count - rest; i < count; ++i)
            {
                if ((i + 1) % part->every != 0)
                {
                    continue;
                }
                std::byte *at = region.begin + i * size;
                switch (part->how)
                {
                case WrongResult::scale:
                    scale_element(at, region.element, part->value);
                    break;
                case WrongResult::flip:
                    flip_bit(at, region.element, static_cast<int>(part->value));
                    break;
                case WrongResult::unwritten:
                    std::memcpy(at, region.before.data() + i * size, size);
                    break;
                }
            }
        }
    }
}

} // namespace tpusim
