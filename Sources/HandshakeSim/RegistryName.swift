import ArgumentParser
import Crypto
import Simulator
import TLSSim

/// The name of a group, as the value of an option. Its command says whether it knows the group.
struct GroupName: ExpressibleByArgument, NamedValues, CustomStringConvertible {
    let description: String

    init(argument: String) { description = argument }

    /// Those of TLS 1.3, then those of TLS 1.2 alone.
    static let names = newer + FiniteFieldGroup.all.map(\.name).filter { !newer.contains($0) }

    private static let newer = Visit.Newer.groups.map(\.name)

    /// The group of TLS 1.3 that an option names, or the usual one.
    ///
    /// - Throws: `ValidationError` for a group that TLS 1.3 does not have.
    static func newer(_ name: GroupName?, orElse usual: NamedGroup) throws -> NamedGroup {
        guard let name else { return usual }
        guard let group = Visit.Newer.groups.first(where: { $0.name == name.description }) else {
            throw ValidationError(
                "--group: no group of TLS 1.3 has this name. Known: \(newer.joined(separator: ", ")).")
        }
        return group
    }
}

/// The name of a suite, as the value of an option. Its command says whether it knows the suite.
struct SuiteName: ExpressibleByArgument, NamedValues, CustomStringConvertible {
    let description: String

    init(argument: String) { description = argument }

    static let names = TLS13.CipherSuite.all.map(\.name) + CipherSuite.all.map(\.name)
}
