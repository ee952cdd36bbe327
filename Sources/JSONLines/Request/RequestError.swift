import Trace

/// The reason why a request is not carried out, in the words of the interface to which it was sent.
struct RequestError: Error, Hashable, CustomStringConvertible {
    let description: String

    /// The error for the field `field`.
    init(_ field: String, _ problem: FieldProblem, at door: Door) {
        description = door.sentence(field, problem)
    }

    /// An error that does not concern a single field.
    init(_ description: String) { self.description = description }
}

/// A problem with a field of a request.
enum FieldProblem: Hashable {
    /// The request lacks the field.
    case missing
    /// The interface has no such field.
    case unknown
    /// The request has the field twice.
    case repeated
    /// The value is of another kind than the wanted one.
    case kind(wanted: FieldKind, found: JSON)
    /// The number is outside the limits.
    case outside(Int64, limits: ClosedRange<Int64>)
    /// The text has an odd number of hexadecimal digits, so its last octet has one digit only.
    case halfAnOctet
    /// The text has characters that are no hexadecimal digits.
    case notHexadecimal
    /// The value breaks a rule of the operation: a phrase that stands behind the name and a colon.
    case rule(String)
    /// The value breaks a rule of the operation: the rest of a sentence that begins with the name.
    case predicate(String)
}

/// A kind of values.
enum FieldKind: Hashable {
    /// A whole number.
    case integer
    case text
    /// true or false.
    case truth
    /// A list of texts.
    case texts
    case object
}

/// An interface for other programs, which send it a JSON object a line. The words of its errors and its treatment of null are
/// part of the interface: programs rely on them.
enum Door: Hashable {
    /// `tcp drive`.
    case drive
    /// `tls13 replay`.
    case replay
    /// `crypto check`.
    case check
    /// `trust evaluate --batch` and `trust pin --batch`.
    case trust

    /// Whether a field that is null counts as missing.
    var readsNullAsAbsent: Bool { self == .trust }

    /// The error message for a field.
    func sentence(_ field: String, _ problem: FieldProblem) -> String {
        switch self {
        case .drive, .replay: "\(field): \(drivePhrase(problem))"
        case .check: "field \(field): \(checkPhrase(problem))"
        case .trust: trustSentence(field, problem)
        }
    }

    private func drivePhrase(_ problem: FieldProblem) -> String {
        switch problem {
        case .missing: "missing"
        case .unknown: "unknown"
        case .repeated: "is there twice"
        case .kind(let wanted, _): "must be \(wanted.noun)"
        case .outside(let number, let limits): "\(number) is outside \(limits.lowerBound) to \(limits.upperBound)"
        case .halfAnOctet, .notHexadecimal: "must be an even number of hexadecimal digits"
        case .rule(let phrase), .predicate(let phrase): phrase
        }
    }

    private func checkPhrase(_ problem: FieldProblem) -> String {
        switch problem {
        case .missing: "missing"
        case .unknown: "unknown"
        case .repeated: "there twice"
        case .kind(let wanted, _): "not \(wanted.noun)"
        case .outside(let number, let limits): number < 0 ? "negative" : "more than \(limits.upperBound)"
        case .halfAnOctet: "an odd number of hexadecimal digits"
        case .notHexadecimal: "not hexadecimal"
        case .rule(let phrase), .predicate(let phrase): phrase
        }
    }

    private func trustSentence(_ field: String, _ problem: FieldProblem) -> String {
        switch problem {
        case .missing: "\(field) is missing"
        case .unknown: "\(field) is no field of this request"
        case .repeated: "\(field) is there twice"
        case .kind(.integer, .fraction): "\(field) is not a whole number"
        case .kind(let wanted, let found): "\(field) is \(found.noun), not \(wanted.jsonNoun)"
        case .outside(let number, let limits):
            number < limits.lowerBound
                ? "\(field) is \(number), less than \(limits.lowerBound)"
                : "\(field) is \(number), more than \(limits.upperBound)"
        case .halfAnOctet, .notHexadecimal: "\(field) is not hexadecimal"
        case .rule(let phrase): "\(field): \(phrase)"
        case .predicate(let phrase): "\(field) \(phrase)"
        }
    }
}

extension FieldKind {
    /// The kind in the words of `tcp drive`, `tls13 replay` and `crypto check`.
    fileprivate var noun: String {
        switch self {
        case .integer: "an integer"
        case .text: "a text"
        case .truth: "true or false"
        case .texts: "a list of texts"
        case .object: "an object"
        }
    }

    /// The kind in the words of JSON, for `trust`.
    fileprivate var jsonNoun: String {
        switch self {
        case .integer: "a whole number"
        case .text: "a string"
        case .texts: "a list of strings"
        case .truth, .object: noun
        }
    }
}

extension JSON {
    /// The kind of the value, in the words of JSON.
    fileprivate var noun: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .fraction: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
