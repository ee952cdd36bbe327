// mach-o/dyld.h of macOS, as far as this project calls it.
int _NSGetExecutablePath(char *buffer, unsigned int *size);
