// mach-o/dyld.h
#include <stdint.h>

int _NSGetExecutablePath(char *buffer, uint32_t *size);
