import TLSSim
import TestSupport
import Testing

@testable import PKI
@testable import TrustLab

extension PropertyValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByDictionaryLiteral
{
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(dictionaryLiteral elements: (String, PropertyValue)...) {
        self = .dictionary(Dictionary(elements) { $1 })
    }
}

/// App Transport Security as Apple's published source and tests have it (Security-61901): the vectors and facts of that reading, each with its
/// name. "T" is a test of Apple's, by its method; "S" is the source alone; "D" is a document, for the versions of iOS before.
@Suite struct ATSVectorTests {
    /// What comes of http:// and some hosts under a dictionary.
    struct Row: Sendable, CustomTestStringConvertible {
        let fact: String
        let dictionary: PropertyValue
        let hosts: [String: ATSJudgement.Result]
        var loader = ATSLoader.urlSession
        var periods = [ATSPeriod.latest]

        init(
            _ fact: String, _ dictionary: PropertyValue, loads: [String] = [], blocks: [String] = [],
            open: [String] = [],
            by loader: ATSLoader = .urlSession, on periods: [ATSPeriod] = [.latest]
        ) {
            self.fact = fact
            self.dictionary = dictionary
            self.loader = loader
            self.periods = periods
            let pairs: [(String, ATSJudgement.Result)] =
                loads.map { ($0, .loads) } + blocks.map { ($0, .refused) } + open.map { ($0, .undecided) }
            hosts = Dictionary(pairs) { first, _ in first }
        }

        var testDescription: String { fact }
    }

    private static let http = PropertyValue.dictionary(["NSExceptionAllowsInsecureHTTPLoads": true])
    private static let httpBelow = PropertyValue.dictionary([
        "NSExceptionAllowsInsecureHTTPLoads": true, "NSIncludesSubdomains": true,
    ])
    private static func domains(_ entries: PropertyValue) -> PropertyValue { ["NSExceptionDomains": entries] }
    private static let older = [ATSPeriod.ten, .twelve, .thirteen, .fifteen]

    private static let grid1: PropertyValue = [
        "198.51.100.0/24": http, "198.51.100.0/27": [:], "198.51.100.1": http, "198.51.100.101": [:],
        "2001:db8::/32": http, "2001:db8::/64": [:],
    ]
    private static let grid2: PropertyValue = ["::/0": http, "::/1": [:], "0.0.0.0/0": http, "0.0.0.0/1": [:]]

