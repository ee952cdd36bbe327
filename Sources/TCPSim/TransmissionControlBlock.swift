import Trace

/// The state of one incarnation of a connection: the TCB of RFC 9293 3.3.1, with the additions of later documents.
///
/// OPEN makes one, and "delete the TCB" puts a new one in its place, so that nothing of an incarnation can leak into the next. What
/// its user has not read is not part of it, because that outlives the connection.
struct TransmissionControlBlock: Hashable, Sendable {
    // MARK: Opening

    /// The other side's socket; nil while listening for any.
    var remote: Socket?

    // MARK: Both directions

    /// The sending direction; meaningful once a SYN has been sent.
    var sending = SendSequenceSpace()
    /// The receiving direction; meaningful once a SYN has arrived.
    var receiving = ReceiveSequenceSpace()
    /// How many octets of data a segment of ours may carry, by what both sides have said.
    var agreedSendMSS = Self.defaultMSS
    /// Eff.snd.MSS: the same, by what the path carries as well (RFC 9293 3.7.1).
    var effectiveSendMSS = Self.defaultMSS
    /// The largest datagram that the path carries.
    var pathMTU = PathMTU()
    /// The options that both SYNs have offered.
    var options = AgreedOptions()

    // MARK: Sending

    /// Data queued and not yet sent; its first octet will take the number SND.NXT. The octet of a probe waits here as well, until it is
    /// acknowledged.
    var unsent = OctetQueue()
    /// The number after the last octet that was sent with PUSH asked for.
    var pushed: SequenceNumber?
    /// CLOSE has been called, and the FIN waits behind queued data.
    var finQueued = false
    /// The number of our FIN, once it is sent.
    var finSequence: SequenceNumber?
    /// A SEND was refused for lack of space.
    var sendRefused = false
    /// When data was last sent.
    var lastSent: Instant?
    /// The probing of a closed window.
    var persist = Persist()

    // MARK: Losses

    /// Sent and unacknowledged.
    var outstanding = RetransmissionQueue()
    /// The retransmission timer.
    var retransmission: RetransmissionTimer
    /// The congestion window and its threshold; nil before ESTABLISHED, and without congestion control.
    var congestion: CongestionControl?
    /// Where the recovery from losses stands.
    var recovery = LossRecovery()

    // MARK: Receiving

    /// Arrived ahead of its turn.
    var reassembly = Reassembly()
    /// The number of the other side's FIN, once one has arrived, in order or not.
    var remoteFIN: SequenceNumber?
    /// The acknowledgment that waits for company.
    var delayed = DelayedAcknowledgment()
    /// Challenge ACKs sent of late.
    var challenges = ChallengeLimit.Tally()
    /// Asking a silent other side whether it is still there.
    var keepAlive = KeepAlive.Probing()
    /// The user reads no more.
    var isReleased = false
    /// The timer of a connection that its user has released runs.
    var isOrphanTimed = false

    /// The MSS to assume of a host that announces none: 576, what every host takes in, less 40 of headers (RFC 9293 3.7.1, MUST-15).
    static let defaultMSS = 536

    /// The block of a connection that is still CLOSED, or in LISTEN.
    ///
    /// - Parameter remote: the other side that the user has named; nil for any.
    init(remote: Socket?, _ configuration: Connection.Configuration) {
        self.remote = remote
        retransmission = RetransmissionTimer(
            timeout: RetransmissionTimeout(
                initial: configuration.initialRTO, minimum: configuration.minimumRTO,
                maximum: configuration.maximumRTO))
    }
}
