import Trace

/// What may be wrong with the data of a connection: lost, sent again, overtaken, damaged.
enum DataDiagnosis: Diagnosis {
    /// `lost` segments of this side were lost and sent again, beside `of` data segments. The side is nil if both sides lost some.
    ///
    /// Timers ran out `timers` times, `before` originals were lost before the point of capture, and `fins` segments were a FIN alone.
    case loss(DiagnosisResult.Whose?, lost: Int, of: Int, timers: Int, before: Int, fins: Int)
    /// Retransmission timers ran out this number of times, `fins` times for a FIN alone. The streams stood still `stoodStill` microseconds.
    case timeouts(Int, stoodStill: Int64, fins: Int)
    /// This number of segments was sent again although they had arrived, beside `of` data segments. `harmless` of the
    /// retransmissions were tail probes or a FIN alone.
    case needless(Int, of: Int, harmless: Int)
    /// This side sent the same octets again `times` times, and nothing came from the other side. The side is nil if both sides did so: then
    /// nothing but what each sent again came from either.
    case peerVanished(DiagnosisResult.Whose?, times: Int)
    case reordering(Int)
    case networkDuplicates(Int)
    case corruption(Int)
    /// This number of segments carries other octets than earlier segments with the same sequence numbers.
    case contradiction(Int)

    /// Whether a share of the segments is too small to be trouble: less than 5 of 1,000.
    private static func isRare(_ part: Int, of whole: Int) -> Bool { whole >= 1_000 && part * 1_000 < whole * 5 }

    var entry: DiagnosisEntry {
        switch self {
        case .loss(_, let lost, let whole, let timers, let before, let fins):
            // A FIN alone that is lost delays no data.
            DiagnosisEntry(
                "tcp.loss", lost <= fins || timers == 0 && Self.isRare(lost, of: whole) ? .remark : .trouble,
                cite: .rfc(5681, "3.2"),
                evidence: [
                    "segments": lost, "data_segments": whole, "timeouts": timers, "lost_before_capture": before,
                ],
                alike: "tcp.analysis.retransmission || tcp.analysis.out_of_order",
                causes: "a queue of the path is full (congestion)", "a bad line, or Wi-Fi",
                "a policer that drops after a burst", "the receiving machine drops packets",
                next: "Compare captures at both ends, and the counters of the interfaces (\"ethtool -S\").")
        case .timeouts(let count, let still, let fins):
            DiagnosisEntry(
                "tcp.timeouts", count <= fins ? .remark : .trouble, cite: .rfc(6298, "5"),
                evidence: ["count": count, "stood_still_us": still], alike: "tcp.analysis.rto > 0.19",
                causes: "the last segments of a flight were lost", "a burst was lost as a whole",
                "what was sent again was lost too", "the path was away for a moment",
                next: "Look at the pauses: where they double, the path was away.")
        case .needless(let count, let whole, let harmless):
            // A tail probe is meant to come before anything is known to be lost (RFC 8985 section 7).
            DiagnosisEntry(
                "tcp.needless_retransmissions", count <= harmless || Self.isRare(count, of: whole) ? .remark : .trouble,
                cite: .rfc(2883), evidence: ["segments": count, "data_segments": whole],
                alike: "tcp.analysis.spurious_retransmission",
                causes: "acknowledgments were delayed or lost", "the round trip grew beyond the timer",
                "strong reordering", "a timer that is too short",
                next: "Compare round trips before and after. Are timestamps and F-RTO switched on?")
        case .peerVanished(_, let times):
            DiagnosisEntry(
                "tcp.peer_vanished", .fault, cite: .rfc(9293, "3.8.3"), evidence: ["times": times],
                causes: "the other machine crashed, or left the network", "the path or a box on it has gone",
                next: "Look whether the other address talks at all later, and capture there.")
        case .reordering(let count):
            DiagnosisEntry(
                "tcp.reordering", .remark, cite: .rfc(4737), evidence: ["segments": count],
                alike: "tcp.analysis.out_of_order",
                causes: "several paths or queues in parallel", "Wi-Fi that repeats on its own",
                next: "Look how far behind they come: less than a quarter of a round trip does little harm.")
        case .networkDuplicates(let count):
            DiagnosisEntry(
                "tcp.network_duplicates", .remark, cite: .rfc(2883, "4.1"), evidence: ["segments": count],
                alike: "tcp.analysis.retransmission",
                causes: "a loop of bridges, or Wi-Fi that lost its own acknowledgment",
                "a path that is doubled on purpose",
                next: "Compare identification and checksum: they are the same in both.")
        case .corruption(let count):
            DiagnosisEntry(
                "tcp.corruption", .trouble, cite: .rfc(9293, "3.1"), evidence: ["segments": count],
                alike: "tcp.checksum.status == 0",
                causes: "bad memory or a bad card in a router or switch",
                "a translator of addresses that computes wrongly",
                next: "Compare the damaged copy with the good one: the same bit each time means memory.")
        case .contradiction(let count):
            DiagnosisEntry(
                "tcp.contradiction", .fault, cite: .rfc(9293, "3.10.7.4"), evidence: ["segments": count],
                alike: "tcp.analysis.retransmission",
                causes: "an attacker on the path answers first", "a proxy that rewrites, and loses count",
                "the capture has both sides of a box that rewrites", "a stack that repeats from a changed buffer",
                next: "Compare time to live, identification and time of both. Which of them was acknowledged?")
        }
    }

