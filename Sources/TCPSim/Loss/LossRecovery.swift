/// Where the recovery from losses stands (RFC 5681 3.2, RFC 6582, RFC 6675).
struct LossRecovery: Hashable, Sendable {
    /// How many duplicate acknowledgments have come in a row.
    var duplicates = 0
    /// Whether fast recovery goes on.
    var isActive = false
    /// RecoveryPoint, or recover: the first number after all that had been sent when the last recovery began or RTO ran out.
    var point = SequenceNumber(0)
    /// Octets sent by limited transmit since the first duplicate: they do not count as in flight when the window is halved.
    var limitedTransmitted = 0
    /// A partial acknowledgment has come. In NewReno only the first one restarts the retransmission timer (RFC 6582 3.2, step 5).
    var hadPartial = false
    /// What was sent again since it began, for telling what was sent again needlessly.
    var resent = ResentRanges()
    /// The one retransmission beyond what is known to be lost has been made (RFC 6675 4, NextSeg rule 4).
    var hasRescued = false

    /// DupThresh: so many duplicates mean a loss; fewer may mean that the network has changed the order.
    static let duplicateThreshold = 3
}

/// Recovery from losses: by duplicate acknowledgments (NewReno), or by what SACK reports.
extension Connection {
    /// Whether an acknowledgment of nothing new is a duplicate as RFC 5681 2 defines it. Otherwise it may only change the window.
    func isDuplicate(_ segment: Segment) -> Bool {
        segment.acknowledgment == sending.unacknowledged && segment.length == 0 && !outstanding.isEmpty
            && Int(segment.window) << windowScale.send == sending.window
    }

    /// Takes the SACK blocks of a segment into the scoreboard.
    ///
    /// - Returns: whether they report anything new, which makes any acknowledgment a duplicate (RFC 6675 2).
    mutating func takeReports(of segment: Segment, _ turn: inout Turn) -> Bool {
        guard usesSACK, case .other(let options) = segment.optionList else { return false }
        for case .selectiveAcknowledgment(let blocks) in options {
            hearOfDuplicate(blocks, acknowledgment: segment.acknowledgment, &turn)
            var isNews = false
            for block in blocks where outstanding.report(block) { isNews = true }
            if isNews { turn.note(.congestion(.reported(blocks))) }
            return isNews
        }
        return false
    }

    /// An acknowledgment has brought nothing but the news that a segment has arrived out of order.
    mutating func duplicateArrived(_ turn: inout Turn) {
        guard let control = congestion else { return }
        if recovery.isActive {
            if usesSACK {
                outstanding.markLost(segmentSize: control.segmentSize)
            } else {
                congestion?.inflate()
            }
            return
        }
        recovery.duplicates += 1
        turn.note(.congestion(.duplicate(of: sending.unacknowledged, count: recovery.duplicates)))
        let isLoss =
            recovery.duplicates >= LossRecovery.duplicateThreshold
            || (usesSACK && outstanding.isOldestLost(segmentSize: control.segmentSize))
        if isLoss, mayRecover { enterRecovery(&turn) }
    }

    /// Whether a new recovery may begin: not for duplicates that our own retransmissions have caused. Without SACK those that
    /// acknowledge exactly the end of the last recovery may be such (RFC 6582 3.2, step 2).
    private var mayRecover: Bool {
        usesSACK ? recovery.point <= sending.unacknowledged : recovery.point < sending.unacknowledged
    }

    /// Fast retransmit: the oldest segment is sent again without waiting for the timer.
    private mutating func enterRecovery(_ turn: inout Turn) {
        guard let control = congestion else { return }
        let flight = max(0, outstanding.octets - recovery.limitedTransmitted)
        congestion?.enterFastRecovery(flight: flight, inflating: !usesSACK)
        recovery.isActive = true
        recovery.point = sending.next
        recovery.hadPartial = false
        recovery.hasRescued = false
        recovery.resent = ResentRanges()
        if usesSACK {
            outstanding.markLost(segmentSize: control.segmentSize)
            outstanding.markOldestLost()
        }
        guard let oldest = outstanding.resendOldest() else { return }
        let after = congestion ?? control
        let note = Note.Congestion.fastRetransmit(
            sequence: oldest.segment.sequence, duplicates: recovery.duplicates, threshold: after.threshold,
            window: after.window)
        resend(oldest.segment, explained: .congestion(note), &turn)
    }

