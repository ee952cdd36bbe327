import Trace

/// The names of what a question shows.
enum ShownCaption: Wording {
    /// A datagram, by its purpose: "SYN,ACK".
    case packet(String)
    /// A TLS record, by its message.
    case record(String)
    /// A quantity, by its name.
    case quantity(String)

    var english: String {
        switch self {
        case .packet(let gist): "\(gist): the whole datagram, IPv4 header first"
        case .record(let label): "\(label): the whole TLS record"
        case .quantity(let name): name
        }
    }
}
