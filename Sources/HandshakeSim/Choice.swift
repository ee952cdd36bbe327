import ArgumentParser

/// A value whose names are told to programs. Help for readers has them in the name of the value.
protocol NamedValues: Sendable {
    /// What can be chosen.
    static var names: [String] { get }
}

/// One value of several, or all of them.
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

    /// The values that are meant.
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