    /// New data is acknowledged: what does that say about the network?
    mutating func congestionAcknowledged(_ octets: Int, _ turn: inout Turn) {
        recovery.duplicates = 0
        recovery.limitedTransmitted = 0
        guard let control = congestion else { return }
        guard recovery.isActive else {
            let wasSlow = control.isSlowStart
            congestion?.acknowledged(octets)
            if let now = congestion, now.window != control.window {
                turn.note(
                    .congestion(.grown(window: now.window, threshold: now.threshold, slowStart: wasSlow)))
            }
            return
        }
        if recovery.point <= sending.unacknowledged {
            recovery.isActive = false
            outstanding.forgetLosses()
            congestion?.leaveFastRecovery(flight: outstanding.octets, deflating: !usesSACK)
            turn.note(.congestion(.recovered(window: congestion?.window ?? 0)))
        } else if usesSACK {
            recovery.hadPartial = true
            outstanding.markLost(segmentSize: control.segmentSize)
        } else {
            // A partial acknowledgment: it ends where the next loss begins.
            congestion?.deflate(by: octets)
            guard let next = outstanding.resendOldest() else { return }
            let until = recovery.point
            resend(
                next.segment,
                explained: .congestion(.partialAcknowledgment(sequence: next.segment.sequence, until: until)), &turn)
        }
    }

    /// Whether this acknowledgment restarts the retransmission timer. In NewReno's recovery only the first partial one does, so
    /// that many losses in one window end with the timer rather than take a round trip each.
    mutating func restartsTimer() -> Bool {
        guard recovery.isActive, !usesSACK else { return true }
        defer { recovery.hadPartial = true }
        return !recovery.hadPartial
    }

    /// The retransmission timer has run out: everything in flight is taken to be lost, and slow start begins anew.
    mutating func congestionTimedOut(again: Bool, _ turn: inout Turn) {
        guard congestion != nil else { return }
        congestion?.timedOut(flight: outstanding.octets)
        recovery = LossRecovery()
        recovery.point = sending.next
        outstanding.markAllLost()
        if let control = congestion, !again {
            turn.note(.congestion(.collapsed(window: control.window, threshold: control.threshold)))
        }
    }

    // MARK: What may be sent

    /// Octets that the congestion window still takes.
    var congestionRoom: Int {
        guard let control = congestion else { return .max }
        var window = control.window
        var inNetwork = outstanding.inNetwork
        if recovery.duplicates > 0, !recovery.isActive {
            let isLimited = configuration.congestionControl?.limitedTransmit ?? false
            if usesSACK {
                // What SACK reports has made room, but without limited transmit it is not used before a loss is certain.
                if !isLimited, nothingIsDue { inNetwork = outstanding.octets }
            } else if isLimited, nothingIsDue {
                window += min(recovery.duplicates, 2) * control.segmentSize
            }
        }
        return window - inNetwork
    }

    /// Whether nothing waits to be sent again: new data is next.
    var nothingIsDue: Bool { !outstanding.isMarked || !outstanding.segments.contains(where: \.isDue) }

    /// Sends again what is taken to be lost, as far as the congestion window allows (RFC 6675 5, step C; after a timeout, slow
    /// start over what was in flight).
    mutating func resendLost(_ turn: inout Turn) {
        guard congestion != nil, outstanding.isMarked else { return }
        var room = congestionRoom
        for index in outstanding.segments.indices where outstanding.segments[index].isDue {
            let segment = outstanding.segments[index].segment
            guard segment.payload.count <= room, segment.end <= sending.edge else { return }
            room -= segment.payload.count
            resend(again: index, &turn)
        }
    }

    /// NextSeg() rules 3 and 4 (RFC 6675 4), when there is neither a certain loss nor new data to send: first what lies below
    /// the highest report, then, once in a recovery, the newest segment, whose loss nothing else would reveal.
    ///
    /// The RFC allows this from the start of a recovery, when most of what is suspected is merely still under way. We wait for
    /// the first acknowledgment of a retransmission: by then everything sent before it would have been reported.
    mutating func resendOnSuspicion(_ turn: inout Turn) {
        guard let control = congestion, usesSACK, recovery.isActive, recovery.hadPartial, unsent.isEmpty else { return }
        var room = congestionRoom
        for index in outstanding.segments.indices where room >= control.segmentSize {
            let entry = outstanding.segments[index]
            guard let highest = outstanding.highestSacked, entry.segment.end <= highest else { break }
            guard !entry.isSacked, !entry.isLost, !entry.isResent, entry.segment.sequence < recovery.point else {
                continue
            }
            room -= entry.segment.payload.count
            resend(again: index, suspected: true, &turn)
        }
        guard room >= control.segmentSize, !recovery.hasRescued,
            let last = outstanding.segments.lastIndex(where: { !$0.isSacked }), !outstanding.segments[last].isResent
        else { return }
        recovery.hasRescued = true
        resend(again: last, suspected: true, &turn)
    }

    private mutating func resend(again index: Int, suspected: Bool = false, _ turn: inout Turn) {
        let entry = outstanding.resend(index, suspected: suspected)
        let note = Note.Congestion.resent(sequence: entry.segment.sequence, count: entry.segment.payload.count)
        resend(entry.segment, explained: .congestion(note), &turn)
    }
}
