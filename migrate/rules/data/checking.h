// What converted functions are parsed against: the unified library's names with stricter types than it has. A virtual address, a physical
// address, a device buffer, an element type, a status and a handle are types of their own, without conversion, truth value, order, index or
// arithmetic but through the named functions. Nothing here is ever run; a rule set names it (`library.checking`).
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <iosfwd>
#include <cstdlib> // not <stdlib.h>: that adds overloads of abs
#include <string.h>
#include <wchar.h>
#define TPUDNN_DEFAULT(value) = value // tpuDNN.h has it
#undef va_start // some C libraries bring these with stdio.h; the unified headers do not promise them
#undef va_arg
#undef va_end

namespace checking
{

template <bool, class T = int> struct OnlyIf {};
template <class T> struct OnlyIf<true, T> { typedef T type; };
template <class T> struct IsVoid { static constexpr bool value = false; };
template <> struct IsVoid<void> { static constexpr bool value = true; };
template <class T> struct IsNull { static constexpr bool value = false; };
template <> struct IsNull<decltype(nullptr)> { static constexpr bool value = true; };

// Neither trivial to copy nor to destroy: no union can hold one, and no ellipsis takes one.
class VirtualAddress
{
public:
    VirtualAddress() {}
    VirtualAddress(decltype(nullptr)) {}
    // memory of a runtime whose buffers are pointers
    template <class T, typename OnlyIf<IsVoid<T>::value>::type = 0> VirtualAddress(T *) {}
    VirtualAddress(const VirtualAddress &) {}
    ~VirtualAddress() {}
    VirtualAddress &operator=(const VirtualAddress &) { return *this; }
};

class VirtualBytes;

// A device buffer: what `void *` stands for where the rules turn the legacy memory type into it.
class Buffer : public VirtualAddress
{
public:
    Buffer() {}
    Buffer(decltype(nullptr)) {}
    Buffer(const VirtualAddress &) {}
    Buffer(const VirtualBytes &);
    Buffer(const Buffer &) {}
    Buffer &operator=(const Buffer &) { return *this; }
};

bool operator==(const VirtualAddress &, const VirtualAddress &);
bool operator!=(const VirtualAddress &, const VirtualAddress &);
bool operator==(const VirtualAddress &, decltype(nullptr));
bool operator!=(const VirtualAddress &, decltype(nullptr));
bool operator==(decltype(nullptr), const VirtualAddress &);
bool operator!=(decltype(nullptr), const VirtualAddress &);
// An address is compared with null by its own name: 0 and NULL would count as numbers.
bool operator==(const VirtualAddress &, unsigned long long) = delete;
bool operator!=(const VirtualAddress &, unsigned long long) = delete;

// A virtual address that bytes are added to: only that, and back to a virtual one.
class VirtualBytes
{
public:
    VirtualBytes(decltype(nullptr)) {} // beside one in a conditional operator
    VirtualBytes(const VirtualBytes &) {}
    ~VirtualBytes() {}
    VirtualBytes &operator=(const VirtualBytes &) = delete;
    operator VirtualAddress() const;
    template <class T, typename OnlyIf<__is_integral(T)>::type = 0> friend VirtualBytes operator+(const VirtualBytes &a, T) { return a; }
    template <class T, typename OnlyIf<__is_integral(T)>::type = 0> friend VirtualBytes operator+(T, const VirtualBytes &a) { return a; }
    template <class T, typename OnlyIf<__is_integral(T)>::type = 0> friend VirtualBytes operator-(const VirtualBytes &a, T) { return a; }
};

// What a kernel's address field holds (`library.address_fields`): made by virtToPhys alone, null where it is the constant 0. An offset may be
// added: inside one allocation both kinds are affine. As large as the number it stands for, since the structs' sizes are asserted.
class PhysicalAddress
{
public:
    PhysicalAddress() = default;
    PhysicalAddress(const PhysicalAddress &) = default;
    PhysicalAddress(PhysicalAddress *) {} // of the constant 0
    template <class T, typename OnlyIf<IsNull<T>::value>::type = 0> PhysicalAddress(T) = delete; // nullptr is no number
    PhysicalAddress &operator=(const PhysicalAddress &) & = default;
    PhysicalAddress &operator+=(unsigned long long) & { return *this; }
    PhysicalAddress &operator-=(unsigned long long) & { return *this; }
    PhysicalAddress &operator++() & { return *this; }
    PhysicalAddress operator++(int) & { return *this; }
    explicit operator bool() const { return value_ != 0; } // as a comparison with 0

private:
    unsigned long long value_;
};

PhysicalAddress operator+(PhysicalAddress, unsigned long long);
PhysicalAddress operator+(unsigned long long, PhysicalAddress);
PhysicalAddress operator-(PhysicalAddress, unsigned long long);
// What a mask leaves of an address: one again, where it is aligned, or some of its bits as a number.
class PhysicalBits
{
public:
    PhysicalBits(const PhysicalBits &) {}
    ~PhysicalBits() {}
    PhysicalBits &operator=(const PhysicalBits &) = delete;
    operator PhysicalAddress() const;
    operator unsigned long long() const;
};
PhysicalBits operator&(PhysicalAddress, unsigned long long);
PhysicalBits operator|(PhysicalAddress, unsigned long long);
PhysicalBits operator|(PhysicalAddress, PhysicalAddress);
PhysicalBits operator^(PhysicalAddress, PhysicalAddress);
template <class T, typename OnlyIf<__is_integral(T)>::type = 0> bool operator==(const PhysicalBits &, T);
template <class T, typename OnlyIf<__is_integral(T)>::type = 0> bool operator!=(const PhysicalBits &, T);
template <class T, typename OnlyIf<__is_integral(T)>::type = 0> PhysicalAddress operator+(const PhysicalBits &, T);
template <class T, typename OnlyIf<__is_integral(T)>::type = 0> PhysicalAddress operator-(const PhysicalBits &, T);
PhysicalAddress operator+(PhysicalAddress, PhysicalAddress) = delete;
// What an address is rounded by: so many units, which as many bytes make an address again.
class PhysicalUnits
{
public:
    PhysicalUnits(const PhysicalUnits &) {}
    ~PhysicalUnits() {}
    PhysicalUnits &operator=(const PhysicalUnits &) = delete;
};
PhysicalUnits operator/(PhysicalAddress, unsigned long long);
PhysicalAddress operator*(const PhysicalUnits &, unsigned long long);
PhysicalAddress operator*(unsigned long long, const PhysicalUnits &);
unsigned long long operator-(PhysicalAddress, PhysicalAddress);
bool operator==(PhysicalAddress, PhysicalAddress);
bool operator!=(PhysicalAddress, PhysicalAddress);
// Questions whose answers are numbers: they are those of the legacy address.
unsigned long long operator%(PhysicalAddress, unsigned long long);
unsigned long long operator>>(PhysicalAddress, int);
bool operator<(PhysicalAddress, PhysicalAddress);
bool operator>(PhysicalAddress, PhysicalAddress);
bool operator<=(PhysicalAddress, PhysicalAddress);
bool operator>=(PhysicalAddress, PhysicalAddress);
bool operator==(PhysicalAddress, unsigned long long);
bool operator!=(PhysicalAddress, unsigned long long);
bool operator<(PhysicalAddress, unsigned long long);
bool operator>(PhysicalAddress, unsigned long long);
bool operator<=(PhysicalAddress, unsigned long long);
bool operator>=(PhysicalAddress, unsigned long long);
bool operator==(unsigned long long, PhysicalAddress);
bool operator!=(unsigned long long, PhysicalAddress);
bool operator<(unsigned long long, PhysicalAddress);
bool operator>(unsigned long long, PhysicalAddress);
bool operator<=(unsigned long long, PhysicalAddress);
bool operator>=(unsigned long long, PhysicalAddress);

// A variable that the legacy code leaves unset: the text that is checked initialises it by this.
struct Unset
{
    template <class T> operator T() const { __builtin_unreachable(); } // defined: T may be a type without linkage
};

// Whether 0 is the same name in the legacy and the unified numbers; else nothing may become 0 unnamed: no {}, static, new T(), vector(n).
template <class Name> struct ZeroIsNamed { static constexpr bool value = true; };

// The named numbers of one kind: equal or not, and the cases of a switch; nothing else. Not trivial to copy: no ellipsis takes one.
template <class Name> class Named
{
public:
    template <class N = Name, typename OnlyIf<ZeroIsNamed<N>::value>::type = 0> constexpr Named() : name_() {}
    constexpr Named(Name name) : name_(name) {}
    constexpr Named(const Named &other) : name_(other.name_) {}
    constexpr Named &operator=(const Named &other)
    {
        name_ = other.name_;
        return *this;
    }
    constexpr operator Name() const { return name_; }

private:
    Name name_;
};

template <class Name> constexpr bool operator==(Named<Name> a, Named<Name> b) { return Name(a) == Name(b); }
template <class Name> constexpr bool operator!=(Named<Name> a, Named<Name> b) { return Name(a) != Name(b); }
template <class Name, class T> bool operator<(Named<Name>, T) = delete;
template <class Name, class T> bool operator>(Named<Name>, T) = delete;
template <class Name, class T> bool operator<=(Named<Name>, T) = delete;
template <class Name, class T> bool operator>=(Named<Name>, T) = delete;

enum class Dtype : int {
    Unknown = -1, Fp32, Fp16, Int8, Uint8, Int16, Uint16, Int32, Uint32, Bf16, Int4, Uint4, Fp20, Fp8e5m2, Fp8e4m3, Int64, Tf32, Bool
};
#ifndef CHECKING_SAME_ZERO
template <> struct ZeroIsNamed<Dtype> { static constexpr bool value = false; };
#endif
enum class Status : int { Success, Failed, BadParam, NotSupported, OutOfMemory, DeviceFault, NoDevice };

// Copies of bytes know what they copy: nothing that is, or holds, one of these types.
template <class T> struct Bytes { static constexpr bool plain = __is_trivially_copyable(T); };
template <> struct Bytes<void> { static constexpr bool plain = true; };
template <> struct Bytes<const void> { static constexpr bool plain = true; };

// What sizeof is asked about behind this header: a tensor, a buffer, a handle and what holds one are of another size in the unified library;
// an address and an element type are not.
template <class T> struct SizeOf {
    static_assert(__is_trivially_copyable(T), "the size of a type is asked that is another one in the unified library");
    static constexpr size_t more = 0;
};
template <class T> struct SizeOf<T &> : SizeOf<T> {};
template <class T> struct SizeOf<const T> : SizeOf<T> {};
template <> struct SizeOf<VirtualAddress> { static constexpr size_t more = 0; };
template <class Name> struct SizeOf<Named<Name>> { static constexpr size_t more = 0; };

// Whether what a template says about a type is the same in the legacy and the unified library.
template <class T> struct Askable { static constexpr bool known = __is_trivially_copyable(T); };
template <> struct Askable<void> { static constexpr bool known = true; };
template <> struct Askable<VirtualAddress> { static constexpr bool known = false; };
template <> struct Askable<Buffer> { static constexpr bool known = false; };
template <class Name> struct Askable<Named<Name>> { static constexpr bool known = false; };
template <class T> struct Askable<const T> : Askable<T> {};
template <class T> struct Askable<volatile T> : Askable<T> {};
template <class T> struct Askable<const volatile T> : Askable<T> {};
template <class T> struct Askable<T *> : Askable<T> {};
template <class T> struct Askable<T &> : Askable<T> {};
template <class T> struct Askable<T &&> : Askable<T> {};
template <class T> struct Askable<T[]> : Askable<T> {};
template <class T, size_t N> struct Askable<T[N]> : Askable<T> {};
template <class... T> struct AllAskable { static constexpr bool known = true; };
template <class T, class... Rest> struct AllAskable<T, Rest...> { static constexpr bool known = Askable<T>::known && AllAskable<Rest...>::known; };
template <template <class...> class Template, class... T> struct Askable<Template<T...>> : AllAskable<T...> {};
#if __cplusplus >= 201703L
template <template <class, auto> class Template, class T, auto N> struct Askable<Template<T, N>> : Askable<T> {};
template <template <auto, class> class Template, class T, auto N> struct Askable<Template<N, T>> : Askable<T> {};
#endif

// What a question about a type is put to in the checked text.
template <class T> struct PlainlyOf {
    static_assert(Askable<T>::known, "a trait is asked of a type that is another one in the unified library");
    typedef T type;
};
template <class T> using Plainly = typename PlainlyOf<T>::type;
template <class T> struct Ask : Plainly<T> {};
template <class T> constexpr bool asked() { return sizeof(PlainlyOf<T>) > 0; }

template <class T> struct KernelArguments { static constexpr bool known = false; };

// A pointer to what is about to become bytes.
class Plain
{
public:
    template <class T, typename OnlyIf<Bytes<T>::plain>::type = 0> Plain(T *) {}
    template <class T, typename OnlyIf<!Bytes<T>::plain, long>::type = 0> Plain(T *) = delete;
    Plain(decltype(nullptr)) {}
};

// The same, to what another object gets the bytes of: by another type, it would see pointers that they have in them as pointers to something else.
class Copied
{
public:
    template <class T, typename OnlyIf<Bytes<T>::plain>::type = 0> Copied(T *) {}
    template <class T, typename OnlyIf<!Bytes<T>::plain, long>::type = 0> Copied(T *) = delete;
    Copied(decltype(nullptr)) {}
};

} // namespace checking

