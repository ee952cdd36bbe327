import Trace

extension Connection {
    /// The settings of a connection.
    ///
    /// A plain configuration is the TCP of RFC 9293's figures: it offers no option but the MSS and leaves the network's capacity
    /// to itself. What later documents have added is a switch, off until it is set; ``modern(isn:)`` sets what current
    /// systems set.
    public struct Configuration: Hashable, Sendable {
        /// The largest amount of data taken in one segment: what the MSS option announces, and the limit of what is sent, options
        /// included.
        public var mss: UInt16
        /// Octets of room for data that has arrived. Without window scaling at most 65,535 of them can be announced.
        public var receiveBuffer: Int
        /// Octets of room for data that is queued or unacknowledged.
        public var sendBuffer: Int
        /// MSL: how long a segment may live in the network. Two minutes is the RFC's choice; systems use less.
        public var msl: TimeSpan
        /// How the first sequence number is chosen.
        public var isn: InitialSequenceNumber
        /// RTO before the round-trip time is known.
        public var initialRTO: TimeSpan
        /// RTO's lower bound.
        public var minimumRTO: TimeSpan
        /// RTO's upper bound; RFC 6298 asks for 60 seconds at least.
        public var maximumRTO: TimeSpan
        /// How often a SYN or SYN,ACK is sent again before the connection is given up. Seven times take 183 seconds with the other
        /// defaults: a SYN must be sent again for three minutes at least (RFC 9293 3.8.3, MUST-23).
        public var synRetries: Int
        /// How often data or a FIN is sent again before the connection is given up.
        public var dataRetries: Int

        /// The shift that our window scale option offers, at most 14 (RFC 7323 2); nil to offer no scaling.
        public var windowScale: UInt8?
        /// The clock behind our timestamps (RFC 7323 3); nil to offer none.
        public var timestamps: TimestampClock?
        /// Whether SACK-permitted is offered (RFC 2018).
        public var selectiveAcknowledgment = false
        /// How the network is spared (RFC 5681); nil to heed the other side's window alone.
        public var congestionControl: CongestionControl.Settings?
        /// Whether small segments wait while anything is unacknowledged (RFC 9293 3.7.4).
        public var nagle = false
        /// Whether the sender waits for a window that is worth a segment (RFC 9293 3.8.6.2.1, MUST-38).
        public var avoidsSillyWindows = false
        /// How long an acknowledgment may wait for company; zero to send each at once. It must stay below half a second
        /// (MUST-40).
        public var acknowledgmentDelay = TimeSpan.microseconds(0)
        /// How many challenge ACKs are sent at most (RFC 5961 7); nil for no limit.
        public var challengeLimit: ChallengeLimit?
        /// When a listener answers SYNs without remembering them (RFC 4987 3.6); nil for never.
        public var synCookies: SYNCookies?
        /// When to ask a silent other side whether it is still there; nil, as the RFC demands of a default, for never (MUST-25).
        public var keepAlive: KeepAlive?
        /// How long a connection that its user has released waits in FIN-WAIT-2 for the other side's FIN; nil for ever. RFC 9293 is
        /// silent on it. Systems set a limit, since nothing else ends the wait when the other side is gone; Linux's
        /// tcp_fin_timeout is 60 seconds.
        public var orphanLimit: TimeSpan? = .seconds(60)
        /// Whether a reset in TIME-WAIT is ignored, the first remedy of RFC 1337 3. RFC 9293 3.10.7.4 lets it end the wait, and so
        /// do systems unless told otherwise.
        public var ignoresResetInTimeWait = false
        /// Whether datagrams must not be fragmented, and what routers then report of the path is heeded (RFC 1191).
        public var discoversPathMTU = true
        /// Whether notes are among the actions. Without them a connection is faster.
        public var tracing = true

        /// A configuration; each default is the RFC's or a common system's.
        public init(
            mss: UInt16 = 1_460, receiveBuffer: Int = 65_535, sendBuffer: Int = 262_144, msl: TimeSpan = .seconds(120),
            isn: InitialSequenceNumber, initialRTO: TimeSpan = .seconds(1), minimumRTO: TimeSpan = .seconds(1),
            maximumRTO: TimeSpan = .seconds(60), synRetries: Int = 7, dataRetries: Int = 15
        ) {
            self.mss = mss
            self.receiveBuffer = receiveBuffer
            self.sendBuffer = sendBuffer
            self.msl = msl
            self.isn = isn
            self.initialRTO = initialRTO
            self.minimumRTO = minimumRTO
            self.maximumRTO = maximumRTO
            self.synRetries = synRetries
            self.dataRetries = dataRetries
        }

        /// The behaviour of a current system: all options, congestion control from ten segments on, delayed acknowledgments.
        public static func modern(isn: InitialSequenceNumber) -> Configuration {
            var configuration = Configuration(receiveBuffer: 1 << 20, isn: isn)
            configuration.windowScale = 7
            configuration.timestamps = TimestampClock()
            configuration.selectiveAcknowledgment = true
            configuration.congestionControl = CongestionControl.Settings()
            configuration.nagle = true
            configuration.avoidsSillyWindows = true
            configuration.acknowledgmentDelay = .milliseconds(40)
            configuration.challengeLimit = ChallengeLimit()
            return configuration
        }
    }
}
