import ArgumentParser
import Simulator
import Trace

/// A choice of version and key exchange in the form of a page, and what goes with it. What excludes each other cannot be chosen there.
///
/// What goes with a choice is not listed here: the command line is asked.
struct HandshakeChoice: Sendable {
    let title: Words
    /// The arguments that choose it; empty if an option of ``required`` does.
    let arguments: [String]
    /// The option without which it is not chosen; nil for none.
    let required: String?
    /// The options that do not go with it.
    let excluded: [String]
    /// The values that go with it, for the options of which some do not.
    let values: [(name: String, values: [String])]

    /// All choices, the default first.
    static let all: [HandshakeChoice] = {
        let onCurve = Array(ComparedVisit.ecdhe.arguments(seed: 1).prefix(2))
        let options = CommandOption.ofRuns(Run())
        return [
            (
                Words(english: "TLS 1.2, ephemeral Diffie–Hellman", chinese: "TLS 1.2，临时 Diffie–Hellman"), ["--dh"], nil
            ),
            (
                Words(
                    english: "TLS 1.2, ephemeral Diffie–Hellman on a curve",
                    chinese: "TLS 1.2，曲线上的临时 Diffie–Hellman"), [], onCurve
            ),
            (Words(english: "TLS 1.2, RSA key transport", chinese: "TLS 1.2，RSA 密钥传输"), ["--rsa"], nil),
            ("TLS 1.3", ["--tls13"], nil),
        ].map { HandshakeChoice($0, $1, like: $2, among: options) }
    }()

    /// The flags of which a choice is made.
    private static let flags: Set = ["--dh", "--rsa", "--tls13"]

    /// - Parameter like: an option and its value that make the choice; its other values that do so have the same key exchange.
    private init(_ title: Words, _ arguments: [String], like: [String]?, among options: [CommandOption]) {
        (self.title, self.arguments, required) = (title, arguments, like?.first)
        let base = arguments + (like ?? [])
        let exchange = like?.last.map { $0.split(separator: "_").prefix(2).joined(separator: "_") }
        var (excluded, limited): ([String], [(name: String, values: [String])]) = ([], [])
        for option in options where !Self.flags.contains(option.name) {
            if option.name == like?.first, let exchange {
                // The first two words name the key exchange: "TLS_ECDHE".
                let same = option.values.filter { $0.hasPrefix(exchange) && Self.isPossible([option.name, $0]) }
                limited.append((option.name, same))
            } else if option.kind == .choice {
                let possible = option.values.filter { Self.isPossible(base + [option.name, $0]) }
                if possible.isEmpty {
                    excluded.append(option.name)
                } else if possible.count < option.values.count {
                    limited.append((option.name, possible))
                }
            } else if option.kind == .flag || option.kind == .number {
                let words = option.kind == .flag ? [option.name] : [option.name, "1"]
                // What no choice takes is wrong for another reason.
                let isTaken = [["--tls13"], []].contains { Self.isPossible($0 + words) }
                if isTaken, !Self.isPossible(base + words) { excluded.append(option.name) }
            }
        }
        (self.excluded, values) = (excluded, limited)
    }

    /// Whether the command line of a visit is accepted.
    private static func isPossible(_ arguments: [String]) -> Bool {
        guard let run = try? Run.parseAsRoot(arguments) as? Run else { return false }
        return (try? run.visitOptions()) != nil
    }

    var json: JSON {
        .members(
            ("title", .string(title.english)), ("arguments", .array(arguments.map { .string($0) })),
            ("required", required.map { .string($0) }), ("excluded", .array(excluded.map { .string($0) })),
            ("values", .object(values.map { JSON.Member($0.name, .array($0.values.map { .string($0) })) })))
    }
}
