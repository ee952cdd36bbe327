#ifndef CMEMORY_H
#define CMEMORY_H

#include <stdint.h>

/// How often this thread has asked for memory; -1 where nobody counts.
int64_t allocations_of_this_thread(void);

/// Octets of the heap that are in use.
int64_t octets_in_use(void);

#endif
