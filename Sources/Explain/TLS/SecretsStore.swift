import Crypto
import Trace

/// The secrets with which recorded sessions are decrypted: the lines of key logs, and RSA keys of servers.
package struct SecretsStore: Sendable {
    /// The source of a session's secrets.
    package enum Source: String, Sendable {
        /// The capture itself: a decryption secrets block (draft-ietf-opsawg-pcapng section 4.7).
        case capture = "dsb"
        /// A key log that was given.
        case keyLog = "keylog"
        /// The server's RSA key that was given.
        case rsaKey = "rsa_key"
    }

    /// The secret in a line of a key log, by its label (draft-ietf-tls-keylogfile; the labels come from NSS).
    enum Label: String, Sendable {
        case master = "CLIENT_RANDOM"
        case clientEarly = "CLIENT_EARLY_TRAFFIC_SECRET"
        case clientHandshake = "CLIENT_HANDSHAKE_TRAFFIC_SECRET"
        case serverHandshake = "SERVER_HANDSHAKE_TRAFFIC_SECRET"
        case clientApplication = "CLIENT_TRAFFIC_SECRET_0"
        case serverApplication = "SERVER_TRAFFIC_SECRET_0"
    }

    /// The secrets of a session.
    struct Session: Sendable {
        let source: Source
        var secrets: [Label: [UInt8]] = [:]
    }

    /// The largest number of sessions that are kept. It bounds the memory for a capture that has secrets in it.
    static let most = 100_000

    /// The number of lines that could be read.
    package private(set) var lines = 0
    /// The number of lines that could not be read.
    package private(set) var badLines = 0
    package private(set) var keys: [RSAPrivateKey] = []
    /// The sessions by the random of their ClientHello.
    private var sessions: [[UInt8]: Session] = [:]

    /// A store without secrets.
    package init() {}

    /// Whether there are no secrets.
    package var isEmpty: Bool { lines == 0 && keys.isEmpty }

    package mutating func add(_ key: RSAPrivateKey) { keys.append(key) }

    /// Adds the lines of a key log. A line that cannot be read is counted and passed over.
    package mutating func add(keyLog octets: [UInt8], from source: Source) {
        for line in octets.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }) {
            let words = line.split { $0 == 0x20 || $0 == 0x09 }.map { String(decoding: $0, as: UTF8.self) }
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            guard words.count == 3, let random = Hex.octets(words[1]), let secret = Hex.octets(words[2]),
                random.count == 32, (32...64).contains(secret.count)
            else {
                badLines += 1
                continue
            }
            lines += 1
            // Secrets with other labels, such as those of exporters, protect no records.
            guard let label = Label(rawValue: first) else { continue }
            guard sessions.count < Self.most || sessions[random] != nil else { continue }
            sessions[random, default: Session(source: source)].secrets[label] = secret
        }
    }

    /// The secrets of the session whose ClientHello has this random; nil if they are not known.
    func session(_ random: [UInt8]) -> Session? { lines == 0 ? nil : sessions[random] }

    /// The RSA key that fits the public key of a certificate; nil if there is none.
    func key(matching publicKey: RSAPublicKey) -> RSAPrivateKey? { keys.first { $0.n == publicKey.n } }
}
