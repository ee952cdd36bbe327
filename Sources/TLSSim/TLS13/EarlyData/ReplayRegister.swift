import Crypto

extension TLS13 {
    /// What a server remembers so that a copy of a first flight is not taken for a new one (RFC 8446 section 8).
    ///
    /// Nothing of the server is in the keys of early data, so a copy opens like the original. All connections of a server share one register.
    /// It is a value that its owner hands in with what arrives, and takes back. A copy costs its sender the early data and nothing else: the
    /// handshake goes on.
    public struct ReplayRegister: Hashable, Sendable {
        /// How copies are told from originals.
        public enum Method: String, Hashable, Sendable, CaseIterable {
            /// A ticket buys early data once (section 8.1).
            case singleUse = "single-use"
            /// The first hello of its kind within ten seconds, by its binder (section 8.2).
            case window = "window"
            /// Not at all: each copy is taken.
            case none = "none"
        }

        /// How copies are told.
        public let method: Method
        /// When it began, in milliseconds since 1970: of what happened before it knows nothing.
        public let start: Int64
        /// The latest time that it was told. Time does not run backwards here: a connection that began long ago is judged by the present.
        private var clock: Int64
        private var nextSweep: Int64
        /// What has been taken, and until when it has to be remembered.
        private var taken: [[UInt8]: Int64] = [:]

        /// By how many milliseconds the age that the client claims may differ from the one that the server sees, either way
        /// (section 8.3).
        public static let tolerance: Int64 = 10_000
        /// How many it remembers. A register that is full lets no more early data in until something is out of date.
        public static let capacity = 100_000

        /// A register that remembers nothing yet.
        ///
        /// - Parameter start: the time in milliseconds since 1970.
        public init(_ method: Method, start: Int64) {
            self.method = method
            self.start = start
            clock = start
            nextSweep = start
        }

        /// How many hellos or tickets it remembers.
        public var count: Int { taken.count }

        /// Whether early data of a hello may be accepted at a time. What is accepted is remembered.
        mutating func admits(_ hello: EarlyHello, at now: Int64) -> Bool {
            clock = max(clock, now)
            guard method != .none else { return true }
            guard let ticket = hello.ticket else { return remember(hello.binder, until: .max) }
            guard let arrival = ticket.expectedArrival, Self.isNear(arrival, clock) else { return false }
            let (end, overflow) = arrival.addingReportingOverflow(Self.tolerance)
            guard !overflow else { return false }
            switch method {
            case .none: return true
            case .singleUse:
                // What was done with a ticket before the register began is not known.
                guard ticket.issued >= start else { return false }
                let (until, overflow) = ticket.issued.addingReportingOverflow(Int64(ticket.lifetime) * 1000)
                return remember(HashAlgorithm.sha256.hash(ticket.octets), until: overflow ? .max : max(until, end))
            case .window:
                // Section 8.2: nothing while the window overlaps the start, unless the ticket is younger than that.
                guard ticket.issued >= start || arrival - start > Self.tolerance else { return false }
                return remember(hello.binder, until: end)
            }
        }

        /// Adds a key; false if it is there already, or if there is no room.
        private mutating func remember(_ key: [UInt8], until end: Int64) -> Bool {
            if clock >= nextSweep || taken.count >= Self.capacity {
                let present = clock
                taken = taken.filter { $0.value >= present }
                let (next, overflow) = clock.addingReportingOverflow(Self.tolerance)
                nextSweep = overflow ? .max : next
            }
            guard taken[key] == nil, taken.count < Self.capacity else { return false }
            taken[key] = end
            return true
        }

        private static func isNear(_ one: Int64, _ other: Int64) -> Bool {
            let (difference, overflow) = one.subtractingReportingOverflow(other)
            return !overflow && (-tolerance...tolerance).contains(difference)
        }
    }

    /// What tells the first flight of one client from that of another.
    struct EarlyHello: Hashable, Sendable {
        /// The binder that was verified. Others prove nothing, and an attacker may change them (section 8.2).
        let binder: [UInt8]
        /// The ticket; nil for a secret from outside TLS, which has no age.
        let ticket: TicketUse?

        /// A ticket that is offered.
        struct TicketUse: Hashable, Sendable {
            let octets: [UInt8]
            /// When the server made it, in milliseconds since 1970.
            let issued: Int64
            /// For how many seconds it may be offered.
            let lifetime: UInt32
            /// How old the client says that it is, in milliseconds.
            let claimedAge: UInt32

            /// When the hello should come, in milliseconds since 1970, if it is no copy (section 8.3). The round trip is not taken off: the
            /// tolerance is larger.
            var expectedArrival: Int64? {
                let (arrival, overflow) = issued.addingReportingOverflow(Int64(claimedAge))
                return overflow ? nil : arrival
            }
        }
    }
}
