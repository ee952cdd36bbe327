import Crypto
import PKI
import TLSSim
import Trace

/// Learns what a server does with the offers that App Transport Security makes, by making them.
///
/// Each offer is one ClientHello on a connection of its own, with the versions and suites of that offer and no others. What the server
/// chooses is in its answer; in TLS 1.2 its certificates are too. A whole handshake follows with what an app would agree on. What follows
/// from an answer is not asked again, so that a server that an app can use is asked twice.
package struct ServerInterview {
    private let place: Endpoint
    private let serverName: String
    private let seconds: Double
    private let question: Question
    private let dial: () throws -> any ServerLine
    private var random = SystemRandomSource()
    private var heard: [ATSOffer: Answer] = [:]

    /// An interview that has not begun.
    ///
    /// - Parameters:
    ///   - place: where the server is.
    ///   - serverName: the name that it is asked for.
    ///   - seconds: how long each answer is waited for.
    ///   - question: what the chain will be judged by: its time is the client's clock.
    ///   - dial: makes a new connection.
    package init(
        _ place: Endpoint, serverName: String, seconds: Double, question: Question,
        dial: @escaping () throws -> any ServerLine
    ) {
        (self.place, self.serverName, self.seconds) = (place, serverName, seconds)
        (self.question, self.dial) = (question, dial)
    }

    /// The result of an interview.
    package enum Learned: Sendable {
        /// What the server agrees on with a client that takes whatever there is, not judged yet; its answers to the offers; and the OCSP
        /// response that it has stapled.
        case agreed(ATSConnection, answers: [ATSOffer: ATSAnswer], staple: [UInt8]?)
        /// No connection, for this reason.
        case nothing(ContactProblem)
    }

    /// Asks for what `offers` need, the first of them first.
    ///
    /// - Parameter isEnough: whether the others are not needed where the server agrees to the first, on what it is given.
    /// - Throws: what `dial` throws.
    package mutating func learn(
        _ first: ATSOffer, then others: [ATSOffer] = [], unless isEnough: (ATSConnection) -> Bool = { _ in true }
    ) throws -> Learned {
        let offers = [first] + others.filter { $0 != first }
        let answer = try ask(first.versions, first.suites.map(\.codePoint), Self.apples)
        heard[first] = answer
        var (most, isGeneral) = (answer, false)
        // Only a refusal says something about other offers. A name that is not served is refused in all of them.
        if answer.isRefusal, answer.flight.stop != .alert(.unrecognizedName) {
            // TLS 1.3 hides certificates, so anything means anything older first.
            most = try ask([.tls12, .tls11, .tls10], Self.everything, Self.everyGroup)
            isGeneral = first.minimumVersion < .tls13
            if most.agreed == nil, isGeneral {
                most = try ask([.tls13], ATSSuite.tls13.map(\.codePoint), Self.everyGroup)
            }
        }
        guard let agreed = most.agreed else { return .nothing(problem(answer, isGeneral: isGeneral)) }
        let whole = try WholeHandshake.run(
            agreed.version, agreed.suite, most.flight.group, named: serverName, question: question, on: dial)
        let trial = self.trial(whole.trial, most, agreed)
        var hidden = whole.certificates
        if hidden.isEmpty, most.flight.certificates == nil {
            // What the server shows a client of TLS 1.2 is in clear.
            hidden = try ask([.tls12, .tls11, .tls10], Self.everything, Self.everyGroup).flight.certificates ?? []
        }
        func connection(_ answer: Answer, _ choice: Choice) -> ATSConnection {
            let shown = answer.flight.certificates ?? []
            return ATSConnection(
                version: choice.version, suite: choice.suite, chain: shown.isEmpty ? hidden : shown,
                group: answer.flight.group, handshake: choice == agreed || trial.failure != nil ? trial : nil)
        }
        let anything = connection(most, agreed)
        if answer.agreed == nil || !isEnough(anything) {
            for offer in offers where implied(offer) == nil {
                heard[offer] = try ask(offer.versions, offer.suites.map(\.codePoint), Self.apples)
            }
        }
        var answers: [ATSOffer: ATSAnswer] = [:]
        for offer in offers {
            guard let answer = heard[offer] ?? implied(offer) else { continue }
            answers[offer] =
                answer.agreed.map { .agreed(connection(answer, $0)) } ?? .refused(alert: answer.alert.map { "\($0)" })
        }
        return .agreed(anything, answers: answers, staple: whole.staple ?? most.flight.staple)
    }

    /// What became of the handshake; where it could not be made, what the server's flight proves without it.
    private func trial(_ whole: HandshakeTrial, _ answer: Answer, _ agreed: Choice) -> HandshakeTrial {
        guard case .untried(let obstacle) = whole,
            let isProved = answer.flight.isProved(clientRandom: answer.clientRandom)
        else { return whole }
        return isProved ? .proved(obstacle) : .failed(HandshakeFailure(.badProof, agreed.version, agreed.suite))
    }

    // MARK: What follows from what

    /// What the server would answer, where that follows from what it has answered: it chooses by its own order of preference, or by the
    /// client's, which is the same in all offers, and takes the newest version that both speak.
    private func implied(_ offer: ATSOffer) -> Answer? {
        if let known = heard[offer] { return known }
        // The widest offer first.
        for other in ATSOffer.all.reversed() {
            guard let answer = heard[other] else { continue }
            let isBigger =
                other.minimumVersion <= offer.minimumVersion
                && (!other.requiresForwardSecrecy || offer.requiresForwardSecrecy || offer.minimumVersion == .tls13)
            guard let choice = answer.agreed else {
                if isBigger, answer.isRefusal { return .refusal }
                continue
            }
            if offer.contains(choice.version, choice.suite),
                isBigger || choice.version == .tls13 || isWider(offer, than: other)
            {
                return answer
            }
            if isBigger, choice.version < offer.minimumVersion { return .refusal }
        }
        return nil
    }

    /// Whether an offer adds older versions and nothing else.
    private func isWider(_ offer: ATSOffer, than other: ATSOffer) -> Bool {
        offer.minimumVersion <= other.minimumVersion && offer.requiresForwardSecrecy == other.requiresForwardSecrecy
    }

    // MARK: One question

    /// A server's choice.
    private struct Choice: Equatable {
        let version: ProtocolVersion
        let suite: RegisteredSuite
    }

    /// A server's answer to a ClientHello.
    private struct Answer {
        var flight = ServerFlight()
        var end = Arrival.end
        var clientRandom: [UInt8] = []

        static let refusal = Answer()

        var alert: AlertDescription? { if case .alert(let alert)? = flight.stop { alert } else { nil } }

        /// The server's choice; nil where its flight did not come that far.
        var agreed: Choice? {
            guard let hello = flight.hello, let version = flight.version, ProtocolVersion.all.contains(version),
                flight.isAnswered, flight.stop == nil
            else { return nil }
            return Choice(version: version, suite: RegisteredSuite(hello.cipherSuite))
        }

        /// Whether the server says no: with an alert, or by hanging up at once.
        var isRefusal: Bool {
            guard agreed == nil, flight.hello == nil else { return false }
            return switch flight.stop {
            case .alert: true
            case .malformed, .foreign: false
            case nil: end != .silence && flight.progress.octets == 0
            }
        }
    }

    private mutating func ask(
        _ versions: [ProtocolVersion], _ suites: [UInt16], _ groups: [NamedGroup]
    ) throws -> Answer {
        var line = try dial()
        let hello = hello(versions, suites, groups)
        var answer = Answer(clientRandom: hello.random)
        try line.send(Self.record(hello))
        while !answer.flight.isAnswered {
            answer.end = try line.receive()
            guard case .octets(let octets) = answer.end, answer.flight.progress.octets <= ServerFlight.mostOctets
            else { break }
            answer.flight.take(octets)
        }
        return answer
    }

    /// Why there is no agreement.
    ///
    /// - Parameter isGeneral: whether the server has refused every other offer too.
    private func problem(_ answer: Answer, isGeneral: Bool) -> ContactProblem {
        let progress = answer.flight.progress
        switch answer.flight.stop {
        case .alert(let alert): return .alerted(place, alert: alert, isGeneral: isGeneral)
        case .malformed(let why): return .unreadable(place, why: why)
        case .foreign(let octets): return .notTLS(place, ContactProblem.Greeting(octets))
        case nil: break
        }
        if let version = answer.flight.version, answer.flight.isAnswered {
            return .unreadable(place, why: "it chooses the version \(version), which was not offered")
        }
        return switch answer.end {
        case .silence: .silent(place, after: progress, seconds: seconds)
        case .end: .closed(place, after: progress, isReset: false)
        case .broken: .closed(place, after: progress, isReset: true)
        case .octets: .unreadable(place, why: "more than \(ServerFlight.mostOctets) octets, and no whole answer")
        }
    }

    // MARK: The hello

    /// The groups that Apple's systems offer.
    private static let apples = ATSGroup.offered
    /// Those and others, which tell why a server refuses: x448, and the finite fields of RFC 7919.
    private static let everyGroup = apples + [NamedGroup(rawValue: 30)] + NamedGroup.finiteFields

    /// All suites that are offered by ATS or implemented here, and some that say why a server is refused: ChaCha20, 3DES, RC4, and the one
    /// AES suite with ECDHE_RSA that ATS leaves out.
    private static let everything: [UInt16] = {
        let others: [UInt16] = [0xc014, 0xcca9, 0xcca8, 0xc012, 0x000a, 0x0016, 0x0005, 0x0004]
        var seen: Set<UInt16> = []
        return (ATSSuite.forwardSecret.map(\.codePoint) + CipherSuite.all.map(\.codePoint) + others)
            .filter { seen.insert($0).inserted }
    }()

    /// Ed25519 and Ed448, for the sake of servers that have no other key, and PKCS#1 and ECDSA with SHA-1: a server whose certificate is
    /// signed so would otherwise have to hide it. The certificates come before anything that would have to be verified.
    private static let otherSchemes = [0x0807, 0x0808, 0x0201, 0x0203].map { SignatureScheme(rawValue: $0) }

    private mutating func hello(
        _ versions: [ProtocolVersion], _ suites: [UInt16], _ groups: [NamedGroup]
    ) -> ClientHello {
        var extensions: [HelloExtension] = []
        if case .address? = ATSHost(serverName) {} else { extensions.append(.serverName(serverName)) }
        extensions += [
            .supportedGroups(groups), .ecPointFormats([0]),
            .signatureAlgorithms(SignatureScheme.all + Self.otherSchemes), .statusRequest(StatusRequest()),
            .extendedMasterSecret, .renegotiationInfo([]),
        ]
        if versions.contains(.tls13) {
            // RFC 8446 sections 4.2.1, 4.2.8 and 4.2.9.
            extensions.append(.supportedVersions(versions))
            extensions.append(.pskKeyExchangeModes([.pskWithDHE]))
            extensions.append(.keyShares([KeyShareEntry(group: .x25519, value: random.octets(32))]))
        }
        let newest = versions.filter { $0 <= .tls12 }.max() ?? .tls12
        return ClientHello(
            version: newest, random: random.octets(32),
            sessionID: versions.contains(.tls13) ? random.octets(32) : [], cipherSuites: suites, extensions: extensions)
    }

    /// The hello in a record. RFC 8446 section 5.1: some servers take no first record of another version than TLS 1.0.
    private static func record(_ hello: ClientHello) -> [UInt8] {
        let message = hello.message.bytes
        var wire = [ContentType.handshake.rawValue] + ProtocolVersion.tls10.octets
        wire += [UInt8(truncatingIfNeeded: message.count >> 8), UInt8(truncatingIfNeeded: message.count)]
        return wire + message
    }
}