    static let rows: [Row] = [
        Row("V01 S T", [:], blocks: ["203.0.113.9"]),
        Row("V02 S T, iOS 18.4 and later", [:], loads: ["127.0.0.1", "::1", "fe80::1"]),
        Row("V02 D, iOS 10 to 16", [:], loads: ["127.0.0.1", "::1", "203.0.113.9", "10.1.2.3"], on: older),
        Row("V02 D, iOS 9", [:], blocks: ["127.0.0.1", "::1", "203.0.113.9"], on: [.nine]),
        Row(
            "V02 D O, iOS 17 to 18.3, not settled for the device itself", [:], blocks: ["203.0.113.9", "10.1.2.3"],
            open: ["127.0.0.1", "::1"], on: [.seventeen]),
        Row("V03 S T", [:], loads: ["localhost", "printer.local"], on: older + [.seventeen, .eighteen]),
        Row("D NSAllowsLocalNetworking, iOS 9", [:], blocks: ["localhost", "printer.local"], on: [.nine]),
        Row(
            "V04 S T", ["NSAllowsLocalNetworking": false, "NSAllowsArbitraryLoads": true],
            blocks: ["printer.local", "example.org"]),
        Row(
            "V04 before iOS 18.4", ["NSAllowsLocalNetworking": false], open: ["printer.local"],
            on: [.fifteen, .seventeen]),
        Row("V05 S T", domains(["printer.local": [:]]), loads: ["scanner.local"], blocks: ["printer.local"]),
        Row(
            "V05 before iOS 18.4", domains(["printer.local": [:]]), open: ["printer.local"], on: [.fifteen, .seventeen]),
        Row(
            "V06 S T", domains(["198.51.100.0/24": http, "198.51.100.0/27": [:]]), loads: ["198.51.100.40"],
            blocks: ["198.51.100.20", "198.51.101.40"]),
        Row(
            "V07 S T", domains(["198.51.100.1": http, "198.51.100.0/24": [:]]), loads: ["198.51.100.1"],
            blocks: ["198.51.100.2"]),
        Row("V08 S T", ["NSAllowsLocalNetworking": true], loads: ["intranet"], blocks: ["203.0.113.9"]),
        Row("V08 D, iOS 17 to 18.3", ["NSAllowsLocalNetworking": true], open: ["203.0.113.9"], on: [.seventeen]),
        Row(
            "V09 S T", ["NSAllowsArbitraryLoads": true, "NSExceptionDomains": ["example.com": [:]]],
            loads: ["www.example.com"], blocks: ["example.com"]),
        Row(
            "V10 S T", domains(["example.com": httpBelow, "b.example.com": [:]]),
            loads: ["a.b.example.com", "example.com"], blocks: ["b.example.com"]),
        Row("V11 S D", domains(["example.com.": http]), loads: ["example.com."], blocks: ["example.com"]),
        Row("V12 S T, a text", ["NSAllowsArbitraryLoads": "YES"], blocks: ["example.org"]),
        Row("V12 S T, 2", ["NSAllowsArbitraryLoads": 2], blocks: ["example.org"]),
        Row(
            "V12 before iOS 18.4, a text and 2", ["NSAllowsArbitraryLoads": "YES"], open: ["example.org"],
            on: [.nine] + older + [.seventeen]),
        Row(
            "V12 before iOS 18.4, 2", ["NSAllowsArbitraryLoads": 2], open: ["example.org"],
            on: [.nine] + older + [.seventeen]),
        Row("V12 before iOS 18.4, NO as a text", ["NSAllowsArbitraryLoads": "NO"], blocks: ["example.org"], on: older),
        Row("V12 S T, 1", ["NSAllowsArbitraryLoads": 1], loads: ["example.org"]),
        Row(
            "V13 S T", ["NSAllowsArbitraryLoadsInWebContent": false, "NSAllowsArbitraryLoads": true],
            blocks: ["example.org"]),
        Row(
            "V14 S", ["NSAllowsArbitraryLoadsInWebContent": true, "NSExceptionDomains": ["example.com": [:]]],
            loads: ["example.org"], blocks: ["example.com"], by: .webContent),
        Row(
            "V14 S, in the app's own process", ["NSAllowsArbitraryLoadsInWebContent": true], blocks: ["example.org"]),
        Row("V19 S T", domains(["example.com": http]), loads: ["example.com"]),
        Row("V20 S", domains(["10.0.0.0/8": [:]]), blocks: ["10.1.2.3"]),
        Row(
            "S, which private addresses are direct is not published", [:], open: ["10.1.2.3", "192.168.0.1", "fd00::1"]),

        // Apple's tests, by method.
        Row("T testAllowsArbitraryLoads", ["NSAllowsArbitraryLoads": true], loads: ["example.org", "203.0.113.9"]),
        Row("T testAllowsArbitraryLoads, NO", ["NSAllowsArbitraryLoads": false], blocks: ["example.org"]),
        Row(
            "T testLocalNetworkingKeyOverrides", ["NSAllowsLocalNetworking": true, "NSAllowsArbitraryLoads": true],
            loads: ["printer.local"], blocks: ["example.org"]),
        Row(
            "T testTrueMediaKey", ["NSAllowsArbitraryLoadsForMedia": true], loads: ["example.org"], by: .media),
        Row(
            "T testFalseMediaKey", ["NSAllowsArbitraryLoadsForMedia": false, "NSAllowsArbitraryLoads": true],
            blocks: ["example.org"], by: .media),
        Row(
            "T testTrueWebContentKey", ["NSAllowsArbitraryLoadsInWebContent": true, "NSAllowsArbitraryLoads": true],
            blocks: ["example.org"]),
        Row("T testLocalNetworkingAllowedByDefault", [:], loads: ["host", "a.local", "a.local."]),
        Row(
            "T testLocalNetworkingDisabled", ["NSAllowsLocalNetworking": false],
            blocks: ["host", "127.0.0.1", "a.local."]),
        Row("T testExceptionRaisesSecurityRequirements", domains(["host": [:]]), loads: ["other"], blocks: ["host"]),
        Row(
            "T testInvalidATSDictionary",
            ["NSAllowsArbitraryLoads": true, "NSExceptionDomains": "none"], loads: ["example.org"]),
        Row(
            "T testInvalidATSDictionary, an entry", domains(["example.org": true, "example.com": http]),
            loads: ["example.com"], blocks: ["example.org"]),
        Row(
            "T testGarbageValue", domains(["example.com": ["NSExceptionAllowsInsecureHTTPLoads": "garbage"]]),
            blocks: ["example.com"]),
        Row(
            "T testIncludesSubdomains", domains(["com": httpBelow]), loads: ["example.com", "a.b.c.example.com"],
            blocks: ["example.org"]),
        Row(
            "T testCIDRExceptions, grid 1", domains(grid1),
            loads: ["198.51.100.100", "198.51.100.1", "198.51.100.255", "2001:db8:85a3::8a2e:370:7334"],
            blocks: [
                "198.51.100.0", "198.51.100.101", "198.51.101.0", "1.1.1.1", "203.0.113.0", "255.255.255.0", "fe00::",
                "2001:db8::8a2e:370:7334", "2001:db80::",
            ]),
        Row(
            "T testCIDRExceptions, grid 2", domains(grid2),
            loads: ["128.0.0.0", "203.0.113.0", "255.255.255.0", "fe00::", "localhost"],
            blocks: ["127.0.0.1", "::1", "1.1.1.1", "127.255.255.255", "2001:db8::8a2e:370:7334"]),
        Row("T built in", [:], loads: ["apple.com", "www.apple.com", "gs.apple.com"], blocks: ["icloud.com"]),
        Row("S built in, an app's entry takes its place", domains(["apple.com": [:]]), blocks: ["apple.com"]),

        // Keys that fit nothing, and what is open.
        Row(
            "S keys are plain text",
            domains(["*.example.com": http, "https://example.com": http, "example.com:8080": http]),
            blocks: ["example.com", "www.example.com"]),
        Row(
            "D an address is no domain before iOS 17", domains(["203.0.113.9": [:]]), loads: ["203.0.113.9"], on: older),
        Row(
            "D an entry for an address, iOS 17", domains(["203.0.113.9": http]), loads: ["203.0.113.9"],
            on: [.seventeen]),
        Row("capitals are open", domains(["Example.com": http]), blocks: ["example.com"], open: ["Example.com"]),
        Row("equal ranges", domains(["10.0.0.0/8": http, "10/8": [:]]), open: ["10.1.2.3"]),
        Row("equal ranges that agree", domains(["10.0.0.0/8": http, "10/8": http]), loads: ["10.1.2.3"]),
        Row("a range that is too long", domains(["198.51.100.100/32": http]), open: ["198.51.100.100"]),
        Row("a prefix in octal", domains(["203.0.113.0/030": http]), open: ["203.0.113.9"]),
    ]

