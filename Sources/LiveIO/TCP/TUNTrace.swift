import Render
import TCPHost
import TCPSim
import Trace

/// A run on a network device, step by step as it happens, in the line form of RFC 9293's figures.
///
/// "-->" at both ends of a segment is one that was sent, "<--" one that has arrived; "..." is one that the wire has lost. On the
/// left are the time in milliseconds and the state after the step, on the right the other side's socket.
package struct TUNTrace {
    private let isExplained: Bool
    private let columns: Int
    /// The state of each connection that was last shown.
    private var states: [Route: State] = [:]

    /// A trace of which nothing is told yet.
    ///
    /// - Parameters:
    ///   - isExplained: whether each step's reason is told, too.
    ///   - style: the columns that a line may take.
    package init(isExplained: Bool, style: PageStyle = .plain) {
        self.isExplained = isExplained
        columns = style.columns
    }

    /// The lines about something that happened at `now`.
    package mutating func lines(_ sight: LiveTCP<FaultyWire>.Sight, at now: Instant) -> [String] {
        switch sight {
        case .passed, .stands: return []
        case .lost(let octets):
            guard let (route, text) = Self.segment(octets) else { return [] }
            return [line(now, states[route], "... \(text) <--", route, "lost")]
        case .arrived(let octets, let events):
            return arrival(octets, events, at: now) + events.flatMap { lines(of: $0.event, $0.fate) }
        case .happened(let events): return events.flatMap { lines(of: $0.event, $0.fate) }
        }
    }

    /// The line about a segment that has arrived, with the last state it has led to.
    private mutating func arrival(
        _ octets: [UInt8], _ events: [(event: Host.Event, fate: Fate)], at now: Instant
    ) -> [String] {
        guard let (route, text) = Self.segment(octets) else {
            guard octets.count >= 20, octets[0] >> 4 == 4, octets[9] == 6 else { return [] }
            do throws(ParseError) {
                _ = try SegmentCodec.decode(octets, recording: false)
                return []
            } catch {
                return [line(now, nil, "<-- \(counted(octets.count, "octet")) <--", nil, "dropped: \(error)")]
            }
        }
        for (event, _) in events where event.route == route {
            if case .entered(let state, _, _) = event.kind { states[route] = state }
        }
        return [line(now, states[route] ?? .closed, "<-- \(text) <--", route, "")]
    }

    private mutating func lines(of event: Host.Event, _ fate: Fate) -> [String] {
        switch event.kind {
        case .transmit(let segment, _):
            let isLost = fate == .lost
            let remark =
                switch fate {
                case .carried: ""
                case .lost: "lost"
                case .damaged: "damaged"
                case .repeated: "twice"
                }
            let state = event.route.flatMap { states[$0] } ?? .closed
            return [line(event.at, state, "--> \(segment.line) \(isLost ? "..." : "-->")", event.route, remark)]
        case .entered(let state, let from, _):
            guard let route = event.route else { return [] }
            let isShown = states[route] == state
            // A host that runs for long must not remember every connection it ever had.
            states[route] = state == .closed ? nil : state
            // Every other change is shown by the segment that brings it or that it brings about.
            return !isShown && from == .timeWait ? [line(event.at, state, "", route, "")] : []
        case .note(let note):
            guard isExplained, !note.isBookkeeping else { return [] }
            return Text.wrap(note.sentence(in: .english), to: columns - 24).map { Self.indent + $0 }
        }
    }

    private static let indent = String(repeating: " ", count: 24)

    private func line(_ at: Instant, _ state: State?, _ middle: String, _ route: Route?, _ remark: String) -> String {
        let head = Text.pad(at.description, to: 9, side: .right) + "  " + Text.pad(state?.rawValue ?? "", to: 13)
        let end = Text.pad(route?.remote.description ?? "", to: 15) + (remark.isEmpty ? "" : " (\(remark))")
        let whole = Self.trimmed(head + Text.pad(middle, to: 62) + " " + end)
        guard Text.width(whole) > columns else { return whole }
        // The socket goes below, and the parts of a segment that are too many for the line.
        let parts = Text.wrap(middle, to: columns - 24) + Text.wrap(Self.trimmed(end), to: columns - 24)
        return parts.enumerated().map { Self.trimmed(($0 == 0 ? head : Self.indent) + $1) }.joined(separator: "\n")
    }

    private static func trimmed(_ text: String) -> String { String(text.reversed().drop { $0 == " " }.reversed()) }

    /// The connection a datagram belongs to, as its receiver sees it, and the segment in the RFC's notation.
    private static func segment(_ octets: [UInt8]) -> (route: Route, text: String)? {
        guard let datagram = try? SegmentCodec.decode(octets, recording: false) else { return nil }
        return (Route(local: datagram.destination, remote: datagram.source), datagram.segment.line)
    }
}
