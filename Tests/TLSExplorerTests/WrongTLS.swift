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
    /// Whether the client visits the attacker's own name.
    var visitsHer = false

    /// The space in which it is found.
    var scope: TLSScope {
        var scope = TLSScope(version, moves: moves)
        scope.mistakes = mistakes
        scope.visitsHer = visitsHer
        scope.widen()
        return scope
    }

    /// The exhibits that perform the same. Without the extended master secret the triple handshake needs a visit to the attacker.
    var exhibits: [String] { mistakes.filter { visitsHer || $0 != .noEMS }.compactMap(\.exhibit) }

    var testDescription: String { "\(names), TLS \(version.rawValue)" }
    var names: String { mistakes.map(\.rawValue).joined(separator: ",") }

    static let all: [WrongTLS] = [
        WrongTLS(mistakes: [.truncationSilent], version: .tls12, moves: 1, rules: [.truncation], steps: 11),
        WrongTLS(mistakes: [.truncationSilent], version: .tls13, moves: 1, rules: [.truncation], steps: 10),
        WrongTLS(mistakes: [.earlyCCS], version: .tls12, moves: 1, rules: [.place], steps: 3),
        WrongTLS(
            mistakes: [.unsignedDH], version: .tls12, moves: 2, rules: [.agreement, .identity, .secrecy], steps: 7),
        WrongTLS(
            mistakes: [.skipMessages], version: .tls12, moves: 1,
            rules: [.agreement, .identity, .secrecy, .order, .best, .place], steps: 5),
        WrongTLS(
            mistakes: [.finishedUnchecked], version: .tls12, moves: 1, rules: [.agreement, .order, .best], steps: 9),
        WrongTLS(
            mistakes: [.finishedUnchecked, .noEMS], version: .tls12, moves: 1, rules: [.agreement, .order], steps: 9),
        WrongTLS(mistakes: [.groupUnchecked], version: .tls12, moves: 0, rules: [.secrecy], steps: 11),
        WrongTLS(mistakes: [.recordsUnnumbered], version: .tls12, moves: 1, rules: [.truncation], steps: 15),
        WrongTLS(mistakes: [.alertsIgnored], version: .tls12, moves: 1, rules: [.silence], steps: 3),
        WrongTLS(mistakes: [.alertsIgnored], version: .tls13, moves: 1, rules: [.silence], steps: 3),
        WrongTLS(mistakes: [.dataEarly], version: .tls12, moves: 1, rules: [.order, .place], steps: 1),
        WrongTLS(mistakes: [.dataEarly], version: .tls13, moves: 1, rules: [.order, .place], steps: 1),
        WrongTLS(mistakes: [.keyUpdateInClear], version: .tls13, moves: 1, rules: [.place], steps: 1),
    ]
}
