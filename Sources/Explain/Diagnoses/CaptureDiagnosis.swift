import Trace

/// What limits what a capture can tell.
enum CaptureDiagnosis: Diagnosis {
    /// The file ends within a packet or block. Reading stopped at `offset`, and `frame` is the last whole frame.
    case truncatedFile(offset: Int, frame: Int)
    /// A block or record contradicts itself. Reading stopped at `offset`; if that is nil, `skipped` blocks were stepped over.
    case malformed(offset: Int?, why: String, skipped: Int)
    /// None of the `frames` frames carries TCP. Most of them were set aside as `most`.
    case nothing(frames: Int, most: SetAsideTally.Entry?)
    /// The capture has only the beginning of `frames` packets.
    case snapLength(frames: Int)
    /// The receivers acknowledged `octets` octets that the capture does not have.
    case missingSegments(octets: Int)
    case oneDirection(DiagnosisResult.Whose)
    case midstream
    case endsEarly
    case duplicateFrames(Int)
    /// `segments` checksums of this side are left to its network card. The side is nil if both sides do so.
    case checksumOffload(DiagnosisResult.Whose?, segments: Int)
    /// `segments` segments of this side have a wrong checksum and were acknowledged all the same. The side is nil if both sides have such.
    case checksumWrong(DiagnosisResult.Whose?, segments: Int)
    case undecided(Undecided)
    /// The largest segment of this side has `largest` octets of data, and the other side's MSS allows `most`.
    case segmentationOffload(DiagnosisResult.Whose, largest: Int, most: Int)
    case timeBackwards(Int)
    case noTimes(Int)
    case fragments(Int)

