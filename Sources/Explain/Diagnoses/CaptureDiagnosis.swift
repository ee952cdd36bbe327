import Trace

/// What limits what a capture can tell.
enum CaptureDiagnosis: Diagnosis {
    /// The file ends within a packet or block, behind that frame.
    case truncatedFile(offset: Int, frame: Int)
    /// A block or record contradicts itself: where reading stopped, or how many were skipped.
    case malformed(offset: Int?, why: String, skipped: Int)
    /// No TCP in so many frames, and what most of them are.
    case nothing(frames: Int, most: SetAside?)
    /// So many packets were cut when they were captured.
    case snapLength(frames: Int)
    /// So many octets were acknowledged that the capture has never seen.
    case missingSegments(octets: Int)
    /// Only this side is in the capture.
    case oneDirection(Finding.Whose)
    /// The connection is older than the capture.
    case midstream
    /// It is still open when the capture ends.
    case endsEarly
    /// So many packets were captured twice.
    case duplicateFrames(Int)
    /// So many checksums of a side, or of both, are left to the network card.
    case checksumOffload(Finding.Whose?, segments: Int)
    /// Segments of a side are larger than the other side takes.
    case segmentationOffload(Finding.Whose, largest: Int, most: Int)
    /// Times run backwards so often.
    case timeBackwards(Int)
    /// So many packets have no time.
    case noTimes(Int)
    /// So many fragments carry TCP.
    case fragments(Int)

    var entry: DiagnosisEntry {
        switch self {
        case .truncatedFile:
            DiagnosisEntry(
                "capture.truncated_file", .caution, Citation("draft-ietf-opsawg-pcapng", "3.1"),
                causes: ["the capture was still written, or was copied meanwhile", "the disk was full"],
                next: "Compare sizes. Capture with \"tcpdump -U\".")
        case .malformed:
            DiagnosisEntry(
                "capture.malformed", .caution, Citation("draft-ietf-opsawg-pcapng", "3.1"),
                causes: [
                    "two files were glued together", "a transfer changed line ends", "the disk is damaged",
                    "the file was made to do harm",
                ], next: "Repair the file with \"pcapfix\", or trust what stands before the damage.")
        case .nothing:
            DiagnosisEntry(
                "capture.nothing", .caution, .rfc(9293, "3.1"), filter: "!tcp",
                causes: [
                    "the capture filter named another interface, host or VLAN", "TCP is inside an encapsulation",
                    "the browser has moved to QUIC, which is UDP", "an unknown link type",
                ], next: "Read what was set aside. Capture with \"tcpdump -i any\".")
        case .snapLength:
            DiagnosisEntry(
                "capture.snap_length", .caution, Citation("draft-ietf-opsawg-pcapng", "4.2"),
                filter: "frame.cap_len < frame.len",
                causes: ["the capture was taken with a small snap length", "a filter for privacy"],
                next: "Capture again with \"tcpdump -s 0\".")
        case .missingSegments:
            DiagnosisEntry(
                "capture.missing_segments", .caution, .rfc(9293, "3.4"),
                filter: "tcp.analysis.ack_lost_segment || tcp.analysis.lost_segment",
                causes: [
                    "the capturing machine dropped packets", "a mirror port carries less than it should",
                    "a part took another link",
                ], next: "Capture at the host, with a larger buffer (\"tcpdump -B\").")
        case .oneDirection:
            DiagnosisEntry(
                "capture.one_direction", .caution, .rfc(9293, "3.4"),
                filter: "(tcp.completeness & 2) && !(tcp.completeness & 1) || tcp.analysis.ack_lost_segment",
                causes: [
                    "the other direction takes another path", "a mirror port copies one direction", "a capture filter",
                ],
                next: "Capture at an end host.")
        case .midstream:
            DiagnosisEntry(
                "capture.midstream", .caution, .rfc(7323, "2.2"), filter: "!(tcp.completeness & 1)",
                causes: ["the capture began later", "a ring buffer has overwritten the beginning"],
                next: "Capture from the start: window scale and MSS are unknown without the SYNs.")
        case .endsEarly:
            DiagnosisEntry(
                "capture.ends_early", .remark, .rfc(9293, "3.3.2"),
                filter: "(tcp.completeness & 1) && !(tcp.completeness & 48)",
                causes: ["the capture was stopped first", "the connection is kept for later"])
        case .duplicateFrames:
            DiagnosisEntry(
                "capture.duplicate_frames", .caution, .rfc(6864),
                filter:
                    "tcp.analysis.retransmission || tcp.analysis.duplicate_ack || tcp.analysis.spurious_retransmission",
                causes: [
                    "a mirror port copies what comes in and what goes out",
                    "a capture on all interfaces of a router or bridge",
                ], next: "Mirror one direction, or remove the copies with \"editcap -d\".")
        case .checksumOffload:
            DiagnosisEntry(
                "capture.checksum_offload", .remark, .rfc(9293, "3.1"), filter: "tcp.checksum.status == 0",
                causes: ["the network card computes the checksum after the capture"])
        case .segmentationOffload:
            DiagnosisEntry(
                "capture.segmentation_offload", .remark, .rfc(9293, "3.7.1"), filter: "tcp.len > 1460",
                causes: ["the network card cuts segments, or puts them together"],
                next: "Switch it off (\"ethtool -K DEVICE gso off tso off gro off\") where exact packets matter.")
        case .timeBackwards:
            DiagnosisEntry(
                "capture.time_backwards", .caution, Citation("draft-ietf-opsawg-pcapng", "4.3"),
                filter: "frame.time_delta < 0", causes: ["the clock was set", "files were put one behind the other"],
                next: "Put the frames in order with \"reordercap\".")
        case .noTimes:
            DiagnosisEntry(
                "capture.no_times", .caution, Citation("draft-ietf-opsawg-pcapng", "4.4"), filter: "!frame.time_epoch",
                causes: ["a tool that saves room"], next: "Capture with times: no duration can be told.")
        case .fragments:
            DiagnosisEntry(
                "capture.fragments", .caution, .rfc(791, "3.2"), filter: "ip.flags.mf == 1 || ip.frag_offset > 0",
                causes: ["a tunnel without discovery of the path's MTU", "a box that lets datagrams be cut"],
                next: "Look for the path's MTU, and by the time to live for who cuts.")
        }
    }