    private static func read(_ dictionary: PropertyValue) throws -> ATSDictionary {
        try #require(ATSDictionary(infoPlist: ["NSAppTransportSecurity": dictionary]))
    }

    @Test(arguments: rows) func plainHTTPIsLoadedOrBlockedAsAppleHasIt(row: Row) throws {
        let dictionary = try Self.read(row.dictionary)
        for (text, expected) in row.hosts {
            for period in row.periods {
                let host = try #require(ATSHost(text))
                let rules = dictionary.rules(forHost: host, loader: row.loader, on: period)
                let judgement = ATSSample.policy.judge(ATSServer(anything: nil, answers: [:]), scheme: .http, by: rules)
                #expect(judgement.result == expected, "\(row.fact): \(text), \(period.name)")
                // What is open is said, with what would settle it.
                let isOpen = judgement.findings.contains { if case .open = $0.note { true } else { false } }
                #expect(isOpen == (expected == .undecided))
            }
        }
    }

    // MARK: https

    private static func entry(_ value: PropertyValue) -> PropertyValue { domains(["example.com": value]) }

    @Test(
        arguments: [
            ("V15 TLSv1.0", entry(["NSExceptionMinimumTLSVersion": "TLSv1.0"]), 0x0302, 0xc014, true),
            ("V15 TLSv1.4", entry(["NSExceptionMinimumTLSVersion": "TLSv1.4"]), 0x0302, 0xc014, false),
            ("V16", [:], 0x0303, 0xcca8, true), ("V16", [:], 0x0303, 0xc014, true), ("V16", [:], 0x0303, 0xc028, false),
            ("V17", entry(["NSExceptionRequiresForwardSecrecy": false]), 0x0303, 0x0035, true),
            ("V17", entry(["NSExceptionRequiresForwardSecrecy": false]), 0x0303, 0x003d, false),
            ("V17", entry(["NSExceptionRequiresForwardSecrecy": false]), 0x0303, 0x0033, false),
            ("V18 0", entry(["NSExceptionRequiresForwardSecrecy": 0]), 0x0303, 0x009c, true),
            ("V18 NO as text", entry(["NSExceptionRequiresForwardSecrecy": "NO"]), 0x0303, 0x009c, false),
            ("V19 TLS 1.1", entry(http), 0x0302, 0xc014, false), ("V19 RSA", entry(http), 0x0303, 0x009c, false),
        ] as [(String, PropertyValue, UInt16, UInt16, Bool)])
    func anAgreementIsAcceptedOrRefusedAsAppleHasIt(
        vector: String, dictionary: PropertyValue, version: UInt16, suite: UInt16, isAccepted: Bool
    ) throws {
        let rules = try Self.read(dictionary).rules(forHost: .name("example.com"))
        let connection = ATSConnection(
            version: ProtocolVersion(rawValue: version), suite: RegisteredSuite(suite))
        let judgement = ATSSample.policy.judge(connection, by: rules)
        let outcomes = [judgement.outcome(.version), judgement.outcome(.suite)]
        #expect(outcomes.contains(.failed) == !isAccepted && !outcomes.contains(.unknown), "\(vector)")
    }