    var english: String {
        switch self {
        case .loss(let side, let lost, let whole, _, let before, _):
            """
            \(counted(lost, "segment"))\(side.map { " of \($0.noun)" } ?? "") \(lost == 1 ? "was" : "were") lost and sent again, \
            of \(whole) with data (\(FigureText.share(lost, of: whole)))\
            \(before == 0 ? ": beyond the point of capture" : before >= lost ? ": before the point of capture" : "").
            """
        case .timeouts(let count, let still, _):
            "A retransmission timer ran out \(counted(count, "time"))"
                + (still == 0 ? "." : ", and the stream stood still for \(FigureText.span(still)).")
        case .needless(let count, _, _): "\(counted(count, "segment")) came again that had arrived."
        case .peerVanished(nil, let times):
            "Each side sent the same octets again and again, \(counted(times, "time")) in all, and neither answered the other any more."
        case .peerVanished(let side?, let times):
            "\(side.subject) sent the same octets again \(counted(times, "time")), and nothing came from the other side any more."
        case .reordering(let count):
            "\(counted(count, "segment")) arrived after others that were sent later: overtaken, and not lost."
        case .networkDuplicates(let count):
            "The network delivered \(counted(count, "packet")) twice. The sender sent each once."
        case .corruption(let count):
            "\(counted(count, "segment")) arrived damaged: the checksum is wrong, and the receiver throws such a segment away."
        case .contradiction(let count):
            "\(counted(count, "segment")) came with other octets than those that had the same numbers before."
        }
    }
}

extension DiagnosisResult {
    static func data(_ connection: EndedConnection) -> [DiagnosisResult] {
        func sum(_ part: (Direction) -> Int) -> Int { part(connection.client) + part(connection.server) }
        var found = DiagnosisList<DataDiagnosis>()
        let lost = sum(\.lostSegments)
        let timeouts = connection.evidence(\.timeouts)
        if lost > 0 {
            let side = connection.onlySender { $0.lostSegments > 0 }
            let ofSide = side.map { $0 == .client ? connection.client.dataSegments : connection.server.dataSegments }
            let before = sum(\.lostBefore)
            let place =
                before == 0
                ? "the originals passed the point of capture, and their octets were not acknowledged"
                : before >= lost
                    ? "the originals had not come to the point of capture"
                    : "\(before) of the originals had not come to the point of capture, and the others passed it"
            // What is sent again and never acknowledged may have arrived: perhaps only its acknowledgments were lost.
            let isInVain =
                before == 0
                && [connection.client, connection.server].allSatisfy { $0.lostSegments <= ($0.inVain?.times ?? 0) }
            found.add(
                .loss(
                    side, lost: lost, of: ofSide ?? sum(\.dataSegments),
                    timers: timeouts.count, before: before, fins: sum(\.finsAgain.lost)),
                isInVain ? .likely : .certain, blame: .likely(.path, place), frames: connection.evidence(\.lost))
        }
        found.add(
            timeouts, .certain, blame: .likely(.path, "no acknowledgment with news came until the timer ran out")
        ) { count in
            .timeouts(
                count, stoodStill: connection.client.stoodStill + connection.server.stoodStill,
                fins: sum(\.finsAgain.timeouts))
        }
        if sum(\.needless) > 0 {
            found.add(
                .needless(
                    sum(\.needless), of: sum(\.dataSegments),
                    harmless: sum { ($0.again[.tailProbe] ?? 0) + $0.finsAgain.needless }),
                !connection.evidence(\.dsacks).isEmpty ? .certain : .likely,
                blame: .unknown("acknowledgments that come late and a timer that is too short look the same"),
                frames: connection.evidence(\.needlessFrames))
        }
        let vains = [connection.client.inVain, connection.server.inVain].compactMap(\.self).filter(\.isLong)
        if connection.isOpened, vains.count == 2 {
            found.add(
                .peerVanished(nil, times: vains.reduce(0) { $0 + $1.times }), .certain,
                blame: .likely(.path, "both sides are there and send, and neither gets what the other sends"),
                frames: Evidence(vains.map(\.first) + [connection.course.lastFrame]))
        }
        connection.eachDirection { sender, sent, _ in
            if connection.isOpened, let vain = sent.inVain, vain.isLong, !vain.isHeard {
                found.add(
                    .peerVanished(sender, times: vain.times), .certain, blame: .unanswered,
                    frames: [vain.first, connection.course.lastFrame])
            }
        }
        func isOrderCertain(_ sent: Direction) -> Bool {
            sent.outOfOrder.isEmpty || sent.countsIdentifications || sent.synOptions?.timestamps != nil
        }
        let isOrderCertain = isOrderCertain(connection.client) && isOrderCertain(connection.server)
        let order =
            isOrderCertain ? "their sender numbered them in the right order" : "they came too soon to be sent again"
        found.add(
            connection.evidence(\.outOfOrder), isOrderCertain ? .certain : .likely, blame: .likely(.path, order)
        ) { .reordering($0) }
        found.add(
            connection.evidence(\.networkDuplicates), .likely,
            blame: .likely(.path, "identification and checksum of both copies are the same")
        ) { .networkDuplicates($0) }
        let damaged = connection.evidence(\.suspects.damaged)
        found.add(
            damaged, .certain, blame: .likely(.path, "they came again, and were acknowledged only then")
        ) { .corruption($0) }
        found.add(
            connection.evidence(\.contradictions), .certain,
            blame: .unknown("both copies have the same address: the packets do not tell which one is forged or changed")
        ) { .contradiction($0) }
        return found.all
    }
}
