#pragma once

// The legacy device manager's header, for converted operators that include it.
#include "TPUTorchUtils.h"
