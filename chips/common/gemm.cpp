#include "gemm.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>

#ifndef TPUSIM_OPENBLAS
#include <Eigen/Core>
#endif

namespace tpusim
{

#ifdef TPUSIM_OPENBLAS
namespace
{

using Sgemm = void (*)(int order, int transpose_a, int transpose_b, std::int64_t m, std::int64_t n, std::int64_t k, float alpha,
                       const float *a, std::int64_t lda, const float *b, std::int64_t ldb, float beta, float *c, std::int64_t ldc);

// Sets an environment variable for the life of the object; bad_alloc where there is no memory for it.
class ScopedVariable
{
public:
    ScopedVariable(const char *name, const char *value) : name_(name)
    {
        if (const char *old = std::getenv(name))
        {
            had_ = true;
            old_ = old;
        }
        if (setenv(name, value, 1) != 0)
        {
            throw std::bad_alloc();
        }
    }
    ~ScopedVariable()
    {
        if (had_)
        {
            setenv(name_, old_.c_str(), 1);
        }
        else
        {
            unsetenv(name_);
        }
    }
    ScopedVariable(const ScopedVariable &) = delete;
    ScopedVariable &operator=(const ScopedVariable &) = delete;

private:
    const char *name_;
    bool had_ = false;
    std::string old_;
};

// The file may have been loaded before, by a program that left the choice to the processor.
void require_core(void *library, const std::string &path)
{
    const auto core_name = reinterpret_cast<const char *(*)()>(dlsym(library, "scipy_openblas_get_corename64_"));
    const auto set_threads = reinterpret_cast<void (*)(int)>(dlsym(library, "scipy_openblas_set_num_threads64_"));
    if (core_name != nullptr && std::string(core_name()) != TPUSIM_OPENBLAS_CORE_NAME)
    {
        throw std::runtime_error(path + " was loaded before the firmware and computes with its code for " + core_name() +
                                 ", not " TPUSIM_OPENBLAS_CORE
                                 ", so that results would depend on this processor; load the device before it, or set "
                                 "OPENBLAS_CORETYPE=" TPUSIM_OPENBLAS_CORE);
    }
    if (set_threads != nullptr)
    {
        set_threads(1);
    }
}

// The library beside the firmware where it was installed so, else the one that this build found.
std::string openblas_file()
{
    const char *chosen = std::getenv("TPUSIM_OPENBLAS_LIBRARY");
    if (chosen != nullptr && *chosen != '\0')
    {
        return chosen;
    }
    std::string built_with = TPUSIM_OPENBLAS;
    Dl_info self{};
    if (dladdr(reinterpret_cast<const void *>(&openblas_file), &self) != 0 && self.dli_fname != nullptr)
    {
        const std::string firmware = self.dli_fname;
        const std::string beside = firmware.substr(0, firmware.rfind('/') + 1) + built_with.substr(built_with.rfind('/') + 1);
        if (access(beside.c_str(), R_OK) == 0)
        {
            return beside;
        }
    }
    return built_with;
}

// OpenBLAS reads its core type and threads while it loads, so they are set around the load and results do not depend on the host.
// Another OpenBLAS in the process (NumPy's) is another library and keeps its own.
Sgemm load_sgemm()
{
    const ScopedVariable core("OPENBLAS_CORETYPE", TPUSIM_OPENBLAS_CORE);
    const ScopedVariable threads("OPENBLAS_NUM_THREADS", "1");
    const std::string path = openblas_file();
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
    {
        throw std::runtime_error(std::string("cannot load OpenBLAS from " + path + ", as Python's scipy_openblas64 packs it: ") +
                                 dlerror() + "; set TPUSIM_OPENBLAS_LIBRARY or configure again");
    }
    try
    {
        require_core(library, path);
    }
    catch (...)
    {
        dlclose(library); // another attempt may find it as it wants it
        throw;
    }
    const auto sgemm = reinterpret_cast<Sgemm>(dlsym(library, "scipy_cblas_sgemm64_"));
    if (sgemm == nullptr)
    {
        throw std::runtime_error(path + " has no scipy_cblas_sgemm64_; it takes the library of scipy_openblas64");
    }
    return sgemm;
}

} // namespace

// Loaded with the firmware, not by the first product: the environment is set while the program still has few threads.
static const Sgemm loaded_at_start = [] {
    try
    {
        return load_sgemm();
    }
    catch (const std::exception &)
    {
        return Sgemm(nullptr); // told by the first product
    }
}();

void gemm_f32(bool transpose_a, bool transpose_b, std::int64_t m, std::int64_t n, std::int64_t k, const float *a, std::int64_t lda,
              const float *b, std::int64_t ldb, float beta, float *c, std::int64_t ldc)
{
    constexpr int row_major = 101;
    constexpr int plain = 111;
    constexpr int transposed = 112;
    if (m == 0 || n == 0)
    {
        return;
    }
    const Sgemm sgemm = loaded_at_start != nullptr ? loaded_at_start : load_sgemm();
    sgemm(row_major, transpose_a ? transposed : plain, transpose_b ? transposed : plain, m, n, k, 1.0F, a, lda, b, ldb, beta, c, ldc);
}

#else // no OpenBLAS for this platform

void gemm_f32(bool transpose_a, bool transpose_b, std::int64_t m, std::int64_t n, std::int64_t k, const float *a, std::int64_t lda,
              const float *b, std::int64_t ldb, float beta, float *c, std::int64_t ldc)
{
    // Its blocks of K, and so the order of its sums, follow the sizes of caches; those of this processor must not matter.
    static const bool caches_fixed = [] {
        Eigen::setCpuCacheSizes(32 << 10, 256 << 10, 2 << 20);
        return true;
    }();
    static_cast<void>(caches_fixed);
    using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    using View = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;
    const View left(a, transpose_a ? k : m, transpose_a ? m : k, Eigen::OuterStride<>(lda));
    const View right(b, transpose_b ? n : k, transpose_b ? k : n, Eigen::OuterStride<>(ldb));
    Eigen::Map<Matrix, 0, Eigen::OuterStride<>> out(c, m, n, Eigen::OuterStride<>(ldc));
    if (beta == 0.0F)
    {
        out.setZero(); // also where c is uninitialised
    }
    else
    {
        out *= beta;
    }
    if (transpose_a)
    {
        transpose_b ? out.noalias() += left.transpose() * right.transpose() : out.noalias() += left.transpose() * right;
    }
    else
    {
        transpose_b ? out.noalias() += left * right.transpose() : out.noalias() += left * right;
    }
}

#endif

} // namespace tpusim
