// The operators.
#pragma once

#include "ydnn.h"

/* operators */