    /// The suites by version of iOS: the source has them from iOS 13 on, the documents before.
    @Test func eachSuiteHasItsVersionsOfIOS() {
        let (yes, no, open) = (ATSFinding.Outcome.met, ATSFinding.Outcome.failed, ATSFinding.Outcome.unknown)
        let rows: [(UInt16, [ATSFinding.Outcome])] = [
            (0xc02f, [yes, yes, yes, yes, yes, yes, yes]), (0xcca9, [open, open, open, yes, yes, yes, yes]),
            (0xcca8, [open, open, open, yes, yes, yes, yes]), (0xc014, [open, open, open, yes, yes, yes, yes]),
            (0xc024, [yes, yes, yes, yes, no, no, no]), (0xc027, [yes, yes, yes, yes, no, no, no]),
            (0x009c, [no, no, no, no, no, no, no]), (0x0033, [no, no, no, no, no, no, no]),
            (0x1301, [yes, yes, yes, yes, yes, yes, yes]),
        ]
        for (number, outcomes) in rows {
            let version = number >> 8 == 0x13 ? ProtocolVersion.tls13 : .tls12
            for (period, outcome) in zip(ATSPeriod.allCases, outcomes) {
                let connection = ATSConnection(version: version, suite: RegisteredSuite(number))
                let judgement = ATSSample.policy.judge(connection, by: ATSSample.rules(on: period))
                #expect(judgement.outcome(.suite) == outcome, "\(number), \(period.name)")
                // TLS 1.3 comes with iOS 12.2 (Apple Platform Security).
                let isOld = version == .tls13 && period < .twelve
                #expect(judgement.outcome(.version) == (isOld ? .unknown : .met))
            }
        }
    }

    /// PT …string_to_version.
    @Test func onlyTheFourVersionsOfTLSAreRead() throws {
        for (text, version) in [("TLSv1.0", ProtocolVersion.tls10), ("TLSv1.1", .tls11), ("TLSv1.3", .tls13)] {
            let dictionary = try Self.read(Self.entry(["NSExceptionMinimumTLSVersion": .string(text)]))
            #expect(dictionary.rules(forHost: .name("example.com")).minimumVersion == version)
        }
        let others: [PropertyValue] = ["TLSv1.4", "TLSV1.3", "TLSv1.00", "SSLv3.0", "", 1]
        for value in others {
            let dictionary = try Self.read(Self.entry(["NSExceptionMinimumTLSVersion": value]))
            #expect(dictionary.rules(forHost: .name("example.com")).minimumVersion == .tls12)
            #expect(dictionary.problems.count == 1, "\(value)")
        }
    }

