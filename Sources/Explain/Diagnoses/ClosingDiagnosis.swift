import Trace

/// What may be wrong with the end of a connection (RFC 9293 section 3.6). Times are in microseconds.
enum ClosingDiagnosis: Diagnosis {
    /// Why a reset does not seem to come from the side whose address it has.
    enum Sign: Sendable {
        /// The time to live of the reset is outside of `usual`, the range of its sender's other segments.
        case timeToLive(UInt8, usual: ClosedRange<UInt8>)
        /// The reset acknowledges data that was sent the time `after` before, and no round trip is shorter than `trip`.
        case tooSoon(after: Int64, trip: Int64)
        case both
        case goesOn
        case apart(Int)

        /// What the sign says about the sender of the reset: a clause.
        var englishReason: String {
            switch self {
            case .timeToLive: "no other packet of the side in whose name it came has such a time to live"
            case .tooSoon: "the side in whose name it came cannot answer so soon"
            case .both: "it came to both sides at once"
            case .goesOn: "the side in whose name it came went on"
            case .apart: "the side in whose name they came knows its own numbers"
            }
        }

        /// The figures of the sign, by name.
        var evidence: DiagnosisEntry.Figures {
            switch self {
            case .timeToLive(let own, let usual):
                ["ttl": own, "usual_ttl_min": usual.lowerBound, "usual_ttl_max": usual.upperBound]
            case .tooSoon(let after, let trip): ["after_us": after, "round_trip_us": trip]
            case .apart, .both, .goesOn: [:]
            }
        }
    }

    case aborted(DiagnosisResult.Whose, isRightAfterPeer: Bool)
    /// `octets` octets of data came for this side after its FIN, and it answered with a reset.
    case resetAfterClose(DiagnosisResult.Whose, octets: Int)
    case resetHarmless(DiagnosisResult.Whose)
    /// This side answers that it knows no such connection. `isStranger`: the capture has nothing but resets of it.
    case resetNoConnection(DiagnosisResult.Whose, isStranger: Bool)
    case resetInjected(DiagnosisResult.Whose, Sign)
    /// After the time `silence` without a segment, the next data got no answer, or a reset.
    case idleDropped(silence: Int64, isReset: Bool)
    /// This side went on sending new data after the other side's FIN, for the time `span`.
    case halfClosed(DiagnosisResult.Whose, span: Int64)
    /// This side sent no FIN in the time `since`, from the other side's FIN to the end of the capture.
    case neverClosed(DiagnosisResult.Whose, since: Int64)
    case simultaneousClose

    var entry: DiagnosisEntry {
        switch self {
        case .aborted:
            DiagnosisEntry(
                "tcp.aborted", .fault, cite: .rfc(9293, "3.10.5"), filter: "tcp.flags.reset == 1",
                causes: "the application closed with data unread in its buffer", "it wants a reset (SO_LINGER of 0)",
                "the process crashed or was killed", "a timer of a proxy", "the user gave up",
                next: "Look what arrived at the resetting side just before, and at its log of that time.")
        case .resetAfterClose(_, let octets):
            DiagnosisEntry(
                "tcp.reset_after_close", .fault, cite: .rfc(9293, "3.6.1"), evidence: ["octets": octets],
                filter: "tcp.flags.reset == 1",
                causes:
                    "the application closed while the other side still sends: it answered without reading the whole request",
                "a server ends an idle connection while a request is on its way",
                next: "Read to the end before closing; let the client try again.")
        case .resetHarmless:
            DiagnosisEntry(
                "tcp.reset_harmless", .remark, cite: .rfc(1122, "4.2.2.13"),
                filter: "tcp.flags.reset == 1",
                causes: "a client or load balancer saves TIME-WAIT", "TLS's last word meets a socket that is closed")
        case .resetNoConnection(_, let isStranger):
            DiagnosisEntry(
                "tcp.reset_no_connection", .fault, cite: .rfc(9293, "3.5.2"),
                filter: "tcp.flags.reset == 1",
                causes: (isStranger
                    ? [
                        "a segment escaped a translation of addresses, and came from an address that its receiver does not know"
                    ] : []) + [
                        "the machine has restarted", "its reset or FIN was lost earlier",
                        "a load balancer has moved the connection, or forgotten it",
                    ],
                next: isStranger
                    ? "Look for the same ports with another address in this capture, and at the translator's table of connections."
                    : "Compare the time to live: is it the host, or a box before it? How long was the connection idle?")
        case .resetInjected(_, .apart(let count)):
            DiagnosisEntry(
                "tcp.reset_injected", .fault, cite: .rfc(5961, "3"), evidence: ["resets": count],
                filter: "tcp.flags.reset == 1",
                causes: "an attacker off the path tries out numbers",
                next: "Capture at both ends: the side in whose name they come did not send them.")
        case .resetInjected(_, let sign):
            DiagnosisEntry(
                "tcp.reset_injected", .fault, cite: .rfc(3360), evidence: sign.evidence, alike: "tcp.flags.reset == 1",
                causes: "a firewall or a filter of contents", "an attacker on the path",
                "a load balancer answers for its server",
                next: "Look at the octets right before it, such as the name of the host. Capture at both ends.")
        case .idleDropped(let silence, _):
            DiagnosisEntry(
                "tcp.idle_dropped", .fault, cite: .rfc(5382, "5"), evidence: ["silence_us": silence],
                causes: "a load balancer, a translator of addresses or a firewall has forgotten the connection",
                "the other side has closed idle connections, and nothing of it has arrived",
                next: "Send keep-alives more often than the shortest timer. Does it always fail after the same silence?"
            )
        case .halfClosed(_, let span):
            DiagnosisEntry(
                "tcp.half_closed", .remark, cite: .rfc(9293, "3.6.1"), evidence: ["span_us": span],
                filter: "tcp.flags.fin == 1",
                causes: "one side has said all, and waits for the answer (shutdown)")
        case .neverClosed(_, let since):
            DiagnosisEntry(
                "tcp.never_closed", .trouble, cite: .rfc(9293, "3.3.2"), evidence: ["since_us": since],
                filter: "tcp.flags.fin == 1",
                causes: "the application never closes the socket", "it waits for something else",
                "it still means to send", next: "Look there with \"ss state close-wait\": does the number grow?")
        case .simultaneousClose:
            DiagnosisEntry(
                "tcp.simultaneous_close", .remark, cite: .rfc(9293, "3.6"), filter: "tcp.flags.fin == 1",
                causes: "both sides have finished at the same time")
        }
    }

