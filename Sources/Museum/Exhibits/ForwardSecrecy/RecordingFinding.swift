import Recordings
import TLSSim
import Trace

/// What a recording shows before any attack: the hellos, and what the capture lacks.
package enum RecordingFinding: Remark, Hashable {
    case hellos(suite: RegisteredSuite, version: ProtocolVersion, extendedMasterSecret: Bool)
    case unreadable(RecordingError)
    /// Octets are missing from a direction; the number of gaps, and the offset of the first gap in the stream.
    case octetsMissing(Role, ranges: Int, from: Int)
    /// Packets were captured only in part because of the snap length; how many, and the number of the first.
    case packetsCut(Role, count: Int, first: Int)
    /// Packets have other octets than earlier packets at the same place of the stream; how many, and the number of the first.
    case packetsContradict(Role, count: Int, first: Int)

    package var english: String {
        switch self {
        case .hellos(let suite, .tls13, _):
            "The hellos are in clear: version \(ProtocolVersion.tls13), suite \(suite). Both randoms are public."
        case .hellos(let suite, let version, let extended):
            """
            The hellos are in clear: version \(version), suite \(suite), extended master secret \
            \(extended ? "agreed" : "not agreed"). Both randoms are public.
            """
        case .unreadable(let error): "No handshake can be read from this connection: \(error.english)."
        case .octetsMissing(let side, let ranges, let start):
            """
            Octets of the \(side) are missing from the capture, in \(ranges) place\(ranges == 1 ? "" : "s"); the first gap is \
            at offset \(start) of its stream. The stream is read up to there.
            """
        case .packetsCut(let side, let count, let first):
            """
            \(count) packet\(count == 1 ? "" : "s") of the \(side) \(count == 1 ? "was" : "were") captured only in part \
            (snap length); the first is packet \(first).
            """
        case .packetsContradict(let side, let count, let first):
            """
            \(count) packet\(count == 1 ? "" : "s") of the \(side) repeat\(count == 1 ? "s" : "") octets of its stream with \
            other values; the first is packet \(first). What begins first is believed.
            """
        }
    }
}
