import Render
import TLSSim
import TestPKI
import TestSupport
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// What a dictionary in an Info.plist asks for, and which of its parts wins.
@Suite struct ATSDictionaryTests {
    private static func read(_ members: [String: PropertyValue]) throws -> ATSDictionary {
        try #require(ATSDictionary(infoPlist: .dictionary(["NSAppTransportSecurity": .dictionary(members)])))
    }

    private static func entry(_ name: String, _ members: [String: PropertyValue]) throws -> ATSDictionary {
        try read(["NSExceptionDomains": .dictionary([name: .dictionary(members)])])
    }

    private static func rules(_ dictionary: ATSDictionary, _ host: String, _ loader: ATSLoader = .urlSession) throws
        -> ATSRules
    {
        dictionary.rules(forHost: try #require(ATSHost(host)), loader: loader)
    }

    @Test func withoutADictionaryATSIsOnWithItsDefaults() throws {
        let empty = try #require(ATSDictionary(infoPlist: .dictionary(["CFBundleName": .string("x")])))
        #expect(empty.problems.isEmpty)
        #expect(try Self.rules(empty, "www.example.com") == ATSRules(host: .name("www.example.com")))
        #expect(ATSDictionary(infoPlist: .array([])) == nil && ATSDictionary(infoPlist: .boolean(true)) == nil)
    }

    /// SecTrustPinningRequired makes the system demand pins that are not modelled: a chain that it trusts is not decided.
    @Test func theKeyThatDemandsSystemPinsIsNamedAndNothingIsDecided() async throws {
        let host = ATSSample.host
        for (value, result) in [(true, ATSJudgement.Result.undecided), (false, .loads)] {
            let dictionary = try #require(
                ATSDictionary(infoPlist: .dictionary(["SecTrustPinningRequired": .boolean(value)])))
            #expect(dictionary.problems.map(\.kind) == [.systemPins])
            let rules = dictionary.rules(forHost: host)
            #expect(ATSSample.policy.judge(try await ATSSample.server(), by: rules).result == result)
            // A chain that is refused stays refused.
            let other = try await ATSSample.server(host: "other.example")
            #expect(ATSSample.policy.judge(other, by: rules).result == .refused)
        }
    }