    var entry: DiagnosisEntry {
        switch self {
        case .truncatedFile(let offset, let frame):
            DiagnosisEntry(
                "capture.truncated_file", .caution, cite: Citation("draft-ietf-opsawg-pcapng", "3.1"),
                evidence: ["offset": offset, "frame": frame],
                causes: "the capture was still written, or was copied meanwhile", "the disk was full",
                next: "Compare sizes. Capture with \"tcpdump -U\".")
        case .malformed(let offset, _, let skipped):
            DiagnosisEntry(
                "capture.malformed", .caution, cite: Citation("draft-ietf-opsawg-pcapng", "3.1"),
                evidence: ["offset": offset, "skipped": skipped],
                causes: "two files were glued together", "a transfer changed line ends", "the disk is damaged",
                "the file was made to do harm",
                next: "Repair the file with \"pcapfix\", or trust what stands before the damage.")
        case .nothing(let frames, let most):
            DiagnosisEntry(
                "capture.nothing", .caution, cite: .rfc(9293, "3.1"), evidence: ["frames": frames], filter: "!tcp",
                causes: "the capture filter named another interface, host or VLAN",
                "TCP is inside a tunnel that is encrypted or not read here",
                "the browser has moved to QUIC, which is UDP", "an unknown link type",
                next: most?.foreign?.advice.map { "\($0)." }
                    ?? "Read what was set aside. Capture with \"tcpdump -i any\".")
        case .snapLength(let frames):
            DiagnosisEntry(
                "capture.snap_length", .caution, cite: Citation("draft-ietf-opsawg-pcapng", "4.2"),
                evidence: ["frames": frames], filter: "frame.cap_len < frame.len",
                causes: "the capture was taken with a small snap length", "a filter for privacy",
                next: "Capture again with \"tcpdump -s 0\".")
        case .missingSegments(let octets):
            DiagnosisEntry(
                "capture.missing_segments", .caution, cite: .rfc(9293, "3.4"), evidence: ["octets": octets],
                alike: "tcp.analysis.ack_lost_segment || tcp.analysis.lost_segment",
                causes: "the capturing machine dropped packets", "a mirror port carries less than it should",
                "a part took another link", next: "Capture at the host, with a larger buffer (\"tcpdump -B\").")
        case .oneDirection:
            DiagnosisEntry(
                "capture.one_direction", .caution, cite: .rfc(9293, "3.4"),
                alike: "tcp.analysis.ack_lost_segment",
                causes: "the other direction takes another path", "a mirror port copies one direction",
                "a capture filter", next: "Capture at an end host.")
        case .midstream:
            DiagnosisEntry(
                "capture.midstream", .caution, cite: .rfc(7323, "2.2"),
                causes: "the capture began later", "a ring buffer has overwritten the beginning",
                next: "Capture from the start: window scale and MSS are unknown without the SYNs.")
        case .endsEarly:
            DiagnosisEntry(
                "capture.ends_early", .remark, cite: .rfc(9293, "3.3.2"),
                causes: "the capture was stopped first", "the connection is kept for later")
        case .duplicateFrames(let count):
            DiagnosisEntry(
                "capture.duplicate_frames", .caution, cite: .rfc(6864), evidence: ["count": count],
                alike: "tcp.analysis.retransmission || tcp.analysis.duplicate_ack",
                causes: "a mirror port copies what comes in and what goes out",
                "a capture on all interfaces of a router or bridge",
                next: "Mirror one direction, or remove the copies with \"editcap -d\".")
        case .checksumOffload(_, let segments):
            DiagnosisEntry(
                "capture.checksum_offload", .remark, cite: .rfc(9293, "3.1"), evidence: ["segments": segments],
                alike: "tcp.checksum.status == 0",
                causes: "the network card computes the checksum after the capture")
        case .checksumWrong(_, let segments):
            DiagnosisEntry(
                "capture.checksum_offload", .remark, cite: .rfc(9293, "3.1"), evidence: ["segments": segments],
                causes: "the capture was edited, or its addresses were replaced, and the checksums were left",
                "a network card computes them, or has put several packets together")
        case .undecided:
            DiagnosisEntry(
                "capture.undecided", .caution, cite: .rfc(9293, "3.3.2"),
                causes: "the capture was stopped first, or began later", "the capture does not have all packets",
                "a side gave up, or waited for something else",
                next: "Capture again, from the first packet to the end, at the side that waits.")
        case .segmentationOffload(_, let largest, let most):
            DiagnosisEntry(
                "capture.segmentation_offload", .remark, cite: .rfc(9293, "3.7.1"),
                evidence: ["largest": largest, "mss": most], filter: "tcp.len > \(most)",
                causes: "the network card cuts segments, or puts them together",
                next: "Switch it off (\"ethtool -K DEVICE gso off tso off gro off\") where exact packets matter.")
        case .timeBackwards(let count):
            DiagnosisEntry(
                "capture.time_backwards", .caution, cite: Citation("draft-ietf-opsawg-pcapng", "4.3"),
                evidence: ["count": count], alike: "frame.time_delta < 0",
                causes: "the clock was set", "files were put one behind the other",
                next: "Put the frames in order with \"reordercap\".")
        case .noTimes(let frames):
            DiagnosisEntry(
                "capture.no_times", .caution, cite: Citation("draft-ietf-opsawg-pcapng", "4.4"),
                evidence: ["frames": frames],
                alike: "!frame.time_epoch",
                causes: "a tool that saves room", next: "Capture with times: no duration can be told.")
        case .fragments(let count):
            DiagnosisEntry(
                "capture.fragments", .caution, cite: .rfc(791, "3.2"), evidence: ["count": count],
                filter: "ip.flags.mf == 1 || ip.frag_offset > 0 || ipv6.fraghdr.nxt",
                causes: "a tunnel without discovery of the path's MTU", "a box that lets datagrams be cut",
                next: "Look for the path's MTU, and by the time to live for who cuts.")
        }
    }

