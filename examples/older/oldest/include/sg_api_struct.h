#pragma once

#pragma pack(push, 1)
typedef struct
{
  unsigned long long input_addr;
  unsigned long long output_addr;
  int length;
  float scale;
}
sg_api_scale_t;

typedef struct
{
  unsigned long long input_addr;
  unsigned long long buffer_addr;
  unsigned long long output_addr;
  int n, c, h, w;
  int step;
}
sg_api_batchnorm_t;
#pragma pack(pop)
