import Trace

/// What a connection has to say about a step, with the numbers of that step.
///
/// Sequence numbers are absolute. The sentences are in `English.swift`.
public enum Note: Hashable, Sendable {
    // MARK: Opening

    /// Waits for a connection request.
    case listening(port: UInt16)
    /// Our first sequence number, and what it was made of.
    case initialSequenceNumber(InitialSequenceNumber.Choice, local: Socket, remote: Socket)
    /// Explains our SYN.
    case syn(iss: SequenceNumber, mss: UInt16)
    /// A SYN has arrived; `answersOurs` if it acknowledges our own.
    case synArrived(irs: SequenceNumber, data: Int, answersOurs: Bool)
    /// How much data our segments may carry: the smaller of our own limit and what the other side announced, if it did.
    case maximumSegmentSize(own: UInt16, announced: UInt16?, effective: Int)
    /// Explains our SYN,ACK; `crossed` if it follows a SYN of ours.
    case synAck(iss: SequenceNumber, irs: SequenceNumber, crossed: Bool)
    /// Both sides have sent a SYN at the same time.
    case synsCrossed
    /// Explains the third segment of a handshake.
    case handshakeAck(acknowledgment: SequenceNumber, sequence: SequenceNumber)
    /// The connection is open.
    case established(local: SequenceNumber, remote: SequenceNumber)

    // MARK: Sending data

    /// Explains a segment with data. `inFlight` includes it.
    case data(
        sequence: SequenceNumber, count: Int, acknowledgment: SequenceNumber, unsent: Int, inFlight: Int, window: Int)
    /// Queued data has to wait for the other side's window.
    case windowFull(unsent: Int, inFlight: Int, window: Int)
    /// The other side takes nothing more for now.
    case windowClosed
    /// The other side takes data again.
    case windowOpened(window: Int)
    /// SND.UNA has moved; `inFlight` numbers are still unacknowledged.
    case acknowledged(from: SequenceNumber, to: SequenceNumber, inFlight: Int)
    /// A round-trip time was measured.
    case roundTrip(sample: TimeSpan, smoothed: TimeSpan, timeout: TimeSpan)
    /// No round-trip time could be measured: a segment had been sent twice.
    case notMeasured
    /// Explains a segment that is sent again.
    case retransmission(
        sequence: SequenceNumber, length: Int, control: ControlBits, attempt: Int, waited: TimeSpan, next: TimeSpan)
    /// The other side has not answered for too long.
    case gaveUp(sequence: SequenceNumber, retransmissions: Int)

    // MARK: Receiving data

    /// Data has arrived in order.
    case dataArrived(sequence: SequenceNumber, count: Int, next: SequenceNumber)
    /// Octets that had arrived before were cut off.
    case duplicateTrimmed(count: Int)
    /// Octets beyond the window were cut off.
    case excessTrimmed(count: Int)
    /// Data has arrived ahead of its turn.
    case heldForReassembly(sequence: SequenceNumber, count: Int, expected: SequenceNumber)
    /// A gap is filled, and data held behind it follows.
    case reassembled(count: Int, next: SequenceNumber)
    /// Explains an empty segment that acknowledges the one with SEG.SEQ `of` and SEG.LEN `length`.
    case acknowledgment(of: SequenceNumber, length: Int, next: SequenceNumber)
    /// Explains an empty segment that announces a larger window.
    case windowUpdate(acknowledgment: SequenceNumber, window: Int)

    // MARK: Closing

    /// The FIN has to wait for queued data.
    case finQueued(behind: Int)
    /// Explains a segment with FIN, the number of which is `sequence`; `answering` if the other side closed first.
    case fin(sequence: SequenceNumber, acknowledgment: SequenceNumber, data: Int, answering: Bool)
    /// A FIN has arrived while in that state.
    case finArrived(sequence: SequenceNumber, in: State)
    /// Explains the acknowledgment of a FIN; the state is the one entered on its arrival.
    case finAck(acknowledgment: SequenceNumber, in: State)
    /// Our FIN is acknowledged.
    case finAcknowledged(in: State)
    /// Why TIME-WAIT waits; `again` if a repeated FIN restarts it.
    case timeWait(duration: TimeSpan, again: Bool)
    /// TIME-WAIT has passed.
    case timeWaitOver

