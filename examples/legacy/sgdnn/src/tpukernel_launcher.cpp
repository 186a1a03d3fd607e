#include "tpukernel_launcher.hpp"

#include <stdio.h>
#include <stdlib.h>

static const int DEFAULT_CORE_NUM = 8;

TPUKernelLauncher::TPUKernelLauncher()
{
  const char * path = getenv ( "TPUKERNEL_FIRMWARE_PATH" );
  _firmware_path = path ? path : "";
  const char * core_num = getenv ( "TPUTRAIN_CORE_NUM" );
  _core_num = core_num ? atoi ( core_num ) : DEFAULT_CORE_NUM;
}

tpuRtStatus_t TPUKernelLauncher::register_kernel_module ( tpuRtStream_t stream )
{
  std::lock_guard<std::mutex> lock ( _mutex );
  if ( _modules.count ( stream ) )
  {
    return tpuRtSuccess;
  }
  if ( _firmware_path.empty() )
  {
    printf ( "TPUKERNEL_FIRMWARE_PATH is not set: name the firmware file of the chip\n" );
    return tpuRtErrorInitializationError;
  }
  tpuRtKernelModule_t module = tpuRtKernelLoadModuleFile ( _firmware_path.c_str(), stream );
  if ( module == nullptr )
  {
    printf ( "cannot load firmware %s\n", _firmware_path.c_str() );
    return tpuRtErrorInitializationError;
  }
  _modules[stream] = module;
  return tpuRtSuccess;
}

tpuRtStatus_t TPUKernelLauncher::unload_kernel_module ( tpuRtStream_t stream )
{
  std::lock_guard<std::mutex> lock ( _mutex );
  auto it = _modules.find ( stream );
  if ( it == _modules.end() )
  {
    return tpuRtSuccess;
  }
  tpuRtStatus_t status = tpuRtKernelUnloadModule ( it->second, stream );
  _modules.erase ( it );
  return status;
}

tpuRtKernelModule_t TPUKernelLauncher::find_module ( tpuRtStream_t stream )
{
  std::lock_guard<std::mutex> lock ( _mutex );
  auto it = _modules.find ( stream );
  return it == _modules.end() ? nullptr : it->second;
}

tpuRtStatus_t TPUKernelLauncher::launch_async ( const char * func_name, const void * api, size_t api_size, tpuRtStream_t stream, bool use_multi_core )
{
  const int block_num = use_multi_core ? _core_num : 1;
  return tpuRtKernelLaunchAsync ( find_module ( stream ), func_name, const_cast<void *> ( api ), api_size, 1, block_num, stream );
}

tpuRtStatus_t TPUKernelLauncher::launch_sync ( const char * func_name, const void * api, size_t api_size, tpuRtStream_t stream, bool use_multi_core )
{
  const int block_num = use_multi_core ? _core_num : 1;
  return tpuRtKernelLaunch ( find_module ( stream ), func_name, const_cast<void *> ( api ), api_size, 1, block_num, stream );
}
