/* tpuDNN.h without tpuDNNTensor.h: for sources that call no operator, which then are not compiled again when one is added or changed. Valid C11 and
 * C++17. tpuDNN.h may be included before or behind it. */
#ifndef TPUDNN_RUNTIME_H
#define TPUDNN_RUNTIME_H

#ifdef TPUDNN_NO_OPERATORS
#include <tpuDNN.h>
#else
#define TPUDNN_NO_OPERATORS
#include <tpuDNN.h>
#undef TPUDNN_NO_OPERATORS
#endif

#endif /* TPUDNN_RUNTIME_H */
