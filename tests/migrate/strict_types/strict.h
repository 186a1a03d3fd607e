// What converted operators are parsed against: the unified library's names, with types that nothing converts by itself.
#include "checking-types.h"

enum class YStatus : int { Ok, Invalid, Missing };
enum class YType : int { F32, F16 };
template <> struct checking::ZeroIsNamed<YType> { static constexpr bool value = false; }; // it is no XType
typedef checking::Named<YStatus> ydnnStatus;
typedef checking::Named<YType> ydnnType;
constexpr ydnnStatus YDNN_OK{YStatus::Ok};
constexpr ydnnStatus YDNN_INVALID{YStatus::Invalid};
constexpr ydnnStatus YDNN_MISSING{YStatus::Missing};
constexpr ydnnType YDNN_F32{YType::F32};
constexpr ydnnType YDNN_F16{YType::F16};

struct ydnnTensor
{
    checking::VirtualAddress data;
    int rank;
    int extent[8];
    ydnnType type;
};
template <> struct checking::Bytes<ydnnTensor> { static constexpr bool plain = false; };

class ydnnHandle {};

#define YDNN_REQUIRE(condition) do { if (!(condition)) return YDNN_INVALID; } while (0)
#define YDNN_TRY(call) do { const ydnnStatus ydnnTry = (call); if (ydnnTry != YDNN_OK) return ydnnTry; } while (0)

namespace ydnn
{
class Stream
{
public:
    template <class Args, typename checking::OnlyIf<checking::KernelArguments<Args>::known>::type = 0>
    ydnnStatus run(const char *, const Args *, size_t);
    ydnnStatus wait();
    checking::PhysicalAddress physical(const checking::VirtualAddress &) const;
    checking::PhysicalAddress physical(uint64_t) const = delete;
    bool has(const char *) const;
    bool variant(const char *, const char *) const;
    ydnnStatus missing(const char *) const;
};
Stream &streamOf(ydnnHandle);
class Scratch
{
public:
    explicit Scratch(Stream &);
    ~Scratch();
    ydnnStatus take(checking::Buffer *, size_t);
    void give(const checking::VirtualAddress &);
};
} // namespace ydnn