    /// What Apple's documents and its source say differently stands in the JSON as in the text.
    @Test func theDifferencesStandInTheJSON() async throws {
        let dictionary = try Self.entry(
            Sample.host, ["NSExceptionRequiresForwardSecrecy": .boolean(false)])
        let rules = dictionary.rules(forHost: ATSSample.host)
        let judgement = ATSSample.policy.judge(try await ATSSample.server(), by: rules)
        let json = judgement.report(of: dictionary, remedy: nil, remarks: [], pinning: nil).json
        #expect(json["differences"] == .array([.string(ATSDifference.keyLength.english)]))
        let plain = ATSPolicy(anchorKind: .app).judge(try await ATSSample.server(), by: ATSSample.rules())
        #expect(
            plain.report(of: ATSDictionary(), remedy: nil, remarks: [], pinning: nil).json["differences"] == .array([]))
    }

    @Test func eachKeyOfAnEntryDoesWhatItSaysAndNothingElse() throws {
        let host = ATSHost.name("example.com")
        func rules(_ key: String, _ value: PropertyValue) throws -> ATSRules {
            let dictionary = try Self.entry("example.com", [key: value])
            #expect(dictionary.problems.isEmpty || key == "NSRequiresCertificateTransparency")
            return dictionary.rules(forHost: host)
        }
        let plain = ATSRules(host: host, entry: "example.com")
        for (text, version) in [
            ("TLSv1.0", ProtocolVersion.tls10), ("TLSv1.1", .tls11), ("TLSv1.2", .tls12), ("TLSv1.3", .tls13),
        ] {
            var expected = plain
            expected.minimumVersion = version
            #expect(try rules("NSExceptionMinimumTLSVersion", .string(text)) == expected)
        }
        for flag in [true, false] {
            var secrecy = plain
            secrecy.suites = flag ? .ats : .compatible
            if !flag { secrecy.differences = [.keyLength] }
            #expect(try rules("NSExceptionRequiresForwardSecrecy", .boolean(flag)) == secrecy)
            var clear = plain
            clear.allowsPlainHTTP = flag
            #expect(try rules("NSExceptionAllowsInsecureHTTPLoads", .boolean(flag)) == clear)
            #expect(try rules("NSIncludesSubdomains", .boolean(flag)) == plain)
            #expect(try rules("NSRequiresCertificateTransparency", .boolean(flag)) == plain)
        }
    }

    @Test func anEntryReachesSubdomainsWhereItSaysSoAndTheNearestOneWins() throws {
        let dictionary = try Self.read([
            "NSExceptionDomains": .dictionary([
                "example.com": .dictionary([
                    "NSIncludesSubdomains": .boolean(true), "NSExceptionMinimumTLSVersion": .string("TLSv1.0"),
                ]),
                "api.example.com": .dictionary([
                    "NSIncludesSubdomains": .boolean(true), "NSExceptionMinimumTLSVersion": .string("TLSv1.3"),
                ]),
                "old.api.example.com": .dictionary(["NSExceptionRequiresForwardSecrecy": .boolean(false)]),
                "example.org": .dictionary(["NSExceptionRequiresForwardSecrecy": .boolean(false)]),
            ])
        ])
        let rows: [(String, String?)] = [
            ("example.com", "example.com"), ("www.example.com", "example.com"), ("a.b.example.com", "example.com"),
            ("api.example.com", "api.example.com"), ("v1.api.example.com", "api.example.com"),
            ("old.api.example.com", "old.api.example.com"), ("x.old.api.example.com", "api.example.com"),
            ("example.org", "example.org"), ("www.example.org", nil), ("notexample.com", nil), ("com", nil),
            ("WWW.Example.COM", "example.com"),
        ]
        for (host, entry) in rows { #expect(try Self.rules(dictionary, host).entry == entry, "\(host)") }
        let old = try Self.rules(dictionary, "old.api.example.com")
        // The entry that wins speaks alone: nothing is inherited.
        #expect(old.minimumVersion == .tls12 && old.suites == .compatible)
    }

    @Test(arguments: [
        "NSAllowsArbitraryLoadsForMedia", "NSAllowsArbitraryLoadsInWebContent", "NSAllowsLocalNetworking",
    ])
    func nsAllowsArbitraryLoadsIsIgnoredWhereANewerKeyIsPresentWhateverItSays(other: String) throws {
        let host = ATSHost.name("www.example.com")
        let alone = try Self.read(["NSAllowsArbitraryLoads": .boolean(true)])
        #expect(alone.rules(forHost: host).exemption == .arbitraryLoads && alone.rules(forHost: host).allowsPlainHTTP)
        for flag in [true, false] {
            let both = try Self.read(["NSAllowsArbitraryLoads": .boolean(true), other: .boolean(flag)])
            #expect(both.rules(forHost: host).exemption == nil)
            #expect(both.rules(forHost: host, on: .nine).exemption == .arbitraryLoads)
            #expect(both.problems.map(\.kind) == [.arbitraryLoadsIgnored(because: other)])
            let media = both.rules(forHost: host, loader: .media).exemption
            #expect(media == (flag && other.hasSuffix("ForMedia") ? .arbitraryLoadsForMedia : nil))
            let web = both.rules(forHost: host, loader: .webContent).exemption
            #expect(web == (flag && other.hasSuffix("InWebContent") ? .arbitraryLoadsInWebContent : nil))
        }
    }

    @Test func anEntryStandsAboveTheGeneralKeys() throws {
        let dictionary = try Self.read([
            "NSAllowsArbitraryLoads": .boolean(true),
            "NSExceptionDomains": .dictionary(["example.com": .dictionary([:])]),
        ])
        #expect(try Self.rules(dictionary, "example.com").exemption == nil)
        #expect(try Self.rules(dictionary, "www.example.com").exemption == .arbitraryLoads)
    }

    @Test func whatIsMalformedHasNoEffectAndIsReportedWithItsPath() throws {
        let root = "NSAppTransportSecurity"
        let rows: [([String: PropertyValue], String, ATSDictionary.Problem.Kind)] = [
            (
                ["NSAllowsArbitraryLoads": .string("YES")], "\(root)/NSAllowsArbitraryLoads",
                .textAsBoolean
            ),
            (
                ["NSAllowsArbitraryLoads": .integer(2)], "\(root)/NSAllowsArbitraryLoads", .numberIsNo("2")
            ),
            (
                ["NSExceptionDomains": .array([])], "\(root)/NSExceptionDomains",
                .wrongType(expected: "Dictionary", found: "Array")
            ),
            (
                ["NSExceptionDomains": .dictionary(["example.com": .boolean(true)])],
                "\(root)/NSExceptionDomains/example.com",
                .wrongType(expected: "Dictionary", found: "Boolean")
            ),
            (["NSAllowArbitraryLoads": .boolean(true)], "\(root)/NSAllowArbitraryLoads", .unknownKey),
            (
                ["Exception Domains": .dictionary([:])], "\(root)/Exception Domains",
                .displayName(use: "NSExceptionDomains")
            ),
            (["NSIncludesSubdomains": .boolean(true)], "\(root)/NSIncludesSubdomains", .belongsIntoAnEntry),
        ]
        for (members, path, kind) in rows {
            let dictionary = try Self.read(members)
            #expect(dictionary.problems == [ATSDictionary.Problem(path: path, kind: kind)])
            #expect(try Self.rules(dictionary, "example.com").exemption == nil)
        }
        let domain = "\(root)/NSExceptionDomains/example.com"
        let entries: [(String, PropertyValue, ATSDictionary.Problem.Kind)] = [
            ("NSExceptionMinimumTLSVersion", .string("1.0"), .unknownVersion("1.0")),
            ("NSExceptionMinimumTLSVersion", .string("DTLSv1.2"), .datagramVersion("DTLSv1.2")),
            ("NSExceptionMinimumTLSVersion", .real(1.0), .wrongType(expected: "String", found: "Number")),
            ("NSExceptionRequiresForwardSecrecy", .string("NO"), .textAsBoolean),
            (
                "NSThirdPartyExceptionRequiresForwardSecrecy", .boolean(false),
                .formerKey(use: "NSExceptionRequiresForwardSecrecy")
            ),
            (
                "NSTemporaryExceptionMinimumTLSVersion", .string("TLSv1.0"),
                .formerKey(use: "NSExceptionMinimumTLSVersion")
            ),
        ]
        for (key, value, kind) in entries {
            let dictionary = try Self.entry("example.com", [key: value])
            #expect(dictionary.problems == [ATSDictionary.Problem(path: "\(domain)/\(key)", kind: kind)])
            var rules = try Self.rules(dictionary, "example.com")
            #expect(rules.alternatives.isEmpty != (kind == .datagramVersion("DTLSv1.2")))
            rules.alternatives = []
            #expect(rules == ATSRules(host: .name("example.com"), entry: "example.com"))
        }
        let outside = try #require(ATSDictionary(infoPlist: .dictionary(["NSAllowsArbitraryLoads": .boolean(true)])))
        #expect(outside.problems.map(\.kind) == [.notInside] && outside.allowsArbitraryLoads == nil)
        let shown = ATSDictionary(infoPlist: .dictionary(["App Transport Security Settings": .dictionary([:])]))
        #expect(shown?.problems.map(\.kind) == [.displayName(use: "NSAppTransportSecurity")])
    }

    @Test(arguments: [
        ("Example.com", ATSDictionary.Problem.Kind.upperCase), ("example.com:443", .notOnlyAName),
        ("https://example.com", .notOnlyAName), ("192.0.2.1", .address), ("2001:db8::1", .address),
        ("2001:db8:12::/48", .address), ("192.0.2.0/x", .notARange), ("198.51.100.100/32", .oddRange(.tooLong)),
        ("10.0.0.0/08", .oddRange(.octalPrefix)), ("example.com.", .trailingDot), ("*.example.com", .wildcard),
        ("", .noName),
        ("two words", .noName),
    ])
    func namesOfDomainsThatFitNoHostAreToldApart(name: String, kind: ATSDictionary.Problem.Kind) throws {
        let dictionary = try Self.entry(name, ["NSExceptionRequiresForwardSecrecy": .boolean(false)])
        #expect(dictionary.problems.map(\.kind) == [kind])
        #expect(try Self.rules(dictionary, "www.example.com").suites == .ats)
        #expect(try Self.rules(dictionary, "example.com").suites == .ats)
        #expect(try Self.entry("localhost", [:]).problems.isEmpty)
    }

    @Test func nsPinnedDomainsIsRecognised() throws {
        let dictionary = try Self.read([
            "NSPinnedDomains": .dictionary(["b.example": .dictionary([:]), "a.example": .other])
        ])
        #expect(dictionary.pinnedDomains.isEmpty && dictionary.pinning == nil)
        #expect(
            dictionary.problems.map(\.kind) == [
                .wrongType(expected: "Dictionary", found: "Date or Data"), .nothingPinned,
            ])
    }

    @Test func anyPropertyListIsReadAndOnlyWhatIsWellformedLoosensAnything() {
        let keys = [
            "NSAppTransportSecurity", "NSAllowsArbitraryLoads", "NSAllowsLocalNetworking", "NSExceptionDomains",
            "example.com",
            "NSIncludesSubdomains", "NSExceptionMinimumTLSVersion", "NSExceptionRequiresForwardSecrecy",
            "NSExceptionAllowsInsecureHTTPLoads", "", "x",
        ]
        func value(_ random: inout SplitMix64, _ depth: Int, booleans: Bool) -> PropertyValue {
            switch random.next() % (depth > 4 ? 5 : 9) {
            case 0: return booleans ? .boolean(random.next() % 2 == 0) : .string("YES")
            case 1: return .string(booleans ? ["TLSv1.0", "TLSv1.3", "x"][Int(random.next() % 3)] : "TLS1.0")
            case 2: return booleans ? .integer(Int64(truncatingIfNeeded: random.next() % 4)) : .other
            case 3: return booleans ? .real(.nan) : .array([])
            case 4: return .other
            case 5: return .array([value(&random, depth + 1, booleans: booleans)])
            default:
                var members: [String: PropertyValue] = [:]
                for _ in 0..<3 {
                    members[keys[Int(random.next() % UInt64(keys.count))]] = value(
                        &random, depth + 1, booleans: booleans)
                }
                return .dictionary(members)
            }
        }
        forEachSeed(2_000) { _, random in
            for booleans in [true, false] {
                let list = PropertyValue.dictionary(["NSAppTransportSecurity": value(&random, 0, booleans: booleans)])
                guard let dictionary = ATSDictionary(infoPlist: list) else { continue }
                for problem in dictionary.problems { #expect(problem.path.hasPrefix("NSAppTransportSecurity")) }
                for problem in dictionary.problems { #expect(!problem.sentence(in: .english).isEmpty) }
                let rules = dictionary.rules(forHost: .name("example.com"))
                // No Boolean and no version in it: nothing may have changed.
                if !booleans { #expect(rules == ATSRules(host: .name("example.com"), entry: rules.entry)) }
            }
        }
    }
}