    var english: String {
        switch self {
        case .aborted(let side, let isRightAfterPeer):
            "\(side.subject) reset the open connection\(isRightAfterPeer ? ", right after the other side had sent something" : "")."
        case .resetAfterClose(let side, let octets):
            """
            \(side.subject) had closed; \(counted(octets, "octet")) of the other side came for it all the same, and it answered with \
            a reset.
            """
        case .resetHarmless(let side): "\(side.subject) reset the connection when all was said: no data was lost by it."
        case .resetNoConnection(let side, false):
            "\(side.subject) answered a segment with a reset: it does not know the connection any more."
        case .resetNoConnection(let side, true):
            "\(side.subject) answered a segment with a reset: it has never known a connection with that address and port."
        case .resetInjected(let side, .timeToLive(let own, let usual)):
            """
            A reset in the name of \(side.noun) came from another place: its time to live is \(own), that of the other packets \
            \(usual.lowerBound == usual.upperBound ? "\(usual.lowerBound)" : "\(usual.lowerBound) to \(usual.upperBound)").
            """
        case .resetInjected(let side, .tooSoon(let after, let trip)):
            """
            A reset in the name of \(side.noun) acknowledges data that was sent \(FigureText.span(after)) before, and no round trip \
            is shorter than \(FigureText.span(trip)): it came from a nearer place.
            """
        case .resetInjected(_, .both): "Both sides got a reset at the same time, each in the name of the other."
        case .resetInjected(let side, .goesOn):
            "A reset came in the name of \(side.noun), which goes on as if nothing had been: it has not sent it."
        case .resetInjected(let side, .apart(let count)):
            """
            \(counted(count, "reset")) came in the name of \(side.noun), with numbers far from one another: their sender does not know \
            where \(side.noun) is in its stream.
            """
        case .idleDropped(let silence, let isReset):
            """
            After \(FigureText.span(silence)) of silence the next data \
            \(isReset ? "was answered with a reset" : "was sent again in vain"): the connection seems to have been \
            forgotten meanwhile.
            """
        case .halfClosed(let side, let span):
            "\(side.subject) went on sending for \(FigureText.span(span)) after the other side had said all."
        case .neverClosed(let side, let since):
            "\(side.subject) has not closed its direction for \(FigureText.span(since)) since the other side did (CLOSE-WAIT)."
        case .simultaneousClose: "Both sides sent FIN before they saw the other's."
        }
    }
}

