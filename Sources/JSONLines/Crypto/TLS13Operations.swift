import Crypto
import TLSSim
import Trace

/// The keys, proofs and records of TLS 1.3 (RFC 8446 sections 4.2.11, 4.4, 4.6.1, 5.2 and 7).
extension CryptoOperation {
    // MARK: Keys

    static func tls13Keys(_ request: Fields) throws -> [Result] {
        let suite = try request.suite("suite")
        let keys = TrafficSecret(try request.octets("secret"), hash: suite.hash).keys(for: suite)
        return octets("key", keys.key) + octets("iv", keys.iv)
    }

    static func tls13Update(_ request: Fields) throws -> [Result] {
        let suite = try request.suite("suite")
        return octets("secret", TrafficSecret(try request.octets("secret"), hash: suite.hash).next.octets)
    }

    static func tls13TicketPSK(_ request: Fields) throws -> [Result] {
        let (hash, nonce) = (try request.hash("hash"), try request.octets("nonce"))
        guard nonce.count <= HKDFLabel.longestContext else {
            throw request.error("nonce", "more than \(HKDFLabel.longestContext) octets")
        }
        return octets("psk", ResumptionSecret(try request.octets("resumption"), hash: hash).psk(nonce: nonce))
    }

    static func tls13Exporter(_ request: Fields) throws -> [Result] {
        let hash = try request.hash("hash")
        let count = try request.count("len", limit: 255 * hash.outputLength)
        return octets(
            "out",
            try ExporterSecret(request.octets("secret"), hash: hash).export(
                label: request.text("label"), context: request.octets("context"), count: count))
    }

    // MARK: Proofs

    static func tls13Hash(_ request: Fields) throws -> [Result] {
        octets("out", try transcriptHash(request))
    }

    static func tls13Finished(_ request: Fields) throws -> [Result] {
        let base = TrafficSecret(try request.octets("base"), hash: try request.hash("hash"))
        return octets("finished_key", base.finishedKey)
            + octets("verify_data", base.verifyData(try transcriptHash(request)))
    }

    static func tls13Binder(_ request: Fields) throws -> [Result] {
        let kind: PSKKind
        switch try request.text("kind") {
        case "res": kind = .resumption
        case "ext": kind = .external
        default: throw request.error("kind", "neither res nor ext")
        }
        let early = EarlySecret(psk: try request.octets("psk"), hash: try request.hash("hash"))
        return octets("binder", PSKBinder.make(early, kind, transcriptHash: try transcriptHash(request)))
    }

    static func tls13Signed(_ request: Fields) throws -> [Result] {
        guard let side = Role(rawValue: try request.text("side")) else {
            throw request.error("side", "neither client nor server")
        }
        return octets("out", SignedTranscript.octets(of: side, try transcriptHash(request)))
    }

    private static func transcriptHash(_ request: Fields) throws -> [UInt8] {
        TranscriptHash.of(try request.octets("messages"), by: try request.hash("hash"))
    }

    // MARK: Records

    static func tls13Seal(_ request: Fields) throws -> [Result] {
        var protection = try protection(request)
        let inner = InnerPlaintext(
            try request.octets("content"), typeCode: try request.integer("type"),
            padding: try request.count("padding", limit: RecordLimits.innerPlaintext))
        do {
            return octets("record", try protection.seal(inner))
        } catch { throw RequestError(error.sentence(in: .english)) }
    }

    static func tls13Open(_ request: Fields) throws -> [Result] {
        let protection = try protection(request)
        let record = try request.octets("record")
        do {
            let inner = try protection.reading(record)
            return [Result("type", .integer(Int64(inner.typeCode)))] + octets("content", inner.content)
                + [Result("padding", .integer(Int64(inner.padding)))]
        } catch {
            throw RequestError("\(error.alert?.description ?? "none"): \(error.sentence(in: .english))")
        }
    }

    private static func protection(_ request: Fields) throws -> TrafficProtection {
        let suite = try request.suite("suite")
        return TrafficProtection(
            suite, TrafficSecret(try request.octets("secret"), hash: suite.hash),
            sequenceNumber: try request.integer("seq", 0...UInt64(Int64.max)))
    }
}
