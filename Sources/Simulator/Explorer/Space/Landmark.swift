import TCPSim
import Trace

extension TCPSpace {
    /// A change of a connection's state.
    package struct Arrow: Hashable, Sendable, CustomStringConvertible {
        /// The state before.
        package let from: TCPSim.State
        /// The state after.
        package let to: TCPSim.State

        /// "SYN-SENT > ESTABLISHED".
        package var description: String { "\(from) > \(to)" }

        /// The arrows of RFC 9293, figure 5, in the order of the states. The figure omits the way from FIN-WAIT-1 to TIME-WAIT (3.3.2, note 2).
        /// Here a segment that acknowledges our FIN and has a FIN itself makes two changes, by way of FIN-WAIT-2.
        package static let figure5: [Arrow] = arrows([
            (.closed, [.listen, .synSent]),
            (.listen, [.closed, .synSent, .synReceived]),
            (.synSent, [.closed, .synReceived, .established]),
            (.synReceived, [.listen, .established, .finWait1]),
            (.established, [.finWait1, .closeWait]),
            (.finWait1, [.finWait2, .closing]),
            (.finWait2, [.timeWait]),
            (.closeWait, [.lastAck]),
            (.closing, [.timeWait]),
            (.lastAck, [.closed]),
            (.timeWait, [.closed]),
        ])

        /// The arrows that figure 5 leaves out, as the RFC says: error conditions. A reset (RFC 9293 3.10.7.4), or the silence of the other
        /// side (3.8.3), ends a connection in each of these states.
        package static let omissions: [Arrow] = [
            TCPSim.State.synReceived, .established, .finWait1, .finWait2, .closeWait, .closing,
        ].map { Arrow(from: $0, to: .closed) }

        /// All changes of state that a connection may make.
        static let known = figure5 + omissions

        private static func arrows(_ table: [(from: TCPSim.State, to: [TCPSim.State])]) -> [Arrow] {
            table.flatMap { from, all in all.map { Arrow(from: from, to: $0) } }
        }
    }

    /// Something notable that B as a host does. The raw value is its name in reports.
    package enum Sight: String, Wording, Hashable, CaseIterable {
        /// A SYN is answered by a cookie.
        case cookieSent = "a cookie sent"
        /// An acknowledgment brings a cookie back and opens a connection.
        case cookieTaken = "a cookie taken"
        /// A SYN is not answered, because the backlog is full.
        case synIgnored = "a SYN ignored"
        /// An acknowledgment is not answered, because as many open connections wait to be accepted as the backlog allows.
        case acknowledgmentIgnored = "an ACK ignored"
        /// A connection in TIME-WAIT gives way to a SYN.
        case gaveWay = "TIME-WAIT gave way"
        /// A connection in TIME-WAIT that has given way returns.
        case returned = "TIME-WAIT came back"
        /// A connection that was not accepted is reset because the listener is closed.
        case discarded = "a waiting connection reset"
        /// The user accepts a connection that is over already.
        case acceptedLate = "a dead connection accepted"
        /// An acknowledgment that belongs to no connection is answered with a reset.
        case acknowledgmentReset = "an ACK reset"
        /// A connection that was reset before it was accepted makes room for another one.
        case replaced = "a dead connection replaced"

        package var english: String { rawValue }

        package var chinese: String {
            switch self {
            case .cookieSent: "发出一个 cookie"
            case .cookieTaken: "接受一个 cookie"
            case .synIgnored: "忽略一个 SYN"
            case .acknowledgmentIgnored: "忽略一个 ACK"
            case .gaveWay: "TIME-WAIT 让位"
            case .returned: "TIME-WAIT 恢复"
            case .discarded: "复位一个等待的连接"
            case .acceptedLate: "接受一个已经结束的连接"
            case .acknowledgmentReset: "复位一个 ACK"
            case .replaced: "换掉一个已经结束的连接"
            }
        }
    }

    /// Something of which a search reports whether it has happened.
    package enum Landmark: Hashable, Sendable {
        /// A connection's change of state.
        case arrow(Arrow)
        /// Something notable that a host does.
        case sight(Sight)
    }

    /// All landmarks of the space. For two connections: the changes of state of figure 5 (RFC 9293 3.3.2), and those that it leaves out. For a
    /// host: what is notable about it.
    package var landmarks: [Landmark] {
        scope.isListening ? Sight.allCases.map { .sight($0) } : Arrow.known.map { .arrow($0) }
    }

    /// Which landmarks were passed, as rows of a name and a value.
    package func passed(_ landmarks: Set<Landmark>) -> [(name: Words, value: Words)] {
        guard scope.isListening else {
            return [
                (Words(english: "figure 5", chinese: "图 5"), Self.coverage(landmarks)),
                (Words(english: "beyond it", chinese: "图外"), Self.beyond(landmarks)),
            ]
        }
        let passed = Sight.allCases.filter { landmarks.contains(.sight($0)) }.map { Words($0) }
        let nothing = Words(english: "nothing out of the ordinary", chinese: "没有特别的情况")
        return [
            (
                Words(english: "seen", chinese: "见到"),
                passed.isEmpty ? nothing : passed.joined(separator: Words(english: ", ", chinese: "、"))
            )
        ]
    }

    /// Which arrows of figure 5 are among `landmarks`: "19 of 20 arrows; not SYN-SENT > SYN-RECEIVED".
    package static func coverage(_ landmarks: Set<Landmark>) -> Words {
        let missing = Arrow.figure5.filter { !landmarks.contains(.arrow($0)) }
        let (met, all) = (Arrow.figure5.count - missing.count, Arrow.figure5.count)
        let text = Words(english: "\(met) of \(all) arrows", chinese: "\(met) 个箭头，共 \(all) 个")
        let names = missing.map(\.description)
        return missing.isEmpty
            ? text
            : text
                + Words(
                    english: "; not \(names.joined(separator: ", "))", chinese: "；没有 \(names.joined(separator: "、"))")
    }

    /// Which of the arrows that figure 5 leaves out are among `landmarks`: "CLOSING > CLOSED"; "none" if there is none.
    private static func beyond(_ landmarks: Set<Landmark>) -> Words {
        let taken = Arrow.omissions.filter { landmarks.contains(.arrow($0)) }.map { Words(same: $0.description) }
        return taken.isEmpty
            ? Words(english: "none", chinese: "无") : taken.joined(separator: Words(english: ", ", chinese: "、"))
    }
}
