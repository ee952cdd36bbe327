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
        WrongTLS(.unsignedDH, in: .tls13, moves: 1, rules: .agreement, .identity, .secrecy, .best, steps: 2),
        WrongTLS(
            .skipMessages, in: .tls12, moves: 1, rules: .agreement, .identity, .secrecy, .order, .best, .place, steps: 5
        ),
        WrongTLS(.skipMessages, in: .tls13, moves: 1, rules: .agreement, .identity, .secrecy, .best, .place, steps: 2),
        WrongTLS(.skipProof, in: .tls12, moves: 1, rules: .place, steps: 10),
        WrongTLS(.finishedUnchecked, in: .tls12, moves: 1, rules: .agreement, .order, .best, steps: 9),
        WrongTLS(.finishedUnchecked, .noEMS, in: .tls12, moves: 1, rules: .agreement, .order, steps: 9),
        WrongTLS(.suitesUnbound, in: .tls12, moves: 0, rules: .order, steps: 9),
        WrongTLS(.suitesUnbound, in: .tls12, excusing: [.order], moves: 1, rules: .agreement, steps: 9),
        WrongTLS(.suitesUnbound, in: .tls13, moves: 1, rules: .agreement, steps: 8),
        WrongTLS(.shortHash, in: .tls12, excusing: [.order], moves: 1, rules: .agreement, .best, steps: 9),
        WrongTLS(.groupUnchecked, in: .tls12, moves: 0, rules: .secrecy, steps: 11),
        WrongTLS(.exportGroup, in: .tls12, moves: 3, rules: .agreement, .identity, .secrecy, .best, steps: 7),
        WrongTLS(.recordsUnnumbered, in: .tls12, moves: 1, rules: .truncation, steps: 15),
        WrongTLS(.recordsUnnumbered, .ccsEndsAlerts, in: .tls12, moves: 1, rules: .order, .place, steps: 13),
        WrongTLS(.alertsIgnored, in: .tls12, moves: 1, rules: .silence, steps: 3),
        WrongTLS(.alertsIgnored, in: .tls13, moves: 1, rules: .silence, steps: 3),
        WrongTLS(.dataEarly, in: .tls12, moves: 1, rules: .order, .place, steps: 1),
        WrongTLS(.dataEarly, in: .tls13, moves: 1, rules: .order, .place, steps: 1),
        WrongTLS(.keyUpdateInClear, in: .tls13, moves: 1, rules: .place, steps: 1),
        WrongTLS(.retryUnbound, in: .tls13, moves: 3, rules: .agreement, .best, steps: 11),
        WrongTLS(.retryTwice, in: .tls13, moves: 2, rules: .place, steps: 3),
        WrongTLS(
            .groupUnchecked, .noSentinel, in: .both, moves: 2, rules: .agreement, .identity, .secrecy, .best, steps: 7),
    ]
}
