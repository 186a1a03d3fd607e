// Seeded choices of the simulators: the same on every host and standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tpusim
{

// SplitMix64.
class Random
{
public:
    explicit Random(std::uint64_t seed = 0) : state_(seed) {}

    std::uint64_t next()
    {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }

    // In [0, bound); bound > 0. The bias is below 2^-32 for the small bounds used here.
    std::uint64_t below(std::uint64_t bound) { return next() % bound; }

    template <class T>
    void shuffle(std::vector<T> &items)
    {
        for (std::size_t i = items.size(); i > 1; --i)
        {
            std::swap(items[i - 1], items[below(i)]);
        }
    }

private:
    std::uint64_t state_;
};

} // namespace tpusim
