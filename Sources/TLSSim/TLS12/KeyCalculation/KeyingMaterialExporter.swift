import Crypto

/// Values for use outside TLS that come from a connection of TLS 1.2 (RFC 5705 section 4).
///
/// Both sides compute the same without another message. The label keeps the uses apart.
public struct KeyingMaterialExporter: Hashable, Sendable {
    private let hash: HashAlgorithm
    private let masterSecret: [UInt8]
    private let randoms: [UInt8]

    /// The exporter of a connection.
    ///
    /// - Parameters:
    ///   - hash: that of the suite's PRF.
    ///   - masterSecret: 48 octets.
    ///   - clientRandom: that of the ClientHello.
    ///   - serverRandom: that of the ServerHello.
    public init(hash: HashAlgorithm, masterSecret: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8]) {
        self.hash = hash
        self.masterSecret = masterSecret
        randoms = clientRandom + serverRandom
    }

    /// PRF(master_secret, label, client_random + server_random), with the length of a context and the context behind it if there is one.
    /// No context and an empty one give different octets, unlike in TLS 1.3.
    ///
    /// - Parameter context: what the octets are bound to, at most 65,535 octets; nil for none.
    public func export(label: String, context: [UInt8]? = nil, count: Int) -> [UInt8] {
        let suffix = context.map {
            [UInt8(truncatingIfNeeded: $0.count >> 8), UInt8(truncatingIfNeeded: $0.count)] + $0
        }
        return PRF.compute(
            hash: hash, secret: masterSecret, label: label, seed: randoms + (suffix ?? []), count: count)
    }
}
