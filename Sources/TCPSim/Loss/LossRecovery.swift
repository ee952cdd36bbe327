/// The state of the recovery from losses (RFC 5681 3.2, RFC 6582, RFC 6675).
struct LossRecovery: Hashable, Sendable {
    /// The number of duplicate acknowledgments that have come in a row.
    var duplicates = 0
    /// Whether the connection is in fast recovery.
    var isActive = false
    /// RecoveryPoint, or recover: the first number after all that had been sent when the last recovery began or RTO ran out.
    var point = SequenceNumber(0)
    /// Octets sent by limited transmit since the first duplicate. They do not count as in flight when the window is halved.
    var limitedTransmitted = 0
    /// Whether a partial acknowledgment has come. In NewReno only the first one restarts the retransmission timer (RFC 6582 3.2,
    /// step 3).
    var hadPartial = false
    /// The numbers that were sent again since the recovery began. With them a retransmission without need is recognised.
    var resent = ResentRanges()
    /// Whether the single retransmission of NextSeg rule 4 has been made: that of the newest segment, whose loss is not known
    /// (RFC 6675 4).
    var hasRescued = false
    /// Whether the segments that wait to be sent again were cut, because a router has reported that they are too large.
    var isOfCutting = false

    /// DupThresh: this number of duplicates means a loss. Fewer may mean that the network has changed the order.
    static let duplicateThreshold = 3
}

/// Recovery from losses: by duplicate acknowledgments (NewReno), or by what SACK reports.
extension Connection {
    /// Whether an acknowledgment of nothing new is a duplicate as RFC 5681 2 defines it. Otherwise it only changes the window.
    func isDuplicate(_ segment: Segment) -> Bool {
        segment.acknowledgment == sending.unacknowledged && segment.length == 0 && !tcb.outstanding.isEmpty
            && Int(segment.window) &<< tcb.options.sendShift == sending.window
    }

    /// Enters the SACK blocks of a segment in the scoreboard.
    ///
    /// - Returns: whether they report anything new. If so, the acknowledgment counts as a duplicate (RFC 6675 2).
    @inline(__always)
    mutating func takeReports(of segment: Segment, _ turn: inout Turn) -> Bool {
        guard usesSACK, let options = segment.optionList.listed else { return false }
        for case .selectiveAcknowledgment(let blocks) in options {
            noteDuplicate(blocks, acknowledgment: segment.acknowledgment, &turn)
            var isNews = false
            for block in blocks where tcb.outstanding.report(block) { isNews = true }
            if isNews { turn.note(.congestion(.reported(blocks))) }
            return isNews
        }
        return false
    }

    /// An acknowledgment shows that a segment has arrived out of order.
    mutating func duplicateArrived(_ turn: inout Turn) {
        guard let control = congestion else { return }
        if tcb.recovery.isActive {
            if usesSACK {
                tcb.outstanding.markLost(segmentSize: control.segmentSize)
            } else {
                tcb.congestion?.inflate()
            }
            return
        }
        tcb.recovery.duplicates += 1
        turn.note(
            .congestion(
                .duplicate(of: sending.unacknowledged, count: tcb.recovery.duplicates, isReport: usesSACK)))
        let isLoss =
            tcb.recovery.duplicates >= LossRecovery.duplicateThreshold
            || (usesSACK && tcb.outstanding.isOldestLost(segmentSize: control.segmentSize))
        if isLoss, mayRecover { enterRecovery(&turn) }
    }

    /// Whether a new recovery may begin. Duplicates that our own retransmissions have caused must not begin one. Without SACK,
    /// duplicates that acknowledge exactly the end of the last recovery may have this cause (RFC 6582 3.2, step 2).
    private var mayRecover: Bool {
        usesSACK ? tcb.recovery.point <= sending.unacknowledged : tcb.recovery.point < sending.unacknowledged
    }

    /// Begins fast recovery. Fast retransmit: the oldest segment is sent again at once, before the timer runs out.
    private mutating func enterRecovery(_ turn: inout Turn) {
        guard let control = congestion else { return }
        let flight = max(0, tcb.outstanding.octets - tcb.recovery.limitedTransmitted)
        tcb.congestion?.enterFastRecovery(flight: flight, inflating: !tcb.options.usesSACK)
        tcb.recovery.isActive = true
        tcb.recovery.point = sending.next
        tcb.recovery.hadPartial = false
        tcb.recovery.hasRescued = false
        tcb.recovery.resent = ResentRanges()
        if usesSACK {
            tcb.outstanding.markLost(segmentSize: control.segmentSize)
            tcb.outstanding.markOldestLost()
        }
        guard let oldest = tcb.outstanding.resendOldest() else { return }
        let (after, duplicates) = (congestion ?? control, tcb.recovery.duplicates)
        let note = Note.Congestion.fastRetransmit(
            sequence: oldest.segment.sequence,
            duplicates: duplicates < LossRecovery.duplicateThreshold ? nil : duplicates,
            Note.Congestion.Slowdown(flight: flight, threshold: after.threshold), window: after.window)
        resend(oldest.segment, explained: .congestion(note), &turn)
    }

