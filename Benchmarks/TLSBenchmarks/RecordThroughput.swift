import Crypto
import Measurement
import SwiftCrypto
import TLSSim

/// Application data from a client to a server, sealed and opened, against the ciphers alone.
enum RecordThroughput {
    private static let record = [UInt8](repeating: 0x61, count: RecordLimits.plaintext)
    private static let times = 256

    static func measure(_ options: Options, _ world: World, _ rival: Rival, _ report: inout Report) {
        for (name, pass) in ciphers() where options.wants(name) {
            report.add(Figure(name, unit: "MB/s", rates(options, octets: record.count) { pass() }))
        }
        let name = "records"
        guard options.wants(name) else { return }
        for suite in CipherSuite.all where suite.keyExchange == .rsa || suite == .dheRSAChaCha20 {
            for count in amounts {
                let what = "\(name), \(count) at once, \(suite.cipher.name)"
                let octets = transfer(Peers(suite, world, .none, seed: 1), count, what, options, &report)
                let theirs = rival.records(suite.name, octets: octets, count: times / count)
                report.add(Figure("  OpenSSL's, by Python's ssl", unit: "MB/s", theirs.map { [$0] } ?? []))
            }
        }
        for suite in TLS13.CipherSuite.all {
            let peers = Subject.ends(.x25519, world.curve, suite, ticket: nil, key: nil, .none, seed: 1)
            for count in amounts {
                let what = "\(name), \(count) at once, TLS 1.3, \(suite.cipher.name)"
                transfer(peers, count, what, options, &report)
            }
        }
    }

    /// How many records' worth is handed over at once: 16 KiB and 256 KiB.
    private static let amounts = [1, 16]

    /// So many records' worth of data at once from one end to the other. Returns how many octets that is.
    @discardableResult
    private static func transfer(
        _ peers: Peers, _ count: Int, _ name: String, _ options: Options, _ report: inout Report
    ) -> Int {
        let data = [[UInt8]](repeating: record, count: count).flatMap { $0 }
        var peers = peers
        peers.shakeHands()
        report.add(
            Figure(
                name, unit: "MB/s", rates(options, octets: data.count) { peers.transfer(data) == data.count }))
        return data.count
    }

    /// The ciphers of swift-crypto alone, sealing and opening one record's worth.
    private static func ciphers() -> [(name: String, pass: () -> Bool)] {
        let place = [UInt8](repeating: 0, count: 13)
        let (gcm, chaCha) = (AES.GCM.Nonce(), ChaChaPoly.Nonce())
        var list: [(name: String, pass: () -> Bool)] = [SymmetricKeySize.bits128, .bits256].map { size in
            let key = SymmetricKey(size: size)
            return (
                "AES-\(size.bitCount)-GCM alone",
                {
                    guard let box = try? AES.GCM.seal(record, using: key, nonce: gcm, authenticating: place) else {
                        return false
                    }
                    return (try? AES.GCM.open(box, using: key, authenticating: place))?.count == record.count
                }
            )
        }
        let key = SymmetricKey(size: .bits256)
        list.append(
            (
                "ChaCha20-Poly1305 alone",
                {
                    guard let box = try? ChaChaPoly.seal(record, using: key, nonce: chaCha, authenticating: place)
                    else {
                        return false
                    }
                    return (try? ChaChaPoly.open(box, using: key, authenticating: place))?.count == record.count
                }
            ))
        return list
    }

    /// Megabytes (10⁶ octets) a second.
    private static func rates(_ options: Options, octets: Int, _ pass: () -> Bool) -> [Double] {
        let times = max(1, Self.times * record.count / octets)
        return (0..<options.repetitions).map { _ in
            var succeeded = true
            let elapsed = seconds { for _ in 0..<times where !pass() { succeeded = false } }
            precondition(succeeded, "what went in has not come out")
            return Double(times * octets) / 1e6 / elapsed
        }
    }
}
