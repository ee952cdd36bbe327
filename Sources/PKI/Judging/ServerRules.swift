import Trace

/// The demands of a platform on certificates of TLS servers that RFC 5280 does not have. They depend on the time of issue, which
/// is notBefore, and on the kind of anchor. All times are in seconds since 1970.
public struct ServerRules: Sendable, Hashable {
    /// The demand that extKeyUsage lists serverAuth.
    public let usage: Demand
    /// The limits to the lifetimes of certificates.
    public let lifetimes: [Lifetime]
    /// The demand that certificates have timestamps of logs (RFC 6962).
    public let transparency: Demand
    /// The numbers of logs whose timestamps a certificate must have.
    public let logs: [LogCount]

    /// A demand of the platform.
    public struct Demand: Sendable, Hashable {
        /// The demand holds for certificates issued at this time or later.
        public let since: Int64
        /// The kinds of anchors under which the demand holds.
        public let kinds: Set<AnchorKind>
        /// The document that has the demand.
        public let cite: Citation

        /// A demand that the document `cite` makes.
        public init(since: Int64, under kinds: Set<AnchorKind>, _ cite: Citation) {
            self.since = since
            self.kinds = kinds
            self.cite = cite
        }

        /// Whether the demand holds for a certificate that was issued at `issued` and has an anchor of this kind.
        fileprivate func holds(issued: Int64, under kind: AnchorKind) -> Bool {
            issued >= since && kinds.contains(kind)
        }
    }

    /// A limit to the time between notBefore and notAfter of a certificate.
    public struct Lifetime: Sendable, Hashable {
        /// The certificates for which the limit holds.
        public let demand: Demand
        /// The limit in days.
        public let days: Int64

        /// A limit of `days` days.
        public init(_ demand: Demand, days: Int64) {
            self.demand = demand
            self.days = days
        }
    }

    /// The number of logs that is enough for certificates of a certain age and lifetime.
    public struct LogCount: Sendable, Hashable {
        /// The number holds for certificates issued at this time or later.
        public let since: Int64
        /// The number holds for certificates that are valid for more than so many days.
        public let longerThan: Int64
        /// The smallest number of different logs.
        public let least: Int

        /// At least `least` logs, for certificates issued at `since` or later and valid for more than `days` days.
        public init(since: Int64, longerThan days: Int64, least: Int) {
            self.since = since
            longerThan = days
            self.least = least
        }
    }

    /// The rules of a platform. If several entries of a list hold for a certificate, the last one counts.
    public init(usage: Demand, lifetimes: [Lifetime], transparency: Demand, logs: [LogCount]) {
        self.usage = usage
        self.lifetimes = lifetimes
        self.transparency = transparency
        self.logs = logs
    }

    // MARK: - Demands on one certificate

    /// Whether extKeyUsage must list serverAuth in a certificate that was issued at `issued`.
    public func demandsUsage(issued: Int64, under kind: AnchorKind) -> Bool { usage.holds(issued: issued, under: kind) }

    /// The limit to the lifetime of a certificate that was issued at `issued`; nil for no limit.
    public func lifetime(issued: Int64, under kind: AnchorKind) -> Lifetime? {
        lifetimes.last { $0.demand.holds(issued: issued, under: kind) }
    }

    /// The number of logs of which a certificate that is valid for `days` days must have timestamps; nil if no timestamp is demanded.
    public func logs(issued: Int64, days: Int64, under kind: AnchorKind) -> Int? {
        guard transparency.holds(issued: issued, under: kind) else { return nil }
        return logs.last { issued >= $0.since && days > $0.longerThan }?.least
    }
}

extension CertificateStructure {
    /// The number of days from notBefore to notAfter, rounded up.
    package var days: Int64 {
        let (seconds, isTooLong) = notAfter.subtractingReportingOverflow(notBefore)
        let (rounded, isOver) = seconds.addingReportingOverflow(CivilTime.day - 1)
        return isTooLong || isOver ? .max : rounded / CivilTime.day
    }
}
