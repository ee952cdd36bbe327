import Simulator
import Trace

extension World {
    /// The client's flights before the goodbye, in a form that an attacker can send again. A flight is all that the client writes between
    /// two messages that it reads.
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
