import Crypto
import Trace

/// One side's ephemeral key in TLS 1.3: a private value, which is forgotten after use, and the share that is sent (RFC 8446 section 4.2.8).
public enum ShareKey: Hashable, Sendable {
    /// X25519, P-256 or P-384 (RFC 8446 section 4.2.8.2).
    case curve(KeyAgreementKey)
    /// A group of RFC 7919 (RFC 8446 section 4.2.8.1).
    case finiteField(DiffieHellmanKey, NamedGroup)
    /// The client's key of X25519MLKEM768. A server has no key of its own: it encrypts a secret to the client's.
    case hybrid(X25519MLKEM768.ClientKey)

    /// The key with a given private value: 32 octets on a curve, 48 on P-384, an exponent of any length in a finite field; in
    /// the hybrid group the seed of ML-KEM-768, 64 octets, then 32 of X25519.
    ///
    /// - Throws: ``TLS13Violation/groupNotOffered(_:)`` for a group that is not implemented; ``TLSError/internalFault(_:)`` for a
    ///   value that cannot be a private value of the group.
    public init(
        group: NamedGroup, privateValue: [UInt8], arithmetic: CurveArithmetic = .lesson
    ) throws(TLSError) {
        do {
            if let curve = group.keyAgreement {
                self = .curve(
                    try KeyAgreementKey(group: curve, privateKey: privateValue, arithmetic: arithmetic))
            } else if let field = group.finiteField {
                let exponent = Integer(bigEndian: privateValue)
                self = .finiteField(try DiffieHellmanKey(group: field, privateExponent: exponent), group)
            } else if group == .x25519MLKEM768 {
                self = .hybrid(
                    try X25519MLKEM768.ClientKey(
                        seed: Array(privateValue.prefix(64)), privateKey: Array(privateValue.dropFirst(64)),
                        arithmetic: arithmetic))
            } else {
                throw TLSError.tls13(.groupNotOffered(group))
            }
        } catch let error as TLSError {
            throw error
        } catch {
            throw .internalFault("a private value of \(group.name): \(error)")
        }
    }

    /// The group.
    public var group: NamedGroup {
        switch self {
        case .curve(let key): key.group.namedGroup
        case .finiteField(_, let group): group
        case .hybrid: .x25519MLKEM768
        }
    }

    /// The share that is sent. In a finite field, the public value is padded to the length of the prime.
    public var share: KeyShareEntry {
        switch self {
        case .curve(let key): KeyShareEntry(group: group, value: key.publicKey)
        case .finiteField(let key, let group):
            KeyShareEntry(group: group, value: key.publicValue.bigEndian(count: key.group.size) ?? [])
        case .hybrid(let key): KeyShareEntry(group: group, value: key.share)
        }
    }

    /// The shared secret, which enters the handshake secret (section 7.4).
    ///
    /// - Parameters:
    ///   - peer: the other side's share, of the same group.
    ///   - side: the side that sent the share.
    /// - Throws: ``TLS13Violation/badShare(_:of:)`` for a share of a wrong form or length, off the curve, of small order, or out of
    ///   1 < y < p - 1.
    public func sharedSecret(with peer: KeyShareEntry, of side: Role) throws(TLSError) -> [UInt8] {
        let violation = TLSError.tls13(.badShare(peer.group, of: side))
        guard peer.group == group else { throw violation }
        switch self {
        case .curve(let key):
            do { return try key.sharedSecret(with: peer.value) } catch { throw violation }
        case .finiteField(let key, _):
            // Section 4.2.8.1: padded with zeros to the length of the prime.
            guard peer.value.count == key.group.size else { throw violation }
            do { return try key.sharedSecret(with: Integer(bigEndian: peer.value)).padded } catch { throw violation }
        case .hybrid(let key):
            do { return try key.sharedSecret(with: peer.value) } catch { throw violation }
        }
    }
}

extension KeyShareEntry {
    /// Checks whether a share can be used, without the other side's private value: it tries an arbitrary one.
    ///
    /// - Throws: ``TLS13Violation/badShare(_:of:)``; nothing for a group that is not implemented.
    func check(of side: Role) throws(TLSError) {
        let any = [UInt8](repeating: 1, count: 32)
        if group == .x25519MLKEM768, side == .client {
            guard (try? X25519MLKEM768.answer(to: value, privateKey: any, randomness: any, arithmetic: .live)) != nil
            else { throw .tls13(.badShare(group, of: side)) }
            return
        }
        let count = group == .x25519MLKEM768 ? 96 : group.keyAgreement?.privateKeyLength ?? 32
        let key = try? ShareKey(
            group: group, privateValue: [UInt8](repeating: 1, count: count), arithmetic: .live)
        _ = try key?.sharedSecret(with: self, of: side)
    }
}
