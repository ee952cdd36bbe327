import ArgumentParser
import Simulator

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

// MARK: Of a visit

extension ClientCertificate: ExpressibleByArgument {}

extension PresentedChain: ExpressibleByArgument {}

extension VisitAttacker: ExpressibleByArgument {}

/// The value of `--resume`: how a second visit resumes the session of the first.
enum ResumeChoice: String, ExpressibleByArgument, CaseIterable {
    case id, ticket, psk
    case pskKE = "psk-ke"
    case early

    /// The resumption of TLS 1.2; nil if only TLS 1.3 resumes in this way.
    var older: Resumption? { Resumption(rawValue: rawValue) }
}

extension SequenceNumberGenerator: ExpressibleByArgument {}

extension VisitAttacker {
    /// Refuses an attacker for whom there is nothing to do.
    ///
    /// - Throws: `ValidationError` if another option of the visit leaves her nothing to do.
    func validate(truncates: Bool, speaksTLS13: Bool, resumes: Bool) throws {
        if truncates {
            throw ValidationError(
                "--attacker and --truncate are an attacker each. '--attacker truncation' is the second.")
        }
        if self == .downgrade, speaksTLS13 {
            throw ValidationError("--attacker downgrade is about TLS 1.2. With --tls13: --attacker version-downgrade.")
        }
        if self == .versionDowngrade, !speaksTLS13 {
            throw ValidationError("--attacker version-downgrade needs --tls13: there must be a newer version to lose.")
        }
        if changesHello, resumes {
            throw ValidationError("--attacker \(rawValue): a visit that resumes has agreed before. Leave out --resume.")
        }
    }
}