typedef checking::Named<checking::Dtype> tpudnnDataType_t;
typedef checking::Named<checking::Status> tpudnnStatus_t;

constexpr tpudnnStatus_t TPUDNN_STATUS_SUCCESS{checking::Status::Success};
constexpr tpudnnStatus_t TPUDNN_STATUS_FAILED{checking::Status::Failed};
constexpr tpudnnStatus_t TPUDNN_STATUS_BAD_PARAM{checking::Status::BadParam};
constexpr tpudnnStatus_t TPUDNN_STATUS_NOT_SUPPORTED{checking::Status::NotSupported};
constexpr tpudnnStatus_t TPUDNN_STATUS_OUT_OF_MEMORY{checking::Status::OutOfMemory};
constexpr tpudnnStatus_t TPUDNN_STATUS_DEVICE_FAULT{checking::Status::DeviceFault};
constexpr tpudnnStatus_t TPUDNN_STATUS_NO_DEVICE{checking::Status::NoDevice};

constexpr tpudnnDataType_t TPUDNN_DTYPE_UNKNOWN{checking::Dtype::Unknown};
constexpr tpudnnDataType_t TPUDNN_DTYPE_FP32{checking::Dtype::Fp32};
constexpr tpudnnDataType_t TPUDNN_DTYPE_FP16{checking::Dtype::Fp16};
constexpr tpudnnDataType_t TPUDNN_DTYPE_INT8{checking::Dtype::Int8};
constexpr tpudnnDataType_t TPUDNN_DTYPE_UINT8{checking::Dtype::Uint8};
constexpr tpudnnDataType_t TPUDNN_DTYPE_INT16{checking::Dtype::Int16};
constexpr tpudnnDataType_t TPUDNN_DTYPE_UINT16{checking::Dtype::Uint16};
constexpr tpudnnDataType_t TPUDNN_DTYPE_INT32{checking::Dtype::Int32};
constexpr tpudnnDataType_t TPUDNN_DTYPE_UINT32{checking::Dtype::Uint32};
constexpr tpudnnDataType_t TPUDNN_DTYPE_BF16{checking::Dtype::Bf16};
constexpr tpudnnDataType_t TPUDNN_DTYPE_INT4{checking::Dtype::Int4};
constexpr tpudnnDataType_t TPUDNN_DTYPE_UINT4{checking::Dtype::Uint4};
constexpr tpudnnDataType_t TPUDNN_DTYPE_FP20{checking::Dtype::Fp20};
constexpr tpudnnDataType_t TPUDNN_DTYPE_FP8E5M2{checking::Dtype::Fp8e5m2};
constexpr tpudnnDataType_t TPUDNN_DTYPE_FP8E4M3{checking::Dtype::Fp8e4m3};
constexpr tpudnnDataType_t TPUDNN_DTYPE_INT64{checking::Dtype::Int64};
constexpr tpudnnDataType_t TPUDNN_DTYPE_TF32{checking::Dtype::Tf32};
constexpr tpudnnDataType_t TPUDNN_DTYPE_BOOL{checking::Dtype::Bool};

