/// Values that several tests need. Each is made when a test needs it first, and only then.
package actor Once<Key: Hashable & Sendable, Value: Sendable> {
    private let make: @Sendable (Key) async throws -> Value
    private var made: [Key: Task<Value, any Error>] = [:]

    /// Values that `make` makes of their keys.
    package init(_ make: @escaping @Sendable (Key) async throws -> Value) {
        self.make = make
    }

    /// The value of a key.
    ///
    /// - Throws: what `make` throws for this key, each time.
    package subscript(key: Key) -> Value {
        get async throws {
            let task = made[key] ?? Task { [make] in try await make(key) }
            made[key] = task
            return try await task.value
        }
    }
}
