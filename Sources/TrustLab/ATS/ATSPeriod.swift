import TLSSim
import Trace

/// A run of versions of iOS in which App Transport Security has the same rules, as far as they are published.
///
/// The rules of the last period are those of Apple's published source (Security-61901 of October 2025, the time of iOS 26) and of the
/// tests in it. Those of the earlier ones are of Apple's documents, and of the lists of suites in the sources of their time.
package enum ATSPeriod: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// iOS 9: App Transport Security begins. It has one key for all hosts, and holds for every host.
    case nine
    /// iOS 10 to 12.1: three more keys for all hosts. Local names and addresses are free.
    case ten
    /// iOS 12.2 to 12.5: TLS 1.3.
    case twelve
    /// iOS 13 to 15.4: the first published list of suites, with ChaCha20.
    case thirteen
    /// iOS 15.5 and 16: the suites with CBC and SHA-256 or SHA-384 are gone.
    case fifteen
    /// iOS 17 to 18.3: an address needs an entry or a range.
    case seventeen
    /// iOS 18.4 and later: addresses of the device and its link are free again.
    case eighteen

    /// The period by which is judged if no version is named.
    package static let latest = ATSPeriod.eighteen

    /// Whether one period is older than the other.
    package static func < (one: ATSPeriod, other: ATSPeriod) -> Bool { one.rawValue < other.rawValue }

    /// The first version of the period.
    private var first: (major: Int, minor: Int) {
        switch self {
        case .nine: (9, 0)
        case .ten: (10, 0)
        case .twelve: (12, 2)
        case .thirteen: (13, 0)
        case .fifteen: (15, 5)
        case .seventeen: (17, 0)
        case .eighteen: (18, 4)
        }
    }

    /// The period of a version as a person writes it: "9", "16.1", "18.3.2". Nil for any other text, and for a version before iOS 9, which
    /// has no App Transport Security.
    package init?(version text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } && part.utf8.count <= 3 ? Int(part) : nil
        }
        guard (1...3).contains(parts.count), numbers.count == parts.count, let major = numbers.first else { return nil }
        let minor = numbers.dropFirst().first ?? 0
        guard let period = Self.allCases.last(where: { $0.first <= (major, minor) }) else { return nil }
        self = period
    }

    /// The versions in words: "iOS 17 to 18.3".
    package var name: String {
        switch self {
        case .nine: "iOS 9"
        case .ten: "iOS 10 to 12.1"
        case .twelve: "iOS 12.2 to 12.5"
        case .thirteen: "iOS 13 to 15.4"
        case .fifteen: "iOS 15.5 to 16"
        case .seventeen: "iOS 17 to 18.3"
        case .eighteen: "iOS 18.4 and later"
        }
    }

    /// The versions in words in Chinese: "iOS 17 到 18.3".
    package var chineseName: String {
        switch self {
        case .nine: "iOS 9"
        case .ten: "iOS 10 到 12.1"
        case .twelve: "iOS 12.2 到 12.5"
        case .thirteen: "iOS 13 到 15.4"
        case .fifteen: "iOS 15.5 到 16"
        case .seventeen: "iOS 17 到 18.3"
        case .eighteen: "iOS 18.4 及以后"
        }
    }

    /// The newest version of TLS that apps offer (Apple Platform Security, "TLS security": TLS 1.3 from iOS 12.2 on).
    package var newestVersion: ProtocolVersion { self < .twelve ? .tls12 : .tls13 }

    /// The oldest version that is offered where App Transport Security leaves the options as they are. Apple does not publish it. Until
    /// Safari 16 recorded ClientHellos begin with TLS 1.0, those of Safari 26 with TLS 1.2.
    package var oldestVersion: ProtocolVersion { self < .seventeen ? .tls10 : .tls12 }

    /// What decides about hosts and keys in this period.
    var cite: Citation {
        self < .eighteen ? Citation("Apple, NSAppTransportSecurity") : Citation("Apple, Security-61901")
    }
}
