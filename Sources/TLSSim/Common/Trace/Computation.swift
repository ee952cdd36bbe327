import Trace

/// Something that an endpoint has computed: the values that went in and came out.
///
/// Formula, steps and the command that confirms it follow from them, and are put together when they are asked for.
public indirect enum Computation: Hashable, Sendable {
    /// A side signed its parameters or the handshake so far.
    case handshakeSignature(HandshakeSigning)
    /// The other side verified that signature.
    case handshakeVerification(HandshakeSigning)
    /// Something that TLS 1.2 computes in its own way.
    case tls12(TLS12Computation)
    /// Something that TLS 1.3 computes in its own way.
    case tls13(TLS13Computation)

    /// How many octets the record has that it has made of application data; nil where it is about anything else.
    public var protectedData: Int? {
        switch self {
        case .tls12(.recordProtected(let protected)):
            protected.record.type == .applicationData ? protected.record.wire.count : nil
        case .tls13(.recordProtected(let protected)):
            protected.inner.typeCode == ContentType.applicationData.rawValue ? protected.wire.count : nil
        default: nil
        }
    }

    /// The computation as a step to read.
    public var calculation: Calculation {
        switch self {
        case .handshakeSignature(let signing): signing.calculation
        case .handshakeVerification(let signing): signing.verification
        case .tls12(let computation): computation.calculation
        case .tls13(let computation): computation.calculation
        }
    }
}
