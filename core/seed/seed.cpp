// Makes a program repeatable that takes its seed from /dev/urandom and has no option for it.
//
// A library to be loaded before the program (LD_PRELOAD): where the program opens /dev/urandom, it
// gets the file that the environment variable OTHERWORDS_SEED names.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" std::FILE* fopen(const char* path, const char* mode) {
  using Open = std::FILE* (*)(const char*, const char*);
  static const auto open = reinterpret_cast<Open>(dlsym(RTLD_NEXT, "fopen"));
  const char* seed = std::getenv("OTHERWORDS_SEED");
  return open(seed != nullptr && std::strcmp(path, "/dev/urandom") == 0 ? seed : path, mode);
}