#define TPUDNN_MAX_DIMS 8

typedef enum {
    TPUDNN_NO_FORMATED = 0,
    TPUDNN_CONV_W_INFER_FORMAT = 1,
    TPUDNN_CONV_W_TRAIN_FORMAT = 2,
    TPUDNN_CONV_DW_TRAIN_FORMAT = 3
} TpudnnFormatedType_t;

typedef struct {
    checking::VirtualAddress addr;
    int dim;
    int shape[TPUDNN_MAX_DIMS];
    int stride[TPUDNN_MAX_DIMS];
    tpudnnDataType_t dtype;
    TpudnnFormatedType_t format_casted = TPUDNN_NO_FORMATED;
} tpudnnTensor_t;

class TPUDNNImpl;

class tpudnnHandle_t
{
public:
    tpudnnHandle_t() {}
    tpudnnHandle_t(const tpudnnHandle_t &) {}
    tpudnnHandle_t &operator=(const tpudnnHandle_t &) { return *this; }
    explicit operator TPUDNNImpl *() const;
};
bool operator==(const tpudnnHandle_t &, decltype(nullptr));
bool operator!=(const tpudnnHandle_t &, decltype(nullptr));

class TPUDNNImpl
{
public:
    checking::PhysicalAddress virtToPhys(const checking::VirtualAddress &) const;
    checking::PhysicalAddress virtToPhys(uint64_t) const = delete; // no address
    template <class Args, typename checking::OnlyIf<checking::KernelArguments<Args>::known>::type = 0>
    tpudnnStatus_t launchKernel(const char *, const Args *, size_t);
    bool hasKernel(const char *) const;
    bool follows(const char *, const char *) const;
    tpudnnStatus_t notSupported(const char *) const;
    tpudnnStatus_t memcpyD2S(checking::Plain, const checking::VirtualAddress &, uint64_t);
    tpudnnStatus_t memcpyS2D(const checking::VirtualAddress &, checking::Plain, uint64_t);
    tpudnnStatus_t memcpyD2D(const checking::VirtualAddress &, uint64_t, const checking::VirtualAddress &, uint64_t, uint64_t);
    tpudnnStatus_t synchronize();
};

