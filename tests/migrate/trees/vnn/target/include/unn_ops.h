/* Unified library: operators. */
#ifndef UNN_OPS_H
#define UNN_OPS_H
#include "unn.h"
#ifdef __cplusplus
extern "C" {
#endif

/* operators */

#ifdef __cplusplus
}
#endif
#endif
