import Trace

/// A computation of an endpoint: its inputs and results.
///
/// The formula, the steps and the shell command follow from these values. They are made only when a reader asks for them.
public indirect enum Computation: Hashable, Sendable {
    /// A side has signed its parameters or the handshake so far.
    case handshakeSignature(HandshakeSigning)
    /// The other side has verified that signature.
    case handshakeVerification(HandshakeSigning)
    /// A computation of TLS 1.2 alone.
    case tls12(TLS12Computation)
    /// A computation of TLS 1.3 alone.
    case tls13(TLS13Computation)

    /// The length on the wire of the record of application data that was protected, in octets; nil for every other computation.
    public var protectedData: Int? {
        switch self {
        case .tls12(.recordProtected(let protected)):
            protected.record.type == .applicationData ? protected.record.wire.count : nil
        case .tls13(.recordProtected(let protected)):
            protected.inner.typeCode == ContentType.applicationData.rawValue ? protected.wire.count : nil
        default: nil
        }
    }

    /// The computation with formula, steps and shell command, for the reader.
    public var calculation: Calculation {
        switch self {
        case .handshakeSignature(let signing): signing.calculation
        case .handshakeVerification(let signing): signing.verification
        case .tls12(let computation): computation.calculation
        case .tls13(let computation): computation.calculation
        }
    }
}
