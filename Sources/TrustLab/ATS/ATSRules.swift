import TLSSim

/// The demands of App Transport Security on one host, under one app's Info.plist and one version of iOS.
package struct ATSRules: Hashable, Sendable {
    package let host: ATSHost
    /// The versions of iOS to which the rules belong.
    package var period = ATSPeriod.latest
    /// Why ATS does not apply to the connection. Nil if ATS applies. The system's trust evaluation takes place in both cases.
    package var exemption: ATSExemption?
    /// The entry of NSExceptionDomains that applies to the host. Nil if there is none.
    package var entry: String?
    /// Whether the entry is one of the system's own.
    package var isBuiltIn = false
    /// The oldest version that client and server may negotiate.
    package var minimumVersion = ProtocolVersion.tls12
    /// The suites that are offered.
    package var suites = ATSSuiteList.ats
    /// Whether Info.plist makes the system demand pins of its own kind, which are not modelled here.
    package var requiresSystemPins = false
    /// Whether URLs may begin with http.
    package var allowsPlainHTTP = false
    /// Where Apple's documents and its published source differ about these rules. The source decides.
    package var differences: [ATSDifference] = []
    /// The rules by the other answer to a question that is open; empty where no open question matters.
    package var alternatives: [Alternative] = []

    /// The rules by the other answer to a question.
    package struct Alternative: Hashable, Sendable {
        package let question: ATSQuestion
        package let rules: ATSRules
    }

    /// The offer of a client under these rules.
    package var offer: ATSOffer { ATSOffer(period: period, minimumVersion: minimumVersion, list: suites) }

    /// Whether code of the app may accept a chain that the system refuses: where ATS does not apply, or an entry allows plain HTTP.
    package var letsAppDecide: Bool { exemption != nil || allowsPlainHTTP }
}

/// Why App Transport Security does not apply to a connection.
package enum ATSExemption: Hashable, Sendable {
    /// NSAllowsArbitraryLoads is YES, and no entry of NSExceptionDomains applies to the host.
    case arbitraryLoads
    /// NSAllowsArbitraryLoadsForMedia is YES, and AVFoundation makes the connection.
    case arbitraryLoadsForMedia
    /// NSAllowsArbitraryLoadsInWebContent is YES, and a web view makes the connection.
    case arbitraryLoadsInWebContent
    /// The host is local: a name of one label, a name under .local, or an address that counts as local.
    case local
    /// The host is an address, and the version of iOS leaves every address free.
    case anyAddress
}

/// A client's offer: the versions and cipher suites that it accepts.
package struct ATSOffer: Hashable, Sendable {
    /// The versions of iOS that make the offer.
    package let period: ATSPeriod
    /// The oldest version.
    package let minimumVersion: ProtocolVersion
    /// The list of suites.
    package let list: ATSSuiteList

    /// The versions, newest first.
    package var versions: [ProtocolVersion] {
        ProtocolVersion.all.filter { $0 >= minimumVersion && $0 <= period.newestVersion }.reversed()
    }

    /// The suites, those of TLS 1.3 first.
    package var suites: [RegisteredSuite] {
        (period.newestVersion == .tls13 ? ATSSuite.tls13 : [])
            + (minimumVersion == .tls13 ? [] : ATSSuite.suites(of: list, on: period))
    }

    /// Whether the offer has both the version and the suite, and the suite can be used with the version.
    package func contains(_ version: ProtocolVersion, _ suite: RegisteredSuite) -> Bool {
        versions.contains(version) && suites.contains(suite)
            && (version == .tls13) == ATSSuite.tls13.contains(suite)
    }

    /// The offer of an app without exceptions.
    package static let usual = ATSOffer(period: .latest, minimumVersion: .tls12, list: .ats)

    /// Every offer that a dictionary can lead to in a period, the strictest first.
    package static func all(on period: ATSPeriod = .latest) -> [ATSOffer] {
        ATSSuiteList.allCases.flatMap { list in
            [ProtocolVersion.tls13, .tls12, .tls11, .tls10].map {
                ATSOffer(period: period, minimumVersion: $0, list: list)
            }
        }
    }
}

/// The part of the system that makes the connection. Two of the keys apply to one part only.
package enum ATSLoader: String, Hashable, Sendable, CaseIterable {
    /// The URL Loading System: URLSession and what is built on it.
    case urlSession
    /// AVFoundation.
    case media
    /// WKWebView and other web views.
    case webContent
}
