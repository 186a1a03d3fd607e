#pragma once
#include <optional>
#include "vega.h"

/* operators */
