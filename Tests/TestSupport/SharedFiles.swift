/// Files that several tests need, made once: a pair of keys costs a start of openssl and some searching for primes.
package actor SharedFiles {
    private let make: @Sendable (TemporaryDirectory) async throws -> Void
    private var made: Task<[String: [UInt8]], any Error>?

    /// Files that `make` writes into a folder when they are needed first.
    package init(_ make: @escaping @Sendable (TemporaryDirectory) async throws -> Void) {
        self.make = make
    }

    /// Puts copies of all of them into a folder.
    package func copy(to directory: TemporaryDirectory) async throws {
        let task =
            made
            ?? Task { [make] in
                try await TemporaryDirectory.use { directory in
                    try await make(directory)
                    var files: [String: [UInt8]] = [:]
                    for name in try directory.names() { files[name] = try directory.read(name) }
                    return files
                }
            }
        made = task
        for (name, octets) in try await task.value { try directory.write(octets, to: name) }
    }
}