template <> struct checking::Askable<TPUDNNImpl> { static constexpr bool known = false; };

class TPUDNNScopedMemory
{
public:
    explicit TPUDNNScopedMemory(TPUDNNImpl *);
    ~TPUDNNScopedMemory();
    TPUDNNScopedMemory(const TPUDNNScopedMemory &) = delete;
    tpudnnStatus_t malloc(checking::Buffer *, uint64_t);
    tpudnnStatus_t malloc(void **, uint64_t);
    void free(const checking::VirtualAddress &);
};

#define TPUDNN_SAFE_CALL(...) \
    do { const tpudnnStatus_t tpudnnSafeCallStatus = (__VA_ARGS__); if (tpudnnSafeCallStatus != TPUDNN_STATUS_SUCCESS) throw 0; } while (false)
#define TPUDNN_REQUIRE_KERNEL(pimpl, key) \
    do { if (!(pimpl)->hasKernel(key)) return (pimpl)->notSupported(key); } while (false)
#define TPUDNN_CHECK(...) do { if (!tpudnn::checked(static_cast<bool>(__VA_ARGS__))) throw 0; } while (false)
namespace tpudnn
{
class Error
{
};
class StatusPassed
{
public:
    explicit StatusPassed(tpudnnStatus_t);
};
bool checked(bool); // no constant expression has a check
checking::VirtualBytes bytesAt(const checking::VirtualAddress &);
void logFormat(const char *format, ...) __attribute__((format(printf, 1, 2)));
// What is printed to a stream: numbers and texts, nothing of the types above but a physical address, which is a number.
class Text
{
public:
    template <class T, typename checking::OnlyIf<checking::Bytes<T>::plain>::type = 0> const Text &operator<<(const T &) const { return *this; }
    template <class C, class T, class A> const Text &operator<<(const std::basic_string<C, T, A> &) const { return *this; }
    const Text &operator<<(std::ostream &(*)(std::ostream &)) const { return *this; }
    const Text &operator<<(std::ios_base &(*)(std::ios_base &)) const { return *this; }
    const char *c_str() const;
};
}
#define TPUDNN_LOG_TEXT(...) (::tpudnn::Text() << __VA_ARGS__).c_str()
#define TPUDNN_LOG_ERROR(...) do { ::tpudnn::logFormat(__VA_ARGS__); } while (false)
#define TPUDNN_LOG_WARN(...) do { ::tpudnn::logFormat(__VA_ARGS__); } while (false)
#define TPUDNN_LOG_INFO(...) do { ::tpudnn::logFormat(__VA_ARGS__); } while (false)
#define TPUDNN_LOG_DEBUG(...) do { ::tpudnn::logFormat(__VA_ARGS__); } while (false)

