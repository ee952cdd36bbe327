import Simulator
import TLSSim
import Trace

/// A finding of an attack on a recorded connection, by topic.
package enum AttackFinding: Remark, Hashable {
    /// What a recording shows before any attack: the hellos, and what the capture lacks.
    case recording(RecordingFinding)
    /// Whether the stolen key is that of the certificate in the recording.
    case key(StolenKeyFinding)
    /// What RSA key transport gives to the holder of the private key.
    case keyTransport(KeyTransportFinding)
    /// How the keys follow from the premaster secret, and what proves them.
    case keys(DerivedKeysFinding)
    /// The application data that the keys decrypt.
    case plaintext(PlaintextFinding)
    /// What a signature key is good for, and what would open the recording instead.
    case forwardSecrecy(ForwardSecrecyFinding)
    /// Why a recording cannot be attacked here, for reasons that have nothing to do with the key.
    case outOfReach(OutOfReachFinding)
    /// What a search for the server's exponent gives, without any key.
    case exponent(ExponentSearchFinding)
    /// What a thief makes of a recording of TLS 1.3.
    case tls13(TLS13.TheftFinding)
    /// What a theft opens of a recording of TLS 1.3.
    case reach(TLS13.Theft)

    /// The finding in one or more sentences.
    package var english: String {
        switch self {
        case .recording(let finding): finding.english
        case .key(let finding): finding.english
        case .keyTransport(let finding): finding.english
        case .keys(let finding): finding.english
        case .plaintext(let finding): finding.english
        case .forwardSecrecy(let finding): finding.english
        case .outOfReach(let finding): finding.english
        case .exponent(let finding): finding.english
        case .tls13(let finding): finding.english
        case .reach(let theft): theft.english
        }
    }
}
