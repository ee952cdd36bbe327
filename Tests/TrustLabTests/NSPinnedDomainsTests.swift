import Crypto
import TestPKI
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// NSPinnedDomains by the rules of Apple's published source and its tests: what an Info.plist pins, and what is refused.
struct NSPinnedDomainsTests {
    /// The key of a server's certificate.
    enum Key: CaseIterable {
        case first, second, third
    }

    private static func publicKey(_ key: Key) throws -> PublicKey {
        switch key {
        case .first: .rsa(try Sample.pki().serverKey.publicKey)
        case .second: try Sample.untrusted().publicKey
        case .third: try PinningWorld.installed().publicKey
        }
    }

    private static func pin(_ key: Key) throws -> String { PublicKeyPin(ofInfo: try publicKey(key).spkiDER).base64 }

    private static func list(_ keys: [Key]) throws -> PropertyValue {
        .array(try keys.map { .dictionary(["SPKI-SHA256-BASE64": .string(try pin($0))]) })
    }

    private static func list(of certificate: [UInt8]) throws -> PropertyValue {
        .array([.dictionary(["SPKI-SHA256-BASE64": .string(try PublicKeyPin(ofCertificate: certificate).base64)])])
    }

    private static func read(_ pins: [String: PropertyValue]) throws -> ATSDictionary {
        let list = PropertyValue.dictionary([
            "NSAppTransportSecurity": .dictionary(["NSPinnedDomains": .dictionary(pins)])
        ])
        return try #require(ATSDictionary(infoPlist: list))
    }

    /// The decision about a server with this key, whose chain the system trusts.
    private static func decide(
        _ pins: [String: PropertyValue], host: String, _ key: Key
    ) throws -> (accepts: Bool, result: SecTrustResult?, last: TrustStep?) {
        let issuer = try Sample.pki().intermediate
        var random = SeededRandomSource(seed: 9)
        let name = PinnedDomain.normalized(host)
        let leaf = try issuer.issue(
            .server(hostName: name, at: PinningWorld.time), to: publicKey(key), using: &random)
        let attempt = try PinningWorld.attempt([leaf, issuer.certificate], host: host)
        #expect(attempt.serverTrust.evaluate(at: attempt.time).result == .unspecified)
        guard let pinning = try read(pins).pinning else { return (true, nil, nil) }
        let decision = pinning.decide(attempt)
        return (decision.accepts, decision.result, decision.steps.last)
    }

    private static func expect(
        _ pins: [String: PropertyValue], host: String, _ key: Key, accepted: Bool, _ name: String
    ) throws {
        let (accepts, result, last) = try decide(pins, host: host, key)
        #expect(accepts == accepted, "\(name)")
        guard !accepted else { return }
        #expect(result == .recoverableTrustFailure, "\(name)")
        #expect(last?.why.english.contains("-9886") == true, "\(name)")
    }

    // MARK: The published vectors

    @Test func aListThatIsATextRefusesEachChain() throws {
        let pins: [String: PropertyValue] = ["example.com": .dictionary(["NSPinnedLeafIdentities": .string("text")])]
        for key in Key.allCases { try Self.expect(pins, host: "example.com", key, accepted: false, "V21") }
    }

    @Test func subdomainsAreThoseWithOneLabelMore() throws {
        let pins: [String: PropertyValue] = [
            "example.com": .dictionary([
                "NSIncludesSubdomains": .boolean(true), "NSPinnedLeafIdentities": try Self.list([.first]),
            ])
        ]
        try Self.expect(pins, host: "a.example.com", .second, accepted: false, "V22")
        try Self.expect(pins, host: "a.b.example.com", .second, accepted: true, "V22, two labels")
        try Self.expect(pins, host: "a.example.com", .first, accepted: true, "V22, the pinned key")
    }

    @Test func capitalsMatch() throws {
        let pins: [String: PropertyValue] = [
            "EXAMPLE.com": .dictionary(["NSPinnedLeafIdentities": try Self.list([.first])])
        ]
        try Self.expect(pins, host: "example.com", .second, accepted: false, "V23")
        try Self.expect(pins, host: "Example.Com", .second, accepted: false, "the host in capitals")
        #expect(try Self.read(pins).problems.isEmpty)
    }

    @Test func theListsOfAllEntriesCountTogether() throws {
        let pins: [String: PropertyValue] = [
            "example.com": .dictionary([
                "NSIncludesSubdomains": .boolean(true), "NSPinnedLeafIdentities": try Self.list([.first]),
            ]), "www.example.com": .dictionary(["NSPinnedLeafIdentities": try Self.list([.second])]),
        ]
        for key in Key.allCases {
            try Self.expect(pins, host: "www.example.com", key, accepted: key != .third, "V24")
        }
    }

    @Test func bothListsMustFit() throws {
        let (intermediate, stranger) = (try PinningWorld.intermediate(), try PinningWorld.installed().certificate)
        for (authority, accepted) in [(intermediate, true), (stranger, false)] {
            let pins: [String: PropertyValue] = [
                "example.com": .dictionary([
                    "NSPinnedLeafIdentities": try Self.list([.first]),
                    "NSPinnedCAIdentities": try Self.list(of: authority),
                ])
            ]
            try Self.expect(pins, host: "example.com", .first, accepted: accepted, "V25")
            try Self.expect(pins, host: "example.com", .second, accepted: false, "V25, another leaf")
        }
    }

