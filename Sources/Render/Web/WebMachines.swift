import Trace

/// The state machines of a run as the page draws them: the states and arrows of the specification's diagram, and every
/// transition of the run.
struct WebMachines {
    private var machines: [(name: String, states: [String], arrows: [StateDiagram.Arrow])] = []

    /// - Parameter diagrams: the diagrams of the specifications.
    init(_ journal: Journal, diagrams: [StateDiagram]) {
        for event in journal.events {
            guard case .transition(let machine, let from, let to) = event.kind else { continue }
            let place: Int
            if let known = machines.firstIndex(where: { $0.name == machine }) {
                place = known
            } else {
                let diagram = diagrams.first { $0.machine == machine }
                place = machines.count
                machines.append((machine, diagram?.states ?? [], diagram?.arrows ?? []))
            }
            for state in [from, to] where !machines[place].states.contains(state) {
                machines[place].states.append(state)
            }
            if !machines[place].arrows.contains(where: { $0.from == from && $0.to == to }) {
                machines[place].arrows.append(
                    StateDiagram.Arrow(
                        from: from, to: to, WebMachines.label(of: event, in: journal), cite: event.cite))
            }
        }
    }

    /// The cause of a transition in the notation of RFC 9293, Figure 5: what arrived, or else what was sent; empty if neither is
    /// among the causes.
    private static func label(of event: Event, in journal: Journal) -> String {
        var sent: String?
        var cause = event.cause
        while let number = cause, let earlier = journal[number] {
            switch earlier.kind {
            case .read(let message): return "rcv \(message.label)"
            case .received(let packet, _): return "rcv \(packet.gist.isEmpty ? "data" : packet.gist)"
            case .call(let name, _): return name
            case .timer(let name, .expired): return "timeout = \(name)"
            case .wrote(let message): if sent == nil { sent = "snd \(message.label)" }
            default: break
            }
            cause = earlier.cause
        }
        return sent ?? ""
    }

    /// The machines in the form of the document.
    var json: JSON {
        .object(
            machines.map { machine in
                let arrows = machine.arrows.map { arrow in
                    JSON.members(
                        ("from", .string(arrow.from)), ("to", .string(arrow.to)), ("label", .string(arrow.label)),
                        ("cite", arrow.cite.map { .string($0.description) }))
                }
                return JSON.Member(
                    machine.name,
                    .members(
                        ("states", .array(machine.states.map { .string($0) })), ("arrows", .array(arrows))))
            })
    }
}
