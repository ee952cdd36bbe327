import TCPSim
import Trace

/// What a user hears from its TCP, as it stands in the figure of a counterexample.
enum UserNews {
    /// Data that has arrived.
    case read([UInt8])
    /// What the user is told.
    case told(Connection.Signal)

    /// A few words in the peer's name; nil for news that no figure shows.
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
