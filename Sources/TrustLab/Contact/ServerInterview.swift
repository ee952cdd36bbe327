import Crypto
import PKI
import TLSSim
import Trace

/// Finds out how a server answers the offers of App Transport Security, by making these offers.
///
/// Each offer is one ClientHello on its own connection, with exactly the versions and suites of that offer. The server's answer has its
/// choice, and in TLS 1.2 its certificates. Then one whole handshake is made with the parameters that an app would negotiate. An answer
/// that follows from an earlier one is not asked for. So a server that an app can use gets only two connections.
package struct ServerInterview {
    private let place: Endpoint
    private let serverName: String
    private let seconds: Double
    private let question: ChainQuestion
    private let dial: () throws -> any ServerLine
    private var random = SystemRandomSource()
    private var heard: [ATSOffer: Answer] = [:]

    /// An interview that has not begun.
    ///
    /// - Parameters:
    ///   - place: the address and port of the server.
    ///   - serverName: the name in server_name.
    ///   - seconds: the time limit for each answer.
    ///   - question: the question by which the chain will be judged. Its time is the client's clock.
    ///   - dial: makes a new connection to the server.
    package init(
        _ place: Endpoint, serverName: String, seconds: Double, question: ChainQuestion,
        dial: @escaping () throws -> any ServerLine
    ) {
        (self.place, self.serverName, self.seconds) = (place, serverName, seconds)
        (self.question, self.dial) = (question, dial)
    }

    /// The result of an interview.
    package enum Learned: Sendable {
        /// The connection that the server makes with a client that accepts everything, not yet judged; its answers to the offers; and what
        /// it sends beside its certificates.
        case agreed(ATSConnection, answers: [ATSOffer: ATSAnswer], beside: SentBeside)
        /// No connection, for this reason.
        case nothing(ContactProblem)
    }

    /// Makes the offers, `first` before all others.
    ///
    /// - Parameter isEnough: whether the other offers are not needed, given the connection that results from the first.
    /// - Throws: the errors of `dial` and of the connections that it makes.
    package mutating func learn(
        _ first: ATSOffer, then others: [ATSOffer] = [], unless isEnough: (ATSConnection) -> Bool = { _ in true }
    ) throws -> Learned {
        let offers = [first] + others.filter { $0 != first }
        let answer = try ask(versions: first.versions, suites: first.suites.map(\.codePoint), groups: Self.appleGroups)
        heard[first] = answer
        var (widest, isGeneral) = (answer, false)
        // After a refusal the server may still accept another offer. But a server that does not serve the name refuses every offer.
        if answer.isRefusal, answer.flight.stop != .alert(.unrecognizedName) {
            // The older versions come first, because TLS 1.3 hides the certificates.
            widest = try ask(versions: [.tls12, .tls11, .tls10], suites: Self.everySuite, groups: Self.everyGroup)
            isGeneral = first.minimumVersion < .tls13
            if widest.agreed == nil, isGeneral {
                widest = try ask(
                    versions: [.tls13], suites: ATSSuite.tls13.map(\.codePoint), groups: Self.everyGroup)
            }
        }
        guard let agreed = widest.agreed else { return .nothing(problem(answer, isGeneral: isGeneral)) }
        let whole = try WholeHandshake.run(
            version: agreed.version, suite: agreed.suite, group: widest.flight.group, named: serverName,
            question: question, on: dial)
        let trial = self.trial(whole.trial, after: widest, on: agreed)
        var (hidden, timestamps) = (whole.certificates, whole.timestamps)
        if timestamps == .notSeen { timestamps = widest.flight.timestamps }
        if hidden.isEmpty, widest.flight.certificates == nil {
            // In TLS 1.2 and older the server's certificates are not encrypted.
            let older = try ask(
                versions: [.tls12, .tls11, .tls10], suites: Self.everySuite, groups: Self.everyGroup)
            hidden = older.flight.certificates ?? []
            if !hidden.isEmpty { timestamps = older.flight.timestamps }
        }
        func connection(_ answer: Answer, _ choice: Choice) -> ATSConnection {
            let shown = answer.flight.certificates ?? []
            return ATSConnection(
                version: choice.version, suite: choice.suite, chain: shown.isEmpty ? hidden : shown,
                group: answer.flight.group, handshake: choice == agreed || trial.failure != nil ? trial : nil)
        }
        let anything = connection(widest, agreed)
        if answer.agreed == nil || !isEnough(anything) {
            for offer in offers where implied(offer) == nil {
                heard[offer] = try ask(
                    versions: offer.versions, suites: offer.suites.map(\.codePoint), groups: Self.appleGroups)
            }
        }
        var answers: [ATSOffer: ATSAnswer] = [:]
        for offer in offers {
            guard let answer = heard[offer] ?? implied(offer) else { continue }
            answers[offer] =
                answer.agreed.map { .agreed(connection(answer, $0)) } ?? .refused(alert: answer.alert.map { "\($0)" })
        }
        return .agreed(
            anything, answers: answers,
            beside: SentBeside(response: whole.staple ?? widest.flight.staple, timestamps: timestamps))
    }

    /// The outcome of the handshake. If the handshake could not be made, the signature in the server's first flight decides.
    private func trial(_ whole: HandshakeTrial, after answer: Answer, on agreed: Choice) -> HandshakeTrial {
        guard case .untried(let obstacle) = whole,
            let isProved = answer.flight.isProved(clientRandom: answer.clientRandom)
        else { return whole }
        return isProved
            ? .proved(obstacle) : .failed(HandshakeFailure(.badProof, in: agreed.version, with: agreed.suite))
    }

    // MARK: Answers that follow from others

    /// The answer to an offer, if it follows from the answers so far. The reasoning assumes that the server takes the newest common version
    /// and chooses the suite by its own order of preference or by the client's, which is the same in all offers. Nil if no answer follows.
    private func implied(_ offer: ATSOffer) -> Answer? {
        if let known = heard[offer] { return known }
        // The widest offer first.
        for other in ATSOffer.all(on: offer.period).reversed() {
            guard let answer = heard[other] else { continue }
            let isBigger =
                other.minimumVersion <= offer.minimumVersion
                && (other.list >= offer.list || offer.minimumVersion == .tls13)
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

    /// Whether `offer` is `other` with further, older versions and with the same suites.
    private func isWider(_ offer: ATSOffer, than other: ATSOffer) -> Bool {
        offer.minimumVersion <= other.minimumVersion && offer.list == other.list
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

        /// The server's choice. Nil if its flight did not come that far, or chooses an unknown version.
        var agreed: Choice? {
            guard let hello = flight.hello, let version = flight.version, ProtocolVersion.all.contains(version),
                flight.isAnswered, flight.stop == nil
            else { return nil }
            return Choice(version: version, suite: RegisteredSuite(hello.cipherSuite))
        }

        /// Whether the server refuses: with an alert, or by ending the connection without an octet.
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
        versions: [ProtocolVersion], suites: [UInt16], groups: [NamedGroup]
    ) throws -> Answer {
        var line = try dial()
        let hello = hello(versions: versions, suites: suites, groups: groups)
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

    /// Why the server and the client did not agree on a connection.
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
            return .unreadable(
                place,
                why: Words(
                    english: "it chooses the version \(version), which was not offered",
                    chinese: "它选择了版本 \(version)，而客户端没有提供这个版本"))
        }
        return switch answer.end {
        case .silence: .silent(place, after: progress, seconds: seconds)
        case .end: .closed(place, after: progress, isReset: false)
        case .broken: .closed(place, after: progress, isReset: true)
        case .octets:
            .unreadable(
                place,
                why: Words(
                    english: "more than \(ServerFlight.mostOctets) octets, and no whole answer",
                    chinese: "超过 \(ServerFlight.mostOctets) 字节，还不是完整的应答"))
        }
    }

    // MARK: The hello

    /// The groups that Apple's systems offer.
    private static let appleGroups = ATSGroup.offered
    /// Apple's groups and others, which reveal why a server refuses: x448, and the finite fields of RFC 7919.
    private static let everyGroup = appleGroups + [NamedGroup(rawValue: 30)] + NamedGroup.finiteFields

    /// All suites that ATS offers or that are implemented here, and others that reveal why ATS refuses a server: 3DES and RC4.
    private static let everySuite: [UInt16] = {
        let others: [UInt16] = [0x0016, 0x0005, 0x0004]
        var seen: Set<UInt16> = []
        let ofATS = [ATSPeriod.thirteen, .latest].flatMap { ATSSuite.suites(of: .system, on: $0) }
        return (ofATS.map(\.codePoint) + CipherSuite.all.map(\.codePoint) + others)
            .filter { seen.insert($0).inserted }
    }()

    /// Further signature schemes: Ed25519 and Ed448 for servers that have no other key; PKCS#1 and ECDSA with SHA-1, because a server
    /// whose certificate is signed so could otherwise not send it. No signature of these schemes must be verified here, because the
    /// certificates come before the signature.
    private static let otherSchemes = [0x0807, 0x0808, 0x0201, 0x0203].map { SignatureScheme(rawValue: $0) }

    private mutating func hello(
        versions: [ProtocolVersion], suites: [UInt16], groups: [NamedGroup]
    ) -> ClientHello {
        var extensions: [HelloExtension] = []
        if case .address? = ATSHost(serverName) {} else { extensions.append(.serverName(serverName)) }
        extensions += [
            .supportedGroups(groups), .ecPointFormats([0]),
            .signatureAlgorithms(SignatureScheme.usual + Self.otherSchemes), .statusRequest(StatusRequest()),
            .timestampRequest, .extendedMasterSecret, .renegotiationInfo([]),
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

    /// The hello in a record of version TLS 1.0, because some servers refuse a first record of another version (RFC 8446 section 5.1).
    private static func record(_ hello: ClientHello) -> [UInt8] {
        let message = hello.message.bytes
        var wire = [ContentType.handshake.rawValue] + ProtocolVersion.tls10.octets
        wire += [UInt8(truncatingIfNeeded: message.count >> 8), UInt8(truncatingIfNeeded: message.count)]
        return wire + message
    }
}
