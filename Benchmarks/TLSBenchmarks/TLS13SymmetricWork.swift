import SwiftCrypto

/// What both sides of a handshake of TLS 1.3 hash, derive and protect besides their public-key operations, by swift-crypto alone.
///
/// On each side: the transcript and its five digests (to ServerHello, to Certificate, before each Finished, and to the server's), the key
/// schedule of RFC 8446 section 7.1 with keys for four directions and two Finished, each use of HKDF being an HMAC of one block, and the
/// protected records, half of which are sealed and half opened.
struct TLS13SymmetricWork {
    private let transcript: [UInt8]
    private let record: [UInt8]
    private let records: Int
    private let key = SymmetricKey(size: .bits128)
    private let secret = SymmetricKey(size: .bits256)
    private let header = [UInt8](repeating: 0, count: 5)

    /// HKDF-Extract three times; Expand-Label for two salts, for seven secrets and, of each direction, for key and IV; for two finished_keys,
    /// and two MACs with them.
    private static let uses = 3 + 2 + 7 + 4 * 2 + 2 + 2

    /// That of a handshake whose messages have `octets` octets in all, in so many protected records.
    init(octets: Int, records: Int) {
        transcript = [UInt8](repeating: 0x61, count: octets)
        record = [UInt8](repeating: 0x61, count: octets / max(1, records))
        self.records = records
    }

    /// Does it once, for both sides.
    func run() throws {
        for _ in 0..<2 {
            var running = SHA256()
            running.update(data: transcript)
            var digest: [UInt8] = []
            for _ in 0..<5 { digest = Array(running.finalize()) }
            for _ in 0..<Self.uses {
                digest = Array(SwiftCrypto.HMAC<SHA256>.authenticationCode(for: digest + header, using: secret))
            }
        }
        for _ in 0..<records {
            let box = try AES.GCM.seal(record, using: key, nonce: AES.GCM.Nonce(), authenticating: header)
            _ = try AES.GCM.open(box, using: key, authenticating: header)
        }
    }
}