    /// With both exceptions, and where ATS does not apply, the system's own list stays.
    @Test func theListOfSuitesFollowsTheTwoExceptions() throws {
        let host = ATSHost.name("example.com")
        let both: PropertyValue = [
            "NSExceptionRequiresForwardSecrecy": false, "NSExceptionAllowsInsecureHTTPLoads": true,
        ]
        #expect(try Self.read(Self.entry(both)).rules(forHost: host).suites == .system)
        #expect(try Self.read(["NSAllowsArbitraryLoads": true]).rules(forHost: host).suites == .system)
        #expect(try Self.read(Self.entry(Self.http)).rules(forHost: host).suites == .ats)
        let apple = try Self.read([:]).rules(forHost: .name("ls.apple.com"))
        #expect(apple.isBuiltIn && apple.minimumVersion == .tls10 && apple.suites == .system)
    }

    // MARK: Ranges

    @Test(arguments: [
        ("10/8", 4, 8), ("10.0.0.0/8", 4, 8), ("198.51.100.77/24", 4, 24), ("0.0.0.0/0", 4, 0), ("1.2.3.4/32", 4, 32),
        ("2001:db8/32", 16, 32), ("::/0", 16, 0), ("fe80::/10", 16, 10), ("2001:db8::1/128", 16, 128), ("a/8", 16, 8),
    ])
    func aRangeIsReadAsTheSourceReadsIt(text: String, octets: Int, prefix: Int) throws {
        let range = try #require(ATSAddressRange(text))
        #expect(range.octets.count == octets && range.prefix == prefix && range.oddity == nil)
        #expect(range.contains(range.octets))
        #expect(!range.contains(range.octets + [0]))
    }

