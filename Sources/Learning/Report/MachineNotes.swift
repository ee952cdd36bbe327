import PKI
import TLSSim
import Trace

/// What is said of a machine that was learned.
enum MachineNote: Wording {
    /// How much work it was.
    case work(LearningCosts, seconds: Double?, states: Int, drawn: Int)
    /// How far the tests reach.
    case reach(depth: Int, counting: Int?, states: Int)
    /// What else was tried, which proves nothing.
    case beyond(randomWords: Int, pump: Int, longestRun: Int)
    /// Answers that changed.
    case doubts(doubts: Int, corrections: Int)
    /// The good handshake is carried out.
    case complete(hasData: Bool)
    /// The good handshake ends early.
    case incomplete(at: Letter, answer: Answer)
    /// What a judge says of the peer's chain; nil for a peer that has shown none.
    case chain(Verdict?, of: String)
    /// The good handshake shows a certificate, and is not the only one.
    case uncertified
    /// No shortcut was found.
    case noShortcut
    /// A shortcut that the peer answers with data.
    case shortcut(Shortcut)

    var english: String {
        switch self {
        case .work(let costs, let seconds, let states, let drawn):
            "\(counted(states, "state")) (\(counted(drawn, "state")) without the end of the connection and with counting left out), learned with "
                + "\(counted(costs.questions, "question")), of which \(costs.tests) were tests, and "
                + "\(counted(costs.letters, "message"))\(seconds.map { ", in \(Self.tenths($0)) s" } ?? "")."
        case .reach(let depth, let counting, let states):
            "Any machine of at most \(counted(states + (counting ?? depth), "state")) that answers otherwise would have been found out (W-method, "
                + (counting.map {
                    "depth \($0) behind states that differ by counting, depth \(depth) behind the others)."
                }
                    ?? "depth \(depth)).")
        case .beyond(let randomWords, let pump, let longestRun):
            "Beyond that, \(counted(randomWords, "random word")), each message that changes nothing \(counted(pump, "time")) in a row before "
                + "the tests, and \(longestRun) times in a row at the end, were tried. They prove nothing about longer words."
        case .doubts(let doubts, let corrections):
            "An answer changed \(counted(doubts, "time")) and was asked again; \(counted(corrections, "kept answer")) had been wrong."
        case .complete(hasData: true): "The handshake in good order opens the connection: the peer sends data."
        case .complete(hasData: false):
            "The handshake in good order passes. The peer sends no data behind it, so that an open connection can only be told by its state."
        case .incomplete(let letter, let answer):
            "The handshake in good order does not pass: \(letter.name) is answered \"\(answer.text)\"."
        case .chain(let verdict?, let host):
            verdict.isTrusted
                ? "The certificates hold for \(host.legible) under the authorities that were given."
                : "The certificates do not hold for \(host.legible): \(verdict.refusal?.reason ?? "no reason is known")"
        case .chain(nil, _): "The peer has shown no certificate."
        case .uncertified: "The server asks for a certificate and serves clients without one as well."
        case .noShortcut: "On no way to an open connection is a step of the handshake missing."
        case .shortcut(let shortcut):
            "\(shortcut.isAnswered ? "Data is sent" : "Data is taken in the state of an open connection"), and "
                + "\(shortcut.missing.map(\.name).joined(separator: ", ")) did not come in its place: \(shortcut.word.words)."
        }
    }

    private static func tenths(_ seconds: Double) -> String {
        let tenths = Int((seconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// What is said of the differences between two machines.
enum DifferenceNote: Wording {
    /// None.
    case none(with: String)
    /// One or more.
    case some(Int, from: String)
    /// What the rule says about the letter that is answered differently.
    case rule(Letter, ProtocolVersion)

    var english: String {
        switch self {
        case .none(let other): "No difference from \(other)."
        case .some(let count, let other):
            "\(counted(count, "difference")) from \(other). Behind a difference nothing was compared."
        case .rule(let letter, let version):
            "\(letter.rule(in: version).words.english) (\(letter.rule(in: version).cite))"
        }
    }
}
