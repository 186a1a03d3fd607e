#pragma once

#include <map>
#include <mutex>
#include <string>

#include "tpuv7_rt.h"

/*
 * Launches kernels on streams of the tpuv7 runtime.
 *
 * TPUKERNEL_FIRMWARE_PATH names the firmware file, TPUTRAIN_CORE_NUM the cores a multi-core launch uses (8 by default).
 * Every stream has its own firmware module, loaded when the stream is registered.
 */
class TPUKernelLauncher
{
public:
  TPUKernelLauncher();

  /* Loads the firmware for STREAM; a second call for the same stream does nothing. */
  tpuRtStatus_t register_kernel_module ( tpuRtStream_t stream );

  /* Unloads the firmware of STREAM. */
  tpuRtStatus_t unload_kernel_module ( tpuRtStream_t stream );

  /* Returns when the kernel has been queued. */
  tpuRtStatus_t launch_async ( const char * func_name, const void * api, size_t api_size, tpuRtStream_t stream, bool use_multi_core );

  /* Returns when the kernel has run. */
  tpuRtStatus_t launch_sync ( const char * func_name, const void * api, size_t api_size, tpuRtStream_t stream, bool use_multi_core );

private:
  tpuRtKernelModule_t find_module ( tpuRtStream_t stream );

  std::string _firmware_path;
  int _core_num;
  std::mutex _mutex;
  std::map<tpuRtStream_t, tpuRtKernelModule_t> _modules;
};
