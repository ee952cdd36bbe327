import ArgumentParser

/// A type of option values whose names are listed for programs. The help lists them in the name of the value.
protocol NamedValues: Sendable {
    /// The names of all values that can be chosen.
    static var names: [String] { get }
}

/// The value of an option that chooses one value, or all of them by "all".
enum Choice<Value: RawRepresentable<String> & CaseIterable & Hashable & Sendable>: ExpressibleByArgument, NamedValues,
    Equatable
{
    case all
    case one(Value)

    init?(argument: String) {
        if argument == "all" {
            self = .all
        } else if let value = Value(rawValue: argument) {
            self = .one(value)
        } else {
            return nil
        }
    }

    var defaultValueDescription: String {
        switch self {
        case .all: "all"
        case .one(let value): value.rawValue
        }
    }

    static var names: [String] { Value.allCases.map(\.rawValue) + ["all"] }

    /// The chosen values.
    var values: [Value] {
        switch self {
        case .all: Array(Value.allCases)
        case .one(let value): [value]
        }
    }
}

extension Choice: OptionPurpose where Value: OptionPurpose {
    static var use: OptionUse { Value.use }
}
