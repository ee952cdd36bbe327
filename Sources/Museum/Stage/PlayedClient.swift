import TCPSim
import TLSSim
import Trace

/// A client of TLS 1.2 that the attacker plays message by message. A state machine of TLS would not send what she wants to send.
package struct PlayedClient {
    /// Her connection.
    package let line: Line
    /// The ClientHello that she has sent.
    package let hello: ClientHello
    /// The server's handshake messages before its ChangeCipherSpec.
    package private(set) var messages: [HandshakeMessage] = []
    /// The alert that the server has sent in clear; nil if it has sent none.
    package private(set) var alert: AlertDescription?
    /// The server's other records, each with its type and its fragment: those of other types, and all after its ChangeCipherSpec, whose
    /// fragments are encrypted.
    package private(set) var others: [(type: UInt8, fragment: [UInt8])] = []
    /// Whether the server has sent ChangeCipherSpec.
    fileprivate var hasChanged = false
    private var transcript: [UInt8] = []
    private var writing = RecordLayer()
    private var joiner = HandshakeJoiner()
    private var buffer: [UInt8] = []

    /// Sends a ClientHello on one of her connections.
    package init(_ line: Line, _ hello: ClientHello) {
        self.line = line
        self.hello = hello
        line.learned(Knowledge.clientRandom, .generated, hello.random)
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

    /// Sends ChangeCipherSpec, and a correct Finished under the new keys.
    package mutating func finish(_ schedule: KeySchedule, _ suite: CipherSuite) {
        send(.changeCipherSpec, [1])
        writing.startWriting(with: schedule.clientProtection)
        send(Finished(verifyData: schedule.verifyData(of: .client, transcriptHash: suite.hash.hash(transcript))))
    }

    /// Reads the octets that have arrived.
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

    /// Whether the server's first flight is complete, or no more of it can arrive.
    package var hasServersFlight: Bool {
        alert != nil || line.isOver || messages.contains { $0.type == .serverHelloDone }
    }

    /// Whether the server has answered her Finished, or cannot answer it any more.
    package var isSettled: Bool { alert != nil || hasChanged || line.isOver }

    /// The ServerHello; nil before it has arrived.
    package var serverHello: ServerHello? {
        try? messages.first { $0.type == .serverHello }?.parsed(ServerHello.read)
    }

    /// The ServerKeyExchange, read in the format of `kind`; nil if there is none that can be read.
    package func serverKeyExchange(_ kind: KeyExchangeKind) -> ServerKeyExchange? {
        try? messages.first { $0.type == .serverKeyExchange }?.parsed { reader throws(ParseError) in
            try ServerKeyExchange.read(from: &reader, kind: kind)
        }
    }

    /// The server's certificate chain; empty if there is none that can be read.
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
    /// Opens a connection and sends a ClientHello.
    package mutating func hello(
        to server: Socket, _ suite: CipherSuite, extensions: [HelloExtension] = []
    ) -> PlayedClient {
        let hello = ClientHello(
            random: random.octets(32), cipherSuites: [suite.codePoint],
            extensions: [.signatureAlgorithms([.rsaPKCS1SHA256])] + extensions)
        return PlayedClient(open(to: server), hello)
    }

    /// Lets time pass until the server's first flight is complete.
    package func awaitFlight(_ client: inout PlayedClient) {
        wait {
            client.read()
            return client.hasServersFlight
        }
    }

    /// Sends a ClientKeyExchange, and a Finished under the keys that follow from `premaster`, which she has guessed. She waits for the
    /// server's answer, and then resets the connection. If the guess was right, she knows the secrets of the connection.
    ///
    /// - Returns: whether the server has accepted her Finished.
    package func tries(
        _ client: inout PlayedClient, sending exchange: ClientKeyExchange, premaster: [UInt8], suite: CipherSuite
    ) -> Bool {
        client.send(exchange)
        let schedule = client.schedule(premaster, suite)
        client.finish(schedule, suite)
        wait {
            client.read()
            return client.isSettled
        }
        defer { client.line.abort() }
        guard client.hasChanged else { return false }
        let line = client.line
        line.learned(
            Knowledge.premasterSecret, .derived(from: [], by: "a guess that the server's Finished confirms"), premaster)
        line.learned(
            Knowledge.masterSecret, .derived(from: KeySchedule.masterPremises(extended: false), by: "PRF"),
            schedule.masterSecret)
        line.learned(
            Knowledge.keyBlock, .derived(from: KeySchedule.keyBlockPremises, by: "PRF"), schedule.keyBlock)
        return true
    }
}
