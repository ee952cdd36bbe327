import Trace

/// Why a request is not carried out, in the words of the door it came to.
struct RequestError: Error, Hashable, CustomStringConvertible {
    let description: String

    /// What is wrong with the field that is called `name`.
    init(_ field: String, _ problem: FieldProblem, at door: Door) {
        description = door.sentence(field, problem)
    }

    /// Something that is about no single field.
    init(_ description: String) { self.description = description }
}

/// What can be wrong with a field of a request.
enum FieldProblem: Hashable {
    /// There is no such field.
    case missing
    /// The door knows no such field.
    case unknown
    /// The field is there twice.
    case repeated
    /// Its value is of another kind than the one that is wanted.
    case kind(wanted: FieldKind, found: JSON)
    /// A number outside the limits.
    case outside(Int64, limits: ClosedRange<Int64>)
    /// An odd number of hexadecimal digits, which are no octets.
    case halfAnOctet
    /// Characters that are no hexadecimal digits.
    case notHexadecimal
    /// A rule of one operation: a phrase that tells the problem and stands after the name and a colon.
    case rule(String)
    /// A rule of one operation: the rest of the sentence that begins with the name.
    case predicate(String)
}

/// The kinds of values that are asked for.
enum FieldKind: Hashable {
    /// A whole number.
    case integer
    /// A text.
    case text
    /// true or false.
    case truth
    /// A list of texts.
    case texts
    /// An object.
    case object
}

/// The doors: each has its words for errors and its view of null, which the programs that use it rely on.
enum Door: Hashable {
    /// `tcp drive`.
    case drive
    /// `tls13 replay`.
    case replay
    /// `crypto check`.
    case check
    /// `trust evaluate --batch` and `trust pin --batch`.
    case trust

    /// Whether a field that is null counts as one that is not there.
    var readsNullAsAbsent: Bool { self == .trust }

    /// What is wrong with a field.
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
    /// The kind in the plain words of the flat doors.
    fileprivate var noun: String {
        switch self {
        case .integer: "an integer"
        case .text: "a text"
        case .truth: "true or false"
        case .texts: "a list of texts"
        case .object: "an object"
        }
    }

    /// The kind in JSON's words.
    fileprivate var jsonNoun: String {
        switch self {
        case .integer: "a whole number"
        case .text: "a string"
        case .truth: "true or false"
        case .texts: "a list of strings"
        case .object: "an object"
        }
    }
}

extension JSON {
    /// What the value is, in JSON's words.
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
