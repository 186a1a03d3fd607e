# cmake --install: headers, libtpudnn, what it loads (drivers, kernel tables, simulated runtimes and firmware, OpenBLAS), CMake package and
# pkg-config file. Components: library, simulators; and, only where asked for, python (the PyTorch extension and the sources that the Python
# packages read, as a wheel has them: pyproject.toml).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(TPU_PARTS_DIR ${CMAKE_INSTALL_LIBDIR}/tpudnn CACHE STRING "where drivers, firmware and kernel tables are installed, below the prefix")
get_directory_property(version DIRECTORY dnnlib DEFINITION version)
tpu_source(header dnnlib/include/tpuDNN.h)
tpu_source(tensor_header dnnlib/include/tpuDNNTensor.h)
get_directory_property(tensor_families DIRECTORY dnnlib DEFINITION tensor_families)

if(tensor_families)
  install(FILES ${tensor_families} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tpuDNN COMPONENT library)
endif()
install(FILES ${header} ${tensor_header} dnnlib/include/tpuDNNRuntime.h ${CMAKE_BINARY_DIR}/dnnlib/gen/tpuDNNTensorC.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
install(TARGETS tpudnn EXPORT tpudnnTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${TPU_LIB_DIR}/tpudnn_api.json ${TPU_LIB_DIR}/kernel_args.json DESTINATION ${TPU_PARTS_DIR} COMPONENT library)

foreach(chip ${TPU_CHIPS})
  install(FILES ${TPU_LIB_DIR}/${chip}.kernels DESTINATION ${TPU_PARTS_DIR} COMPONENT library)
  if(TARGET tpudnn_driver_${chip})
    install(TARGETS tpudnn_driver_${chip} LIBRARY DESTINATION ${TPU_PARTS_DIR} COMPONENT library)
    set_target_properties(tpudnn_driver_${chip} PROPERTIES INSTALL_RPATH "$ORIGIN")
  endif()
  if(TPU_VENDOR_RUNTIMES)
    continue() # installed by their vendors
  endif()
  get_target_property(runtime tpusim_runtime_${chip} ALIASED_TARGET)
  get_target_property(prebuilt ${runtime} IMPORTED)
  if(prebuilt)
    get_target_property(library ${runtime} IMPORTED_LOCATION)
    install(FILES ${library} ${TPU_PREBUILT}/lib/${chip}.firmware.so DESTINATION ${TPU_PARTS_DIR} COMPONENT simulators)
  else()
    install(TARGETS ${runtime} firmware_${chip} LIBRARY DESTINATION ${TPU_PARTS_DIR} COMPONENT simulators)
  endif()
endforeach()
if(TPU_PREBUILT)
  file(GLOB openblas ${TPU_PREBUILT}/lib/libscipy_openblas*) # of an installed wheel
  if(NOT openblas AND EXISTS ${TPU_PREBUILT}/CMakeCache.txt)
    load_cache(${TPU_PREBUILT} READ_WITH_PREFIX prebuilt_ TPU_OPENBLAS_LIBRARY)
    set(openblas ${prebuilt_TPU_OPENBLAS_LIBRARY})
  endif()
  if(openblas AND NOT TPU_VENDOR_RUNTIMES)
    install(FILES ${openblas} DESTINATION ${TPU_PARTS_DIR} COMPONENT simulators)
  endif()
endif()
if(TPU_OPENBLAS_LIBRARY AND EXISTS "${TPU_OPENBLAS_LIBRARY}")
  install(FILES ${TPU_OPENBLAS_LIBRARY} DESTINATION ${TPU_PARTS_DIR} COMPONENT simulators)
endif()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tpudnn)
install(EXPORT tpudnnTargets NAMESPACE tpudnn:: DESTINATION ${package} COMPONENT library)
configure_package_config_file(cmake/tpudnnConfig.cmake.in ${CMAKE_BINARY_DIR}/tpudnnConfig.cmake INSTALL_DESTINATION ${package}
  PATH_VARS TPU_PARTS_DIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/tpudnnConfigVersion.cmake VERSION ${version}.0 COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_BINARY_DIR}/tpudnnConfig.cmake ${CMAKE_BINARY_DIR}/tpudnnConfigVersion.cmake DESTINATION ${package} COMPONENT library)

# Relative to the file itself: the prefix can be moved.
file(RELATIVE_PATH prefix_of_pc /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" prefix_of_pc "${prefix_of_pc}")
list(JOIN TPU_CHIPS ", " chips_of_pc)
configure_file(cmake/tpudnn.pc.in ${CMAKE_BINARY_DIR}/tpudnn.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/tpudnn.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)

if(TPU_VENDOR_RUNTIMES OR TPU_PREBUILT)
  if(TARGET torch_tpu) # the Python package beside it is put there by who asked for this build
    set_target_properties(torch_tpu PROPERTIES INSTALL_RPATH "$ORIGIN/../../${CMAKE_INSTALL_LIBDIR}")
    install(TARGETS torch_tpu LIBRARY DESTINATION python/torch_tpu COMPONENT extension)
  endif()
  return() # no wheel is made of these
endif()

# A wheel has no symbolic links: the library lies there once, under its soname.
install(FILES $<TARGET_FILE:tpudnn> RENAME $<TARGET_SONAME_FILE_NAME:tpudnn> DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT python EXCLUDE_FROM_ALL)
foreach(chip ${TPU_CHIPS})
  install(FILES $<TARGET_FILE:tpusim_runtime_${chip}> $<TARGET_FILE:tpudnn_driver_${chip}> ${TPU_LIB_DIR}/${chip}.firmware.so ${TPU_LIB_DIR}/${chip}.kernels
    DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT python EXCLUDE_FROM_ALL)
endforeach()
install(FILES ${TPU_LIB_DIR}/tpudnn_api.json ${TPU_LIB_DIR}/kernel_args.json DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT python EXCLUDE_FROM_ALL)
if(TPU_OPENBLAS_LIBRARY AND EXISTS "${TPU_OPENBLAS_LIBRARY}")
  install(FILES ${TPU_OPENBLAS_LIBRARY} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT python EXCLUDE_FROM_ALL)
endif()
if(TARGET torch_tpu)
  # libtorch is in the process when the extension is loaded: import torch comes first.
  set_target_properties(torch_tpu PROPERTIES INSTALL_RPATH "$ORIGIN")
  install(TARGETS torch_tpu LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT python EXCLUDE_FROM_ALL)
endif()
foreach(sources chips dnnlib torch_tpu)
  install(DIRECTORY ${sources} DESTINATION . COMPONENT python EXCLUDE_FROM_ALL
    FILES_MATCHING PATTERN "*.h" PATTERN "*.cpp" PATTERN "*.yaml" PATTERN "*.map" PATTERN "*.cmake" PATTERN "CMakeLists.txt"
    PATTERN "__pycache__" EXCLUDE PATTERN "codegen" EXCLUDE)
endforeach()
install(DIRECTORY cmake DESTINATION . COMPONENT python EXCLUDE_FROM_ALL)
install(FILES CMakeLists.txt DESTINATION . COMPONENT python EXCLUDE_FROM_ALL)
