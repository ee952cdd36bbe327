import TLSSim

/// The lists of cipher suites by which App Transport Security decides, each of which contains the ones before it.
package enum ATSSuiteList: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// The list of an app without exceptions.
    case ats
    /// The list under NSExceptionRequiresForwardSecrecy = NO.
    case compatible
    /// The list of the system, which App Transport Security leaves as it is. Apple does not publish it: these are the suites that stand in
    /// recorded ClientHellos of iOS 14, Safari 16 and Safari 26.
    case system

    /// Whether one list is a part of the other.
    package static func < (one: ATSSuiteList, other: ATSSuiteList) -> Bool { one.rawValue < other.rawValue }
}

/// The cipher suites of App Transport Security, by version of iOS.
///
/// The lists decide, not the properties of a suite. From iOS 13 on they are those of Apple's published source (SecProtocolInternal.h, the
/// groups "ats" and "ats_compatibility"). Before, they are the eleven and six suites of Apple's documents of that time.
package enum ATSSuite {
    /// Suites that come and go together.
    private struct Row {
        let numbers: [UInt16]
        let list: ATSSuiteList
        var since = ATSPeriod.nine
        var until = ATSPeriod.latest
    }

    /// The suites of TLS 1.2 and older.
    private static let table = [
        // ECDHE_ECDSA and ECDHE_RSA with AES-GCM, ECDHE_ECDSA with AES-CBC and SHA-1, ECDHE_RSA with AES-128-CBC and SHA-1.
        Row(numbers: [0xc02c, 0xc02b, 0xc030, 0xc02f, 0xc00a, 0xc009, 0xc013], list: .ats),
        // ECDHE with ChaCha20, ECDHE_RSA with AES-256-CBC and SHA-1. No document before has them, and no source of then is published.
        Row(numbers: [0xcca9, 0xcca8, 0xc014], list: .ats, since: .thirteen),
        // ECDHE with AES-CBC and SHA-384 or SHA-256.
        Row(numbers: [0xc024, 0xc023, 0xc028, 0xc027], list: .ats, until: .thirteen),
        // RSA key transport with AES-GCM, and with AES-CBC and SHA-1.
        Row(numbers: [0x009d, 0x009c, 0x0035, 0x002f], list: .compatible),
        // RSA key transport with AES-CBC and SHA-256.
        Row(numbers: [0x003d, 0x003c], list: .compatible, until: .thirteen),
        // 3DES, in recorded ClientHellos alone.
        Row(numbers: [0xc008, 0xc012, 0x000a], list: .system),
    ]

    /// The suites of TLS 1.3 (RFC 8446 appendix B.4).
    package static let tls13 = [0x1302, 0x1301, 0x1303].map { RegisteredSuite($0) }

    /// The suites of TLS 1.2 and older on a list, without those of which it is open whether they were on it.
    package static func suites(of list: ATSSuiteList, on period: ATSPeriod) -> [RegisteredSuite] {
        ATSSuiteList.allCases.filter { $0 <= list }.flatMap { list in
            table.filter { $0.list == list && ($0.since...$0.until).contains(period) }.flatMap(\.numbers)
        }.map { RegisteredSuite($0) }
    }

    /// What the lists say about a suite.
    package enum Standing: Hashable, Sendable {
        /// The shortest list on which the suite stands.
        case listed(ATSSuiteList)
        /// A suite of TLS 1.3, where every key exchange is ephemeral.
        case tls13
        /// A suite of which it is not published whether it was on the list then.
        case open
        /// A suite that was on the list until this period.
        case dropped(after: ATSPeriod)
        /// A suite with finite-field Diffie–Hellman. It has forward secrecy and is on no list.
        case finiteField
        /// Any other suite, which is on no list.
        case unlisted
    }

    /// What the lists of a period say about `suite`.
    package static func standing(of suite: RegisteredSuite, on period: ATSPeriod) -> Standing {
        if tls13.contains(suite) { return .tls13 }
        guard let row = table.first(where: { $0.numbers.contains(suite.codePoint) }) else {
            return suite.agreement == .dheRSA ? .finiteField : .unlisted
        }
        if period < row.since { return .open }
        return period > row.until ? .dropped(after: row.until) : .listed(row.list)
    }
}
