import Crypto
import TLSSim
import Trace

/// A command of `tls13 replay`: what one line asks for.
enum ReplayCommand: Hashable, Sendable {
    /// Begins a new connection. The onlooker forgets everything.
    case start
    /// Gives the private value of a key share, of either side.
    case privateValue(ShareKey)
    /// Gives the pre-shared key of the first identity that the client offers.
    case psk([UInt8], PSKKind)
    /// Gives the public key with which a side's CertificateVerify is checked.
    case publicKey(PublicKey, of: Role)
    /// Gives the next record of a side.
    case record([UInt8], from: Role)
    /// An operation that this program does not know.
    case unknown(String)

    /// Reads the fields of a line.
    ///
    /// - Throws: ``RequestError`` naming the field that is missing or wrong, also for octets that are no key.
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

    /// A group of key_share by its name. P-256 may also be called secp256r1.
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

    /// A public key: an RSA key from the fields n and e, or a point on P-256 from the field point.
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
