import Crypto

extension TLS13 {
    /// A server's memory of first flights with early data, by which it recognizes copies (RFC 8446 section 8).
    ///
    /// Nothing of the server enters the keys of early data, so a copy opens like the original. All connections of a server share one
    /// register. It is a value: its owner passes it in with the input of an endpoint, and gets it back. If a flight is recognized as a
    /// copy, only its early data is rejected: the handshake goes on.
    public struct ReplayRegister: Hashable, Sendable {
        /// The ways to recognize copies.
        public enum Method: String, Hashable, Sendable, CaseIterable {
            /// Each ticket allows early data once (section 8.1).
            case singleUse = "single-use"
            /// A binder is accepted once within the window of ten seconds (section 8.2).
            case window = "window"
            /// Copies are not recognized: each one is accepted.
            case none = "none"
        }

        /// The way in which copies are recognized.
        public let method: Method
        /// When it began, in milliseconds since 1970. It knows nothing of what happened before.
        public let start: Int64
        /// The latest time that was passed in, in milliseconds since 1970. A connection that began long ago has an old time and is judged
        /// by this one.
        private var clock: Int64
        private var nextSweep: Int64
        /// The keys (hashes of tickets, or binders) that were accepted, and the time until which each has to be remembered.
        private var taken: [[UInt8]: Int64] = [:]

        /// By how many milliseconds the age that the client claims may differ from the one that the server sees, either way
        /// (section 8.3).
        public static let tolerance: Int64 = 10_000
        /// How many keys it remembers at most. A full register admits no more early data until a key is out of date.
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

        /// Whether the early data of a hello may be accepted at a time, in milliseconds since 1970. A hello that is admitted is remembered.
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
                // The register does not know whether an older ticket was used before the register began.
                guard ticket.issued >= start else { return false }
                let (until, overflow) = ticket.issued.addingReportingOverflow(Int64(ticket.lifetime) * 1000)
                return remember(HashAlgorithm.sha256.hash(ticket.octets), until: overflow ? .max : max(until, end))
            case .window:
                // Section 8.2: while the window overlaps the start, only tickets that are younger than the register are admitted.
                guard ticket.issued >= start || arrival - start > Self.tolerance else { return false }
                return remember(hello.binder, until: end)
            }
        }

        /// Adds a key. False if the key is already there, or if there is no room.
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

    /// The values by which a server recognizes a copy of a first flight.
    struct EarlyHello: Hashable, Sendable {
        /// The binder that was verified. Other binders of the hello prove nothing, and an attacker may change them (section 8.2).
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
            /// The age of the ticket that the client claims, in milliseconds.
            let claimedAge: UInt32

            /// The time at which a hello that is not a copy should arrive, in milliseconds since 1970 (section 8.3); nil on overflow. The
            /// round trip is not taken into account: the tolerance is larger.
            var expectedArrival: Int64? {
                let (arrival, overflow) = issued.addingReportingOverflow(Int64(claimedAge))
                return overflow ? nil : arrival
            }
        }
    }
}
