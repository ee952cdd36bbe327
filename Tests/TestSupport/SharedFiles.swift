/// Files that several tests need, made once: a pair of keys costs a start of openssl and some searching for primes.
package struct SharedFiles: Sendable {
    private let files: Once<Int, [String: [UInt8]]>

    /// Files that `make` writes into a folder when they are needed first.
    package init(_ make: @escaping @Sendable (TemporaryDirectory) async throws -> Void) {
        files = Once { _ in
            try await TemporaryDirectory.use { directory in
                try await make(directory)
                var files: [String: [UInt8]] = [:]
                for name in try directory.names() { files[name] = try directory.read(name) }
                return files
            }
        }
    }

    /// Puts copies of all of them into a folder.
    package func copy(to directory: TemporaryDirectory) async throws {
        for (name, octets) in try await files[0] { try directory.write(octets, to: name) }
    }
}