    // MARK: What does not fit

    /// Explains the answer to a segment outside the window.
    case unacceptable(sequence: SequenceNumber, length: Int, expected: SequenceNumber, window: Int)
    /// Explains a challenge ACK.
    case challenge(Challenged, sequence: SequenceNumber, expected: SequenceNumber)
    /// Explains the answer to an acknowledgment of what was never sent, or of what is long past.
    case acknowledgmentOutOfRange(SequenceNumber, next: SequenceNumber)
    /// Explains a reset of ours.
    case reset(ResetReason)
    /// A valid reset has arrived.
    case resetArrived(in: State, passive: Bool)
    /// A reset has arrived and is not obeyed.
    case resetIgnored(IgnoredReset)
    /// A segment is dropped without an answer.
    case dropped(Dropped)
    /// A challenge ACK is not sent: there have been too many.
    case challengeWithheld(ChallengeLimit)
    /// The other side has sent urgent data, which ends before that number.
    case urgentData(until: SequenceNumber, count: Int)
    /// A SYN opens a new connection in the place of one in TIME-WAIT.
    case timeWaitYields(to: SequenceNumber)
    /// A SYN is dropped: too many connections wait to be accepted.
    case backlogFull(limit: Int)

    // MARK: What later documents have added

    /// About the options of the header.
    case option(Option)
    /// About answering a SYN without remembering it.
    case cookie(Cookie)
    /// About the network and what gets lost in it.
    case congestion(Congestion)
    /// About when a segment is sent.
    case sending(Sending)

    /// What a challenge ACK answers.
    public enum Challenged: Hashable, Sendable {
        /// A RST in the window, but not at RCV.NXT.
        case reset
        /// A SYN on a connection that is open.
        case syn
    }

    /// Why a reset is sent.
    public enum ResetReason: Hashable, Sendable {
        /// No connection belongs to the segment.
        case noConnection
        /// Something was acknowledged to a side that is only listening.
        case acknowledgmentInListen
        /// During the handshake something was acknowledged that was not sent.
        case unacceptableAcknowledgment(SequenceNumber, expected: SequenceNumber)
        /// The user aborts.
        case aborted
        /// The user has gone, and left so many octets unread.
        case unreadData(Int)
        /// Data has come for a user that has gone.
        case dataAfterClose
    }

    /// Why a reset is not obeyed.
    public enum IgnoredReset: Hashable, Sendable {
        /// It cannot be meant for this side, and a reset is never answered.
        case unanswerable
        /// In SYN-SENT: it acknowledges something else than our SYN.
        case unacceptableAcknowledgment
        /// In SYN-SENT: it acknowledges nothing.
        case withoutAcknowledgment
        /// Its number is outside the window.
        case outsideWindow
        /// TIME-WAIT is not to be cut short (RFC 1337).
        case timeWait
    }

    /// Why a segment is dropped.
    public enum Dropped: Hashable, Sendable {
        /// In LISTEN.
        case neitherSynNorAck
        /// In SYN-SENT.
        case neitherSynNorRst
        /// A second SYN in SYN-RECEIVED.
        case synInSynReceived
        /// Every segment after the first SYN carries ACK.
        case withoutAck
        /// Where timestamps are in use, every segment carries one.
        case withoutTimestamp
    }

    /// Whether it only keeps count: what every segment brings about, told to those who look closely.
    public var isBookkeeping: Bool {
        switch self {
        case .acknowledged, .roundTrip, .notMeasured, .dataArrived: true
        case .congestion(let note): note.isBookkeeping
        case .sending(let note): note.isBookkeeping
        default: false
        }
    }

