#include "CProcess.h"

#include <sys/resource.h>
#include <time.h>

int64_t nanoseconds_of_this_thread(void) {
    struct timespec time;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t nanoseconds_of_this_process(void) {
    struct timespec time;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0) return 0;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t nanoseconds_of_children(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_CHILDREN, &usage) != 0) return 0;
    int64_t seconds = (int64_t)usage.ru_utime.tv_sec + usage.ru_stime.tv_sec;
    return seconds * 1000000000 + ((int64_t)usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
}

#if defined(__GLIBC__) || defined(__linux__)

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

// These take the place of the C library's functions of the same names, count, and hand on to the originals. Memory is given back
// to the library's own free.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local int64_t allocations;

void *malloc(size_t size) {
    allocations += 1;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations += 1;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    allocations += 1;
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    allocations += 1;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    allocations += 1;
    void *memory = __libc_memalign(alignment, size);
    if (!memory) return ENOMEM;
    *result = memory;
    return 0;
}

int64_t allocations_of_this_thread(void) { return allocations; }

int64_t octets_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return (int64_t)info.uordblks + (int64_t)info.hblkhd;
}

#elif defined(__APPLE__)

#include <malloc/malloc.h>

int64_t allocations_of_this_thread(void) { return -1; }

int64_t octets_in_use(void) {
    malloc_statistics_t statistics;
    malloc_zone_statistics(NULL, &statistics);
    return (int64_t)statistics.size_in_use;
}

#else

int64_t allocations_of_this_thread(void) { return -1; }
int64_t octets_in_use(void) { return -1; }

#endif
