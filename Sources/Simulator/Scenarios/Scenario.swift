import TCPSim
import Trace

/// Two hosts and a script: the calls of the users, and what becomes of each segment in flight. As in the figures of RFC 9293,
/// TCP Peer A is on the left and TCP Peer B on the right.
///
/// A scenario does not say what the segments contain and which states follow: the machines decide that when it is run.
package struct Scenario: Sendable {
    /// Its name on the command line, such as "figure-6".
    package let name: String
    /// Its name in Chinese, if it is no name of the command line but has words; else nil.
    var chineseName: String?
    let englishTitle: String
    let chineseTitle: String
    /// What to look for, in one or two sentences.
    let english: String
    let chinese: String

    /// How A chooses its initial sequence number.
    let a: InitialSequenceNumber
    /// How B chooses its initial sequence number.
    let b: InitialSequenceNumber
    /// How long a segment that is not held takes from one host to the other, one way.
    var latency = TimeSpan.milliseconds(10)
    /// Sequence numbers that the figure shows as a letter. In Figure 11, Z and Z+1 stand for any number.
    var symbols: [Symbol] = []
    /// Changes the settings of a peer's connection, which are those of RFC 9293's figures.
    var configure: @Sendable (inout Connection.Configuration, Peer) -> Void = { _, _ in }
    /// What happens before the first line of the figure.
    var before: [Step] = []
    /// The numbered lines of the figure.
    let lines: [[Step]]

    package var title: Words { Words(english: englishTitle, chinese: chineseTitle) }
    /// What to look for.
    var summary: Words { Words(english: english, chinese: chinese) }

    /// All scenarios: the figures of RFC 9293 first, in their order.
    package static let all: [Scenario] =
        opening + halfOpen + closing + numbering + losses + pathMTU + smallSegments + duplicates + resets + flood

    /// Whether the script prescribes times. Then it is made for one maximum segment lifetime and does not fit another.
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
    /// The socket of a peer: A has the port 50000, and B the port 80.
    static func socket(of peer: Peer) -> Socket {
        peer == .a ? Socket(.client, 50_000) : Socket(.server, 80)
    }

    /// A sequence number and the letter that stands for it.
    struct Symbol: Hashable, Sendable {
        let letter: String
        let number: SequenceNumber

        init(_ letter: String, _ number: UInt32) {
            self.letter = letter
            self.number = SequenceNumber(number)
        }
    }

    /// What stands beside an arrow: the state of that side after the segment has left or arrived, or words of the script.
    enum Mark: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The state of that side when the row is drawn.
        case state
        /// Words of the script.
        case words(Words)

        /// A mark that is the same in each language, such as the name of a call.
        init(stringLiteral value: String) { self = .words(Words(same: value)) }

        static let dropped = Mark.words(Words(english: "(dropped)", chinese: "（丢弃）"))
        static let duplicate = Mark.words(Words(english: "(duplicate)", chinese: "（重复）"))
        static let forged = Mark.words(Words(english: "(forged)", chinese: "（伪造）"))
        static let full = Mark.words(Words(english: "(full)", chinese: "（已满）"))
        static let old = Mark.words(Words(english: "(old)", chinese: "（旧的）"))
        static let reboot = Mark.words(Words(english: "(REBOOT)", chinese: "（重启）"))
        static let returns = Mark.words(Words(english: "(return to LISTEN!)", chinese: "（回到 LISTEN！）"))
        static let numbers = Mark.words(Words(english: "(send 300,receive 100)", chinese: "（发送 300，接收 100）"))
        static let waits = Mark.words(Words(english: "(waits)", chinese: "（等待）"))
    }

    /// One step of a script. The "next" segment of a peer is the earliest segment of that peer that no step has dealt with yet.
    enum Step: Sendable {
        /// A user makes a call of TCP.
        case call(Connection.Event, by: Peer)
        /// The next segment of a peer arrives on the other side.
        case pass(Peer, a: Mark = .state, b: Mark = .state)
        /// The next segment of a peer stays in the network. The figure shows this as "...".
        case hold(Peer, a: Mark = .state, b: Mark = .state)
        /// The earliest segment of a peer that is held arrives.
        case release(Peer, a: Mark = "", b: Mark = .state)
        /// The next segment of a peer is lost.
        case lose(Peer)
        /// The next segment of a peer is replaced by the same segment with these octets, as a TCP that puts data on its SYN sends it.
        case load(Peer, [UInt8], a: Mark = .state, b: Mark = .state)
        /// The next segment of a peer comes to a router before a network with this MTU, in octets. If its datagram is larger, the router
        /// drops it and reports this to the sender, unless the router is `silent`. Otherwise the segment arrives.
        case route(Peer, mtu: UInt16, silent: Bool = false)
        /// The network copies the segment that arrived last from a peer. The copy is held.
        case duplicate(Peer)
        /// An old or forged segment arrives in the name of a peer. If `acknowledgment` is not nil, it has the ACK bit.
        case inject(
            Peer, sequence: UInt32, acknowledgment: UInt32? = nil, ControlBits, data: [UInt8] = [],
            a: Mark = .state, b: Mark = .state)
        /// Time passes until a timer runs out.
        case timeout(Connection.Timer, of: Peer)
        /// Time passes until that many microseconds after the start.
        case until(microseconds: Int64)
        /// Segments and their answers arrive in the order in which they were sent, until only held segments are in the network.
        case settle
        /// Time passes, and the timers that are due meanwhile run out.
        case wait(TimeSpan)
        /// The calls of a user that were refused are made again. Without such a call nothing happens.
        case retry(Peer)
        /// A user closes, unless its TCP has closed already.
        case closeIfOpen(Peer)
        /// A user listens as a server does. `backlog` connections may wait to be accepted.
        case listen(backlog: Int, cookies: Bool, by: Peer)
        /// A SYN arrives in the name of a host that does not exist. Each such SYN names another host.
        case forgeSYN(to: Peer)
        /// A host reboots and forgets its connection. The next one has an initial sequence number that `isn` chooses.
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