    /// `octets` octets are newly acknowledged: the window grows, or the recovery continues or ends.
    mutating func congestionAcknowledged(_ octets: Int, _ turn: inout Turn) {
        tcb.recovery.duplicates = 0
        tcb.recovery.limitedTransmitted = 0
        guard let control = congestion else { return }
        guard tcb.recovery.isActive else {
            let wasSlow = control.isSlowStart
            tcb.congestion?.acknowledged(octets)
            // As long as the window limits nothing, its growth needs no note.
            let flight = tcb.outstanding.octets + octets
            if let now = congestion, now.window != control.window, control.isRelevant(for: flight) {
                turn.note(
                    .congestion(.grown(window: now.window, threshold: now.threshold, slowStart: wasSlow)))
            }
            return
        }
        if tcb.recovery.point <= sending.unacknowledged {
            tcb.recovery.isActive = false
            tcb.outstanding.forgetLosses()
            tcb.congestion?.leaveFastRecovery(flight: tcb.outstanding.octets, deflating: !tcb.options.usesSACK)
            if let now = congestion {
                let isFull = tcb.outstanding.octets >= now.segmentSize
                turn.note(
                    .congestion(
                        .recovered(
                            window: now.window,
                            now.window == now.threshold ? .threshold : isFull ? .flight : .twoSegments)))
            }
        } else if usesSACK {
            tcb.recovery.hadPartial = true
            tcb.outstanding.markLost(segmentSize: control.segmentSize)
        } else {
            // A partial acknowledgment ends where the next loss begins.
            tcb.congestion?.deflate(by: octets)
            guard let next = tcb.outstanding.resendOldest() else { return }
            let until = tcb.recovery.point
            resend(
                next.segment,
                explained: .congestion(.partialAcknowledgment(sequence: next.segment.sequence, until: until)), &turn)
        }
    }

    /// Whether this acknowledgment restarts the retransmission timer. In NewReno's recovery only the first partial acknowledgment
    /// does. So if a window has many losses, the timer runs out, and they do not take a round trip each.
    mutating func restartsTimer() -> Bool {
        guard tcb.recovery.isActive, !usesSACK else { return true }
        defer { tcb.recovery.hadPartial = true }
        return !tcb.recovery.hadPartial
    }

    /// The retransmission timer has run out: everything in flight counts as lost, and slow start begins again. `again` if the
    /// timer has run out for the same segment before.
    mutating func congestionTimedOut(again: Bool, _ turn: inout Turn) {
        guard congestion != nil else { return }
        let flight = tcb.outstanding.octets
        tcb.congestion?.timedOut(flight: flight)
        tcb.recovery = LossRecovery(point: sending.next)
        tcb.outstanding.markAllLost()
        if let control = congestion, !again {
            let slowdown = Note.Congestion.Slowdown(flight: flight, threshold: control.threshold)
            turn.note(.congestion(.collapsed(window: control.window, slowdown)))
        }
    }

    // MARK: What may be sent

    /// How many more octets the congestion window allows.
    @inline(__always)  // See `segment(_:payload:at:)`.
    var congestionRoom: Int {
        guard let control = congestion else { return .max }
        var window = control.window
        var inNetwork = tcb.outstanding.inNetwork
        if tcb.recovery.duplicates > 0, !tcb.recovery.isActive {
            let isLimited = configuration.congestionControl?.limitedTransmit ?? false
            if usesSACK {
                // The octets that SACK reports have left the network. Without limited transmit that room is not used before a
                // loss is certain.
                if !isLimited, nothingIsDue { inNetwork = tcb.outstanding.octets }
            } else if isLimited, nothingIsDue {
                window += min(tcb.recovery.duplicates, 2) * control.segmentSize
            }
        }
        return window - inNetwork
    }

    /// Whether nothing waits to be sent again: new data is next.
    var nothingIsDue: Bool { !tcb.outstanding.isDue }

    /// Sends again the segments that count as lost, as far as the congestion window allows (RFC 6675 5, step C; after a timeout,
    /// by slow start).
    mutating func resendLost(_ turn: inout Turn) {
        var room = congestionRoom
        while let index = tcb.outstanding.nextDue() {
            let segment = tcb.outstanding.segments[index].segment
            guard segment.payload.count <= room, segment.end <= sending.edge else { return }
            room -= segment.payload.count
            resend(again: index, &turn)
        }
    }

    /// NextSeg() rules 3 and 4 (RFC 6675 4), if there is neither a certain loss nor new data to send. First the segments below
    /// the highest report are sent again; then, once in a recovery, the newest segment, whose loss no report would show.
    ///
    /// The RFC allows this from the start of a recovery. But then most of these segments are only late. We wait for the first
    /// acknowledgment of a retransmission: by then everything sent before the retransmission would have been reported.
    mutating func resendOnSuspicion(_ turn: inout Turn) {
        guard let control = congestion, usesSACK, tcb.recovery.isActive, tcb.recovery.hadPartial, tcb.unsent.isEmpty
        else { return }
        var room = congestionRoom
        while room >= control.segmentSize, let index = tcb.outstanding.nextSuspect(before: tcb.recovery.point) {
            room -= tcb.outstanding.segments[index].segment.payload.count
            resend(again: index, suspected: true, &turn)
        }
        guard room >= control.segmentSize, !tcb.recovery.hasRescued, let last = tcb.outstanding.newestUnreported,
            !tcb.outstanding.segments[last].isResent
        else { return }
        tcb.recovery.hasRescued = true
        resend(again: last, suspected: true, &turn)
    }

    private mutating func resend(again index: Int, suspected: Bool = false, _ turn: inout Turn) {
        let entry = tcb.outstanding.resend(index, suspected: suspected)
        let (sequence, count) = (entry.segment.sequence, entry.segment.payload.count)
        // Without a congestion window, only a segment that was too large for the path counts as lost.
        let note: Note =
            congestion == nil || tcb.recovery.isOfCutting && !tcb.recovery.isActive
            ? .pathMTU(.cutAnew(sequence: sequence, count: count))
            : .congestion(
                .resent(
                    sequence: sequence, count: count,
                    suspected ? .gap : tcb.recovery.isActive ? .reports : .timeout))
        resend(entry.segment, explained: note, &turn)
    }
}
