#pragma once
#define CHIP_NAME "lyra"
#define CHIP_LANES 16
enum { kTile = 64 };
#define CHIP_CORES 1
