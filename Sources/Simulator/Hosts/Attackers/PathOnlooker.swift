import TCPSim
import TLSSim
import Trace

/// An attacker on the path who only reads: what is in clear, and of the protected records their types and lengths.
struct PathOnlooker: PathAttacker {
    private var connection = SeenConnection()
    private var segments = 0
    private var protected: [Role: [Int]] = [:]

    mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
        guard case .saw(let seen) = event else { return [] }
        segments += 1
        let side = SeenConnection.sender(of: seen)
        let notes: [PathNote] = connection.take(seen).compactMap { piece in
            switch piece {
            case .message(let message, _): PathNote(reading: message)
            case .record(_, let length, _, isProtected: true):
                take(length, of: side)
            case .record: nil
            }
        }
        return notes.map { .note($0, step: $0.step) }
    }

    /// Counts a protected record. The note is about the first one of each side.
    private mutating func take(_ length: Int, of side: Role) -> PathNote? {
        protected[side, default: []].append(length)
        return protected[side]?.count == 1 ? .sealed(side, length: length) : nil
    }

    var conclusions: [PathConclusion] {
        [
            .watched(
                segments: segments, octets: Role.allCases.map { connection.octets(of: $0) }.reduce(0, +),
                lengths: (protected[.client] ?? [], protected[.server] ?? []))
        ]
    }
}

extension PathNote {
    /// What a handshake message in clear tells an attacker; nil if it tells her nothing of importance.
    fileprivate init?(reading message: HandshakeMessage) {
        switch message.type {
        case .clientHello:
            guard let hello = try? message.parsed(ClientHello.read) else { return nil }
            self = .hello(host: hello.serverName, suites: hello.cipherSuites.count)
        case .serverHello:
            guard let answer = try? message.parsed(ServerHello.read), !answer.isHelloRetryRequest else { return nil }
            self = .answer(
                suite: CipherSuite.describe(answer.cipherSuite), version: answer.chosenVersion.description,
                hidesTheRest: answer.selectedVersion == .tls13)
        case .certificate:
            guard let sent = try? message.parsed(CertificateMessage.read) else { return nil }
            self = .chain(count: sent.chain.count)
        default: return nil
        }
    }
}
