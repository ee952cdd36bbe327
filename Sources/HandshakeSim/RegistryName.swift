import ArgumentParser
import Crypto
import Simulator
import TLSSim

/// The name of a group, as the value of an option. Its command says whether it knows the group.
struct GroupName: ExpressibleByArgument, NamedValues, CustomStringConvertible {
    let description: String

    init(argument: String) { description = argument }

    /// Those of TLS 1.3, then those of TLS 1.2 alone.
    static let names = tls13 + FiniteFieldGroup.all.map(\.name).filter { !tls13.contains($0) }

    private static let tls13 = Visit.TLS13Options.groups.map(\.name)

    /// The group of TLS 1.3 that an option names, or the usual one.
    ///
    /// - Throws: `ValidationError` for a group that TLS 1.3 does not have.
    static func tls13(_ name: GroupName?, orElse usual: NamedGroup) throws -> NamedGroup {
        guard let name else { return usual }
        guard let group = Visit.TLS13Options.groups.first(where: { $0.name == name.description }) else {
            throw ValidationError(
                "--group: no group of TLS 1.3 has this name. Known: \(tls13.joined(separator: ", ")).")
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