    var evidence: [(name: String, value: Int64)] {
        switch self {
        case .truncatedFile(let offset, let frame): [("offset", Int64(offset)), ("frame", Int64(frame))]
        case .malformed(let offset, _, let skipped):
            (offset.map { [("offset", Int64($0))] } ?? []) + [("skipped", Int64(skipped))]
        case .nothing(let frames, _), .snapLength(let frames), .noTimes(let frames): [("frames", Int64(frames))]
        case .missingSegments(let octets): [("octets", Int64(octets))]
        case .duplicateFrames(let count), .timeBackwards(let count), .fragments(let count): [("count", Int64(count))]
        case .checksumOffload(_, let segments): [("segments", Int64(segments))]
        case .segmentationOffload(_, let largest, let most): [("largest", Int64(largest)), ("mss", Int64(most))]
        case .oneDirection, .midstream, .endsEarly: []
        }
    }

    var english: String {
        switch self {
        case .truncatedFile(_, let frame): "The file ends within a packet or block, behind frame \(frame)."
        case .malformed(let offset?, let why, _):
            "The file is damaged at offset \(offset): \(why). Reading stopped there."
        case .malformed(nil, let why, let skipped):
            "\(counted(skipped, "block")) of the file did not say what such a block has to, and was stepped over: \(why)."
        case .nothing(0, _): "The capture has no packets."
        case .nothing(let frames, let most):
            "No TCP segment is in the capture's \(counted(frames, "frame"))\(most.map { "; most were set aside as \($0.rawValue)" } ?? "")."
        case .snapLength(let frames): "\(counted(frames, "packet")) had more octets on the wire than the file has."
        case .missingSegments(let octets):
            "\(counted(octets, "octet")) arrived, since the receiver acknowledged them, and the capture does not have them."
        case .oneDirection(let side):
            "Only \(side.noun)'s segments are in the capture, though they acknowledge what the other side has sent."
        case .midstream: "The connection was open before the capture began."
        case .endsEarly: "The connection is still open when the capture ends."
        case .duplicateFrames(let count):
            "\(counted(count, "packet")) stand twice in the file: the capture made the copies."
        case .checksumOffload(let side, let segments):
            """
            \(counted(segments, "segment")) of \(side?.noun ?? "both sides") \(segments == 1 ? "has" : "have") an unfinished \
            checksum: the network card completes it.
            """
        case .segmentationOffload(let side, let largest, let most):
            """
            \(side.subject) seems to send \(largest) octets in a segment, and the other side takes \(most): \
            the network card cuts them, or has put them together.
            """
        case .timeBackwards(let count):
            "The times of the frames step back by more than a second, \(counted(count, "time"))."
        case .noTimes(let frames): "\(counted(frames, "frame")) have no time."
        case .fragments(let count): "\(counted(count, "fragment")) of IP carry TCP."
        }
    }
}