    var english: String {
        switch self {
        case .truncatedFile(_, let frame): "The file ends within a packet or block, behind frame \(frame)."
        case .malformed(let offset?, let why, _):
            "The file is damaged at offset \(offset): \(why). Reading stopped there."
        case .malformed(nil, let why, let skipped):
            "\(counted(skipped, "block")) of the file did not say what such a block has to. Reading went on behind it: \(why)."
        case .nothing(0, _): "The capture has no packets."
        case .nothing(let frames, let most):
            "No TCP segment is in the capture's \(counted(frames, "frame"))\(most.map { "; most were set aside as \($0.name)" } ?? "")."
        case .snapLength(let frames): "\(counted(frames, "packet")) had more octets on the wire than the file has."
        case .missingSegments(let octets):
            "\(counted(octets, "octet")) arrived, since the receiver acknowledged them, and the capture does not have them."
        case .oneDirection(let side):
            "Only \(side.noun)'s segments are in the capture, though they acknowledge what the other side has sent."
        case .midstream: "The opening of the connection is not in the capture."
        case .endsEarly: "The connection is still open when the capture ends."
        case .duplicateFrames(let count):
            "\(counted(count, "packet")) stand twice in the file: the capture made the copies."
        case .checksumOffload(let side, let segments):
            """
            \(counted(segments, "segment")) of \(side?.noun ?? "both sides") \(segments == 1 ? "has" : "have") an unfinished \
            checksum: the system leaves the rest to the network card.
            """
        case .checksumWrong(let side, let segments):
            """
            \(counted(segments, "segment")) of \(side?.noun ?? "both sides") \(segments == 1 ? "has" : "have") a wrong checksum. The other \
            side acknowledged what such segments carry: on the wire it was right.
            """
        case .undecided(let what): what.english
        case .segmentationOffload(let side, let largest, let most):
            """
            \(side.subject) seems to send \(largest) octets in a segment, and the other side takes \(most): \
            the network card cuts them, or has put them together.
            """
        case .timeBackwards(let count):
            "The times of the frames jump, \(counted(count, "time")): back by more than 10 ms, or forward by more than a day."
        case .noTimes(let frames): "\(counted(frames, "frame")) \(frames == 1 ? "has" : "have") no time."
        case .fragments(let count): "\(counted(count, "fragment")) of IP \(count == 1 ? "carries" : "carry") TCP."
        }
    }
}

extension DiagnosisResult {
    /// The findings about what the capture does not show of a connection.
    static func captured(_ connection: EndedConnection) -> [DiagnosisResult] {
        let course = connection.course
        var found = DiagnosisList<CaptureDiagnosis>()
        found.add(course.cutFrames, .certain, blame: .capture) { .snapLength(frames: $0) }
        let missing = connection.client.missingOctets + connection.server.missingOctets
        if missing > 1 {
            let frames = connection.evidence { $0.ackedUnseen + $0.gaps }
            found.add(.missingSegments(octets: missing), .certain, blame: .capture, frames: frames)
        }
        connection.eachDirection { sender, sent, peer in
            guard peer.segments == 0 else { return }
            // A SYN,ACK shows that the other side sent a SYN. An acknowledgment behind a SYN shows that it sent a SYN,ACK.
            let answers = course.syns.contains(where: \.acknowledges) || sent.hasSYN && peer.hasBegun
            guard (peer.acknowledged ?? 0) > 0 || answers else { return }
            found.add(.oneDirection(sender), .certain, blame: .capture, frames: peer.ackedUnseen + [course.firstFrame])
        }
        if connection.opening == .midstream {
            found.add(.midstream, .certain, blame: .capture, frames: [course.firstFrame])
        }
        if connection.opening == .handshake || connection.opening == .simultaneous, connection.closing == .open,
            !connection.isReplaced
        {
            found.add(.endsEarly, .certain, blame: .capture, frames: [course.lastFrame])
        }
        let copies = connection.evidence(\.captureDuplicates)
        if course.fingerprints.areOfCapture, copies.count >= 3 {
            found.add(copies, course.fingerprints.areNumbered ? .certain : .likely, blame: .capture) {
                .duplicateFrames($0)
            }
        }
        let sums = connection.evidence(\.pseudoHeaderSums)
        found.add(sums, sums.count > 2 ? .certain : .likely, blame: .capture) { count in
            .checksumOffload(connection.onlySender { !$0.pseudoHeaderSums.isEmpty }, segments: count)
        }
        found.add(connection.evidence(\.changedSums), .certain, blame: .capture) { count in
            .checksumWrong(connection.onlySender { !$0.suspects.delivered.isEmpty }, segments: count)
        }
        connection.eachDirection { sender, sent, peer in
            guard let most = peer.synOptions?.maximumSegmentSize else { return }
            found.add(sent.large, .likely, blame: .capture) { _ in
                .segmentationOffload(sender, largest: sent.largestSegment, most: Int(most))
            }
        }
        return found.all
    }
}

