import Trace

/// The captions of the data that is shown with a question.
enum ShownCaption: Wording {
    case packet(String)
    case record(String)
    case quantity(String)
    case sequenceNumber(of: String)
    case sent(by: Principal)
    case arrived(at: Principal)
    case firstFlight, lostData, oneWay, firstTimeout
    case entry(into: String)
    case certificates, subjects, path, serverKey, sizes, alerts

    var english: String {
        switch self {
        case .packet(let gist): "\(gist): the whole datagram, IPv4 header first"
        case .record(let label): "\(label): the whole TLS record"
        case .quantity(let name): name
        case .sequenceNumber(let gist): "Sequence number of the \(gist)"
        case .sent(let who): "Sent by the \(who), with relative numbers"
        case .arrived(let who): "Arrived at the \(who), with relative numbers"
        case .firstFlight: "Octets of data in the server's first flight"
        case .lostData: "Octets of data in the segment that is lost"
        case .oneWay: "Time that a packet takes from one side to the other"
        case .firstTimeout: "Retransmission timeout at the beginning"
        case .entry(let state): "Time at which the client enters \(state)"
        case .certificates: "Certificates that the server sends, in its order"
        case .subjects: "Subjects of the certificates that the server sends, in its order"
        case .path: "Names on the path from the server's certificate to the root that the client trusts"
        case .sizes: "Lengths in octets"
        case .alerts: "Alerts that the server sent, and how often"
        case .serverKey: "Public key in the server's certificate"
        }
    }
}
