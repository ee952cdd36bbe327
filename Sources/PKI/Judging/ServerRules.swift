import Trace

/// What a platform asks of the certificates of TLS servers besides RFC 5280, by the day on which they were issued and by the kind of
/// anchor. All moments are in seconds since 1970.
public struct ServerRules: Sendable, Hashable {
    /// The moment from which on extKeyUsage must list serverAuth.
    public let usage: Demand
    /// The longest lifetimes that certificates may have.
    public let lifetimes: [Lifetime]
    /// The moment from which on certificates must be published.
    public let transparency: Demand
    /// The numbers of logs from which a certificate must have timestamps (RFC 6962).
    public let logs: [LogCount]

    /// A demand of the platform.
    public struct Demand: Sendable, Hashable {
        /// The first second of issue for which the demand holds.
        public let since: Int64
        /// The kinds of anchors under which the demand holds.
        public let kinds: Set<AnchorKind>
        /// The document that has the demand.
        public let cite: Citation

        /// A demand of the document `cite`.
        public init(since: Int64, under kinds: Set<AnchorKind>, _ cite: Citation) {
            self.since = since
            self.kinds = kinds
            self.cite = cite
        }

        fileprivate func holds(issued: Int64, under kind: AnchorKind) -> Bool {
            issued >= since && kinds.contains(kind)
        }
    }

    /// A limit to the time between the first and the last second of a certificate.
    public struct Lifetime: Sendable, Hashable {
        /// The certificates for which the limit holds.
        public let demand: Demand
        /// The limit in days.
        public let days: Int64

        /// A limit of so many days.
        public init(_ demand: Demand, days: Int64) {
            self.demand = demand
            self.days = days
        }
    }

    /// The number of logs that is enough for certificates of a kind.
    public struct LogCount: Sendable, Hashable {
        /// The kind: certificates that were issued at this moment or later,
        public let since: Int64
        /// and live longer than so many days.
        public let longerThan: Int64
        /// The least number of different logs.
        public let least: Int

        /// At least so many logs.
        public init(since: Int64, longerThan days: Int64, least: Int) {
            self.since = since
            longerThan = days
            self.least = least
        }
    }

    /// The rules of a platform. If several limits hold for a certificate, the last one counts.
    public init(usage: Demand, lifetimes: [Lifetime], transparency: Demand, logs: [LogCount]) {
        self.usage = usage
        self.lifetimes = lifetimes
        self.transparency = transparency
        self.logs = logs
    }

    // MARK: - Asked about a certificate

    /// Whether extKeyUsage must list serverAuth.
    public func demandsUsage(issued: Int64, under kind: AnchorKind) -> Bool { usage.holds(issued: issued, under: kind) }

    /// The limit to the lifetime; nil for no limit.
    public func lifetime(issued: Int64, under kind: AnchorKind) -> Lifetime? {
        lifetimes.last { $0.demand.holds(issued: issued, under: kind) }
    }

    /// The number of logs of which the certificate must have timestamps; nil where no timestamp is demanded.
    public func logs(issued: Int64, days: Int64, under kind: AnchorKind) -> Int? {
        guard transparency.holds(issued: issued, under: kind) else { return nil }
        return logs.last { issued >= $0.since && days > $0.longerThan }?.least
    }
}

extension CertificateStructure {
    /// The days of its life, the last one counted as a whole.
    package var days: Int64 {
        let (seconds, isTooLong) = notAfter.subtractingReportingOverflow(notBefore)
        let (rounded, isOver) = seconds.addingReportingOverflow(CivilTime.day - 1)
        return isTooLong || isOver ? .max : rounded / CivilTime.day
    }
}