int tpudnnKernelDType(tpudnnDataType_t);
const char *tpudnnGetStatusName(tpudnnStatus_t);
namespace tpudnn
{
struct DtypeName
{
    const char *c_str() const;
};
DtypeName dtypeName(tpudnnDataType_t);
}

extern "C++" {
static inline size_t tpudnnTensorDataSize(tpudnnDataType_t) { return 0; }
static inline size_t tpudnnTensorElements(const tpudnnTensor_t *) { return 0; }
static inline size_t tpudnnTensorBytes(const tpudnnTensor_t *) { return 0; }
static inline bool tpudnnIsTensorContiguous(const tpudnnTensor_t *) { return false; }
static inline bool tpudnnIsTensorTransposed(const tpudnnTensor_t *) { return false; }
static inline bool tpudnnIsSameShape(const tpudnnTensor_t *, const tpudnnTensor_t *) { return false; }
static inline void tpudnnContiguousStride(const int *, int, int *) {}
static inline bool tpudnnDtypeIsInt64(tpudnnDataType_t) { return false; }
static inline void tpudnn32ICShape(const int *, int *) {}
static inline void tpudnn32OCShape(const int *, int *) {}
static inline tpudnnTensor_t tpudnnUndefinedTensor(void) { return checking::Unset(); }
static inline int tpudnnTensorDataBits(tpudnnDataType_t) { return 0; }
}

static inline void *checkedMemset(checking::Plain, int, size_t) { return nullptr; }
static inline void *checkedMemcpy(checking::Copied, checking::Copied, size_t) { return nullptr; }
template <class T> static inline void *checkedMemcpy(T *to, const T *, size_t) { return checkedMemset(to, 0, 0); }
static inline int checkedMemcmp(checking::Plain, checking::Plain, size_t) { return 0; }
#define memcpy checkedMemcpy
#define memmove checkedMemcpy
#define memset checkedMemset
#define memcmp checkedMemcmp
namespace std
{
using ::checkedMemcpy;
using ::checkedMemset;
using ::checkedMemcmp;
}