extension DiagnosisResult {
    static func closing(_ connection: EndedConnection) -> [DiagnosisResult] {
        let course = connection.course
        var found = DiagnosisList<ClosingDiagnosis>()
        if connection.isOpened || connection.opening == .unclear, let reset = course.resets.first {
            end(connection, by: reset, into: &found)
        }
        if connection.isOpened, let silence = course.pauses.silence, !silence.isAnswered,
            silence.resetFrame != nil || silence.repetitions >= 2
        {
            let frames = Evidence([silence.frame] + (silence.resetFrame.map { [$0] } ?? []))
            found.add(
                .idleDropped(silence: silence.length, isReset: silence.resetFrame != nil), .likely,
                blame: .likely(.path, "it worked before the silence, and failed with the first data after it"),
                frames: frames)
        }
        connection.eachDirection { side, sent, peer in
            guard let finTime = peer.finTime, let finFrame = peer.finFrame else { return }
            if let last = sent.freshAfterFIN, sent.end != nil, last - finTime > course.trip(sent) {
                found.add(.halfClosed(side, span: last - finTime), .certain, blame: .nobody, frames: [finFrame])
            }
            if sent.end == nil, course.resetCount == 0, (peer.acknowledged ?? .min) > (peer.end ?? .max),
                connection.captureEnds - finTime >= 60_000_000
            {
                found.add(
                    .neverClosed(side, since: connection.captureEnds - finTime), .likely,
                    blame: .likely(side, "it acknowledged the FIN, and sent none of its own"),
                    frames: [finFrame])
            }
        }
        if course.closers.areBoth {
            found.add(
                .simultaneousClose, .certain, blame: .nobody,
                frames: Evidence([connection.client.finFrame, connection.server.finFrame].compactMap(\.self)))
        }
        return found.all
    }

    /// Adds what the first reset of a connection means.
    private static func end(
        _ connection: EndedConnection, by reset: SeenReset, into found: inout DiagnosisList<ClosingDiagnosis>
    ) {
        let course = connection.course
        let side = connection.side(isFromOne: reset.isFromOne)
        let frames = Evidence(course.resets.map(\.frame))
        // Of a connection of which the capture has nothing but resets, nothing is known.
        guard !connection.isOnlyResets else { return }
        let isWhole =
            connection.opening != .midstream && connection.client.missingOctets + connection.server.missingOctets == 0
        func addInjected(_ sign: ClosingDiagnosis.Sign, _ more: Evidence = Evidence()) {
            found.add(
                .resetInjected(side, sign), .likely, blame: .likely(.path, sign.englishReason), frames: frames + more)
        }
        if reset.hasOddTimeToLive, let usual = reset.usual {
            return addInjected(.timeToLive(reset.timeToLive, usual: usual))
        }
        if let (after, trip) = reset.tooSoon { return addInjected(.tooSoon(after: after, trip: trip)) }
        // A blind attacker tries out numbers until one is in the window (RFC 5961 section 3.1).
        let places = course.resets.filter { $0.isFromOne == reset.isFromOne && !$0.fits }.map(\.place)
        if let least = places.min(), let most = places.max(), most - least > Int(UInt16.max) {
            return addInjected(.apart((side == .client ? connection.client : connection.server).resets.count))
        }
        if !course.afterReset.isEmpty { return addInjected(.goesOn, course.afterReset) }
        // The last word of TLS is close_notify: a reset that leaves nothing else unread breaks nothing off.
        let hasSaidAll =
            reset.unread <= 64
            && (reset.isAfterAlert || connection.tls.hasClosed(connection.side(isFromOne: !reset.isFromOne)))
        if reset.isAfterClose && (reset.hasClosed || reset.isAllAcknowledged) || reset.hasClosed && reset.answersAlert
            || hasSaidAll
        {
            return found.add(.resetHarmless(side), .likely, blame: .nobody, frames: frames)
        }
        if reset.hasClosed, reset.afterFIN.octets > 0 {
            return found.add(
                .resetAfterClose(side, octets: reset.afterFIN.octets), .certain,
                blame: .likely(side, "it closed before the other side had said all"), frames: frames)
        }
        if let second = course.resets.first(where: { $0.isFromOne != reset.isFromOne }),
            second.hasACK == reset.hasACK, second.time - reset.time <= course.trip(connection.client)
        {
            return addInjected(.both)
        }
        // If a FIN is missing in the capture, the reset may come after the end.
        if connection.lacksEnd { return }
        if reset.isAnswer, reset.after != nil, !reset.hasClosed {
            return found.add(
                .resetNoConnection(side, isStranger: reset.isStranger && connection.opening != .midstream), .likely,
                blame: reset.isStranger && connection.opening != .midstream
                    ? .likely(.path, "the capture has nothing but resets from that address")
                    : .unknown("the reset says that its sender does not know the connection, and not why"),
                frames: frames)
        }
        found.add(
            .aborted(side, isRightAfterPeer: (reset.after ?? .max) < 100_000), isWhole ? .certain : .likely,
            blame: .likely(
                side, reset.fits ? "the reset has its address and its own next number" : "the reset has its address"),
            frames: frames)
    }
}
