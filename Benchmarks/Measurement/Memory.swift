import CProcess

/// What the C library knows of memory.
public enum Memory {
    /// How often this thread has asked for memory; nil where nobody counts.
    public static var allocations: Int? {
        let count = allocations_of_this_thread()
        return count < 0 ? nil : Int(count)
    }

    /// Octets of the heap that are in use; nil where nobody knows.
    public static var inUse: Int? {
        let count = octets_in_use()
        return count < 0 ? nil : Int(count)
    }
}
