import Crypto
import Trace

/// A log of Certificate Transparency whose key is known, so that its promises can be verified.
public struct KnownLog: Hashable, Sendable {
    /// The name of the log.
    public let name: String
    /// The SHA-256 of the log's key (RFC 6962 section 3.2).
    public let identifier: [UInt8]
    private let key: SubjectKey
    /// The state of the log.
    public let state: State
    /// The last seconds of the certificates that the log takes, since 1970: from the first number on, and before the second one. Nil for a
    /// log that takes all certificates.
    public let shard: Range<Int64>?
    /// The name of the operator of the log; nil if it is not known.
    public var operatorName: String?
    /// Whether the log publishes its entries as tiles, and not as RFC 6962 says; nil if it is not known.
    public var isTiled: Bool?
    /// The time of the list that names the log, in seconds since 1970; nil if the list has none, or if the log is not from a list.
    public var listed: Int64?

    /// The state of a log in a list.
    public enum State: Hashable, Sendable {
        /// The log takes certificates: it is qualified or usable.
        case current
        /// The log has taken no certificate since this time, in seconds since 1970.
        case readOnly(since: Int64)
        /// The log was retired at this time, in seconds since 1970.
        case retired(at: Int64)
        /// The log's timestamps do not count: it is pending or rejected.
        case uncounted
    }

    /// A log with this key.
    ///
    /// - Parameters:
    ///   - key: SubjectPublicKeyInfo in DER.
    ///   - state: the state of the log.
    ///   - shard: the last seconds of the certificates that the log takes; nil for all.
    /// - Throws: ``TrustError/unsupportedKey(_:)`` for a key that cannot be read, and for one that is neither RSA nor on a curve
    ///   that is known here.
    public init(
        _ name: String, key info: [UInt8], state: State = .current, shard: Range<Int64>? = nil
    ) throws(TrustError) {
        self.name = name
        self.state = state
        self.shard = shard
        identifier = HashAlgorithm.sha256.hash(info)
        do {
            var parts = try DERElement(info).parts(.sequence)
            let algorithm = try AlgorithmIdentifier(try parts.next())
            key = SubjectKey(algorithm, Array(try parts.next().wholeBits()))
            try parts.end()
        } catch { throw .unsupportedKey("a log") }
        switch key {
        case .rsa, .curve: return
        case .ed25519, .otherCurve, .rsaPSS, .unknownCurve, .other, .malformed: throw .unsupportedKey(key.name)
        }
    }

    /// Whether this log has made a promise for a certificate: its key verifies the signature of the timestamp.
    ///
    /// - Parameter issuer: the issuer of the certificate, for a timestamp inside it; nil for a timestamp outside, which does not cover the
    ///   issuer's key.
    func hasSigned(
        _ timestamp: SignedTimestamp, for certificate: CertificateStructure, issuedBy issuer: CertificateStructure?
    ) -> Bool {
        let message =
            issuer.map { timestamp.signedData(certificate, issuer: $0) } ?? timestamp.signedData(whole: certificate)
        guard timestamp.log == identifier, let message else { return false }
        return SignatureCheck(timestamp.signature, of: message, with: timestamp.signatureAlgorithm, by: key).outcome
            == .verifies
    }

    // MARK: - Lists of logs

    /// The logs of a file: a list in JSON as the makers of browsers publish it (operators, logs, keys in base 64), or keys of logs.
    ///
    /// - Parameters:
    ///   - octets: a list in JSON, or SubjectPublicKeyInfo in PEM or DER.
    ///   - name: the name of the logs in a file that has only keys.
    /// - Throws: ``LogListError`` if the file is neither, or if one of its logs has no name or no usable key.
    public static func list(_ octets: [UInt8], named name: String) throws(LogListError) -> [KnownLog] {
        if octets.first == 0x30 { return [try log(name, octets)] }
        if let keys = try? CertificatePEM.decode(String(decoding: octets, as: UTF8.self), label: "PUBLIC KEY") {
            return try keys.map { key throws(LogListError) in try log(name, key) }
        }
        let list: JSON
        do throws(JSONError) {
            list = try JSON(octets)
        } catch { throw .notJSON("\(error)") }
        guard case .array(let operators)? = list["operators"] else { throw .noOperators }
        let listed = try list["log_list_timestamp"].map { text throws(LogListError) in
            guard case .string(let text) = text, let time = CivilTime.seconds(rfc3339: text) else {
                throw .badListTime
            }
            return time
        }
        var logs: [KnownLog] = []
        for entry in operators {
            let owner: String? = if case .string(let name)? = entry["name"] { name } else { nil }
            for member in ["logs", "tiled_logs"] {
                guard case .array(let entries)? = entry[member] else { continue }
                for entry in entries {
                    var log = try KnownLog.log(in: entry)
                    log.operatorName = owner
                    log.isTiled = member == "tiled_logs"
                    log.listed = listed
                    logs.append(log)
                }
            }
        }
        return logs
    }

