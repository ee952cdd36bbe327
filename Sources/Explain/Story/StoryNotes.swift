import Capture
import Trace

/// The first line of the story of a capture.
struct StoryOpening: Wording {
    let name: String
    let frames: Int
    /// From the first frame to the last, in microseconds.
    let span: Int64
    /// The link types, and the tunnels in which connections were found.
    let links: [LinkType]
    let tunnels: [String]
    let connections: Int
    /// The number of frames that are no part of a connection.
    let aside: Int
    let vantage: EndedConnection.Vantage?

    var english: String {
        let on = links.isEmpty ? "" : " on \(links.map(\.englishName).joined(separator: ", "))"
        let within = tunnels.isEmpty ? "" : " in \(listed(tunnels))"
        let set = aside == 0 ? "nothing set aside" : "\(counted(aside, "frame")) set aside"
        let beside =
            switch vantage {
            case .client?: "; captured beside the client"
            case .server?: "; captured beside the server"
            case .middle?: "; captured between the two"
            case nil: ""
            }
        return """
            \(name): \(counted(frames, "frame")) in \(FigureText.span(span))\(on), \(counted(connections, "connection"))\(within), \
            \(set)\(beside)
            """
    }
}

extension LinkType {
    /// The names in sentences of the link types that are met most.
    private static let englishNames: [LinkType: String] = [
        .ethernet: "Ethernet", .ipv4: "IPv4", .ipv6: "IPv6", .raw: "raw IP", .null: "the loopback of BSD",
        .loop: "the loopback of BSD", .linuxSLL: "the interface \"any\" of Linux",
        .linuxSLL2: "the interface \"any\" of Linux",
    ]

    fileprivate var englishName: String { Self.englishNames[self] ?? description }
}

/// The line that is shown while a capture is watched, when a connection has closed.
package struct ClosedConnectionLine: Wording {
    private let summary: ConnectionSummary

    /// The line of a connection.
    package init(_ connection: EndedConnection) { summary = ConnectionSummary(connection) }

    /// The line, without its end: "connection 3, 10.0.0.1:52914 to 10.0.0.2:443: 517 octets up, 4096 down, 90 ms, fin".
    package var english: String {
        let codes = summary.findings.filter { $0.explainedBy == nil && $0.severity >= .trouble }.map(\.code)
        return """
            connection \(summary.number), \(summary.client) to \(summary.server): \(counted(summary.octets.client, "octet")) up, \
            \(summary.octets.server) down, \(FigureText.span(summary.duration)), \
            \(([summary.closing.rawValue] + codes).joined(separator: ", "))
            """
    }
}

/// The headings of the story, and the names of its lines.
enum StoryHeading: Wording {
    case healthy, place, whose, cause, next, explained, having, frames, causes, filter, limits, similar, similarAbout
    /// `told` connections are told, of `of` in all.
    case connections(told: Int, of: Int)

    /// The columns of the table of connections. Octets are those of each side.
    static let columns = ["no.", "client", "server", "sent", "got", "time", "end", "diagnoses"]

    var english: String {
        switch self {
        case .healthy: "Nothing is wrong in what this capture has"
        case .place: "where"
        case .whose: "whose fault"
        case .cause: "most often"
        case .next: "check next"
        case .explained: "belongs to"
        case .having: "connections"
        case .frames: "frames"
        case .causes: "causes"
        case .filter: "filter"
        case .limits: "What was not looked at"
        case .similar: "A run that looks like it"
        case .similarAbout:
            """
            A visit of the simulator with the same verdict. It has the time from side to side and the size of segments of the recording. What \
            it carries is its own.
            """
        case .connections(let told, let of):
            told == of ? "The connections, the gravest first" : "The gravest \(told) of \(of) connections"
        }
    }
}

extension Blame: Wording {
    package var english: String {
        let owner =
            switch whose {
            case .client: "the client's"
            case .server: "the server's"
            case .path: "the path's"
            case .capture: "the capture's"
            case .nobody: "no side's"
            case .unknown: "not known"
            }
        let words = [owner, certainty?.rawValue].compactMap(\.self).joined(separator: ", ")
        return englishReason.map { "\(words): \($0)" } ?? words
    }
}

/// A list of connections within a sentence: the first eight numbers, and how many more there are.
struct ConnectionNumbers: Wording {
    /// The numbers, in their order, and how many connections there are in all.
    let numbers: [Int]
    let count: Int

    var english: String {
        let shown = numbers.prefix(8).map { "\($0)" }
        return listed(count > shown.count ? shown + ["\(count - shown.count) more"] : shown)
    }
}

/// A list of frames within a sentence.
struct FrameList: Wording {
    let evidence: Evidence

    init(_ evidence: Evidence) { self.evidence = evidence }

    var english: String {
        let shown = evidence.frames.prefix(8).map { "\($0)" }
        guard !shown.isEmpty else { return "no frame shows it" }
        let more = evidence.count - shown.count
        let words = more > 0 ? shown + ["\(more) more"] : shown
        return (evidence.count == 1 ? "frame " : "frames ") + listed(words)
    }
}
