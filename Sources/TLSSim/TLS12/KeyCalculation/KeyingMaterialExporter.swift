import Crypto

/// Keying material for use outside TLS that is derived from a connection of TLS 1.2 (RFC 5705 section 4).
///
/// Both sides compute the same octets without another message. Different uses have different labels.
public struct KeyingMaterialExporter: Hashable, Sendable {
    private let hash: HashAlgorithm
    private let masterSecret: [UInt8]
    private let randoms: [UInt8]

    /// The exporter of a connection.
    ///
    /// - Parameters:
    ///   - hash: the hash of the suite's PRF.
    ///   - masterSecret: the master secret, 48 octets.
    ///   - clientRandom: the random of the ClientHello.
    ///   - serverRandom: the random of the ServerHello.
    public init(hash: HashAlgorithm, masterSecret: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8]) {
        self.hash = hash
        self.masterSecret = masterSecret
        randoms = clientRandom + serverRandom
    }

    /// PRF(master_secret, label, client_random + server_random). If there is a context, its length and the context follow the randoms.
    /// Unlike in TLS 1.3, no context and an empty context give different octets.
    ///
    /// - Parameters:
    ///   - context: octets to which the result is bound, at most 65,535; nil for no context.
    ///   - count: how many octets are wanted.
    public func export(label: String, context: [UInt8]? = nil, count: Int) -> [UInt8] {
        let suffix = context.map {
            [UInt8(truncatingIfNeeded: $0.count >> 8), UInt8(truncatingIfNeeded: $0.count)] + $0
        }
        return PRF.compute(
            hash: hash, secret: masterSecret, label: label, seed: randoms + (suffix ?? []), count: count)
    }
}
