/// Names a quantity whose knowledge matters: a key, an exponent, or a public value that a key depends on.
public struct SecretID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The field's own term for it, such as "premaster secret" or "dh_Ys".
    public let name: String

    /// The quantity called `name`.
    public init(_ name: String) {
        self.name = name
    }

    /// The name.
    public var description: String { name }

    /// By name.
    public static func < (left: SecretID, right: SecretID) -> Bool { left.name < right.name }
}

/// How a principal came to know a quantity.
public enum Learned: Hashable, Sendable {
    /// The party that knows it drew it at random.
    case generated
    /// Handed over by the application that the protocol works for.
    case supplied
    /// The party that knows it made it of this many random octets and of public ones.
    case composed(random: Int)
    /// Read from bytes that arrived, or were overheard, at the event of that number.
    case received(inEvent: Int)
    /// The party that knows it put it into a message, which it wrote at the event of that number.
    case sent(inEvent: Int)
    /// Made of messages of both sides: the party that knows it wrote some and read the others. The event of that number completed it.
    case exchanged(inEvent: Int)
    /// Computed from other quantities by a named operation.
    case derived(from: [SecretID], by: String)
    /// Owned before the run began: configuration, a key file, a trust anchor.
    case configured
    /// Taken from its owner.
    case stolen(how: Words)
    /// Found by computation that was meant to be infeasible.
    case broken(by: Words)
}

extension Learned {
    /// The operation and the quantities that it starts from: "PRF of premaster secret". It is the operation alone if `premises` is empty.
    package static func words(_ premises: [SecretID], _ operation: String, _ glossary: Glossary) -> Words {
        let operation = glossary.name(operation)
        guard !premises.isEmpty else { return operation }
        let names = premises.map { glossary.name($0.name) }
        return Words(
            english: "\(operation.english) of \(names.map(\.english).joined(separator: ", "))",
            chinese: "\(operation.chinese)（\(names.map(\.chinese).joined(separator: "、"))）")
    }

    /// Whether the party that knows the quantity drew it, or a part of it.
    public var isDrawn: Bool {
        switch self {
        case .generated, .composed: true
        case .supplied, .received, .sent, .exchanged, .derived, .configured, .stolen, .broken: false
        }
    }

    /// Whether the quantity became known over the wire: the party that knows it read it there, or put it there.
    public var isCarried: Bool {
        switch self {
        case .received, .sent, .exchanged: true
        case .generated, .supplied, .composed, .derived, .configured, .stolen, .broken: false
        }
    }
}

/// A quantity together with its value, as carried by a message in clear.
public struct Disclosure: Hashable, Sendable {
    /// The name of the quantity.
    public let secret: SecretID
    /// Its octets.
    public let value: [UInt8]
    /// Whether the quantity is made of several messages, also of the other side: this message completes it.
    public let isExchange: Bool

    /// `secret` has the octets `value`.
    public init(_ secret: SecretID, _ value: [UInt8], isExchange: Bool = false) {
        self.secret = secret
        self.value = value
        self.isExchange = isExchange
    }
}

/// A rule of derivation: the conclusion can be computed from all the premises.
public struct Derivation: Hashable, Sendable {
    /// The conclusion.
    public let conclusion: SecretID
    /// Everything that is needed for it.
    public let premises: [SecretID]
    /// The operation, such as "RSADP" or "PRF".
    public let operation: String
    /// The document that defines the operation.
    public let cite: Citation?

    /// `conclusion` follows from `premises` by `operation`.
    public init(_ conclusion: SecretID, from premises: [SecretID], by operation: String, cite: Citation? = nil) {
        self.conclusion = conclusion
        self.premises = premises
        self.operation = operation
        self.cite = cite
    }
}
