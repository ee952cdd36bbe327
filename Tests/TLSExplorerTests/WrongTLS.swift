import Testing

@testable import TLSExplorer

/// A wrong TLS, and what a search must find in it.
struct WrongTLS: Sendable, CustomTestStringConvertible {
    let mistakes: [TLSMistake]
    let version: TLSScope.Version
    /// The fewest moves with which a rule is broken.
    let moves: Int
    /// The rules that the last step breaks, the one that is named first.
    let rules: [TLSSpace.Rule]
    /// The steps of the shortest run.
    let steps: Int
    /// The rules that are excused.
    let excused: [TLSSpace.Rule]
    /// Whether the client visits the attacker's own name.
    let visitsHer: Bool

    init(
        _ mistakes: TLSMistake..., in version: TLSScope.Version, visitingHer visitsHer: Bool = false,
        excusing excused: [TLSSpace.Rule] = [], moves: Int, rules: TLSSpace.Rule..., steps: Int
    ) {
        (self.mistakes, self.version, self.visitsHer, self.excused) = (mistakes, version, visitsHer, excused)
        (self.moves, self.rules, self.steps) = (moves, rules, steps)
    }

    /// The exhibits that perform the same. Without the extended master secret the triple handshake needs a visit to the attacker.
    var exhibits: [String] { mistakes.filter { visitsHer || $0 != .noEMS }.compactMap(\.exhibit) }

    var testDescription: String { "\(names), TLS \(version.rawValue)" }
    var names: String { mistakes.map(\.rawValue).joined(separator: ",") }

    /// The space in which the search looks.
    var scope: TLSScope {
        var scope = TLSScope(version, moves: moves)
        scope.mistakes = mistakes
        scope.clientCertificate = mistakes.contains { $0.needsClientCertificate }
        scope.visitsHer = visitsHer
        scope.widen()
        return scope
    }

    static let all: [WrongTLS] = [
        WrongTLS(.truncationSilent, in: .tls12, moves: 1, rules: .truncation, steps: 11),
        WrongTLS(.truncationSilent, in: .tls13, moves: 1, rules: .truncation, steps: 10),
        WrongTLS(.earlyCCS, in: .tls12, moves: 1, rules: .place, steps: 3),
        WrongTLS(.earlyCCS, in: .tls12, excusing: [.place], moves: 2, rules: .secrecy, steps: 13),
        WrongTLS(.unsignedDH, in: .tls12, moves: 2, rules: .agreement, .identity, .secrecy, steps: 7),
    ]
}
