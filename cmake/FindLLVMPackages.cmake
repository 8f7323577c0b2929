# Finds the LLVM and Clang of version TORCHSYNC_LLVM and defines the interface
# library torchsync_llvm, which holds their headers and compile options. Nothing
# of LLVM is linked: the program that loads the plugin brings the symbols.

set(TORCHSYNC_LLVM "22" CACHE STRING "Major version of LLVM to build for")

if(NOT TORCHSYNC_LLVM MATCHES "^(19|22)$")
  message(FATAL_ERROR
    "TORCHSYNC_LLVM is '${TORCHSYNC_LLVM}'; the versions supported are 19 and 22.")
endif()

# TORCHSYNC_LLVM_ROOT: where that LLVM is installed, when not where Debian puts it.
set(TORCHSYNC_LLVM_ROOT /usr/lib/llvm-${TORCHSYNC_LLVM} CACHE PATH
  "Directory that LLVM ${TORCHSYNC_LLVM} is installed in")
set(_hint ${TORCHSYNC_LLVM_ROOT}/lib/cmake)
find_package(LLVM CONFIG QUIET PATHS ${_hint}/llvm NO_DEFAULT_PATH)
if(NOT LLVM_FOUND OR NOT LLVM_VERSION_MAJOR EQUAL TORCHSYNC_LLVM)
  message(FATAL_ERROR "LLVM ${TORCHSYNC_LLVM}'s development files are missing: "
    "install the package llvm-${TORCHSYNC_LLVM}-dev, or run tools/bootstrap.")
endif()
find_package(Clang CONFIG QUIET PATHS ${_hint}/clang NO_DEFAULT_PATH)
if(NOT Clang_FOUND)
  message(FATAL_ERROR "Clang ${TORCHSYNC_LLVM}'s development files are missing: "
    "install the package libclang-${TORCHSYNC_LLVM}-dev, or run tools/bootstrap.")
endif()
find_file(TORCHSYNC_TIDY_HEADER clang-tidy/ClangTidyCheck.h
  PATHS ${CLANG_INCLUDE_DIRS} NO_DEFAULT_PATH NO_CACHE)
if(NOT TORCHSYNC_TIDY_HEADER)
  message(FATAL_ERROR "clang-tidy ${TORCHSYNC_LLVM}'s headers are missing: "
    "install the package libclang-${TORCHSYNC_LLVM}-dev, or run tools/bootstrap.")
endif()
# clang writes names into the plugin that only clang resolves: g++ mangles the
# constraints of Options.get<bool> differently.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR
   NOT CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL TORCHSYNC_LLVM)
  message(FATAL_ERROR "The plugin is built with LLVM's own compiler: configure "
    "with 'cmake --preset llvm-${TORCHSYNC_LLVM}', which uses "
    "clang++-${TORCHSYNC_LLVM} (package clang-${TORCHSYNC_LLVM}).")
endif()

add_library(torchsync_llvm INTERFACE)
target_include_directories(torchsync_llvm SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_compile_definitions(torchsync_llvm INTERFACE
  __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
target_compile_options(torchsync_llvm INTERFACE
  -fno-rtti -fno-exceptions -Wall -Wextra -Werror)
