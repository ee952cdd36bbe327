import Crypto
import TLSSim
import Trace

/// A client of TLS 1.3 that sends what it is told.
package struct TLS13ClientPuppet: Puppet {
    private var session = TLS13PuppetSession(.client)
    private let host: String?
    private var random: SeededRandomSource
    /// The random of all hellos: a second hello after a HelloRetryRequest repeats it (RFC 8446 section 4.1.2).
    private let clientRandom: [UInt8]
    /// The session ID of middlebox compatibility mode, with which servers send a ChangeCipherSpec (RFC 8446 section D.4).
    private let sessionID: [UInt8]
    private var key: ShareKey?
    private var hasSentHello = false
    private var retry: ServerHello?

    /// A client for one connection.
    ///
    /// - Parameter host: the name in server_name; nil for none.
    package init(host: String?, random: SeededRandomSource) {
        self.host = host
        self.random = random
        clientRandom = self.random.octets(32)
        sessionID = self.random.octets(32)
        key = try? ShareKey(group: .x25519, privateValue: self.random.octets(32), arithmetic: .live)
    }

    package var ear: Ear {
        get { session.ear }
        set { session.ear = newValue }
    }

    package mutating func send(_ letter: Letter) -> [UInt8] {
        switch letter {
        case .clientHello, .clientHelloDHE, .clientHelloRSA: hello(withShare: true)
        case .clientHelloWithoutShare: hello(withShare: false)
        case .clientKeyExchange: session.handshake(ClientKeyExchange.point(random.octets(32)).message)
        case .emptyCertificate: session.handshake(TLS13.Certificate.blank.message)
        // RFC 8446 section 5: it is always in clear.
        case .changeCipherSpec: PuppetRecords.clear(.changeCipherSpec, [1])
        case .finished: session.finished(isRight: true)
        case .wrongFinished: session.finished(isRight: false)
        case .data: session.record(.applicationData, PuppetData.request)
        case .warning: session.record(.alert, PuppetData.warning)
        case .closeNotify: session.record(.alert, PuppetData.closeNotify)
        case .keyUpdate: session.keyUpdate()
        case .helloRequest, .serverHello, .helloRetryRequest, .encryptedExtensions, .certificate, .serverKeyExchange,
            .certificateRequest, .certificateVerify, .serverHelloDone, .newSessionTicket:
            []
        }
    }

    private mutating func hello(withShare: Bool) -> [UInt8] {
        var extensions = ClientOfferings.extensions(for: host) + [.supportedVersions([.tls13])]
        if let group = retry?.selectedGroup, key?.group != group {
            key = try? ShareKey(group: group, privateValue: random.octets(32), arithmetic: .live)
        }
        for case .cookie(let cookie) in retry?.extensions ?? [] { extensions.append(.cookie(cookie)) }
        extensions.append(.keyShares(withShare ? key.map { [$0.share] } ?? [] : []))
        let hello = ClientHello(
            random: clientRandom, sessionID: sessionID, cipherSuites: TLS13.CipherSuite.all.map(\.codePoint),
            extensions: extensions)
        let version = hasSentHello ? ProtocolVersion.tls12 : PuppetRecords.firstVersion
        hasSentHello = true
        return session.handshake(hello.message, version: version)
    }

    package mutating func receive(_ octets: [UInt8]) {
        session.append(octets)
        while let message = session.next() {
            guard message.type == .serverHello, let hello = try? message.parsed(ServerHello.read) else { continue }
            session.suite = TLS13.CipherSuite.withCodePoint(hello.cipherSuite)
            guard !hello.isHelloRetryRequest else {
                retry = hello
                continue
            }
            if let share = hello.keyShare, let shared = try? key?.sharedSecret(with: share, of: .server) {
                session.begin(shared: shared)
            }
        }
    }
}
