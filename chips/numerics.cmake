# Target tpusim_numerics: Eigen and OpenBLAS from PyPI, and compiler flags that fix the instruction set, so that results do not depend on
# the host. EIGEN_FAST_MATH=0: with it Eigen takes square roots from the processor's approximation, which differs between makers.
add_library(tpusim_numerics INTERFACE)

execute_process(
  COMMAND ${Python3_EXECUTABLE} -c
    "import cmeel, pathlib; print(pathlib.Path(list(cmeel.__path__)[0]).parent / 'cmeel.prefix/include/eigen3')"
  OUTPUT_VARIABLE eigen_of_python OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
find_path(TPU_EIGEN_INCLUDE_DIR Eigen/Core HINTS ${eigen_of_python} PATH_SUFFIXES eigen3)
if(NOT TPU_EIGEN_INCLUDE_DIR)
  message(FATAL_ERROR "Eigen was not found. Install it for ${Python3_EXECUTABLE} with \"pip install cmeel-eigen\", "
    "or set TPU_EIGEN_INCLUDE_DIR to the folder that has Eigen/Core.")
endif()
target_include_directories(tpusim_numerics SYSTEM INTERFACE ${TPU_EIGEN_INCLUDE_DIR})
target_compile_definitions(tpusim_numerics INTERFACE EIGEN_DONT_PARALLELIZE EIGEN_FAST_MATH=0)

execute_process(
  COMMAND ${Python3_EXECUTABLE} -c
    "import pathlib, scipy_openblas64 as s; print(pathlib.Path(s.get_lib_dir()) / ('lib' + s.get_library() + '.so'))"
  OUTPUT_VARIABLE openblas_of_python OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
set(TPU_OPENBLAS_LIBRARY "${openblas_of_python}" CACHE FILEPATH "OpenBLAS as scipy-openblas64 packs it; empty: Eigen multiplies")

set(instruction_set -mavx2 -mfma -mf16c -mbmi -mbmi2 -mlzcnt -mmovbe)
set(openblas_core Haswell)
set(openblas_core_name Haswell) # as the loaded library calls it
if(TPU_PORTABLE)
  set(instruction_set)
  set(openblas_core Prescott)
  set(openblas_core_name Katmai)
elseif(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  message(FATAL_ERROR "The kernels are compiled for x86-64 with AVX2, and this is ${CMAKE_SYSTEM_PROCESSOR}. "
    "Configure with -DTPU_PORTABLE=ON; results then are those of the portable build.")
elseif(EXISTS /proc/cpuinfo)
  file(READ /proc/cpuinfo cpuinfo)
  foreach(feature avx2 fma f16c bmi2)
    if(NOT cpuinfo MATCHES "[ \t]${feature}[ \n]")
      message(FATAL_ERROR "The kernels are compiled for x86-64 with AVX2, and this CPU has no ${feature}. "
        "Configure with -DTPU_PORTABLE=ON; results then are those of the portable build.")
    endif()
  endforeach()
endif()
target_compile_options(tpusim_numerics INTERFACE ${instruction_set} -ffp-contract=off
  -fno-math-errno -fno-trapping-math) # neither changes a value; with both, loops with sqrt and selections are vectorised

if(TPU_OPENBLAS_LIBRARY AND EXISTS "${TPU_OPENBLAS_LIBRARY}")
  target_compile_definitions(tpusim_numerics INTERFACE
    TPUSIM_OPENBLAS="${TPU_OPENBLAS_LIBRARY}" TPUSIM_OPENBLAS_CORE="${openblas_core}"
    TPUSIM_OPENBLAS_CORE_NAME="${openblas_core_name}")
else()
  message(STATUS "OpenBLAS (scipy-openblas64) was not found; matrix products use Eigen.")
endif()
