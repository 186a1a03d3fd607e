#pragma once
#define CHIP_NAME "mira"
#define CHIP_LANES 32
enum { kTile = 64 };
#define CHIP_CORES 4
