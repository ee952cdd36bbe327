import Trace

extension Connection {
    /// The settings of a connection.
    ///
    /// A plain configuration is the TCP of RFC 9293's figures: it offers only the MSS option and has no congestion control. Each
    /// addition of a later document is a switch, which is off by default. ``modern(isn:)`` turns on what current systems turn on.
    public struct Configuration: Hashable, Sendable {
        /// The largest amount of data that we accept in one segment, which the MSS option announces, in octets. It also limits the
        /// segments that we send, options included.
        public var mss: UInt16
        /// The room for data that has arrived, in octets. Without window scaling at most 65,535 of them can be announced.
        public var receiveBuffer: Int
        /// The room for data that is queued or unacknowledged, in octets.
        public var sendBuffer: Int
        /// MSL: the longest time that a segment is assumed to stay in the network. The RFC chooses two minutes; systems use less.
        public var msl: TimeSpan
        /// How the first sequence number is chosen.
        public var isn: InitialSequenceNumber
        /// RTO before the round-trip time is known.
        public var initialRTO: TimeSpan
        /// RTO's lower bound.
        public var minimumRTO: TimeSpan
        /// RTO's upper bound; RFC 6298 requires at least 60 seconds.
        public var maximumRTO: TimeSpan
        /// How many times a SYN or SYN,ACK is sent again before the connection is given up. With the other defaults, seven times
        /// take 183 seconds: a SYN must be sent again for at least three minutes (RFC 9293 3.8.3, MUST-23).
        public var synRetries: Int
        /// How many times data or a FIN is sent again before the connection is given up.
        public var dataRetries: Int

        /// The shift that our window scale option offers, at most 14 (RFC 7323 2); nil to offer no scaling.
        public var windowScale: UInt8?
        /// The clock behind our timestamps (RFC 7323 3); nil to offer none.
        public var timestamps: TimestampClock?
        /// Whether SACK-permitted is offered (RFC 2018).
        public var selectiveAcknowledgment = false
        /// The settings of congestion control (RFC 5681); nil if only the other side's window limits the sender.
        public var congestionControl: CongestionControl.Settings?
        /// Whether small segments wait while anything is unacknowledged (RFC 9293 3.7.4).
        public var nagle = false
        /// Whether the sender waits until the window has room for a segment of reasonable size (RFC 9293 3.8.6.2.1, MUST-38).
        public var avoidsSillyWindows = false
        /// The longest delay of an acknowledgment; zero to send each at once. It must be less than half a second (MUST-40).
        public var acknowledgmentDelay = TimeSpan.microseconds(0)
        /// The limit of challenge ACKs (RFC 5961 7); nil for no limit.
        public var challengeLimit: ChallengeLimit?
        /// SYN cookies: when a listener answers SYNs without remembering them (RFC 4987 3.6); nil for never.
        public var synCookies: SYNCookies?
        /// Keep-alive: when to ask a silent other side whether it is still there; nil for never, which must be the default
        /// (MUST-25).
        public var keepAlive: KeepAlive?
        /// How long a connection that its user has released waits in FIN-WAIT-2 for the other side's FIN; nil for ever. RFC 9293
        /// has no rule for this. Systems set a limit, because nothing else ends the wait if the other side is gone. Linux's
        /// tcp_fin_timeout is 60 seconds.
        public var orphanLimit: TimeSpan? = .seconds(60)
        /// Whether a reset in TIME-WAIT is ignored, which is the first remedy of RFC 1337 3. In RFC 9293 3.10.7.4 a reset ends the
        /// wait, as in systems by default.
        public var ignoresResetInTimeWait = false
        /// Whether our datagrams forbid fragmentation, and reports of routers about the MTU of the path are followed (RFC 1191).
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

        /// The behaviour of a current system: all options, congestion control with an initial window of ten segments, delayed
        /// acknowledgments.
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