    @Test(arguments: [
        "10.0.0.0", "10.0.0.0/33", "::/129", "fe80::%lo0/10", "10.0.0.0/8/8", "1:2.3.4.5/32", "/8", "10./8", ".1/8",
        "10.0.0.0/x", "10.0.0.0/-1", "10.0.0.0/99999", "2001:db8:/32", "example.com/24", "::1::/8", "",
    ])
    func whatIsNoRangeIsNone(text: String) { #expect(ATSAddressRange(text) == nil) }

    @Test func theHabitsOfTheSourceAreKnownAsSuch() {
        #expect(ATSAddressRange("198.51.100.100/32")?.oddity == .tooLong)
        #expect(ATSAddressRange("198.51.100.1/32")?.oddity == nil)
        #expect(ATSAddressRange("10.0.0.0/010").map { [$0.prefix, $0.oddity == .octalPrefix ? 1 : 0] } == [8, 1])
        #expect(ATSAddressRange("10.0.0.0/").map { [$0.prefix, $0.oddity == .octalPrefix ? 1 : 0] } == [0, 1])
    }

    // MARK: Signature schemes and groups

    /// Recorded ClientHellos of Apple's systems have neither ECDSA on P-521 (0x0603) nor Ed25519 (0x0807).
    @Test(arguments: [("P-256", true), ("P-384", true), ("P-521", false), ("secp256k1", false)])
    func aKeyThatCannotSignWhatIsOfferedIsNeverAccepted(curve: String, isOffered: Bool) async throws {
        let key = ["ec", "-pkeyopt", "ec_paramgen_curve:\(curve)"]
        let chain = [try await ATSPolicyTests.selfSigned(key, ["-sha256"])]
        let versions: [(ProtocolVersion, ATSFinding.Outcome)] = [
            (.tls13, .failed), (.tls12, curve == "P-521" ? .unknown : .failed),
        ]
        for (version, outcome) in versions {
            let connection = ATSConnection(version: version, suite: nil, chain: chain)
            let judgement = ATSSample.policy.judge(connection, by: ATSSample.rules())
            #expect(judgement.outcome(.signatureScheme) == (isOffered ? nil : outcome), "\(curve), \(version)")
        }
    }

    @Test func groupsAreJudgedByRecordingsAndWhatNoneHasIsOpen() {
        let rows: [(NamedGroup, [ATSPeriod: ATSFinding.Outcome])] = [
            (.secp256r1, [.nine: .met, .eighteen: .met]), (.x25519, [.nine: .unknown, .thirteen: .met]),
            (.secp521r1, [.fifteen: .met, .eighteen: .unknown]),
            (.x25519MLKEM768, [.fifteen: .unknown, .eighteen: .met]),
            (NamedGroup(rawValue: 0x0100), [.eighteen: .failed]),
        ]
        for (group, outcomes) in rows {
            for (period, outcome) in outcomes {
                let connection = ATSConnection(version: .tls13, suite: nil, group: group)
                let judgement = ATSSample.policy.judge(connection, by: ATSSample.rules(on: period))
                #expect(judgement.outcome(.group) == outcome, "\(group), \(period.name)")
            }
        }
    }

    // MARK: Versions of iOS

    @Test(arguments: [
        ("9", ATSPeriod.nine), ("9.3.5", .nine), ("10", .ten), ("12.1", .ten), ("12.2", .twelve), ("13", .thirteen),
        ("15.4", .thirteen), ("15.5", .fifteen), ("16.7.10", .fifteen), ("17", .seventeen), ("18.3", .seventeen),
        ("18.4", .eighteen), ("26.1", .eighteen),
    ])
    func aVersionHasItsPeriod(text: String, period: ATSPeriod) { #expect(ATSPeriod(version: text) == period) }

    @Test(arguments: ["", "8", "8.4", "x", "-9", "9.", "9.1.2.3", "9999", "iOS 9", "١٠", "18,4"])
    func whatIsNoVersionIsNone(text: String) { #expect(ATSPeriod(version: text) == nil) }

    /// Rules and judgements of any dictionary, host and version: nothing traps, and each finding has its sentence.
    @Test func anyDictionaryIsJudgedForAnyHostOnAnyVersion() {
        let keys = [
            "NSAllowsArbitraryLoads", "NSAllowsArbitraryLoadsForMedia", "NSAllowsArbitraryLoadsInWebContent",
            "NSAllowsLocalNetworking", "NSExceptionDomains", "NSIncludesSubdomains", "NSExceptionMinimumTLSVersion",
            "NSExceptionRequiresForwardSecrecy", "NSExceptionAllowsInsecureHTTPLoads",
        ]
        let hosts = ["a.example.com", "Example.com", "example.com.", "x", "p.local", "10.1.2.3", "::1", "203.0.113.9"]
        let names = [
            "", "example.com", "Example.com", "com", "10/8", "10.0.0.0/08", "::/", "203.0.113.9", "p.local", "x/y",
        ]
        func pick(_ texts: [String], _ random: inout SplitMix64) -> String {
            texts[Int(random.next() % UInt64(texts.count))]
        }
        func value(_ random: inout SplitMix64, _ depth: Int) -> PropertyValue {
            switch random.next() % (depth > 3 ? 5 : 8) {
            case 0: return .boolean(random.next() % 2 == 0)
            case 1: return .string(pick(["TLSv1.0", "TLSv1.3", "DTLSv1.0", "YES"], &random))
            case 2: return .integer(Int64(truncatingIfNeeded: random.next() % 3))
            case 3: return .real(1)
            case 4: return .other
            default:
                let names = depth == 1 ? names : keys
                return .dictionary(
                    Dictionary((0..<4).map { _ in (pick(names, &random), value(&random, depth + 1)) }) { $1 })
            }
        }
        forEachSeed(1_000) { _, random in
            guard let dictionary = ATSDictionary(infoPlist: ["NSAppTransportSecurity": value(&random, 0)]),
                let host = ATSHost(pick(hosts, &random)), let period = ATSPeriod.allCases.randomElement(using: &random)
            else { return }
            let rules = dictionary.rules(forHost: host, on: period)
            let suites = ATSSuite.suites(of: .system, on: .thirteen) + ATSSuite.tls13
            let connection = ATSConnection(
                version: ProtocolVersion.all.randomElement(using: &random), suite: suites.randomElement(using: &random))
            let server = ATSServer(seen: connection)
            for scheme in ATSPolicy.Scheme.allCases {
                let judgement = ATSSample.policy.judge(server, scheme: scheme, by: rules)
                for finding in judgement.findings {
                    #expect(finding.sentence(in: .english).hasSuffix(".") && !finding.seen.english.isEmpty)
                    #expect((finding.repair != nil) == (finding.outcome == .failed))
                }
                // An answer that holds by one reading only is no answer.
                for other in rules.alternatives where judgement.result == .loads {
                    #expect(ATSSample.policy.judge(server, scheme: scheme, by: other.rules).result == .loads)
                }
            }
        }
    }
}
