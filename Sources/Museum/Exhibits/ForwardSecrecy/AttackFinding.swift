import Simulator
import TLSSim
import Trace

/// A finding of an attack on a recorded connection, by topic.
package enum AttackFinding: Remark, Hashable {
    case recording(RecordingFinding)
    case key(StolenKeyFinding)
    case keyTransport(KeyTransportFinding)
    case keys(DerivedKeysFinding)
    case plaintext(PlaintextFinding)
    case forwardSecrecy(ForwardSecrecyFinding)
    case outOfReach(OutOfReachFinding)
    case exponent(ExponentSearchFinding)
    case tls13(TLS13.TheftFinding)
    case reach(TLS13.Theft)

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

extension AttackStep {
    /// The finding of an attack on a recorded connection; nil for the step of another attack.
    package var finding: AttackFinding? { remark as? AttackFinding }
}
