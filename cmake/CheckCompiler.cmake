# Says which package a missing compiler is in, before project() says only that
# it is missing.

if(CMAKE_CXX_COMPILER)
  find_program(_compiler ${CMAKE_CXX_COMPILER} NO_CACHE)
  if(NOT _compiler)
    string(REPLACE "++" "" _package "${CMAKE_CXX_COMPILER}")
    message(FATAL_ERROR "The compiler ${CMAKE_CXX_COMPILER} is missing: "
      "install the package ${_package}, or run tools/bootstrap.")
  endif()
endif()
