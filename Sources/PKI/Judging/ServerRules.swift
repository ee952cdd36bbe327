import Trace

/// The demands of a platform on certificates of TLS servers that RFC 5280 does not have. They depend on the time of issue, which
/// is notBefore, and on the kind of anchor. All times are in seconds since 1970.
public struct ServerRules: Sendable, Hashable {
    /// The demands that extKeyUsage lists serverAuth.
    public let usages: [Demand]
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
        /// The limit in days, as the platform's documents give it.
        public let days: Int64
        /// The limit in seconds.
        public let seconds: Int64

        /// A limit of `days` days, and of `extra` seconds that the platform's program allows besides.
        public init(_ demand: Demand, days: Int64, extra: Int64 = 0) {
            self.demand = demand
            self.days = days
            seconds = days * CivilTime.day + extra
        }
    }

    /// The number of logs that is enough for certificates of a certain age and lifetime.
    public struct LogCount: Sendable, Hashable {
        /// The number holds for certificates issued at this time or later.
        public let since: Int64
        /// The number holds for certificates that are valid for longer than this.
        public let longerThan: Lifespan
        /// The smallest number of different logs.
        public let least: Int

        /// A length of time from notBefore to notAfter.
        public enum Lifespan: Sendable, Hashable {
            /// No time: every certificate is valid for longer.
            case none
            /// So many whole months of the calendar.
            case months(Int)
            /// So many days.
            case days(Int64)
        }

        /// At least `least` logs, for certificates issued at `since` or later and valid for longer than `lifespan`.
        public init(since: Int64, longerThan lifespan: Lifespan, least: Int) {
            self.since = since
            longerThan = lifespan
            self.least = least
        }

        /// Whether the number holds for a certificate with these dates.
        fileprivate func holds(from notBefore: Int64, to notAfter: Int64) -> Bool {
            guard notBefore >= since else { return false }
            return switch longerThan {
            case .none: true
            case .months(let count): CivilTime.wholeMonths(from: notBefore, to: notAfter) > count
            case .days(let count): notAfter - notBefore > count * CivilTime.day
            }
        }
    }

    /// The rules of a platform. If several entries of a list hold for a certificate, the last one counts.
    public init(usages: [Demand], lifetimes: [Lifetime], transparency: Demand, logs: [LogCount]) {
        self.usages = usages
        self.lifetimes = lifetimes
        self.transparency = transparency
        self.logs = logs
    }

    // MARK: - Demands on one certificate

    /// The demand that extKeyUsage lists serverAuth in a certificate that was issued at `issued`; nil for no demand.
    public func usageDemand(issued: Int64, under kind: AnchorKind) -> Demand? {
        usages.last { $0.holds(issued: issued, under: kind) }
    }

    /// The limit to the lifetime of a certificate that was issued at `issued`; nil for no limit.
    public func lifetime(issued: Int64, under kind: AnchorKind) -> Lifetime? {
        lifetimes.last { $0.demand.holds(issued: issued, under: kind) }
    }

    /// The number of logs of which a certificate with these dates must have timestamps; nil if no timestamp is demanded.
    public func logs(from notBefore: Int64, to notAfter: Int64, under kind: AnchorKind) -> Int? {
        guard transparency.holds(issued: notBefore, under: kind) else { return nil }
        return logs.last { $0.holds(from: notBefore, to: notAfter) }?.least
    }
}

extension CivilTime {
    /// The months of the calendar that have passed between two moments, only whole ones.
    fileprivate static func wholeMonths(from start: Int64, to end: Int64) -> Int {
        let (first, last) = (CivilTime(secondsSince1970: start), CivilTime(secondsSince1970: end))
        let months = (last.year - first.year) * 12 + last.month - first.month
        func within(_ time: CivilTime) -> Int { ((time.day * 24 + time.hours) * 60 + time.minutes) * 60 + time.seconds }
        return within(last) < within(first) ? months - 1 : months
    }
}

extension CertificateStructure {
    /// The number of seconds from notBefore to notAfter. The dates of certificates lie between the years 0 and 9999.
    package var lifetime: Int64 { notAfter - notBefore }

    /// The number of days from notBefore to notAfter, rounded up.
    package var days: Int64 { (lifetime + CivilTime.day - 1) / CivilTime.day }
}
