import Crypto
import PKI
import TLSSim
import Trace

/// A complete handshake with a server, and a first request. They show more than a hello: whether the server has the key to its certificate,
/// whether it demands a certificate of the client, and in TLS 1.3 the certificates themselves (RFC 8446 section 4.4.2).
///
/// The chain is not judged here. A handshake that ended because of a certificate would not show the messages after it.
struct WholeHandshake {
    /// The result of a handshake.
    struct Outcome {
        /// The certificates in DER, the leaf first; empty if the handshake did not come that far.
        var certificates: [[UInt8]] = []
        /// The OCSP response that the server has stapled.
        var staple: [UInt8]?
        /// The timestamps of logs that the server has sent. In TLS 1.2 they are not looked at, because ServerHello shows them.
        var timestamps = SentTimestamps.notSeen
        /// The outcome.
        var trial: HandshakeTrial
    }

    private var certificates: [[UInt8]] = []
    private var staple: [UInt8]?
    private var timestamps: [UInt8]?
    private let version: ProtocolVersion
    private let suite: RegisteredSuite
    private var end: TLSEnd
    private let judge: ChainJudge
    private let name: String
    private var unsent: [UInt8] = []
    private var flights = 0
    private var heard = ServerFlight()
    private var asking = RequestTrial.Asking.never

    /// Makes a handshake with the parameters that the server has chosen before. If they are not implemented here, the outcome tells so.
    ///
    /// - Parameters:
    ///   - version: the version that the server has chosen.
    ///   - suite: the suite that the server has chosen.
    ///   - group: the group that the server has chosen; nil if it was not seen.
    ///   - name: the name in server_name.
    ///   - question: the question whose time is the client's clock.
    ///   - dial: makes a new connection to the server.
    /// - Throws: the errors of `dial` and of the connection that it makes.
    static func run(
        version: ProtocolVersion, suite: RegisteredSuite, group: NamedGroup?, named name: String,
        question: ChainQuestion,
        on dial: () throws -> any ServerLine
    ) throws -> Outcome {
        guard version >= .tls12 else { return Outcome(trial: .untried(.version(version))) }
        if let group, !NamedGroup.implemented.contains(group) { return Outcome(trial: .untried(.group(group))) }
        let versions: Versions<Client.Configuration, TLS13.ClientConfiguration>
        if version == .tls13 {
            var configuration = TLS13.ClientConfiguration(
                hostName: name, signatureSchemes: SignatureScheme.all, requestsStatus: true)
            // The suites in the order of App Transport Security, so that the server chooses as it does for an app.
            configuration.cipherSuites = ATSSuite.tls13.compactMap { TLS13.CipherSuite.withCodePoint($0.codePoint) }
            configuration.groups = groups(group, configuration.groups)
            configuration.shares = group.map { [$0] } ?? configuration.shares
            // A server that asks for the certificate when a request has come asks only a client that offers this.
            configuration.offersPostHandshakeAuth = true
            configuration.requestsTimestamps = true
            configuration.common = TLS13.CommonConfiguration(
                now: question.time * 1_000, arithmetic: .live, tracing: false)
            versions = .tls13(configuration)
        } else {
            guard let suite = suite.implemented else { return Outcome(trial: .untried(.suite(suite))) }
            var configuration = Client.Configuration(
                hostName: name, cipherSuites: [suite], signatureSchemes: SignatureScheme.all,
                extendedMasterSecret: true, encryptThenMAC: true, requestsStatus: true)
            configuration.groups = groups(group, configuration.groups)
            configuration.now = question.time
            configuration.arithmetic = .live
            configuration.tracing = false
            versions = .tls12(configuration)
        }
        var handshake = WholeHandshake(
            version: version, suite: suite, endpoint: TLSEndpoint(client: versions), question: question, name: name)
        let trial = try handshake.run(on: dial())
        var outcome = Outcome(certificates: handshake.certificates, staple: handshake.staple, trial: trial)
        // They stand beside the certificates (RFC 8446 section 4.4.2).
        if version == .tls13, !handshake.certificates.isEmpty { outcome.timestamps = .seen(handshake.timestamps) }
        return outcome
    }

    /// The groups to offer: first the group that the server has chosen, then the usual ones and those of Apple's systems. They are offered
    /// too because an ECDSA certificate may have its key on one of these curves (RFC 8422 sections 5.1 and 5.3).
    private static func groups(_ chosen: NamedGroup?, _ usual: [NamedGroup]) -> [NamedGroup] {
        let all = usual + ATSGroup.offered.filter { !usual.contains($0) }
        return chosen.map { chosen in [chosen] + all.filter { $0 != chosen } } ?? all
    }

    private init(
        version: ProtocolVersion, suite: RegisteredSuite, endpoint: TLSEndpoint, question: ChainQuestion, name: String
    ) {
        (self.version, self.suite, self.name) = (version, suite, name)
        end = TLSEnd(endpoint, SystemRandomSource())
        judge = ChainJudge(.none, by: Evaluator(store: TrustStore(anchors: [])), asking: question)
    }

    // MARK: On the line

    private mutating func run(on line: any ServerLine) throws -> HandshakeTrial {
        var line = line
        var last = Arrival.silence
        step(.start)
        var taken = 0
        while true {
            if !unsent.isEmpty { try line.send(unsent) }
            unsent = []
            if failure != nil || end.peerHasClosed || status != nil { break }
            last = try line.receive()
            guard case .octets(let octets) = last else { break }
            taken += octets.count
            guard taken <= ServerFlight.mostOctets else { break }
            heard.take(octets)
            step(.bytes(octets))
        }
        if established != nil, failure == nil {
            step(.close)
            if !unsent.isEmpty { try line.send(unsent) }
        }
        return outcome(last)
    }

