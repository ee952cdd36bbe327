import Crypto
import Trace

/// A log of Certificate Transparency whose key is known, so that its promises can be verified.
public struct KnownLog: Hashable, Sendable {
    /// The name of the log.
    public let name: String
    /// The SHA-256 of the log's key (RFC 6962 section 3.2).
    public let identifier: [UInt8]
    private let key: SubjectKey

    /// A log with this key.
    ///
    /// - Parameter key: SubjectPublicKeyInfo in DER.
    /// - Throws: ``TrustError/unsupportedKey(_:)`` for a key that cannot be read, and for one that is neither RSA nor on a curve
    ///   that is known here.
    public init(_ name: String, key info: [UInt8]) throws(TrustError) {
        self.name = name
        identifier = HashAlgorithm.sha256.hash(info)
        do {
            var parts = try DERElement(info).parts(.sequence)
            let algorithm = try AlgorithmIdentifier(try parts.next())
            key = SubjectKey(algorithm, Array(try parts.next().wholeBits()))
            try parts.end()
        } catch { throw .unsupportedKey("a log") }
        switch key {
        case .rsa, .curve: return
        case .ed25519, .unknownCurve, .other, .malformed: throw .unsupportedKey(key.name)
        }
    }

    /// Whether this log has made a promise for a certificate: its key verifies the signature of the timestamp.
    func hasSigned(
        _ timestamp: SignedTimestamp, for certificate: CertificateStructure, issuedBy issuer: CertificateStructure
    ) -> Bool {
        guard timestamp.log == identifier, let message = timestamp.signedData(certificate, issuer: issuer) else {
            return false
        }
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
        var logs: [KnownLog] = []
        for entry in operators {
            for member in ["logs", "tiled_logs"] {
                guard case .array(let entries)? = entry[member] else { continue }
                for log in entries { logs.append(try KnownLog.log(in: log)) }
            }
        }
        return logs
    }

    private static func log(in entry: JSON) throws(LogListError) -> KnownLog {
        guard case .string(let name)? = entry["description"] else { throw .noName }
        guard case .string(let text)? = entry["key"], let key = Base64.octets(text) else { throw .noKey(name) }
        return try log(name, key)
    }

    private static func log(_ name: String, _ key: [UInt8]) throws(LogListError) -> KnownLog {
        do {
            return try KnownLog(name, key: key)
        } catch { throw .badKey(name, "\(error)") }
    }
}

/// The reason why a file is no list of logs.
public enum LogListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is neither a key nor JSON.
    case notJSON(String)
    /// The file is JSON without a list of operators.
    case noOperators
    /// A log has no description.
    case noName
    /// A log has no key in base 64; the name of the log.
    case noKey(String)
    /// The key of a log cannot be used; the name of the log, and the reason.
    case badKey(String, String)

    /// The error in a phrase.
    public var description: String {
        switch self {
        case .notJSON(let why): "neither a key nor a list of logs in JSON: \(why)"
        case .noOperators: "a list of logs in JSON has a list \"operators\""
        case .noName: "a log in the list has no \"description\""
        case .noKey(let name): "the log \(name) has no \"key\" in base 64"
        case .badKey(let name, let why): "the key of the log \(name) cannot be used: \(why)"
        }
    }
}
