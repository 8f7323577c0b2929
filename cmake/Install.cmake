# What `cmake --install` copies: the plugin, clangd with our checks, the header
# that users include, a package that offers plugin and header, and the docs.
#
#   find_package(TorchSync REQUIRED)
#   target_link_libraries(app PRIVATE torchsync::annotations)
#   set(CMAKE_CXX_CLANG_TIDY clang-tidy-22 -load=${TorchSync_PLUGIN})

include(CMakePackageConfigHelpers)

# Plugins of several LLVMs may share a prefix, so each has a directory.
set(_plugin_dir ${CMAKE_INSTALL_LIBDIR}/torchsync/llvm-${TORCHSYNC_LLVM})
set(_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/TorchSync)

add_library(annotations INTERFACE)
add_library(torchsync::annotations ALIAS annotations)
target_compile_features(annotations INTERFACE cxx_std_17)
target_include_directories(annotations INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

configure_package_config_file(cmake/TorchSyncConfig.cmake.in
  ${PROJECT_BINARY_DIR}/TorchSyncConfig.cmake
  INSTALL_DESTINATION ${_package_dir} PATH_VARS _plugin_dir)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/TorchSyncConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)

install(TARGETS TorchSync LIBRARY DESTINATION ${_plugin_dir})
install(PROGRAMS $<TARGET_FILE:torchsync-clangd>
  DESTINATION ${CMAKE_INSTALL_BINDIR}
  RENAME torchsync-clangd-${TORCHSYNC_LLVM})
# Where torchsync-clangd looks for the page of a finding.
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/torchsync)
install(TARGETS annotations EXPORT TorchSyncTargets)
install(DIRECTORY include/torchsync DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT TorchSyncTargets NAMESPACE torchsync::
  DESTINATION ${_package_dir})
install(FILES ${PROJECT_BINARY_DIR}/TorchSyncConfig.cmake
  ${PROJECT_BINARY_DIR}/TorchSyncConfigVersion.cmake
  DESTINATION ${_package_dir})
