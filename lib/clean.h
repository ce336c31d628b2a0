/* Removes what an earlier build left in a tree, so that a replayed build starts from source. What is an output is decided by
 * content and by the company a file is in, never by the name of a directory, and a file that git tracks is never removed:
 *
 *   compiled files    ELF objects, programs and libraries, static archives, LLVM bitcode, libtool's .lo .la .libs and wrapper
 *                     scripts, .gcno and .gcda
 *   configured state  config.status config.log config.cache, CMakeCache.txt CMakeFiles cmake_install.cmake
 *                     CTestTestfile.cmake, what CMake or Meson generated as Makefile or build.ninja, meson-private,
 *                     .ninja_log .ninja_deps
 *   build directories a directory below the root that holds CMakeCache.txt, meson-private, config.status, build.ninja with
 *                     .ninja_log, or cargo's CACHEDIR.TAG, and not the matching source (CMakeLists.txt, meson.build,
 *                     configure): everything in it that is not older than the first output in it. Older files, such as
 *                     sources in a build/cmake, stay.
 *
 * A compiled file may also be a test fixture that came with the source. It is marked restorable if it is older than the first
 * certain output anywhere in the tree (an object named like a source file, configured state …): such a file was there before
 * anything was built. What the replayed build does not make again can then be put back (keep.h, at_restore). */
#ifndef ATESOR_CLEAN_H
#define ATESOR_CLEAN_H

#include <stdio.h>

/* Cleans `directory`. Git is asked about `source`, the tree that this one is a copy of (or the same path). One JSON line for each
 * file or whole directory that was removed goes to `out`: path, why, and for a file restorable (true or absent), for a directory
 * files (how many). The restorable paths, each ended by a NUL, go to `list` unless it is NULL. 0, or -1 after a message. */
int at_clean(const char *directory, const char *source, FILE *out, FILE *list);

#endif
