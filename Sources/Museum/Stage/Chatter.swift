import Simulator
import TCPSim
import Trace

/// A program without TLS: it says lines now and then, and answers what it hears.
package struct Chatter: Application {
    private let line: [UInt8]
    private let interval: TimeSpan?
    private let answers: (@Sendable ([UInt8]) -> [UInt8]?)?
    /// What it has heard.
    package private(set) var heard: [UInt8] = []
    /// Whether the other side has closed.
    package private(set) var hasEnded = false

    /// A program that says `line` again and again, if it says anything.
    ///
    /// - Parameter answers: what it answers when it has heard octets; nil for nothing.
    package init(
        says line: String = "", every interval: TimeSpan? = nil, answers: (@Sendable ([UInt8]) -> [UInt8]?)? = nil
    ) {
        self.line = Array((line + (line.isEmpty ? "" : "\r\n")).utf8)
        self.interval = interval
        self.answers = answers
    }

    /// Says its line, and answers what it hears.
    package mutating func handle(_ event: ApplicationEvent) -> [Deed] {
        switch event {
        case .connected, .prompted(.act):
            guard !line.isEmpty else { return [] }
            return [.pass(.octets(line, step: "chat.line"))] + (interval.map { [.later(.act, after: $0)] } ?? [])
        case .read(let octets):
            heard += octets
            return answers?(octets).map { [.pass(.octets($0, step: "chat.answer"))] } ?? []
        case .ended:
            hasEnded = true
            return []
        case .prompted(.answer(let octets)): return [.pass(.octets(octets, step: "chat.line"))]
        case .prompted(.close): return [.close]
        case .started, .prompted, .saw: return []
        }
    }
}

extension Stage {
    /// Whether a victim's connection is over, for what the victims know after the end.
    package func isGone(_ host: Int, _ socket: Int) -> Bool {
        (hosts[host].tcp.state(of: socket) ?? .closed) == .closed
    }
}
