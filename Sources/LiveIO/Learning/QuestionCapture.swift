import Capture
import Learning
import Trace

/// The connections of a learner's questions as a capture. TCP around the records is made up (``SyntheticTCP``).
package final class QuestionCapture {
    private let file: StreamedFile
    private var octets = 0
    /// Whether the capture has as many octets as it may have. Later questions are not in it.
    package private(set) var isFull = false

    /// The most octets of a capture.
    package static let limit = 64 << 20

    /// Octets that have passed a connection.
    struct Piece {
        /// The time in microseconds since 1970.
        let at: Int64
        let from: Role
        let octets: [UInt8]
    }

    /// A capture in a file.
    ///
    /// - Throws: ``FileError`` if the file cannot be made.
    package init(_ path: String) throws(FileError) {
        file = try StreamedFile(
            path, for: .ownerOnly, heading: PcapNG.file(packets: [], linkType: .ipv4, comment: SyntheticTCP.comment))
    }

    /// Adds the connection of a question, with the secrets that open it. Its first packet has the question as its comment.
    ///
    /// - Throws: ``FileError`` if the file cannot be written.
    func add(_ talk: borrowing PeerConversation, question: String) throws(FileError) {
        guard !isFull, let first = talk.pieces.first, let last = talk.pieces.last, let ends = talk.ends else { return }
        var tcp = SyntheticTCP(client: ends.client, server: ends.server)
        let lines = talk.keyLog
        var blocks = lines.isEmpty ? [] : PcapNG.block(keyLog: lines.joined(separator: "\n") + "\n")
        func add(_ drafts: [PcapNG.Packet.Draft], at time: Int64) {
            blocks += drafts.flatMap { PcapNG.block($0.at(time)) }
        }
        let opening = tcp.open()
        add(
            opening.prefix(1).map { PcapNG.Packet.Draft(frame: $0.frame, comment: question) } + opening.dropFirst(),
            at: first.at)
        for piece in talk.pieces { add(tcp.carry(piece.octets, from: piece.from), at: piece.at) }
        // The puppet ends a connection by a reset.
        add(tcp.end(by: talk.isClosed ? talk.role.peer : talk.role, inOrder: talk.isClosed), at: last.at)
        octets += blocks.count
        isFull = octets > Self.limit
        if !isFull { try file.append(blocks) }
    }
}
