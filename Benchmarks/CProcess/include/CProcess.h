#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdint.h>

/// Nanoseconds for which this thread has had a processor.
int64_t nanoseconds_of_this_thread(void);

/// The same for all threads of this process together.
int64_t nanoseconds_of_this_process(void);

/// The processor time of the programs that this one has run and waited for, in nanoseconds; 0 where it is not known.
int64_t nanoseconds_of_children(void);

/// How often this thread has asked for memory; -1 where nobody counts.
int64_t allocations_of_this_thread(void);

/// Octets of the heap that are in use.
int64_t octets_in_use(void);

#endif
