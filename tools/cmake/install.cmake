# Installs the library for find_package(cardume) and for pkg-config.
include(CMakePackageConfigHelpers)

install(TARGETS cardume EXPORT cardume
  FILE_SET cardume_headers DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT cardume NAMESPACE cardume:: FILE cardume-targets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cardume)

configure_file(${CMAKE_CURRENT_LIST_DIR}/cardume-config.cmake.in cardume-config.cmake @ONLY)
write_basic_package_version_file(cardume-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cardume-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/cardume-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cardume)

# From <libdir>/pkgconfig back to the prefix, so that an installed tree can be moved.
file(RELATIVE_PATH CARDUME_PREFIX_FROM_PC
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${CMAKE_CURRENT_LIST_DIR}/cardume.pc.in cardume.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cardume.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
