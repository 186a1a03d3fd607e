#pragma once
#define CHIP_NAME "nova"
#define CHIP_LANES 64
enum { kTile = 128 };
#define CHIP_CORES 8
