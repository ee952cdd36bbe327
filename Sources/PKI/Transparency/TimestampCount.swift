import Trace

/// The logs whose timestamps count for a certificate, by the place of the timestamps. SecTrust counts them so.
struct TimestampCount: Hashable, Sendable {
    /// The logs with a timestamp inside the certificate.
    var inside: Set<[UInt8]> = []
    /// Those of ``inside`` that are current.
    var currentInside: Set<[UInt8]> = []
    /// The current logs with a timestamp in the handshake or in the OCSP response.
    var outside: Set<[UInt8]> = []
    /// Whether the timestamps were verified with the keys of the logs.
    let areVerified: Bool

    /// Counts a timestamp of a log that is current.
    mutating func add(_ timestamp: SignedTimestamp, isInside: Bool) {
        if isInside {
            inside.insert(timestamp.log)
            currentInside.insert(timestamp.log)
        } else {
            outside.insert(timestamp.log)
        }
    }

    /// The fewest logs in all if one of them has a timestamp outside the certificate. The lifetime of the certificate does not matter then.
    private static let fewestWithOutside = 2

    /// The finding about the count.
    ///
    /// - Parameters:
    ///   - place: the place of the certificate in the chain as it was sent.
    ///   - least: the fewest logs inside the certificate.
    ///   - cite: the document with the demand.
    ///   - doubt: why a count that is too small decides nothing; nil if it decides.
    func finding(of place: Int, least: Int, cite: Citation, unless doubt: TimestampDoubt?) -> CheckResult {
        let all = currentInside.union(outside).count
        let isEnoughOutside = !outside.isEmpty && all >= TimestampCount.fewestWithOutside
        let isEnoughInside = inside.count >= least && !inside.isEmpty
        let statement: TransparencyStatement =
            if isEnoughInside, currentInside.isEmpty, outside.isEmpty {
                .noCurrentLog
            } else if outside.isEmpty || isEnoughInside && !currentInside.isEmpty {
                .timestamps(logs: inside.count, least: least, areVerified: areVerified)
            } else {
                .timestampsOutside(
                    logs: all, least: TimestampCount.fewestWithOutside, inside: inside.count, areVerified: areVerified)
            }
        if isEnoughOutside || isEnoughInside && !currentInside.isEmpty {
            return areVerified
                ? .passed(.transparency, of: place, as: .leaf, .transparency(statement), cite: cite)
                : .noted(.transparency, of: place, as: .leaf, .transparency(statement), cite: cite)
        }
        return .failed(
            .transparency, of: place, as: .leaf,
            .transparency(doubt.map { .open(statement, $0) } ?? statement), cite: cite, refusal: .badCertificate)
    }
}

extension CheckResult {
    /// The finding about the timestamps inside a certificate of which nothing else was seen. They are counted and not verified.
    ///
    /// - Parameters:
    ///   - certificate: the certificate in DER.
    ///   - least: the fewest logs.
    ///   - cite: the document with the demand.
    package static func countedTimestamps(in certificate: [UInt8], least: Int, cite: Citation) -> CheckResult {
        var count = TimestampCount(areVerified: false)
        for timestamp in (try? CertificateStructure(certificate)).map(SignedTimestamp.list(in:)) ?? [] {
            count.add(timestamp, isInside: true)
        }
        return count.finding(of: 0, least: least, cite: cite, unless: .handshakeNotSeen)
    }
}
