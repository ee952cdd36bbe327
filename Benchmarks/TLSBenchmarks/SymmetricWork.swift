import Crypto
import SwiftCrypto
import TLSSim

/// What both sides of a handshake hash, derive and protect besides their public-key operations, by swift-crypto alone: without messages,
/// states and traces.
///
/// On each side: the transcript and its three digests (the session hash, and one for each Finished), the signed parameters, the master
/// secret, the key block and two verify_data by the PRF (RFC 5246 section 5), and two records with Finished, of which one is sealed and one
/// opened. Of CBC suites only the MAC of the records is among it.
struct SymmetricWork {
    private let suite: CipherSuite
    /// As many octets as the handshake has.
    private let transcript: [UInt8]
    private let key: SymmetricKey
    private let secret = SymmetricKey(size: .init(bitCount: 8 * KeySchedule.masterSecretLength))
    private let finished = [UInt8](repeating: 0x61, count: 16)
    /// What is authenticated with a record: number, type, version, length.
    private let place = [UInt8](repeating: 0, count: 13)

    /// That of a handshake with `suite` whose messages have `octets` octets in all.
    init(_ suite: CipherSuite, octets: Int) {
        self.suite = suite
        transcript = [UInt8](repeating: 0x61, count: octets)
        key = SymmetricKey(size: .init(bitCount: 8 * suite.cipher.keyLength))
    }

    /// Does it once, for both sides.
    func run() throws {
        for _ in 0..<2 {
            switch suite.hash {
            case .sha384: derive(by: SHA384.self)
            default: derive(by: SHA256.self)
            }
            try protect()
        }
    }

    private func derive<Hash: HashFunction>(by function: Hash.Type) {
        var running = Hash()
        running.update(data: transcript)
        var digest: [UInt8] = []
        for _ in 0..<3 { digest = Array(running.finalize()) }
        if suite.keyExchange != .rsa { digest = Array(Hash.hash(data: transcript.prefix(100))) }
        let cipher = suite.cipher
        let block = 2 * (cipher.macKeyLength + cipher.keyLength + cipher.fixedIVLength)
        // The master secret from the premaster secret; the key block and two verify_data from the master secret.
        for counts in [[KeySchedule.masterSecretLength], [block, 12, 12]] {
            let keyed = SwiftCrypto.HMAC<Hash>(key: secret)
            for count in counts { expand(keyed, seed: digest, count) }
        }
    }

    /// P_hash.
    private func expand<Hash: HashFunction>(_ keyed: SwiftCrypto.HMAC<Hash>, seed: [UInt8], _ count: Int) {
        var (a, octets) = (seed, 0)
        while octets < count {
            var (next, output) = (keyed, keyed)
            next.update(data: a)
            a = Array(next.finalize())
            output.update(data: a)
            output.update(data: seed)
            octets += output.finalize().byteCount
        }
    }

    private func protect() throws {
        switch suite.cipher {
        case .aesGCM:
            let box = try AES.GCM.seal(finished, using: key, nonce: AES.GCM.Nonce(), authenticating: place)
            _ = try AES.GCM.open(box, using: key, authenticating: place)
        case .chaCha20Poly1305:
            let box = try ChaChaPoly.seal(finished, using: key, nonce: ChaChaPoly.Nonce(), authenticating: place)
            _ = try ChaChaPoly.open(box, using: key, authenticating: place)
        case .aesCBC(_, let mac):
            for _ in 0..<2 {
                switch mac {
                case .sha1:
                    _ = SwiftCrypto.HMAC<Insecure.SHA1>.authenticationCode(for: place + finished, using: secret)
                default: _ = SwiftCrypto.HMAC<SHA256>.authenticationCode(for: place + finished, using: secret)
                }
            }
        }
    }
}
