import Trace

/// TLS in a recorded connection.
struct TLSCourse: Sendable {
    /// Which side has said the first words of TLS or of another protocol; nil where nothing tells.
    private(set) var firstSpeakerIsOne: Bool?

    /// What TLS said, for programs; nil without TLS.
    var json: JSON? { nil }

    /// Whether octets of a side are still of use.
    func listens(isFromOne: Bool) -> Bool { false }

    /// Takes octets of a side's stream.
    ///
    /// - Parameters:
    ///   - octets: what was captured of them, in the reader's buffer.
    ///   - start: the place of the first in the stream.
    ///   - length: how many they were on the wire.
    mutating func take(
        _ octets: ArraySlice<UInt8>, at start: Int, of length: Int, isFromOne: Bool, frame: Int, time: Int64
    ) {}
}
