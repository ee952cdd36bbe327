import Trace

/// The title of a recorded connection.
struct RecordedTitle: Wording {
    let client: NetworkSocket
    let server: NetworkSocket

    var english: String { "A captured connection: \(client) to \(server)" }
}

/// What is said of a frame of a capture.
enum RecordedFrameNote: Remark {
    /// A capture knows one instant of each packet.
    case onePointOfView
    /// What happened inside the two ends is not in it.
    case onlyPackets
    /// So many frames in a row that are alike, so many of them with data.
    case folded(first: Int, count: Int, data: Int)
    /// What shows here.
    case finding(Finding)
    /// It was sent again, for that reason; another frame carried its first octet before, if the capture has it.
    case again(Again, of: Int?)
    /// It was overtaken on its way.
    case overtaken
    /// The same datagram, a second time.
    case duplicated(byNetwork: Bool)
    /// Octets before it are not in the capture so far.
    case gapBefore
    /// It acknowledges octets that the capture does not have.
    case acknowledgesUnseen
    /// It asks whether the other side is there.
    case keepAlive
    /// It asks whether the window is open.
    case windowProbe
    /// It shuts the window.
    case windowClosed
    /// It acknowledges the same again.
    case duplicateACK
    /// Its checksum is wrong.
    case wrongChecksum
    /// Which version of TLS is spoken, whatever its records name.
    case version(RecordVersionNote)

    /// The most telling of what there is to say about a frame; nil for one that goes on where the last one ended.
    init?(_ note: FrameNote, isFirst: Bool) {
        if let again = note.again {
            self = .again(again, of: note.of)
        } else if let told = Self.marks.first(where: { note.marks.contains($0.mark) })?.note {
            self = told
        } else if isFirst {
            self = .onePointOfView
        } else {
            return nil
        }
    }

    /// What the marks of a frame say, the most telling first.
    private static let marks: [(mark: Marks, note: RecordedFrameNote)] = [
        (.wrongChecksum, .wrongChecksum), (.networkDuplicate, .duplicated(byNetwork: true)),
        (.captureDuplicate, .duplicated(byNetwork: false)), (.outOfOrder, .overtaken), (.gapBefore, .gapBefore),
        (.ackedUnseen, .acknowledgesUnseen), (.keepAlive, .keepAlive), (.windowProbe, .windowProbe),
        (.windowClosed, .windowClosed), (.duplicateACK, .duplicateACK),
    ]

    var english: String {
        switch self {
        case .onePointOfView:
            """
            A capture knows one instant of each packet: when it passed the point of capture. So each packet is shown as if it arrived at \
            the instant at which it was sent.
            """
        case .onlyPackets:
            """
            This is a capture, and no run: it has packets of TCP, and the TLS records in them. A state is what a side must have been in by \
            the packets so far. The reasons of both ends are not in it, and records that are sealed are shown as they are.
            """
        case .folded(let first, let count, let data):
            """
            Frames \(first) and on: \(counted(count, "frame")) of this connection that go on where the last one ended, \
            \(data) of them with data.
            """
        case .finding(let finding): finding.diagnosis.english
        case .again(let why, let of):
            (of.map { "Sent again: frame \($0) carried the same numbers before. " }
                ?? "Sent again: the capture does not have the first copy. ")
                + why.english
        case .overtaken: "It is older than what came before it: it was overtaken on its way, and not sent again."
        case .duplicated(let byNetwork):
            byNetwork
                ? "The same datagram, a second time: the network has duplicated it."
                : "The same datagram, captured a second time."
        case .gapBefore:
            "Octets before these are not in the capture so far: lost before this point, late, or not captured."
        case .acknowledgesUnseen:
            "It acknowledges octets that the capture does not have. They were delivered: only the capture missed them."
        case .keepAlive: "A keep-alive: it asks whether the other side is still there, and brings nothing new."
        case .windowProbe: "A probe: it asks whether the receiver's window has opened again."
        case .windowClosed: "The window is shut: the receiver has no room."
        case .duplicateACK:
            "It acknowledges the same number again: something came beyond a gap, or came twice."
        case .version(let version): version.english
        case .wrongChecksum: "Its checksum is wrong: a receiver throws away what is damaged."
        }
    }
}

extension Again: Wording {
    /// What has set it off.
    package var english: String {
        switch self {
        case .handshake: "The answer did not come in time."
        case .fast: "An acknowledgment had reported data beyond it."
        case .recovery: "Acknowledgments set it off, as long as the recovery goes on."
        case .tailProbe: "It is the last segment, sent again sooner than the timer: a tail loss probe."
        case .timeout: "The retransmission timer had run out."
        case .unclear: "The packets do not tell what set it off."
        }
    }
}