extension Finding {
    /// What limits what the capture tells of a connection.
    static func captured(_ connection: EndedConnection) -> [Finding] {
        let course = connection.course
        var findings: [Finding] = []
        func add(_ diagnosis: CaptureDiagnosis, _ certainty: Certainty, _ frames: Evidence) {
            findings.append(Finding(diagnosis, certainty, .capture, frames))
        }
        if !course.cutFrames.isEmpty { add(.snapLength(frames: course.cutFrames.count), .certain, course.cutFrames) }
        let missing = connection.client.missingOctets + connection.server.missingOctets
        if missing > 1 {
            let frames = connection.directions.reduce(Evidence()) { $0 + $1.sent.ackedUnseen + $1.sent.gaps }
            add(.missingSegments(octets: missing), .certain, frames)
        }
        for (sender, sent, peer) in connection.directions where peer.segments == 0 {
            // A SYN,ACK answers a SYN, and what follows a SYN with an acknowledgment has had a SYN,ACK.
            let answers = course.syns.contains(where: \.acknowledges) || sent.hasSYN && peer.hasBegun
            guard (peer.acknowledged ?? 0) > 0 || answers else { continue }
            add(.oneDirection(sender), .certain, peer.ackedUnseen + Evidence([course.firstFrame]))
        }
        if connection.opening == .midstream { add(.midstream, .certain, Evidence([course.firstFrame])) }
        if connection.opening == .handshake || connection.opening == .simultaneous, connection.closing == .open,
            connection.cause != .reused
        {
            add(.endsEarly, .certain, Evidence([course.lastFrame]))
        }
        let copies = connection.client.captureDuplicates + connection.server.captureDuplicates
        if course.fingerprints.areOfCapture, copies.count >= 3 {
            add(.duplicateFrames(copies.count), course.fingerprints.areNumbered ? .certain : .likely, copies)
        }
        let offloaders = connection.directions.filter { !$0.sent.pseudoHeaderSums.isEmpty }
        if let first = offloaders.first {
            let sums = connection.client.pseudoHeaderSums + connection.server.pseudoHeaderSums
            add(
                .checksumOffload(offloaders.count == 1 ? first.sender : nil, segments: sums.count),
                sums.count > 2 ? .certain : .likely, sums)
        }
        for (sender, sent, peer) in connection.directions {
            if !sent.large.isEmpty, let most = peer.synOptions?.maximumSegmentSize {
                add(.segmentationOffload(sender, largest: sent.largestSegment, most: Int(most)), .likely, sent.large)
            }
        }
        return Finding.together(findings)
    }

    /// Of findings with the same code, the first, with the frames of all.
    static func together(_ findings: [Finding]) -> [Finding] {
        var merged: [Finding] = []
        for finding in findings {
            if let index = merged.firstIndex(where: { $0.code == finding.code }) {
                merged[index].frames = merged[index].frames + finding.frames
            } else {
                merged.append(finding)
            }
        }
        return merged
    }
}
