import Crypto

/// A flaw for the explorer: a transcript that does not bind what it should.
extension Transcript {
    /// WRONG: whether a message stays out of the hash.
    func leavesOut(_ octets: [UInt8]) -> Bool {
        guard !missing.isEmpty else { return false }
        let isHello =
            octets.first == HandshakeType.clientHello.rawValue || octets.first == HandshakeType.serverHello.rawValue
        if isHello, missing.contains(.hashingHellos) { return true }
        // Type, length and version stand before the random.
        let random = octets.dropFirst(HandshakeMessage.headerLength + 2).prefix(32)
        return isHello && missing.contains(.hashingRetry) && random.elementsEqual(ServerHello.helloRetryRequestRandom)
    }
}

/// WRONG: a hash of 16 bits over the messages of a handshake.
package enum ShortHash {
    /// The hash after one more message. Messages with the same hash can replace each other.
    package static func after(_ before: [UInt8], _ message: [UInt8]) -> [UInt8] {
        Array(HashAlgorithm.sha256.hash(before + message).prefix(2))
    }
}
