import TCPSim
import Trace

/// What a user reads or is told, as the figure of a counterexample shows it.
enum UserNews {
    case read([UInt8])
    case told(Connection.Signal)

    /// A clause about the user of `peer`; nil for a signal that no figure shows.
    func english(of peer: Peer) -> String? { english.map { "\(peer.letter)'s user: \($0)" } }

    private var english: String? {
        switch self {
        case .read(let octets): "\"\(String(decoding: octets, as: UTF8.self))\" arrives"
        case .told(let signal) where signal.isFailure: "ERROR: \(signal.english)"
        case .told(.readable), .told(.writable), .told(.closeAcknowledged), .told(.urgentData): nil
        case .told(let signal): signal.english
        }
    }
}
