/* The hostile cases' types, launches and helpers on this folder's runtime, whose copies to the host are asynchronous on one chip. */
#include "sgdnn_runtime.h"
#include "../../../hostile/runtime/legacy/sgdnn_api.h"
