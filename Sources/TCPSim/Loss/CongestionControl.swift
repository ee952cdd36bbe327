/// How much may be in the network at once, judged by what gets lost in it (RFC 5681).
///
/// The other side's window says how much the receiver can take. No field says how much the path can take. So the sender begins with a
/// small window and doubles it each round trip as long as nothing is lost (slow start). A loss shows that the window was too large. From
/// half of that size on the window grows by one segment a round trip (congestion avoidance).
public struct CongestionControl: Hashable, Sendable {
    /// The settings.
    public struct Settings: Hashable, Sendable {
        /// The first congestion window.
        public var initialWindow: InitialWindow
        /// Whether the first two duplicate acknowledgments release new data (RFC 3042).
        public var limitedTransmit: Bool

        /// These settings.
        public init(initialWindow: InitialWindow = .rfc6928, limitedTransmit: Bool = true) {
            self.initialWindow = initialWindow
            self.limitedTransmit = limitedTransmit
        }
    }

    /// The window before anything is known of the path.
    public enum InitialWindow: Hashable, Sendable {
        /// That many full segments.
        case segments(Int)
        /// Two to four segments, about 4,380 octets (RFC 3390).
        case rfc3390
        /// Up to ten segments, about 14,600 octets (RFC 6928).
        case rfc6928

        /// Octets, for full segments of `segmentSize` octets.
        public func octets(segmentSize: Int) -> Int {
            switch self {
            case .segments(let count): max(1, count) * segmentSize
            case .rfc3390: min(4 * segmentSize, max(2 * segmentSize, 4_380))
            case .rfc6928: min(10 * segmentSize, max(2 * segmentSize, 14_600))
            }
        }
    }

    /// cwnd: how many octets may be in the network.
    public private(set) var window: Int
    /// ssthresh: up to here the window grows by slow start. Before the first loss it is as high as can be.
    public private(set) var threshold = CongestionControl.unbounded
    /// SMSS: octets in a full segment.
    public internal(set) var segmentSize: Int

    /// ssthresh before the first loss.
    private static let unbounded = Int(Int32.max)
    /// IW, to which the window returns after a long silence.
    private let initialWindow: Int
    /// Octets acknowledged since the window last grew by congestion avoidance.
    private var counted = 0

    /// The state after the handshake; `synLost` if a SYN had to be sent again, which calls for a window of one segment.
    init(_ settings: Settings, segmentSize: Int, synLost: Bool) {
        self.segmentSize = segmentSize
        initialWindow = settings.initialWindow.octets(segmentSize: segmentSize)
        window = synLost ? segmentSize : initialWindow
    }

    /// Whether the window grows with each acknowledgment.
    public var isSlowStart: Bool { window < threshold }

    /// Whether the window has a say: with `flight` octets in the network it could soon hold data back, or a loss has bounded its growth.
    ///
    /// Half of the window is the mark, since slow start can double what is sent within a round trip.
    func hasMattered(for flight: Int) -> Bool { threshold != CongestionControl.unbounded || window < 2 * flight }

    /// Takes an acknowledgment of `octets` new octets (RFC 5681 3.1).
    mutating func acknowledged(_ octets: Int) {
        guard octets > 0 else { return }
        if isSlowStart {
            // No more than a segment for each acknowledgment, though it may cover many: formula 2.
            window += min(octets, segmentSize)
        } else {
            counted += octets
            guard counted >= window else { return }
            counted -= window
            window += segmentSize
        }
        // No sequence space has room for more in flight.
        window = min(window, 1 << 30)
    }

    /// A loss in flight: half of what was in the network becomes the threshold (formula 4).
    private mutating func halve(_ flight: Int) {
        threshold = max(flight / 2, 2 * segmentSize)
        counted = 0
    }

    /// Three duplicate acknowledgments have come. Each stands for a segment that has left the network, so the window is inflated
    /// by that much (RFC 5681 3.2, step 3). Where SACK counts what is in the network, it is not.
    mutating func enterFastRecovery(flight: Int, inflating: Bool) {
        halve(flight)
        window = threshold + (inflating ? 3 * segmentSize : 0)
    }

    /// One more duplicate acknowledgment in fast recovery (RFC 5681 3.2, step 4).
    mutating func inflate() {
        window = min(window + segmentSize, 1 << 30)
    }

    /// A partial acknowledgment in fast recovery (RFC 6582 3.2, step 5): what it covers is out of the network.
    mutating func deflate(by octets: Int) {
        window = max(segmentSize, window - octets + (octets >= segmentSize ? segmentSize : 0))
    }

    /// All that was in flight at the loss is acknowledged (RFC 6582 3.2, step 3, first choice): no burst of new segments.
    mutating func leaveFastRecovery(flight: Int, deflating: Bool) {
        window = deflating ? min(threshold, max(flight, segmentSize) + segmentSize) : threshold
    }

    /// The retransmission timer has run out: back to one segment. When it runs out again for the same segment, as much is in
    /// flight as before, so that the threshold stays where it is, as formula 4's second case demands.
    mutating func timedOut(flight: Int) {
        halve(flight)
        window = segmentSize
    }

    /// A segment is lost for another reason than congestion: back to one segment, and by slow start to the window of before.
    mutating func startSlowly() {
        threshold = max(threshold, window)
        window = segmentSize
        counted = 0
    }

    /// No segment was sent for longer than RTO: the estimate of the path is out of date (RFC 5681 4.1).
    mutating func restartAfterIdle() {
        window = min(window, initialWindow)
    }
}
