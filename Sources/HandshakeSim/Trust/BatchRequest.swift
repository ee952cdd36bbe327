import Foundation
import PKI

/// One request of a batch: a JSON object in a line, read key by key.
///
/// Unknown keys are passed over. A key that is missing or of another type is an error that names it.
struct BatchRequest: Sendable {
    private let members: [String: Value]
    /// The keys that lead here, for errors: "peer_name.".
    private let place: String

    /// The most octets of a line: thirty chains of the largest certificates.
    static let longestLine = 32 << 20

    /// Reads a line.
    ///
    /// - Throws: ``Problem``, where it is no JSON object.
    init(line: String) throws(Problem) {
        guard line.utf8.count <= BatchRequest.longestLine else {
            throw Problem("the line has more than \(BatchRequest.longestLine) octets")
        }
        guard let value = try? JSONDecoder().decode(Value.self, from: Data(line.utf8)) else {
            throw Problem("the line is not JSON")
        }
        guard case .object(let members) = value else { throw Problem("the line is not a JSON object") }
        self.init(members, place: "")
    }

    private init(_ members: [String: Value], place: String) {
        self.members = members
        self.place = place
    }

    /// What is wrong with a request, in a phrase.
    struct Problem: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// A text.
    func string(_ key: String) throws(Problem) -> String {
        guard let text = try stringIfAny(key) else { throw missing(key) }
        return text
    }

    /// A text; nil for null and where the key is not there.
    func stringIfAny(_ key: String) throws(Problem) -> String? {
        switch members[key] {
        case nil, .null: return nil
        case .string(let text): return text
        case let other?: throw mismatch(key, "a string", other)
        }
    }

    /// true or false; `usual` where the key is not there.
    func bool(_ key: String, else usual: Bool) throws(Problem) -> Bool {
        switch members[key] {
        case nil, .null: return usual
        case .bool(let value): return value
        case let other?: throw mismatch(key, "true or false", other)
        }
    }

    /// A whole number; nil for null and where the key is not there.
    func integerIfAny(_ key: String) throws(Problem) -> Int? {
        switch members[key] {
        case nil, .null: return nil
        case .number(let value):
            guard let integer = Int(exactly: value) else { throw Problem("\(place)\(key) is not a whole number") }
            return integer
        case let other?: throw mismatch(key, "a whole number", other)
        }
    }

    /// Texts; none for null and where the key is not there.
    func strings(_ key: String) throws(Problem) -> [String] {
        switch members[key] {
        case nil, .null: return []
        case .array(let values):
            var texts: [String] = []
            for (index, value) in values.enumerated() {
                guard case .string(let text) = value else { throw mismatch("\(key)[\(index)]", "a string", value) }
                texts.append(text)
            }
            return texts
        case let other?: throw mismatch(key, "a list of strings", other)
        }
    }

    /// An object; nil for null and where the key is not there.
    func objectIfAny(_ key: String) throws(Problem) -> BatchRequest? {
        switch members[key] {
        case nil, .null: return nil
        case .object(let members): return BatchRequest(members, place: "\(place)\(key).")
        case let other?: throw mismatch(key, "an object", other)
        }
    }

    /// A moment, "2026-03-01T12:00:00Z", in seconds since 1970.
    func time(_ key: String) throws(Problem) -> Int64 {
        let text = try string(key)
        guard let time = RFC3339.seconds(text) else {
            throw Problem("\(place)\(key): \"\(text)\" is not a moment such as 2026-03-01T12:00:00Z")
        }
        return time
    }

    /// Certificates in PEM, one or more a text, in DER.
    func certificates(_ key: String) throws(Problem) -> [[UInt8]] {
        var certificates: [[UInt8]] = []
        for (index, text) in try strings(key).enumerated() {
            do {
                certificates += try CertificatePEM.decode(text)
            } catch { throw Problem("\(place)\(key)[\(index)]: \(error)") }
        }
        return certificates
    }

    private func missing(_ key: String) -> Problem { Problem("\(place)\(key) is missing") }

    private func mismatch(_ key: String, _ wanted: String, _ value: Value) -> Problem {
        Problem("\(place)\(key) is \(value.kind), not \(wanted)")
    }
}

extension BatchRequest {
    /// A JSON value (RFC 8259).
    private enum Value: Decodable, Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([Value])
        case object([String: Value])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let text = try? container.decode(String.self) {
                self = .string(text)
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let values = try? container.decode([Value].self) {
                self = .array(values)
            } else {
                self = .object(try container.decode([String: Value].self))
            }
        }

        /// What it is, in a phrase.
        var kind: String {
            switch self {
            case .null: "null"
            case .bool: "true or false"
            case .number: "a number"
            case .string: "a string"
            case .array: "a list"
            case .object: "an object"
            }
        }
    }
}
