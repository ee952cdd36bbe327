import TCPSim
import TLSSim
import Trace

/// A client of TLS 1.2 that the attacker plays by hand, message by message: no machine says what she wants to say.
package struct PlayedClient {
    /// Her connection.
    package let line: Line
    /// What she has said first.
    package let hello: ClientHello
    /// The server's handshake messages so far.
    package private(set) var messages: [HandshakeMessage] = []
    /// The alert that the server has sent.
    package private(set) var alert: AlertDescription?
    /// Records of the server that are neither handshake nor alert, as far as they came in clear: the type and the fragment.
    package private(set) var others: [(type: UInt8, fragment: [UInt8])] = []
    /// Whether the server has announced its change of keys.
    package private(set) var hasChanged = false
    private var transcript: [UInt8] = []
    private var writing = RecordLayer()
    private var joiner = HandshakeJoiner()
    private var buffer: [UInt8] = []

    /// Sends a hello on a connection of hers.
    package init(_ line: Line, _ hello: ClientHello) {
        self.line = line
        self.hello = hello
        send(hello)
    }

    /// Sends a handshake message.
    package mutating func send(_ body: some HandshakeBody) {
        transcript += body.message.bytes
        send(.handshake, body.message.bytes)
    }

    private mutating func send(_ type: ContentType, _ octets: [UInt8]) {
        for record in (try? writing.seal(type, octets)) ?? [] { line.send(record.wire) }
    }

    /// Changes keys and sends a Finished that is right under them.
    package mutating func finish(_ schedule: KeySchedule, _ suite: CipherSuite) {
        send(.changeCipherSpec, [1])
        writing.startWriting(with: schedule.clientProtection)
        send(Finished(verifyData: schedule.verifyData(of: .client, transcriptHash: suite.hash.hash(transcript))))
    }

    /// Reads what has come.
    package mutating func read() {
        buffer += line.read()
        while let header = RecordHeader(buffer), buffer.count >= RecordLimits.header + Int(header.length) {
            let end = RecordLimits.header + Int(header.length)
            let fragment = Array(buffer[RecordLimits.header..<end])
            buffer.removeFirst(end)
            take(header.typeCode, fragment)
        }
    }

    private mutating func take(_ type: UInt8, _ fragment: [UInt8]) {
        switch ContentType(rawValue: type) {
        case .alert where !hasChanged:
            if fragment.count == 2 { alert = AlertDescription(rawValue: fragment[1]) }
        case .handshake where !hasChanged:
            joiner.append(fragment)
            while let message = try? joiner.next() {
                messages.append(message)
                transcript += message.bytes
            }
        case .changeCipherSpec: hasChanged = true
        default: others.append((type, fragment))
        }
    }

    /// Whether the server's first flight is here, or no more of it will come.
    package var hasServersFlight: Bool {
        alert != nil || line.isOver || messages.contains { $0.type == .serverHelloDone }
    }

    /// Whether it is settled what the server makes of her Finished.
    package var isSettled: Bool { alert != nil || hasChanged || line.isOver }

    /// The server's hello; nil before it is here.
    package var serverHello: ServerHello? {
        try? messages.first { $0.type == .serverHello }?.parsed(ServerHello.read)
    }

    /// The server's signed parameters, of the form that `kind` calls for.
    package func serverKeyExchange(_ kind: KeyExchangeKind) -> ServerKeyExchange? {
        try? messages.first { $0.type == .serverKeyExchange }?.parsed { reader throws(ParseError) in
            try ServerKeyExchange.read(from: &reader, kind: kind)
        }
    }

    /// The server's chain.
    package var chain: [[UInt8]] {
        (try? messages.first { $0.type == .certificate }?.parsed(CertificateMessage.read).chain) ?? []
    }

    /// The keys that follow from a premaster secret.
    package func schedule(_ premaster: [UInt8], _ suite: CipherSuite) -> KeySchedule {
        KeySchedule(
            premasterSecret: premaster, clientRandom: hello.random, serverRandom: serverHello?.random ?? [],
            suite: suite)
    }
}

extension Attacker {
    /// Opens a connection and says hello.
    package mutating func hello(
        to server: Socket, _ suite: CipherSuite, extensions: [HelloExtension] = []
    ) -> PlayedClient {
        let hello = ClientHello(
            random: random.octets(32), cipherSuites: [suite.codePoint],
            extensions: [.signatureAlgorithms([.rsaPKCS1SHA256])] + extensions)
        return PlayedClient(open(to: server), hello)
    }

    /// Lets time pass until the server has said all that it says at first.
    package func awaitFlight(_ client: inout PlayedClient) {
        wait {
            client.read()
            return client.hasServersFlight
        }
    }

    /// Sends her half of the key exchange and a Finished under the keys that `premaster` gives, and waits for what the server makes of it.
    ///
    /// - Returns: whether the server has taken it.
    package func tries(
        _ client: inout PlayedClient, _ exchange: ClientKeyExchange, premaster: [UInt8], _ suite: CipherSuite
    ) -> Bool {
        client.send(exchange)
        client.finish(client.schedule(premaster, suite), suite)
        wait {
            client.read()
            return client.isSettled
        }
        defer { client.line.abort() }
        return client.hasChanged
    }
}
