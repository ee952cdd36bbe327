import ArgumentParser
import Crypto
import Simulator
import TLSSim

/// The name of a group as the value of an option. The command checks whether it knows the group.
struct GroupName: ExpressibleByArgument, NamedValues, CustomStringConvertible {
    let description: String

    init(argument: String) { description = argument }

    /// The groups of TLS 1.3, then the groups that only TLS 1.2 has.
    static let names = tls13 + FiniteFieldGroup.all.map(\.name).filter { !tls13.contains($0) }

    private static let tls13 = Visit.TLS13Options.groups.map(\.name)

    /// The group of TLS 1.3 with this name; `usual` if the option was not given.
    ///
    /// - Throws: `ValidationError` if TLS 1.3 has no group of this name.
    static func tls13(_ name: GroupName?, orElse usual: NamedGroup) throws -> NamedGroup {
        guard let name else { return usual }
        guard let group = Visit.TLS13Options.groups.first(where: { $0.name == name.description }) else {
            throw ValidationError(
                "--group: no group of TLS 1.3 has this name. Known: \(tls13.joined(separator: ", ")).")
        }
        return group
    }
}

/// The name of a suite as the value of an option. The command checks whether it knows the suite.
struct SuiteName: ExpressibleByArgument, NamedValues, CustomStringConvertible {
    let description: String

    init(argument: String) { description = argument }

    static let names = TLS13.CipherSuite.all.map(\.name) + CipherSuite.all.map(\.name)
    /// The names of the suites of live connections.
    static let live = TLS13.CipherSuite.all.map(\.name) + CipherSuite.live.map(\.name)
}
