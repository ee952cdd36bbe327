/// The limit of what may be in the network at once, which the sender derives from losses (RFC 5681).
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

    /// IW: the congestion window before anything is known of the path.
    public enum InitialWindow: Hashable, Sendable {
        /// This number of full segments, at least one.
        case segments(Int)
        /// Two to four segments, about 4,380 octets (RFC 3390).
        case rfc3390
        /// Up to ten segments, about 14,600 octets (RFC 6928).
        case rfc6928

        /// The window in octets, where a full segment has `segmentSize` octets.
        public func octets(segmentSize: Int) -> Int {
            switch self {
            case .segments(let count): max(1, count) * segmentSize
            case .rfc3390: min(4 * segmentSize, max(2 * segmentSize, 4_380))
            case .rfc6928: min(10 * segmentSize, max(2 * segmentSize, 14_600))
            }
        }
    }

    /// cwnd: the largest number of octets that may be in the network.
    public private(set) var window: Int
    /// ssthresh: below this value the window grows by slow start. Before the first loss it is larger than any window.
    public private(set) var threshold = CongestionControl.unbounded
    /// SMSS: the octets of data in a full segment.
    public private(set) var segmentSize: Int

    /// ssthresh before the first loss.
    private static let unbounded = Int(Int32.max)
    /// IW, to which the window returns after a long silence.
    private let initialWindow: Int
    /// Octets acknowledged since the window last grew by congestion avoidance.
    private var counted = 0

    /// The state after the handshake; `synLost` if a SYN had to be sent again. Then the window is one segment (RFC 5681 3.1).
    init(_ settings: Settings, segmentSize: Int, synLost: Bool) {
        self.segmentSize = segmentSize
        initialWindow = settings.initialWindow.octets(segmentSize: segmentSize)
        window = synLost ? segmentSize : initialWindow
    }

    /// A full segment has another size from now on. The window has room for one, and ssthresh for two. Otherwise nothing could be sent
    /// after the path has been found to carry more.
    mutating func resize(to octets: Int) {
        segmentSize = octets
        window = max(window, octets)
        threshold = max(threshold, 2 * octets)
    }

    /// Whether the window grows by slow start.
    public var isSlowStart: Bool { window < threshold }

    /// Whether the window is of interest to a reader: with `flight` octets in the network it may soon limit the sender, or a loss has
    /// set the threshold.
    ///
    /// The limit is half of the window, because slow start can double what is sent within a round trip.
    func isRelevant(for flight: Int) -> Bool { threshold != CongestionControl.unbounded || window < 2 * flight }

    /// Takes an acknowledgment of `octets` new octets (RFC 5681 3.1).
    mutating func acknowledged(_ octets: Int) {
        guard octets > 0 else { return }
        if isSlowStart {
            // Formula 2: at most one segment for each acknowledgment, even if that covers many.
            window += min(octets, segmentSize)
        } else {
            counted += octets
            guard counted >= window else { return }
            counted -= window
            window += segmentSize
        }
        // More cannot be in flight: the largest window is 2^30 octets (RFC 7323 2.3).
        window = min(window, 1 << 30)
    }

    /// After a loss, half of what was in the network becomes the threshold (RFC 5681 3.1, formula 4).
    private mutating func halve(_ flight: Int) {
        threshold = max(flight / 2, 2 * segmentSize)
        counted = 0
    }

    /// Three duplicate acknowledgments have come. Each stands for a segment that has left the network, so the window is inflated by
    /// three segments (RFC 5681 3.2, step 3). With SACK the sender counts what is in the network, and the window is not inflated.
    mutating func enterFastRecovery(flight: Int, inflating: Bool) {
        halve(flight)
        window = threshold + (inflating ? 3 * segmentSize : 0)
    }

    /// One more duplicate acknowledgment in fast recovery (RFC 5681 3.2, step 4).
    mutating func inflate() {
        window = min(window + segmentSize, 1 << 30)
    }

    /// A partial acknowledgment in fast recovery (RFC 6582 3.2, step 3): the octets that it covers have left the network.
    mutating func deflate(by octets: Int) {
        window = max(segmentSize, window - octets + (octets >= segmentSize ? segmentSize : 0))
    }

    /// All that was in flight at the loss is acknowledged (RFC 6582 3.2, step 3, first choice). The deflated window prevents a burst
    /// of new segments.
    mutating func leaveFastRecovery(flight: Int, deflating: Bool) {
        window = deflating ? min(threshold, max(flight, segmentSize) + segmentSize) : threshold
    }

    /// The retransmission timer has run out: the window is one segment again. If the timer runs out again for the same segment, the
    /// same octets are in flight, so the threshold keeps its value, as RFC 5681 3.1 demands.
    mutating func timedOut(flight: Int) {
        halve(flight)
        window = segmentSize
    }

    /// A segment is lost for another reason than congestion: the window is one segment, and slow start leads back to the old window.
    mutating func startSlowly() {
        threshold = max(threshold, window)
        window = segmentSize
        counted = 0
    }

    /// No data was sent for longer than RTO, so the estimate of the path is out of date (RFC 5681 4.1): the window is at most IW.
    mutating func restartAfterIdle() {
        window = min(window, initialWindow)
    }
}
