import TCPSim
import Trace

/// What a user reads or is told, as the figure of a counterexample shows it.
enum UserNews {
    case read([UInt8])
    case told(Connection.Signal)

    /// A clause about the user of `peer`; nil for a signal that no figure shows.
    func words(of peer: Peer) -> Words? {
        words.map {
            Words(english: "\(peer.letter)'s user: \($0.english)", chinese: "\(peer.letter) 的用户：\($0.chinese)")
        }
    }

    private var words: Words? {
        switch self {
        case .read(let octets):
            Words(
                english: "\"\(String(decoding: octets, as: UTF8.self))\" arrives",
                chinese: "\"\(String(decoding: octets, as: UTF8.self))\" 到达")
        case .told(let signal) where signal.isFailure:
            Words(english: "ERROR: \(signal.english)", chinese: "ERROR：\(signal.chinese)")
        case .told(.readable), .told(.writable), .told(.closeAcknowledged), .told(.urgentData): nil
        case .told(let signal): Words(signal)
        }
    }
}
