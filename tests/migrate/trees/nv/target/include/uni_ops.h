/* Unified library: operators. */
#ifndef UNI_OPS_H
#define UNI_OPS_H
#include <stdbool.h>
#include "uni.h"
#ifdef __cplusplus
extern "C" {
#endif

/* operators */

#ifdef __cplusplus
}
#endif
#endif
