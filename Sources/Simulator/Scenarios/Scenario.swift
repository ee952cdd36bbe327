import TCPSim
import Trace

/// Two hosts and a script: who calls what, and what becomes of each segment in flight. As in the figures of RFC 9293,
/// TCP Peer A is on the left and TCP Peer B on the right.
///
/// It is data. What the segments contain and which states follow is not in it: the machines say that when it is run.
package struct Scenario: Sendable {
    /// The name to run it by, such as "figure-6".
    package let name: String
    /// The name in prose.
    package let title: Words
    /// What to look for, in one or two sentences.
    package let summary: String

    /// How A chooses its initial sequence number.
    let a: InitialSequenceNumber
    /// How B chooses its own.
    let b: InitialSequenceNumber
    /// From one host to the other, one way, for a segment that is not held.
    var latency = TimeSpan.milliseconds(10)
    /// Numbers to be shown by a letter, as Figure 11 does: its Z and Z+1 stand for any number.
    var symbols: [Symbol] = []
    /// Whether resets are ignored in TIME-WAIT, as RFC 1337 advises.
    var ignoresResetInTimeWait = false
    /// What happens before the first line of the figure.
    var before: [Step] = []
    /// The numbered lines of the figure.
    let lines: [[Step]]

    /// A scenario from its data.
    init(
        _ name: String, englishTitle title: String, english summary: String, a: InitialSequenceNumber,
        b: InitialSequenceNumber, latency: TimeSpan = .milliseconds(10), symbols: [Symbol] = [],
        ignoresResetInTimeWait: Bool = false,
        before: [Step] = [], lines: [[Step]]
    ) {
        self.name = name
        self.title = Words(english: title)
        self.summary = summary
        self.a = a
        self.b = b
        self.latency = latency
        self.symbols = symbols
        self.ignoresResetInTimeWait = ignoresResetInTimeWait
        self.before = before
        self.lines = lines
    }

    /// All scenarios: the figures of RFC 9293 first, in their order.
    package static let all: [Scenario] =
        opening + halfOpen + closing + numbering + losses + pathMTU + duplicates + resets + flood

    /// Whether the script itself says when time passes, so that another maximum segment lifetime would not fit it.
    package var tellsTimes: Bool {
        (before + lines.flatMap { $0 }).contains { step in
            switch step {
            case .until, .wait: true
            default: false
            }
        }
    }

    /// The scenario of that name; nil if there is none.
    package static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }
}

extension Scenario {
    /// Where a host is: A calls from a port of its own, and B listens on port 80.
    static func socket(of peer: Peer) -> Socket {
        peer == .a ? Socket(.client, 50_000) : Socket(.server, 80)
    }

    /// A number and the letter that stands for it.
    struct Symbol: Hashable, Sendable {
        let letter: String
        let number: SequenceNumber

        init(_ letter: String, _ number: UInt32) {
            self.letter = letter
            self.number = SequenceNumber(number)
        }
    }

    /// What stands beside an arrow: the state of that side after the segment has left or arrived, or words instead.
    enum Mark: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The state, as it is when the row is drawn.
        case state
        /// These words.
        case words(String)

        init(stringLiteral value: String) { self = .words(value) }
    }

    /// One step of a script. The "next" segment of a peer is the earliest that it has sent and that has met no fate yet.
    enum Step: Sendable {
        /// A user asks something of its TCP.
        case call(Connection.Event, by: Peer)
        /// The next segment of a peer arrives on the other side.
        case pass(Peer, a: Mark = .state, b: Mark = .state)
        /// The next segment of a peer stays in the network: "...".
        case hold(Peer, a: Mark = .state, b: Mark = .state)
        /// The earliest segment of a peer that was held arrives.
        case release(Peer, a: Mark = "", b: Mark = .state)
        /// The next segment of a peer is lost.
        case lose(Peer)
        /// The next segment of a peer leaves with these octets on it, as that of a TCP that puts data on its SYN would.
        case load(Peer, [UInt8], a: Mark = .state, b: Mark = .state)
        /// The next segment of a peer comes to a router behind which a network takes `mtu` octets. What is larger is dropped, and
        /// the router reports that to the sender unless it is `silent`; what is not larger arrives.
        case route(Peer, mtu: UInt16, silent: Bool = false)
        /// A second copy of the segment that last arrived from a peer is in the network, as if held.
        case duplicate(Peer)
        /// A segment out of the past, or of someone else's making, arrives in the name of a peer.
        case inject(
            Peer, sequence: UInt32, acknowledgment: UInt32? = nil, ControlBits, data: [UInt8] = [],
            a: Mark = .state, b: Mark = .state)
        /// Time passes until a timer runs out.
        case timeout(Connection.Timer, of: Peer)
        /// Time passes until that many microseconds after the start.
        case until(microseconds: Int64)
        /// Segments arrive in the order in which they were sent, and so do their answers, until nothing is under way but what
        /// is held.
        case settle
        /// Time passes, and the timers that are due meanwhile run out.
        case wait(TimeSpan)
        /// The calls of a user that were refused are made again; nothing happens if none was.
        case retry(Peer)
        /// A user closes, unless its TCP has done that already.
        case closeIfOpen(Peer)
        /// A user listens, for more than one connection: `backlog` of them may wait.
        case listen(backlog: Int, cookies: Bool, by: Peer)
        /// A SYN arrives in the name of a host that does not exist, each time of another one.
        case forgeSYN(to: Peer)
        /// A host loses its memory.
        case reboot(Peer, isn: InitialSequenceNumber)
        /// A row without a segment.
        case show(a: Mark = .state, b: Mark = .state)
    }

    /// A three-way handshake, after which the next numbers are one more than the initial ones.
    static let handshake: [Step] = [
        .call(.passiveOpen, by: .b), .call(.activeOpen, by: .a), .pass(.a), .pass(.b), .pass(.a),
    ]

    /// A call that sends `text`.
    static func says(_ text: String, _ peer: Peer) -> Step { .call(.send(Array(text.utf8), push: true), by: peer) }
}

extension InitialSequenceNumber {
    /// Always `number`.
    static func iss(_ number: UInt32) -> InitialSequenceNumber { .forced(SequenceNumber(number)) }
}
