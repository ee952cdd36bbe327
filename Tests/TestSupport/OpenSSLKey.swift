/// Keys that OpenSSL makes for tests. OpenSSL searches for the primes of an RSA key for a fifth of a second, so tests share them.
package enum OpenSSLKey {
    /// What decides which tests share a key.
    private struct Kind: Hashable {
        let bits: String
        let owner: String
    }

    private static let keys = Once<Kind, [UInt8]> { kind in
        let arguments = ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(kind.bits)"]
        return Array(try await Tool.output("openssl", arguments).utf8)
    }

    /// Options of `openssl req` for a certificate whose private key is written to a file.
    ///
    /// - Parameters:
    ///   - algorithm: the words behind `-newkey`, for example `rsa:2048`. An RSA key is made once for each owner. Other keys are new.
    ///   - owner: for whom the key is. Tests that give the same owner get the same RSA key.
    ///   - file: the path of the key's file, in PEM.
    /// - Throws: ``ToolError`` when OpenSSL is missing or fails, and the error of a file that cannot be written.
    package static func options(
        _ algorithm: [String] = ["rsa:2048"], of owner: String, in file: String
    ) async throws -> [String] {
        guard let name = algorithm.first, name.hasPrefix("rsa:") else {
            return ["-newkey"] + algorithm + ["-nodes", "-keyout", file]
        }
        let key = try await keys[Kind(bits: String(name.dropFirst(4)), owner: owner)]
        try TemporaryDirectory.write(key, at: file)
        return ["-key", file] + algorithm.dropFirst()
    }
}
