import Crypto
import PKI
import TLSSim
import Trace

/// What the attacker can put in. The raw value is its name in reports.
package enum Insertion: String, Hashable, Sendable, CaseIterable {
    // MARK: What she has to compute first
    case emptyMasterFinished = "a Finished that follows from an empty master secret"
    case keysAndFinished = "a ChangeCipherSpec and a Finished under keys that she has"
    case finished = "a Finished under keys that she has"
    case protectedData = "application data under keys that she has"
    case serverFlight =
        "a flight of a server, from ServerHello to Finished, with the server's chain and a signature of hers"
    case shortFlight = "a flight of a server, from ServerHello to Finished, without a certificate"
    // MARK: In clear, at any time
    case changeCipherSpec = "a ChangeCipherSpec"
    case warning = "a warning"
    case userCanceled = "a user_canceled"
    case fatalAlert = "a fatal alert"
    case closeNotify = "a close_notify"
    case emptyRecord = "an empty record"
    case data = "application data"
    case helloRequest = "a HelloRequest"
    case clientHello = "a ClientHello of her own"
    case clientHello13 = "a ClientHello of TLS 1.3 of her own"
    case helloRetryRequest = "a HelloRetryRequest"
    case serverHelloDone = "a ServerHelloDone"
    case zeroFinished = "a Finished of zeros"
    case certificate = "a Certificate of her own"
    case emptyCertificate = "an empty Certificate"
    case certificateRequest = "a CertificateRequest"
    case serverKeyExchange = "a ServerKeyExchange of her own"
    case clientKeyExchange = "a ClientKeyExchange of her own"
    case newSessionTicket = "a NewSessionTicket"
    case keyUpdate = "a KeyUpdate"
    case heartbeat = "a heartbeat"

    /// Its Chinese name in reports. It begins with a Han character.
    var chinese: String {
        switch self {
        case .emptyMasterFinished: "一个由空的主密钥得出的 Finished"
        case .keysAndFinished: "一个 ChangeCipherSpec 和一个 Finished，使用她掌握的密钥"
        case .finished: "一个使用她掌握的密钥的 Finished"
        case .protectedData: "使用她掌握的密钥的应用数据"
        case .serverFlight: "服务器的一批消息，从 ServerHello 到 Finished，带有服务器的证书链和她的签名"
        case .shortFlight: "服务器的一批消息，从 ServerHello 到 Finished，不带证书"
        case .changeCipherSpec: "一个 ChangeCipherSpec"
        case .warning: "一个警告"
        case .userCanceled: "一个 user_canceled"
        case .fatalAlert: "一个致命警报"
        case .closeNotify: "一个 close_notify"
        case .emptyRecord: "一条空记录"
        case .data: "应用数据"
        case .helloRequest: "一个 HelloRequest"
        case .clientHello: "她自己的一个 ClientHello"
        case .clientHello13: "她自己的一个 TLS 1.3 ClientHello"
        case .helloRetryRequest: "一个 HelloRetryRequest"
        case .serverHelloDone: "一个 ServerHelloDone"
        case .zeroFinished: "一个全零的 Finished"
        case .certificate: "她自己的一个 Certificate"
        case .emptyCertificate: "一个空的 Certificate"
        case .certificateRequest: "一个 CertificateRequest"
        case .serverKeyExchange: "她自己的一个 ServerKeyExchange"
        case .clientKeyExchange: "她自己的一个 ClientKeyExchange"
        case .newSessionTicket: "一个 NewSessionTicket"
        case .keyUpdate: "一个 KeyUpdate"
        case .heartbeat: "一条心跳消息"
        }
    }

    /// Whether she has to compute keys first.
    var isComputed: Bool {
        switch self {
        case .emptyMasterFinished, .keysAndFinished, .finished, .protectedData, .serverFlight, .shortFlight: true
        case .changeCipherSpec, .warning, .userCanceled, .fatalAlert, .closeNotify, .emptyRecord, .data, .helloRequest,
            .clientHello, .clientHello13, .helloRetryRequest, .serverHelloDone, .zeroFinished, .certificate,
            .emptyCertificate, .certificateRequest, .serverKeyExchange,
            .clientKeyExchange, .newSessionTicket, .keyUpdate, .heartbeat:
            false
        }
    }

    /// What she can put in at `end`, in the order of the cases.
    static func all(at end: Account, by her: Adversary) -> [Insertion] {
        guard end.ending == nil, end.role == .server || end.calls.contains(.open) else { return [] }
        let isWaiting = end.role == .client && [.serverHello, .secondServerHello].contains(end.place)
        return allCases.filter { insertion in
            switch insertion {
            case .emptyMasterFinished:
                end.version == .tls12 && end.role == .client && !end.readsProtected && end.hellos.suite != 0
            case .keysAndFinished: end.place == .changeCipherSpec && end.isKnownToHer
            case .finished: end.place == .finished && end.isKnownToHer
            case .protectedData: end.place == .open && end.isKnownToHer
            case .serverFlight, .shortFlight, .helloRetryRequest:
                isWaiting && end.version.speaks(.tls13) && !insertion.parcels(at: end, by: her).isEmpty
            // The message has another form in TLS 1.3, or is none.
            case .serverKeyExchange, .clientKeyExchange, .serverHelloDone, .newSessionTicket, .certificateRequest,
                .clientHello:
                end.version.speaks(.tls12)
            case .keyUpdate, .clientHello13: end.version.speaks(.tls13)
            default: true
            }
        }
    }

    /// The records, in order; empty if she cannot make them.
    func parcels(at end: Account, by her: Adversary) -> [Parcel] {
        switch self {
        case .changeCipherSpec: [Adversary.clear(.changeCipherSpec, [1])]
        case .warning: [Adversary.clear(.alert, Alert(.warning, .unrecognizedName).bytes)]
        case .userCanceled: [Adversary.clear(.alert, Alert(.warning, .userCanceled).bytes)]
        case .fatalAlert: [Adversary.clear(.alert, Alert(.fatal, .handshakeFailure).bytes)]
        case .closeNotify: [Adversary.clear(.alert, Alert(.warning, .closeNotify).bytes)]
        case .emptyRecord: [Adversary.clear(.handshake, [], name: .emptyRecord)]
        case .data: [Adversary.clear(.applicationData, Array("?".utf8))]
        case .helloRequest: [Adversary.clear(HelloRequest())]
        case .clientHello: [Adversary.clear(Self.hello)]
        case .clientHello13: [Adversary.clear(Self.hello13)]
        case .helloRetryRequest: Self.retry(to: end).map { [Adversary.clear($0, name: "HelloRetryRequest")] } ?? []
        case .serverHelloDone: [Adversary.clear(ServerHelloDone())]
        case .zeroFinished: [Adversary.clear(Finished(verifyData: [UInt8](repeating: 0, count: 12)))]
        case .certificate: [Adversary.clear(CertificateMessage(chain: her.identity.chain))]
        case .emptyCertificate: [Adversary.clear(CertificateMessage(chain: []))]
        case .certificateRequest:
            [Adversary.clear(Self.request)]
        case .serverKeyExchange: [Adversary.clear(.handshake, Self.signed(at: end).bytes)]
        case .clientKeyExchange: [Adversary.clear(Self.answer(at: end, by: her))]
        case .newSessionTicket:
            [Adversary.clear(Self.ticket)]
        case .keyUpdate: [Adversary.clear(.handshake, [HandshakeType.keyUpdate.rawValue, 0, 0, 1, 0])]
        // Content type 24, heartbeat_request with no payload (RFC 6520 section 4).
        case .heartbeat:
            [
                Parcel(
                    hers: [24, 3, 3, 0, 19, 1, 0, 0] + [UInt8](repeating: 0, count: 16), nil,
                    name: Words(english: "a heartbeat", chinese: "一条心跳消息"))
            ]
        case .emptyMasterFinished:
            [
                Adversary.emptyKeys(of: end).flatMap { $0.finished(for: end) }.map {
                    Adversary.clear(.handshake, $0.bytes, name: "Finished")
                }
            ].compactMap { $0 }
        case .keysAndFinished: [Adversary.clear(.changeCipherSpec, [1])] + Self.sealedFinished(at: end, by: her)
        case .finished: Self.sealedFinished(at: end, by: her)
        case .protectedData:
            [her.keys(of: end)?.sealed(.applicationData, Array("?".utf8), for: end)].compactMap { $0 }
        case .serverFlight, .shortFlight: Self.flight(at: end, by: her, proves: self == .serverFlight)
        }
    }

    private static let extensions: [HelloExtension] = [
        .supportedGroups([.x25519, .secp256r1]), .signatureAlgorithms(SignatureScheme.usual),
    ]

    private static let hello = ClientHello(
        random: Adversary.random, sessionID: Adversary.sessionID,
        cipherSuites: [CipherSuite.ecdheECDSAAES128GCM.codePoint],
        extensions: extensions + [.ecPointFormats([0]), .extendedMasterSecret, .renegotiationInfo([])])

    private static let hello13 = ClientHello(
        random: Adversary.random, sessionID: Adversary.sessionID,
        cipherSuites: Casting.suites13.map(\.codePoint),
        extensions: extensions + [.supportedVersions([.tls13]), .keyShares([Adversary.share])])

    /// A HelloRetryRequest that asks `end` for a share of the first group of which it has sent none; nil if it has sent all.
    private static func retry(to end: Account) -> ServerHello? {
        guard let hello = end.last(.clientHello, ClientHello.read), let suite = suite(for: hello) else { return nil }
        let sent = hello.keyShares?.map(\.group) ?? []
        guard let group = hello.supportedGroups?.first(where: { !sent.contains($0) }) else { return nil }
        return answer(
            to: hello, ServerHello.helloRetryRequestRandom, suite, [.selectedVersion(.tls13), .selectedGroup(group)])
    }

    /// A ServerHello of TLS 1.3 that answers `hello`.
    private static func answer(
        to hello: ClientHello, _ random: [UInt8], _ suite: TLS13.CipherSuite, _ extensions: [HelloExtension]
    ) -> ServerHello {
        var answer = ServerHello.blank
        (answer.random, answer.sessionID, answer.cipherSuite) = (random, hello.sessionID, suite.codePoint)
        answer.extensions = extensions
        return answer
    }

    /// The first suite of TLS 1.3 that a hello offers.
    private static func suite(for hello: ClientHello) -> TLS13.CipherSuite? {
        hello.cipherSuites.lazy.compactMap { TLS13.CipherSuite.withCodePoint($0) }.first
    }

    /// A ClientKeyExchange of hers, of the form that the suite of `end` has.
    static func answer(at end: Account, by her: Adversary) -> ClientKeyExchange {
        switch CipherSuite.withCodePoint(end.hellos.suite)?.keyExchange {
        case .rsa: .encryptedPremasterSecret(her.encrypted)
        case .dheRSA, .dhAnon: .publicValue(Adversary.publicValue(in: group(of: end)).bigEndian)
        case .ecdheRSA, .ecdheECDSA, nil: .point(Adversary.exchange.publicKey)
        }
    }

    /// The finite field of the server's parameters that `end` has sent or taken.
    private static func group(of end: Account) -> FiniteFieldGroup {
        let offer = end.last(.serverKeyExchange) { reader throws(ParseError) in
            try ServerKeyExchange.read(from: &reader, kind: .dheRSA)
        }
        guard case .finiteField(let params)? = offer?.params else { return .ffdhe2048 }
        return FiniteFieldGroup.all.first { $0.p == Integer(bigEndian: params.p) } ?? .ffdhe2048
    }

    /// The flight of a server of TLS 1.3 with her public value. `proves` says whether it has the server's chain, with a signature of hers.
    private static func flight(at end: Account, by her: Adversary, proves: Bool) -> [Parcel] {
        guard let hello = end.last(.clientHello, ClientHello.read), let suite = suite(for: hello) else { return [] }
        let answer = answer(
            to: hello, Adversary.random, suite, [.keyShare(Adversary.share), .selectedVersion(.tls13)]
        ).message
        var seen = end
        seen.version = .tls13
        seen.keep(answer)
        guard let keys = her.keys(of: seen) else { return [] }
        var flight = [Adversary.clear(.handshake, answer.bytes)]
        func add(_ message: HandshakeMessage) {
            if let parcel = keys.sealed(.handshake, message.bytes, for: seen) { flight.append(parcel) }
            seen.keep(message)
            seen.opened += 1
        }
        seen.opened = 0
        add(EncryptedExtensions.blank.message)
        if proves {
            var certificate = TLS13.Certificate.blank
            certificate.entries = her.chainOfServer.map { TLS13.Certificate.Entry($0) }
            add(certificate.message)
            let hash = TranscriptHash.of(seen.messages.flatMap { $0 }, by: suite.hash)
            let content = SignedTranscript.octets(of: .server, hash)
            var proof = CertificateVerify.blank
            (proof.scheme, proof.signature) = (
                .ecdsaSHA256, ECDSA.sign(content, hash: .sha256, with: Adversary.signing).der
            )
            add(proof.message)
        }
        if let finished = keys.finished(for: seen) { add(finished) }
        return flight
    }

    private static func sealedFinished(at end: Account, by her: Adversary) -> [Parcel] {
        guard let keys = her.keys(of: end), let finished = keys.finished(for: end),
            let parcel = keys.sealed(.handshake, finished.bytes, for: end)
        else { return [] }
        return [parcel]
    }

    private static let request = {
        var request = CertificateRequest.blank
        (request.certificateTypes, request.schemes) = ([.ecdsaSign], [.ecdsaSHA256])
        return request
    }()

    private static let ticket = {
        var ticket = NewSessionTicket.blank
        (ticket.lifetimeHint, ticket.ticket) = (7_200, Adversary.random)
        return ticket
    }()

    /// A ServerKeyExchange with her public value (RFC 5246 section 7.4.3, RFC 8422 section 5.4), signed with her key over the randoms that
    /// `end` has seen.
    static func signed(at end: Account) -> HandshakeMessage {
        let point = Adversary.exchange.publicKey
        let suite = CipherSuite.withCodePoint(end.hellos.suite)
        let group = FiniteFieldGroup.ffdhe2048
        let numbers = [group.p, group.g, Adversary.publicValue(in: group)].map(\.bigEndian)
        let params =
            suite?.keyExchange == .dheRSA
            ? numbers.flatMap { octets(UInt16(truncatingIfNeeded: $0.count)) + $0 }
            : [ServerECDHParams.namedCurve] + octets(NamedGroup.x25519.rawValue) + [
                UInt8(truncatingIfNeeded: point.count)
            ] + point
        let covered = end.hellos.clientRandom + end.hellos.serverRandom + params
        let signature = ECDSA.sign(covered, hash: .sha256, with: Adversary.signing).der
        return HandshakeMessage(
            .serverKeyExchange,
            body: params + octets(SignatureScheme.ecdsaSHA256.rawValue)
                + octets(UInt16(truncatingIfNeeded: signature.count)) + signature)
    }

    private static func octets(_ number: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}
