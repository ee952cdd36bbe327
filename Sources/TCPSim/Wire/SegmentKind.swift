/// The kind of a segment, by its usual name.
public enum SegmentKind: String, Hashable, Sendable, CaseIterable {
    /// Every segment.
    case segment
    /// SYN without ACK.
    case syn = "SYN"
    /// SYN and ACK.
    case synAck = "SYN,ACK"
    /// ACK without data, SYN, FIN and RST.
    case ack = "ACK"
    /// The segment carries octets of the stream.
    case data
    /// FIN, with or without data.
    case fin = "FIN"
    /// RST.
    case rst = "RST"

    /// The kinds that describe a segment, the most specific first. A segment may be of several kinds.
    static let bySpecificity: [SegmentKind] = [.rst, .synAck, .syn, .fin, .data, .ack]

    /// Whether `segment` is of this kind.
    public func includes(_ segment: Segment) -> Bool {
        let control = segment.control
        return switch self {
        case .segment: true
        case .syn: control.contains(.syn) && !control.contains(.ack)
        case .synAck: control.isSuperset(of: [.syn, .ack])
        case .ack: control.contains(.ack) && segment.length == 0 && !control.contains(.rst)
        case .data: !segment.payload.isEmpty
        case .fin: control.contains(.fin)
        case .rst: control.contains(.rst)
        }
    }
}