/// What would show whether a connection is sound, and is not in the capture.
enum Undecided: Wording, Hashable {
    case opening
    case oneSide(DiagnosisResult.Whose)
    case gap(DiagnosisResult.Whose, octets: Int)
    case end
    /// The handshake of TLS has begun and is not complete. The last message that the capture has; nil if there is none.
    case handshake(last: String?)
    /// The request in frame `frame` has no answer.
    case request(frame: Int)

    var english: String {
        switch self {
        case .opening:
            "The capture does not have the whole handshake of TCP: it cannot be told whether the connection opened."
        case .oneSide(let side):
            "Only \(side.noun)'s segments are in the capture: it cannot be told what the other side did."
        case .gap(let side, let octets):
            """
            \(counted(octets, "octet")) of \(side.noun) had not come when the capture ended, and octets behind \
            \(octets == 1 ? "it" : "them") had.
            """
        case .end: "Packets of the connection's end are missing in the capture: it cannot be told how it ended."
        case .handshake(let last?):
            "The handshake of TLS is not complete in this capture: its last message is \(last)."
        case .handshake(nil): "The handshake of TLS is not complete in this capture."
        case .request(let frame):
            "The request in frame \(frame) has no answer in this capture."
        }
    }
}

extension DiagnosisResult {
    /// The finding that nothing is found, and that what would decide is missing; none if something else is found.
    static func undecided(_ connection: EndedConnection, beside findings: [DiagnosisResult]) -> [DiagnosisResult] {
        guard !findings.contains(where: { $0.severity >= .trouble }), let what = connection.undecided else { return [] }
        var found = DiagnosisList<CaptureDiagnosis>()
        found.add(.undecided(what), .certain, blame: .capture, frames: [connection.course.lastFrame])
        return found.all
    }
}

extension EndedConnection {
    /// What would decide whether the connection is sound, and is missing; nil if nothing is.
    fileprivate var undecided: Undecided? {
        if let side = onlySender({ $0.segments > 0 }) {
            return opening == .midstream ? .oneSide(side) : .opening
        }
        if !isOpened { return .opening }
        if isOnlyResets { return .opening }
        if course.resetCount > 0, lacksEnd { return .end }
        var gap: Undecided?
        eachDirection { side, sent, _ in
            let waiting = max(sent.unacknowledged, 0)..<max(sent.seen.upperBound ?? 0, sent.unacknowledged, 0)
            let missing = waiting.isEmpty ? 0 : sent.seen.missing(in: waiting) - sent.seen.forgotten
            if missing > 0, sent.hasSYN, closing == .open { gap = gap ?? .gap(side, octets: missing) }
        }
        if let gap { return gap }
        if tls.isThere, let talk = tls.talk {
            return talk.hello != nil && !talk.isComplete ? .handshake(last: talk.lastMessage) : nil
        }
        let words = tls.line(isFromClient: true).words
        return words.areRequest && server.dataSegments == 0 ? .request(frame: words.frames.first) : nil
    }

    /// The side whose direction alone fulfils a condition; nil if both do, or none.
    func onlySender(_ holds: (Direction) -> Bool) -> DiagnosisResult.Whose? {
        switch (holds(client), holds(server)) {
        case (true, false): .client
        case (false, true): .server
        case (true, true), (false, false): nil
        }
    }

    /// The evidence of both directions together.
    func evidence(_ part: (Direction) -> Evidence) -> Evidence { part(client) + part(server) }
}
