import CProcess

/// What the C library knows of memory.
package enum Memory {
    /// How often this thread has asked for memory; nil where nobody counts.
    package static var allocations: Int? {
        let count = allocations_of_this_thread()
        return count < 0 ? nil : Int(count)
    }

    /// Octets of the heap that are in use; nil where nobody knows.
    package static var inUse: Int? {
        let count = octets_in_use()
        return count < 0 ? nil : Int(count)
    }
}
