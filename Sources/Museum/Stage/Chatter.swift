import Simulator
import TCPSim
import Trace

/// A program without TLS. It can send a line, once or at intervals, and answer what it receives. It also runs on the
/// attacker's own connections, and then sends nothing by itself.
package struct Chatter: Application {
    private let line: [UInt8]
    private let interval: TimeSpan?
    private let answers: (@Sendable ([UInt8]) -> [UInt8]?)?
    /// The octets that it has received.
    package private(set) var heard: [UInt8] = []
    /// Whether its connection is open or was open.
    private(set) var isConnected = false
    /// Whether the peer has closed the connection.
    private(set) var hasEnded = false

    /// A program that has not started yet.
    ///
    /// - Parameters:
    ///   - line: the line that it sends, without the line end; empty for a program that sends none.
    ///   - interval: the time after which it sends the line again; nil if it sends the line once.
    ///   - answers: gives the answer to the octets that have just arrived; nil for a program that does not answer.
    package init(
        says line: String = "", every interval: TimeSpan? = nil, answers: (@Sendable ([UInt8]) -> [UInt8]?)? = nil
    ) {
        self.line = Array((line + (line.isEmpty ? "" : "\r\n")).utf8)
        self.interval = interval
        self.answers = answers
    }

    /// Sends the line and the answers.
    package mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
        switch event {
        case .connected, .prompted(.act):
            isConnected = true
            guard !line.isEmpty else { return [] }
            return [.pass(.octets(line, step: "chat.line"))] + (interval.map { [.later(.act, after: $0)] } ?? [])
        case .read(let octets):
            heard += octets
            return answers?(octets).map { [.pass(.octets($0, step: "chat.answer"))] } ?? []
        case .prompted(.answer(let octets)): return [.pass(.octets(octets, step: "chat.line"))]
        case .prompted(.close): return [.close]
        case .ended:
            hasEnded = true
            return []
        case .started, .prompted, .saw: return []
        }
    }
}

extension Stage {
    /// Whether a connection of a victim is CLOSED. An exhibit compares the attacker's result with it.
    package func isGone(_ host: Int, _ socket: Int) -> Bool {
        (hosts[host].tcp.state(of: socket) ?? .closed) == .closed
    }
}