    /// A stable id for the step that the note is about, such as "tcp.syn_ack".
    public var step: String {
        switch self {
        case .listening: "tcp.listen"
        case .initialSequenceNumber: "tcp.isn"
        case .syn: "tcp.syn"
        case .synArrived: "tcp.syn_received"
        case .maximumSegmentSize: "tcp.mss"
        case .synAck: "tcp.syn_ack"
        case .synsCrossed: "tcp.simultaneous_open"
        case .handshakeAck: "tcp.handshake_ack"
        case .established: "tcp.established"
        case .data: "tcp.data"
        case .windowFull: "tcp.window_full"
        case .windowClosed: "tcp.window_closed"
        case .windowOpened: "tcp.window_opened"
        case .acknowledged: "tcp.acknowledged"
        case .roundTrip: "tcp.rtt"
        case .notMeasured: "tcp.karn"
        case .retransmission: "tcp.retransmission"
        case .gaveUp: "tcp.gave_up"
        case .dataArrived: "tcp.data_received"
        case .duplicateTrimmed: "tcp.duplicate"
        case .excessTrimmed: "tcp.beyond_window"
        case .heldForReassembly: "tcp.out_of_order"
        case .reassembled: "tcp.reassembled"
        case .acknowledgment: "tcp.ack"
        case .windowUpdate: "tcp.window_update"
        case .finQueued: "tcp.fin_queued"
        case .fin: "tcp.fin"
        case .finArrived: "tcp.fin_received"
        case .finAck: "tcp.fin_ack"
        case .finAcknowledged: "tcp.fin_acknowledged"
        case .timeWait: "tcp.time_wait"
        case .timeWaitOver: "tcp.time_wait_over"
        case .unacceptable: "tcp.unacceptable"
        case .challenge: "tcp.challenge_ack"
        case .acknowledgmentOutOfRange: "tcp.ack_out_of_range"
        case .reset: "tcp.rst"
        case .resetArrived: "tcp.rst_received"
        case .resetIgnored: "tcp.rst_ignored"
        case .dropped: "tcp.dropped"
        case .challengeWithheld: "tcp.challenge_withheld"
        case .urgentData: "tcp.urgent"
        case .timeWaitYields: "tcp.time_wait_reuse"
        case .backlogFull: "tcp.backlog_full"
        case .option(let note): note.step
        case .cookie(let note): note.step
        case .congestion(let note): note.step
        case .sending(let note): note.step
        }
    }

    /// The rule that was applied.
    public var cite: Citation {
        switch self {
        case .listening: .rfc(9293, "3.10.1")
        case .initialSequenceNumber: .rfc(6528, "3")
        case .syn, .handshakeAck, .synsCrossed: .rfc(9293, "3.5")
        case .synArrived, .synAck, .established: .rfc(9293, "3.4.1")
        case .maximumSegmentSize: .rfc(9293, "3.7.1")
        case .data, .acknowledgment, .acknowledged: .rfc(9293, "3.4")
        case .windowFull, .windowOpened: .rfc(9293, "3.8.6")
        case .windowClosed: .rfc(9293, "3.8.6.1")
        case .roundTrip: .rfc(6298, "2")
        case .notMeasured: .rfc(6298, "3")
        case .retransmission: .rfc(6298, "5")
        case .gaveUp: .rfc(9293, "3.8.3")
        case .dataArrived, .duplicateTrimmed, .excessTrimmed, .heldForReassembly, .reassembled, .unacceptable:
            .rfc(9293, "3.10.7.4")
        case .windowUpdate: .rfc(9293, "3.8.6.2.2")
        case .finQueued: .rfc(9293, "3.10.4")
        case .fin, .finArrived, .finAck, .finAcknowledged: .rfc(9293, "3.6")
        case .timeWait: .rfc(9293, "3.6.1")
        case .timeWaitOver: .rfc(9293, "3.10.8")
        case .challenge(.reset, _, _): .rfc(5961, "3")
        case .challenge(.syn, _, _): .rfc(5961, "4")
        case .acknowledgmentOutOfRange: .rfc(5961, "5")
        case .reset(.aborted): .rfc(9293, "3.10.5")
        case .reset(.unreadData), .reset(.dataAfterClose), .timeWaitYields: .rfc(9293, "3.6.1")
        case .reset: .rfc(9293, "3.5.2")
        case .resetIgnored(.timeWait): .rfc(1337, "3")
        case .resetArrived, .resetIgnored: .rfc(9293, "3.5.3")
        case .dropped(.withoutTimestamp): .rfc(7323, "3.2")
        case .dropped: .rfc(9293, "3.10.7")
        case .challengeWithheld: .rfc(5961, "7")
        case .urgentData: .rfc(9293, "3.8.5")
        case .backlogFull: .rfc(4987, "2")
        case .option(let note): note.cite
        case .cookie(let note): note.cite
        case .congestion(let note): note.cite
        case .sending(let note): note.cite
        }
    }
}
