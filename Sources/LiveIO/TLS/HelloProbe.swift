import TLSSim
import Trace

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a server answers to a ClientHello, as far as it speaks in clear: nothing is agreed on, and no key is used.
///
/// A full handshake can only be had with suites and versions that are implemented. A server tells what it chooses in its
/// hello, and in TLS 1.2 and before its certificates behind it, to anyone who asks.
public enum HelloProbe {
    /// The answer.
    public enum Answer: Hashable, Sendable {
        /// A ServerHello; the version is the one in supported_versions if it is there (RFC 8446 section 4.2.1). The
        /// certificates in DER, the leaf first; empty where TLS 1.3 hides them.
        case hello(version: ProtocolVersion, suite: UInt16, certificates: [[UInt8]])
        /// A fatal alert.
        case alert(AlertDescription)
        /// The connection ended or broke without an answer.
        case closed
        /// Something else; what is wrong with it.
        case malformed(String)
        /// No record of TLS; the first octets.
        case foreign([UInt8])
        /// Nothing within the time.
        case silence
    }

    /// The most octets that are read: a certificate list alone may have 2^24 - 1, but no server in use sends that many.
    private static let limit = 1 << 18

    /// Sends `hello` and reads until the certificates or, in TLS 1.3, the ServerHello are there.
    ///
    /// - Parameter milliseconds: how long the whole answer may take.
    public static func ask(_ hello: ClientHello, on socket: StreamSocket, within milliseconds: Int) -> Answer {
        let clock = ContinuousClock()
        let deadline = clock.now + .milliseconds(milliseconds)
        var unsent = record(hello)[...]
        var reader = AnswerReader()
        var taken = 0
        while true {
            if !unsent.isEmpty {
                guard let count = socket.send(unsent) else { return .closed }
                unsent = unsent.dropFirst(count)
            }
            switch socket.receive(most: 1 << 14) {
            case .octets(let octets):
                taken += octets.count
                guard taken <= limit else { return .malformed("more than \(limit) octets and no certificate") }
                if let answer = reader.take(octets) { return answer }
                continue
            case .end: return reader.ending
            case .broken: return reader.ending
            case .nothing: break
            }
            let left = (deadline - clock.now).components
            let wait = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
            guard wait > 0 else { return .silence }
            let events = Int16(unsent.isEmpty ? POLLIN : POLLIN | POLLOUT)
            var waiting = [pollfd(fd: socket.descriptor, events: events, revents: 0)]
            _ = poll(&waiting, nfds_t(1), Int32(clamping: wait))
        }
    }

    /// The hello in a record. RFC 8446 section 5.1: some servers take no first record of another version than TLS 1.0.
    private static func record(_ hello: ClientHello) -> [UInt8] {
        let message = hello.message.bytes
        var wire = [ContentType.handshake.rawValue] + ProtocolVersion.tls10.octets
        wire += [UInt8(truncatingIfNeeded: message.count >> 8), UInt8(truncatingIfNeeded: message.count)]
        return wire + message
    }
}

/// Reads the answer, record by record.
private struct AnswerReader {
    private var records = RecordLayer()
    private var joiner = HandshakeJoiner()
    private var hello: ServerHello?
    private var hasBegun = false

    /// What a record can begin with: the content types of TLS (RFC 5246 section 6.2.1, RFC 6520 section 6).
    private static let contentTypes: ClosedRange<UInt8> = 20...24

    /// What it amounts to if nothing more comes.
    var ending: HelloProbe.Answer {
        hello.map { .hello(version: Self.version(of: $0), suite: $0.cipherSuite, certificates: []) } ?? .closed
    }

    /// Takes what has arrived; nil as long as the answer is not there.
    mutating func take(_ octets: [UInt8]) -> HelloProbe.Answer? {
        if !hasBegun, let first = octets.first {
            guard Self.contentTypes.contains(first) else { return .foreign(Array(octets.prefix(64))) }
            hasBegun = true
        }
        records.append(octets)
        do {
            while let record = try records.next() {
                switch record.type {
                case .alert where record.plaintext.count == 2 && record.plaintext[0] == AlertLevel.fatal.rawValue:
                    return .alert(AlertDescription(rawValue: record.plaintext[1]))
                case .alert: continue
                case .handshake: joiner.append(record.plaintext)
                default: return .malformed("a record of another kind than the hello's")
                }
                while let message = try joiner.next() {
                    if let answer = try take(message) { return answer }
                }
            }
            return nil
        } catch {
            return .malformed("\(error)")
        }
    }

    private mutating func take(_ message: HandshakeMessage) throws -> HelloProbe.Answer? {
        var reader = ByteReader(message.body, recording: false)
        guard let hello else {
            guard message.type == .serverHello else { return .malformed("\(message.name) before ServerHello") }
            let answer = try ServerHello.read(from: &reader)
            self.hello = answer
            guard Self.version(of: answer) == .tls13 else { return nil }
            return .hello(version: .tls13, suite: answer.cipherSuite, certificates: [])
        }
        guard message.type == .certificate else {
            return .hello(version: Self.version(of: hello), suite: hello.cipherSuite, certificates: [])
        }
        let chain = try CertificateMessage.read(from: &reader).chain
        return .hello(version: Self.version(of: hello), suite: hello.cipherSuite, certificates: chain)
    }

    private static func version(of hello: ServerHello) -> ProtocolVersion {
        hello.selectedVersion ?? hello.version
    }
}
