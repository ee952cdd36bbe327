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

    /// Whether she has to compute keys first.
    var isComputed: Bool {
        switch self {
        case .emptyMasterFinished, .keysAndFinished, .finished, .protectedData: true
        case .changeCipherSpec, .warning, .userCanceled, .fatalAlert, .closeNotify, .emptyRecord, .data, .helloRequest,
            .clientHello,
            .serverHelloDone, .zeroFinished, .certificate, .emptyCertificate, .certificateRequest, .serverKeyExchange,
            .clientKeyExchange, .newSessionTicket, .keyUpdate, .heartbeat:
            false
        }
    }

    /// What she can put in at `end`, in the order of the cases.
    static func all(at end: Account, _ version: TLSScope.Version) -> [Insertion] {
        guard end.ending == nil, end.role == .server || end.calls.contains(.open) else { return [] }
        return allCases.filter { insertion in
            switch insertion {
            case .emptyMasterFinished:
                version == .tls12 && end.role == .client && !end.readsProtected && end.hellos.suite != 0
            case .keysAndFinished: end.place == .changeCipherSpec && end.isWithHer && Adversary.schedule(of: end) != nil
            case .finished: end.place == .finished && end.isWithHer && Adversary.schedule(of: end) != nil
            case .protectedData: end.place == .open && end.isWithHer && Adversary.schedule(of: end) != nil
            // The message has another form in TLS 1.3, or is none.
            case .serverKeyExchange, .clientKeyExchange, .serverHelloDone, .newSessionTicket, .certificateRequest:
                version == .tls12
            case .keyUpdate: version == .tls13
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
        case .emptyRecord: [Adversary.clear(.handshake, [], name: "an empty record")]
        case .data: [Adversary.clear(.applicationData, Array("?".utf8))]
        case .helloRequest: [Adversary.clear(HelloRequest())]
        case .clientHello: [Adversary.clear(clientHello)]
        case .serverHelloDone: [Adversary.clear(ServerHelloDone())]
        case .zeroFinished: [Adversary.clear(Finished(verifyData: [UInt8](repeating: 0, count: 12)))]
        case .certificate: [Adversary.clear(CertificateMessage(chain: her.identity.chain))]
        case .emptyCertificate: [Adversary.clear(CertificateMessage(chain: []))]
        case .certificateRequest:
            [Adversary.clear(Self.request)]
        case .serverKeyExchange: [Adversary.clear(.handshake, Self.signed(at: end).bytes)]
        case .clientKeyExchange: [Adversary.clear(ClientKeyExchange.point(Adversary.exchange.publicKey))]
        case .newSessionTicket:
            [Adversary.clear(Self.ticket)]
        case .keyUpdate: [Adversary.clear(.handshake, [HandshakeType.keyUpdate.rawValue, 0, 0, 1, 0])]
        // Content type 24, heartbeat_request with no payload (RFC 6520 section 4).
        case .heartbeat:
            [Parcel(hers: [24, 3, 3, 0, 19, 1, 0, 0] + [UInt8](repeating: 0, count: 16), nil, name: "a heartbeat")]
        case .emptyMasterFinished:
            [
                Adversary.emptySchedule(of: end).flatMap { Adversary.finished(for: end, $0) }.map {
                    Adversary.clear($0, name: "Finished")
                }
            ].compactMap { $0 }
        case .keysAndFinished:
            [Adversary.clear(.changeCipherSpec, [1])] + Self.sealedFinished(at: end)
        case .finished: Self.sealedFinished(at: end)
        case .protectedData:
            [Adversary.schedule(of: end).map { Adversary.sealed(.applicationData, Array("?".utf8), for: end, $0) }]
                .compactMap { $0 }
        }
    }

    private var clientHello: ClientHello {
        ClientHello(
            random: Adversary.random, sessionID: Adversary.sessionID,
            cipherSuites: [CipherSuite.ecdheECDSAAES128GCM.codePoint],
            extensions: [
                .supportedGroups([.x25519, .secp256r1]), .ecPointFormats([0]),
                .signatureAlgorithms(SignatureScheme.usual),
                .extendedMasterSecret, .renegotiationInfo([]),
            ])
    }

    private static func sealedFinished(at end: Account) -> [Parcel] {
        guard let schedule = Adversary.schedule(of: end), let finished = Adversary.finished(for: end, schedule) else {
            return []
        }
        return [Adversary.sealed(.handshake, finished.message.bytes, for: end, schedule)]
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

    /// A ServerKeyExchange with her public value (RFC 8422 section 5.4), signed with her key over the randoms that `end` has seen.
    static func signed(at end: Account) -> HandshakeMessage {
        let point = Adversary.exchange.publicKey
        let params =
            [ServerECDHParams.namedCurve] + octets(NamedGroup.x25519.rawValue) + [
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
