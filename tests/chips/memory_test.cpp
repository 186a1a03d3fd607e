// Device memory under random allocation and free against a simple model.
#include "memory.h"

#include <cstdio>
#include <cstring>
#include <map>

#include "bm_a/chip_traits.h"
#include "sg_b/chip_traits.h"

using namespace tpusim;

namespace
{

int failures = 0;
const std::string user = "memory_test";

void expect(bool ok, const char *what, std::uint64_t address)
{
    if (!ok && ++failures <= 20)
    {
        std::printf("%s at 0x%llx\n", what, static_cast<unsigned long long>(address));
    }
}

bool faults(const DeviceMemory &memory, std::uint64_t address, std::uint64_t bytes, std::uint64_t sequence)
{
    try
    {
        memory.resolve(address, bytes, {user, "p", sequence});
        return false;
    }
    catch (const Fault &)
    {
        return true;
    }
}

template <class Chip>
void random_walk(std::uint64_t seed)
{
    constexpr std::uint64_t capacity = 8 << 20;
    DeviceMemory memory(memory_layout<Chip>(1, 2), capacity, seed);
    Random random(seed);
    std::map<std::uint64_t, std::uint64_t> live;
    std::uint64_t sequence = 0;
    std::uint64_t in_use = 0;
    for (int step = 0; step < 4000; ++step)
    {
        if (live.empty() || random.below(2) == 0)
        {
            const std::uint64_t bytes = 1 + random.below(random.below(8) == 0 ? 1 << 20 : 9000);
            const std::uint64_t address = memory.allocate(bytes);
            if (address == 0)
            {
                continue;
            }
            const auto next = live.lower_bound(address);
            expect(next == live.end() || next->first >= address + bytes, "overlaps the next allocation", address);
            expect(next == live.begin() || std::prev(next)->first + std::prev(next)->second <= address, "overlaps the previous", address);
            auto *host = static_cast<unsigned char *>(memory.resolve(address, bytes, {user, "p", ++sequence}));
            expect(host[0] == Chip::unset && host[bytes - 1] == Chip::unset, "not filled", address);
            std::memset(host, 1, bytes);
            expect(faults(memory, address, bytes + 1, sequence), "one byte too many is let through", address);
            expect(faults(memory, address + bytes, 1, sequence), "one byte behind is let through", address);
            live[address] = bytes;
            in_use += bytes;
        }
        else
        {
            auto victim = live.begin();
            std::advance(victim, static_cast<std::ptrdiff_t>(random.below(live.size())));
            const auto [address, bytes] = *victim;
            const std::uint64_t freed = ++sequence;
            memory.free(address, {user, "p", freed});
            expect(!faults(memory, address, bytes, freed - 1), "work from before the free faults", address);
            expect(faults(memory, address, 1, freed + 1), "work from after the free is let through", address);
            memory.release(freed + 1);
            expect(faults(memory, address, 1, freed - 1), "given back and still there", address);
            live.erase(victim);
            in_use -= bytes;
        }
        expect(memory.bytes_in_use() == in_use, "wrong count of bytes", 0);
    }
    for (const auto &[address, bytes] : live)
    {
        memory.free(address, {user, "p", ++sequence});
    }
    memory.release(sequence + 1);
    expect(memory.allocate(capacity) != 0, "the memory does not come together again", 0);
    expect(memory.allocate(1) == 0, "more than there is", 0);
}

} // namespace

int main()
{
    for (std::uint64_t seed = 0; seed < 3; ++seed)
    {
        random_walk<traits::bm_a>(seed);
        random_walk<traits::sg_b>(seed);
    }
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
