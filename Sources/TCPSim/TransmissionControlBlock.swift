import Trace

/// The state of one incarnation of a connection: the TCB of RFC 9293 3.3.1, with the additions of later documents.
///
/// OPEN makes a new block, and "delete the TCB" replaces it by a new one. So no state of an incarnation can leak into the next. Data
/// that the user has not read is not part of it, because that data outlives the connection.
struct TransmissionControlBlock: Hashable, Sendable {
    // MARK: Opening

    /// The other side's socket; nil while listening for any.
    var remote: Socket?

    // MARK: Both directions

    /// The sending direction; meaningful once a SYN has been sent.
    var sending = SendSequenceSpace()
    /// The receiving direction; meaningful once a SYN has arrived.
    var receiving = ReceiveSequenceSpace()
    /// The largest number of octets of data in a segment of ours, by the MSS of both sides.
    var agreedSendMSS = Self.defaultMSS
    /// Eff.snd.MSS: the same, by the MTU of the path as well (RFC 9293 3.7.1).
    var effectiveSendMSS = Self.defaultMSS
    /// The largest datagram that the path carries.
    var pathMTU = PathMTU()
    /// The options that both SYNs have offered.
    var options = AgreedOptions()

    // MARK: Sending

    /// Data that is queued and not yet sent. Its first octet has the number ``SendSequenceSpace/firstQueued``. The octet of a window
    /// probe stays here until it is acknowledged.
    var unsent = OctetQueue()
    /// The number after the last queued octet for which PUSH was requested; nil if no such octet is queued.
    var pushed: SequenceNumber?
    /// Whether CLOSE has been called, and the FIN is not sent yet.
    var finQueued = false
    /// The number of our FIN; nil until it is sent.
    var finSequence: SequenceNumber?
    /// Whether a SEND was refused for lack of space.
    var sendRefused = false
    /// When data was last sent; nil if none was.
    var lastSent: Instant?
    /// The probing of a closed window.
    var persist = Persist()

    // MARK: Losses

    /// The segments that are sent and not acknowledged.
    var outstanding = RetransmissionQueue()
    /// The retransmission timer.
    var retransmission: RetransmissionTimer
    /// The congestion window and its threshold; nil before ESTABLISHED, and without congestion control.
    var congestion: CongestionControl?
    /// The state of the recovery from losses.
    var recovery = LossRecovery()

    // MARK: Receiving

    /// Data that has arrived out of order.
    var reassembly = Reassembly()
    /// The number of the other side's FIN; nil until a FIN has arrived, in order or not.
    var remoteFIN: SequenceNumber?
    /// The state of the delayed acknowledgment.
    var delayed = DelayedAcknowledgment()
    /// The challenge ACKs of the present interval.
    var challenges = ChallengeLimit.Tally()
    /// The state of keep-alive.
    var keepAlive = KeepAlive.Probing()
    /// Whether the user has released the connection and reads no more.
    var isReleased = false
    /// Whether the orphan timer runs.
    var isOrphanTimed = false

    /// The MSS that is assumed for a host that announces none: 576 octets, which every host accepts, less 40 octets of headers (RFC
    /// 9293 3.7.1, MUST-15).
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
