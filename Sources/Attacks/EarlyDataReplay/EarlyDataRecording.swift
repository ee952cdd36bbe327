import Simulator
import Trace

extension World {
    /// What the client has sent before the goodbye, for those who send it again: a flight is what it writes between two messages that it
    /// reads.
    var recording: [Relay.Passage] {
        var flights: [[Message]] = [[]]
        for event in journal.events.prefix(while: { $0.step != Chapter.goodbye.step }) where event.who == .client {
            switch event.kind {
            case .wrote(let message): flights[flights.count - 1].append(message)
            case .read: flights.append([])
            default: break
            }
        }
        return flights.filter { !$0.isEmpty }.map { messages in
            Relay.Passage(
                [], step: "attack.replay", facts: [], messages: messages,
                octets: messages.flatMap { $0.panes.first?.bytes ?? [] })
        }
    }
}