    private static func log(in entry: JSON) throws(LogListError) -> KnownLog {
        guard case .string(let name)? = entry["description"] else { throw .noName }
        guard case .string(let text)? = entry["key"], let key = Base64.octets(text) else { throw .noKey(name) }
        return try log(name, key, try state(entry["state"], of: name), try shard(entry["temporal_interval"], of: name))
    }

    /// The state of a log: an object with the name of the state and its time. A list without states has current logs.
    private static func state(_ entry: JSON?, of log: String) throws(LogListError) -> State {
        guard let entry else { return .current }
        for name in ["usable", "qualified"] where entry[name] != nil { return .current }
        if let state = entry["readonly"] { return .readOnly(since: try time(state["timestamp"], of: log)) }
        if let state = entry["retired"] { return .retired(at: try time(state["timestamp"], of: log)) }
        for name in ["pending", "rejected"] where entry[name] != nil { return .uncounted }
        throw .badState(log)
    }

    private static func shard(_ entry: JSON?, of log: String) throws(LogListError) -> Range<Int64>? {
        guard let entry else { return nil }
        let (start, end) = (
            try time(entry["start_inclusive"], of: log), try time(entry["end_exclusive"], of: log)
        )
        guard start <= end else { throw .badTime(log) }
        return start..<end
    }

    private static func time(_ entry: JSON?, of log: String) throws(LogListError) -> Int64 {
        guard case .string(let text)? = entry, let time = CivilTime.seconds(rfc3339: text) else { throw .badTime(log) }
        return time
    }

    private static func log(
        _ name: String, _ key: [UInt8], _ state: State = .current, _ shard: Range<Int64>? = nil
    ) throws(LogListError) -> KnownLog {
        do {
            return try KnownLog(name, key: key, state: state, shard: shard)
        } catch { throw .badKey(name, "\(error)") }
    }
}

/// The reason why a file is no list of logs.
public enum LogListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is neither a key nor JSON.
    case notJSON(String)
    /// The file is JSON without a list of operators.
    case noOperators
    /// The time of the list is no date such as 2026-03-01T12:00:00Z.
    case badListTime
    /// A log has no description.
    case noName
    /// A log has no key in base 64; the name of the log.
    case noKey(String)
    /// The state of a log is none that is known here; the name of the log.
    case badState(String)
    /// A time of a log is no date such as 2026-03-01T12:00:00Z, or its shard ends before it begins; the name of the log.
    case badTime(String)
    /// The key of a log cannot be used; the name of the log, and the reason.
    case badKey(String, String)

    /// The error in a phrase.
    public var description: String {
        switch self {
        case .notJSON(let why): "neither a key nor a list of logs in JSON: \(why)"
        case .noOperators: "a list of logs in JSON has a list \"operators\""
        case .badListTime: "\"log_list_timestamp\" is not like 2026-03-01T12:00:00Z"
        case .noName: "a log in the list has no \"description\""
        case .noKey(let name): "the log \(name) has no \"key\" in base 64"
        case .badState(let name):
            "the \"state\" of the log \(name) is none of usable, qualified, readonly, retired, pending and rejected"
        case .badTime(let name):
            "a time of the log \(name), in \"state\" or \"temporal_interval\", is not like 2026-03-01T12:00:00Z, or its interval ends before "
                + "it begins"
        case .badKey(let name, let why): "the key of the log \(name) cannot be used: \(why)"
        }
    }
}
