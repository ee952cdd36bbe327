import ArgumentParser

/// One value of several, or all of them.
enum Choice<Value: RawRepresentable<String> & CaseIterable & Sendable>: ExpressibleByArgument, Sendable {
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

    /// The values that are meant.
    var values: [Value] {
        switch self {
        case .all: Array(Value.allCases)
        case .one(let value): [value]
        }
    }
}
