import Crypto
import TLSSim
import Trace

/// What a line of `tls13 replay` asks for.
enum ReplayCommand: Hashable, Sendable {
    /// Forget everything: a new connection.
    case start
    /// A private value of either side.
    case privateValue(ShareKey)
    /// The secret behind the first identity that is offered.
    case psk([UInt8], PSKKind)
    /// The key that a side's CertificateVerify is checked with.
    case publicKey(PublicKey, of: Role)
    /// The next record of a side.
    case record([UInt8], from: Role)
    /// Something that this program does not know.
    case unknown(String)

    /// Reads the fields of a line.
    ///
    /// - Throws: ``RequestError`` naming the field that is missing or wrong, or why a key is none.
    init(_ fields: Fields) throws(RequestError) {
        let operation = try fields.text("op")
        switch operation {
        case "start": self = .start
        case "private":
            let group = try fields.namedGroup("group")
            let value = try fields.octets("value")
            do throws(TLSError) {
                self = .privateValue(try ShareKey(group: group, privateValue: value))
            } catch { throw fields.error("value", error.sentence(in: .english)) }
        case "psk":
            let isExternal = try fields.truth("external", else: false)
            self = .psk(try fields.octets("value"), isExternal ? .external : .resumption)
        case "public": self = .publicKey(try fields.publicKey(), of: try fields.role("of"))
        case "record": self = .record(try fields.octets("octets"), from: try fields.role("from"))
        default: self = .unknown(operation)
        }
    }
}

extension Fields {
    /// "client" or "server".
    fileprivate func role(_ name: String) throws(RequestError) -> Role {
        guard let role = Role(rawValue: try text(name)) else { throw error(name, "neither client nor server") }
        return role
    }

    /// A group of key_share, P-256 by either of its names.
    fileprivate func namedGroup(_ name: String) throws(RequestError) -> NamedGroup {
        let text = try text(name)
        switch text {
        case "P-256": return .secp256r1
        case NamedGroup.x25519MLKEM768.name: return .x25519MLKEM768
        default:
            guard let group = NamedGroup.named(text) else { throw error(name, "no group that is known here") }
            return group
        }
    }

    /// A public key: RSA of n and e, or a point of P-256.
    fileprivate func publicKey() throws(RequestError) -> PublicKey {
        let kind = try text("kind")
        do {
            switch kind {
            case "rsa": return .rsa(try rsaPublicKey())
            case "p256": return .ecdsa(try EllipticCurvePublicKey(octets("point")))
            default: throw error("kind", "neither rsa nor p256")
            }
        } catch let error as RequestError {
            throw error
        } catch { throw self.error("kind", "not a key: \(error)") }
    }
}
