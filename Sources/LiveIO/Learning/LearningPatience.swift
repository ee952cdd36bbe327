import Learning

/// How long a learner waits for a peer on the network, and how much it takes from it.
package struct LearningPatience: Hashable, Sendable {
    /// After so many milliseconds without an octet an answer is over.
    package var quiet: Int
    /// How long the end of the connection is waited for after a fatal alert or close_notify, in milliseconds: the alert and the FIN may come
    /// apart.
    package var ending = 1_000
    /// The longest that one answer may take, in milliseconds.
    package var longest = 10_000
    /// The most octets of one answer.
    package var most = 1 << 20
    /// How long a connection may take to be made, in milliseconds. In this time it is tried again, because a server that serves one client
    /// at a time may not be ready yet.
    package var connecting = 5_000

    /// Waits so many milliseconds for silence.
    package init(quiet: Int) { self.quiet = quiet }

    /// The least quiet that is chosen, in milliseconds.
    package static let leastQuiet = 60
    /// The quiet while the peer's speed is measured, in milliseconds.
    package static let measuring = 500

    /// The patience with a peer whose slowest answer took so many milliseconds: five times as long.
    package static func fitting(slowest milliseconds: Int) -> LearningPatience {
        LearningPatience(quiet: min(max(leastQuiet, 5 * milliseconds), 5_000))
    }
}

/// A peer outside this program that can be asked.
package protocol LivePeer: AnyObject, Teacher {
    /// Its name in reports.
    var name: String { get }
    /// How long answers are waited for.
    var patience: LearningPatience { get set }
    /// The longest that the peer has taken for an answer so far, in milliseconds.
    var slowest: Int { get }
    /// The capture to which the questions are written; nil for none.
    var capture: QuestionCapture? { get set }
    /// The chain that the peer has shown last, the leaf first; nil if it has shown none.
    var chain: [[UInt8]]? { get }

    /// As in ``Teacher``.
    func answers(to word: [Letter], known: [Answer], patience: Int) throws -> [Answer]
}