    @Test func aChainOfOneCertificateFitsNoListOfAuthorities() throws {
        let own = try PinningWorld.selfSigned()
        var attempt = ConnectionAttempt(
            chain: [own], host: PinningWorld.host, time: PinningWorld.time, systemAnchors: [own])
        attempt.systemKind = .app
        #expect(attempt.serverTrust.evaluate(at: attempt.time).result == .unspecified)
        for (key, accepted) in [("NSPinnedCAIdentities", false), ("NSPinnedLeafIdentities", true)] {
            let pins = [PinningWorld.host: PropertyValue.dictionary([key: try Self.list(of: own)])]
            let decision = try #require(try Self.read(pins).pinning).decide(attempt)
            #expect(decision.accepts == accepted, "V26 \(key)")
            if !accepted { #expect(decision.english.contains("the chain has none")) }
        }
    }

    @Test func theNumberOneIsNotTheBooleanTrue() throws {
        let pins: [String: PropertyValue] = [
            "example.com": .dictionary([
                "NSIncludesSubdomains": .integer(1), "NSPinnedLeafIdentities": try Self.list([.first]),
            ])
        ]
        try Self.expect(pins, host: "www.example.com", .second, accepted: true, "V27")
        try Self.expect(pins, host: "example.com", .second, accepted: false, "V27, the host itself")
        #expect(try Self.read(pins).problems.map(\.kind) == [.wrongType(expected: "Boolean", found: "Number")])
    }

    // MARK: The other rules

    @Test func aDotAtTheEndIsDroppedFromTheHostAlone() throws {
        let entry = PropertyValue.dictionary(["NSPinnedLeafIdentities": try Self.list([.first])])
        try Self.expect(["example.com": entry], host: "example.com.", .second, accepted: false, "host")
        for host in ["example.com", "example.com."] {
            try Self.expect(["example.com.": entry], host: host, .second, accepted: true, "entry")
        }
        #expect(try Self.read(["example.com.": entry]).problems.map(\.kind) == [.pinnedTrailingDot])
    }

    @Test(arguments: ["printer", "printer.local", "192.0.2.1", "2001:db8::1"])
    func everyKindOfHostIsPinned(host: String) throws {
        let dictionary = try Self.read([host: .dictionary(["NSPinnedLeafIdentities": try Self.list([.first])])])
        #expect(dictionary.problems.isEmpty)
        #expect(dictionary.pinning?.pinned(for: host)?.leaves?.count == 1)
    }

    @Test func aRangeOfAddressesPinsNothing() throws {
        let dictionary = try Self.read([
            "192.0.2.0/24": .dictionary(["NSPinnedLeafIdentities": try Self.list([.first])])
        ])
        #expect(dictionary.problems.map(\.kind) == [.notOnlyAName])
        #expect(dictionary.pinning?.pinned(for: "192.0.2.1") == nil)
    }

    /// A list counts as soon as its key is there.
    @Test(arguments: [
        PropertyValue.string("x"), .array([]), .array([.string("x")]), .array([.dictionary([:])]), .integer(1),
        .dictionary([:]), .array([.dictionary(["SPKI-SHA256-BASE64": .integer(1)])]), .boolean(false), .other,
        .array([.dictionary(["SPKI-SHA256-BASE64": .string("AAAA")])]),
        .array([.dictionary(["SPKI-SHA256-BASE64": .string("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")])]),
    ])
    func aListWithoutAPinRefusesEachChain(value: PropertyValue) throws {
        for kind in [PinnedKind.authorities, .leaves] {
            let pins = ["example.com": PropertyValue.dictionary([kind.rawValue: value])]
            try Self.expect(pins, host: "example.com", .first, accepted: false, "\(value)")
            let problems = try Self.read(pins).problems
            #expect(problems.contains { $0.english.contains("refuses every connection") }, "\(problems)")
        }
    }

    @Test func anEntryWithoutAListPinsNothing() throws {
        let dictionary = try Self.read(["example.com": .dictionary(["NSIncludesSubdomains": .boolean(true)])])
        #expect(dictionary.pinning == nil)
        #expect(dictionary.problems.map(\.kind) == [.nothingPinned])
    }

    @Test func charactersThatAreNotOfBase64ArePassedOver() throws {
        let pin = try Self.pin(.first)
        for text in [pin + "\n", " " + pin, String(pin.dropLast()), pin.prefix(20) + "-\n" + pin.dropFirst(20)] {
            #expect(try PublicKeyPin(propertyList: text).base64 == pin, "\(text)")
        }
        #expect(throws: PublicKeyPin.Problem.notADigest(octets: 31)) {
            try PublicKeyPin(propertyList: String(pin.prefix(42)))
        }
    }

    @Test func noKindOfAnchorIsExcused() throws {
        let proxy = try PinningWorld.installed()
        let chain = try PinningWorld.chain(by: proxy)
        let attempt = try PinningWorld.attempt(chain, userAnchors: [proxy.certificate])
        #expect(attempt.serverTrust.evaluate(at: attempt.time).result == .proceed)
        let pins = [PinningWorld.host: PropertyValue.dictionary(["NSPinnedLeafIdentities": try Self.list([.first])])]
        let decision = try #require(try Self.read(pins).pinning).decide(attempt)
        #expect(!decision.accepts && decision.result == .recoverableTrustFailure)
    }
}
