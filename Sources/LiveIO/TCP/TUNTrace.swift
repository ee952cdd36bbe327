import Render
import TCPHost
import TCPSim
import Trace

/// A run on a network device, step by step as it happens, in the line form of RFC 9293's figures.
///
/// A segment between two "-->" was sent, a segment between two "<--" has arrived. "..." in place of an arrow says that the wire has lost
/// the segment. On the left are the time in milliseconds and the state after the step, on the right is the socket of the other side.
package struct TUNTrace {
    private let isExplained: Bool
    private let columns: Int
    /// The state of each connection that was shown last.
    private var states: [Route: State] = [:]

    /// A trace of which nothing is told yet.
    ///
    /// - Parameters:
    ///   - isExplained: whether the reason of each step is also told.
    ///   - style: the columns that a line may take.
    package init(isExplained: Bool, style: PageStyle = .plain) {
        self.isExplained = isExplained
        columns = style.columns
    }

    /// The lines about something that happened at `now`.
    package mutating func lines(_ sight: LiveTCP.Sight, at now: Instant) -> [String] {
        switch sight {
        case .passed, .stands: return []
        case .lost(let octets):
            guard let (route, text) = (try? SegmentCodec.decode(octets, recording: false)).map(Self.shown) else {
                return []
            }
            return [line("... \(text) <--", at: now, state: states[route], route: route, remark: "lost")]
        case .arrived(let octets, let read, let events):
            return arrival(octets, read, events, at: now) + events.flatMap { lines(of: $0.event, $0.fate) }
        case .happened(let events): return events.flatMap { lines(of: $0.event, $0.fate) }
        }
    }

    /// The line about a segment that has arrived, with the last state that it has caused.
    private mutating func arrival(
        _ octets: [UInt8], _ read: DecodedDatagram?, _ events: [(event: Host.Event, fate: Fate)], at now: Instant
    ) -> [String] {
        guard let (route, text) = read.map(Self.shown) else {
            guard DatagramGlance(octets)?.isTCP == true else { return [] }
            do throws(ParseError) {
                _ = try SegmentCodec.decode(octets, recording: false)
                return []
            } catch {
                let count = counted(octets.count, "octet")
                return [line("<-- \(count) <--", at: now, state: nil, route: nil, remark: "dropped: \(error)")]
            }
        }
        for (event, _) in events where event.route == route {
            if case .entered(let state, _, _) = event.kind { states[route] = state }
        }
        return [line("<-- \(text) <--", at: now, state: states[route] ?? .closed, route: route)]
    }

    private mutating func lines(of event: Host.Event, _ fate: Fate) -> [String] {
        let note = event.note.map { lines(of: $0) } ?? []
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
            let text = "--> \(segment.line) \(isLost ? "..." : "-->")"
            return note + [line(text, at: event.at, state: state, route: event.route, remark: remark)]
        case .entered(let state, let from, _):
            guard let route = event.route else { return note }
            let isShown = states[route] == state
            // A closed connection is forgotten: a host that runs for long has very many of them.
            states[route] = state == .closed ? nil : state
            // Only the end of TIME-WAIT needs a line of its own. Any other change is shown by the segment that causes it, or that it
            // causes.
            return note + (!isShown && from == .timeWait ? [line("", at: event.at, state: state, route: route)] : [])
        case .note(let lone): return lines(of: lone)
        }
    }

    private func lines(of note: Note) -> [String] {
        guard isExplained, !note.isBookkeeping else { return [] }
        // Standard error is English.
        return Text.wrap(note.english, to: columns - 24).map { Self.indent + $0 }
    }

    private static let indent = String(repeating: " ", count: 24)

    private func line(
        _ middle: String, at: Instant, state: State?, route: Route?, remark: String = ""
    ) -> String {
        let head = Text.pad(at.description, to: 9, side: .right) + "  " + Text.pad(state?.rawValue ?? "", to: 13)
        let end = Text.pad(route?.remote.description ?? "", to: 15) + (remark.isEmpty ? "" : " (\(remark))")
        let whole = Text.trimmed(head + Text.pad(middle, to: 62) + " " + end)
        guard Text.width(whole) > columns else { return whole }
        // Parts of a long segment, and then the socket, stand on lines below.
        let parts = Text.wrap(middle, to: columns - 24) + Text.wrap(Text.trimmed(end), to: columns - 24)
        return parts.enumerated().map { Text.trimmed(($0 == 0 ? head : Self.indent) + $1) }.joined(separator: "\n")
    }

    /// The connection of a datagram, as its receiver sees it, and the segment in the notation of RFC 9293.
    private static func shown(_ read: DecodedDatagram) -> (route: Route, text: String) {
        (Route(local: read.destination, remote: read.source), read.segment.line)
    }
}
