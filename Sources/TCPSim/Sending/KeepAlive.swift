import Trace

/// The settings of keep-alive: when to ask a silent other side whether it is still there (RFC 9293 3.8.4).
///
/// It is off unless an application turns it on. A connection on which nothing is sent costs nothing and survives any outage of the
/// path. A probe can only end it.
public struct KeepAlive: Hashable, Sendable {
    /// How long nothing must have arrived before the first probe. The default must be at least two hours (MUST-28).
    public var idle: TimeSpan
    /// The time between probes.
    public var interval: TimeSpan
    /// How many probes in a row must stay unanswered before the connection is given up. One is not enough, because ACKs without data
    /// are not sent reliably (MUST-29).
    public var probes: Int

    /// The defaults are the RFC's two hours, and an interval and a number of probes that are usual in systems.
    public init(idle: TimeSpan = .seconds(7_200), interval: TimeSpan = .seconds(75), probes: Int = 9) {
        self.idle = idle
        self.interval = interval
        self.probes = probes
    }

    /// The state of keep-alive on a connection.
    struct Probing: Hashable, Sendable {
        /// Probes sent since the last segment of the other side arrived.
        var probes = 0
        /// Whether the timer runs.
        var isArmed = false
    }
}

extension Connection {
    /// A segment has arrived: the time of silence begins again.
    mutating func endSilence(_ turn: inout Turn) {
        guard configuration.keepAlive != nil, tcb.keepAlive.isArmed else { return }
        tcb.keepAlive.probes = 0
        tcb.keepAlive.isArmed = false
    }

    /// Sets or stops the timer of a connection for which keep-alive is on.
    mutating func watchSilence(_ turn: inout Turn) {
        guard let keepAlive = configuration.keepAlive else { return }
        switch state {
        case .established, .closeWait, .finWait2:
            guard !tcb.keepAlive.isArmed else { return }
            tcb.keepAlive.isArmed = true
            let wait = tcb.keepAlive.probes == 0 ? keepAlive.idle : keepAlive.interval
            turn.perform(.arm(.keepAlive, at: turn.now + wait))
        default: stopKeepAlive(&turn)
        }
    }

    mutating func stopKeepAlive(_ turn: inout Turn) {
        guard tcb.keepAlive.isArmed else { return }
        tcb.keepAlive.isArmed = false
        turn.perform(.disarm(.keepAlive))
    }

    /// Sends a segment that the other side finds unacceptable, and therefore answers: SEG.SEQ = SND.NXT - 1. Here SND.NXT does not count
    /// the octet of a window probe, for which the other side may have had no room.
    mutating func keepAliveTimedOut(_ turn: inout Turn) {
        guard let keepAlive = configuration.keepAlive, tcb.keepAlive.isArmed else { return }
        tcb.keepAlive.isArmed = false
        // While anything is unacknowledged, retransmissions do the same, and no probe may be sent (MUST-26).
        guard tcb.outstanding.isEmpty else { return }
        guard !givesUp(at: .keepAlive) else {
            let probes = tcb.keepAlive.probes
            turn.note(.retransmission(.gaveUp(.keepAliveProbes(probes))))
            return delete(.timedOut, &turn)
        }
        tcb.keepAlive.probes += 1
        var probe = segment(.ack, at: turn.now)
        probe.sequence = sending.unacknowledged - 1
        let attempt = tcb.keepAlive.probes
        launch(probe, explained: .sending(.keepAlive(attempt: attempt, of: keepAlive.probes)), &turn)
    }
}