    private var established: RegisteredSuite? { end.parameters?.suite }
    private var failure: TLSError? { end.failure }

    /// The request: what an app asks of a server in HTTP.
    private var request: [UInt8] {
        let host = name.contains(":") ? "[\(name)]" : name
        return Array("GET / HTTP/1.1\r\nHost: \(host)\r\nAccept: */*\r\nConnection: close\r\n\r\n".utf8)
    }

    /// The answer to the request; nil before its status has come (RFC 9112 section 4). Octets that begin otherwise are not HTTP.
    private var status: RequestTrial.Answer? {
        let (beginning, answer) = (Array("HTTP/1.".utf8), end.read.data)
        guard answer.prefix(beginning.count).elementsEqual(beginning.prefix(answer.count)) else { return .notHTTP }
        guard answer.count >= 12 else { return nil }
        let digits = String(decoding: answer[9..<12], as: UTF8.self)
        return Int(digits).map { .status($0) } ?? .notHTTP
    }

    /// Whether the server has accepted the client: it has sent a ticket or data. In TLS 1.3 the client completes the handshake before
    /// the server has seen the client's certificate.
    private var isAccepted: Bool { end.ticket != nil || !end.read.data.isEmpty }

    private mutating func step(_ input: Input) {
        for output in end.take(input) {
            end.keep(output)
            switch output {
            case .bytes(let octets):
                unsent += octets
                flights += established == nil ? 1 : 0
            case .judge(let chain):
                certificates = chain
                step(.verdict(end.judge(chain, by: judge)))
            case .stapled(let response): staple = response
            case .timestamps(let list): timestamps = list
            case .certificateRequested: asking = established == nil ? .inHandshake : .afterRequest
            case .renegotiationRequested: asking = .byNewHandshake
            case .established: step(.send(request))
            default: break
            }
        }
    }

    // MARK: The outcome

    private func failed(_ cause: HandshakeFailure.Cause) -> HandshakeTrial {
        .failed(HandshakeFailure(cause, in: version, with: established ?? suite))
    }

    /// Whether the client has sent its last flight: in TLS 1.2 its second flight, in TLS 1.3 the flight that completes its handshake.
    private var isLate: Bool { established != nil || version < .tls13 && flights > 1 }

    private func outcome(_ end: Arrival) -> HandshakeTrial {
        guard let established else { return failure.map { cause($0, end) } ?? ended(end) }
        // The handshake of TLS 1.2 ends with the server's Finished, and that of TLS 1.3 with the client's.
        if version == .tls13, !isAccepted, asking != .afterRequest {
            if case .peerAlert? = failure, let failure { return cause(failure, end) }
            if end == .broken, asking == .inHandshake { return failed(.certificateDemanded(nil)) }
        }
        return .completed(established, RequestTrial(in: version, asking: asking, answer: answered(end)))
    }

    private func answered(_ end: Arrival) -> RequestTrial.Answer {
        if let status { return status }
        if case .peerAlert(let alert)? = failure { return .ended(alert) }
        return failure == nil && end == .silence ? .silence : .ended(nil)
    }

    private func ended(_ end: Arrival) -> HandshakeTrial {
        switch end {
        case .end, .broken:
            asking != .never && isLate
                ? failed(.certificateDemanded(nil))
                : failed(.serverEnded(heard.progress, isReset: end == .broken, isLate: isLate))
        case .silence: failed(.silence(heard.progress, isLate: isLate))
        case .octets:
            failed(
                .violation(
                    Words(
                        english: "more than \(ServerFlight.mostOctets) octets came, and the handshake is not complete",
                        chinese: "收到的超过 \(ServerFlight.mostOctets) 字节，而握手还没有完成")))
        }
    }

    private func cause(_ error: TLSError, _ end: Arrival) -> HandshakeTrial {
        switch error {
        case .badSignature, .signatureKeyMismatch: failed(.badProof)
        case .peerAlert(let alert):
            HandshakeFailure.Cause(
                serverAlert: alert, suite, isRequested: asking != .never, isLate: isLate
            ).map(failed) ?? failed(.serverAlert(alert, isLate: isLate))
        // RSA key transport needs a key of at least 59 octets (RFC 8017 section 7.2.1).
        case .certificateRefused(.unsupportedKey, _), .internalFault:
            .untried(
                .key(
                    certificates.first.flatMap { try? ATSLeaf($0) }.map {
                        Words(english: $0.key.name, chinese: $0.key.chineseName)
                    } ?? Words(english: "unknown", chinese: "未知")))
        case .closedDuringHandshake, .closeNotifyDuringHandshake, .truncated, .truncatedMessage, .truncatedRecord:
            ended(.end)
        default: failed(.violation(Words(error)))
        }
    }
}

extension HandshakeFailure.Cause {
    /// The cause that an alert of the server reveals after the client's last flight. Nil if the alert reveals nothing beyond its name.
    package init?(serverAlert alert: AlertDescription, _ suite: RegisteredSuite, isRequested: Bool, isLate: Bool) {
        guard isLate else { return nil }
        if isRequested || alert == .certificateRequired {
            self = .certificateDemanded(alert)
        } else if suite.agreement == .rsa, [.badRecordMAC, .decryptionFailed].contains(alert) {
            // RFC 5246 section 7.4.7.1: a server that cannot decrypt the premaster secret fails only at the client's Finished. A server
            // that answers decrypt_error has decrypted the Finished, so it has the keys.
            self = .notDecrypted(alert)
        } else {
            return nil
        }
    }
}
