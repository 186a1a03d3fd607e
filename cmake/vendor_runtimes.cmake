# The runtimes of the chips' vendors (TPU_VENDOR_RUNTIMES): each an element chip=include,...=library,... with folders of headers and library files.
file(MAKE_DIRECTORY ${TPU_LIB_DIR})
foreach(runtime ${TPU_VENDOR_RUNTIMES})
  if(NOT runtime MATCHES "^([^=]+)=([^=]*)=([^=]+)$")
    message(FATAL_ERROR "TPU_VENDOR_RUNTIMES: ${runtime} is not of the form chip=include,...=library,...")
  endif()
  set(chip ${CMAKE_MATCH_1})
  string(REPLACE "," ";" folders "${CMAKE_MATCH_2}")
  string(REPLACE "," ";" libraries "${CMAKE_MATCH_3}")
  add_library(tpusim_runtime_${chip} INTERFACE)
  target_include_directories(tpusim_runtime_${chip} BEFORE INTERFACE ${folders})
  # What the vendor's libraries need themselves is their installation's matter.
  target_link_libraries(tpusim_runtime_${chip} INTERFACE ${libraries} -Wl,--allow-shlib-undefined)
endforeach()
