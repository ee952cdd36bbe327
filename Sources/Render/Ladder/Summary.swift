import Trace

/// The summary of a run: the conclusions of its journal, and the figures counted from its events.
struct Summary {
    private let journal: Journal
    private let ledger: Ledger
    private let timeline: Timeline

    init(_ journal: Journal, _ ledger: Ledger) {
        self.journal = journal
        self.ledger = ledger
        timeline = Timeline(journal)
    }

    /// The notes of the summary in their order.
    var notes: [any Remark] {
        journal.conclusions + agreement() + readers() + failures() + traffic() + waiting() + end()
    }

    private func name(_ principal: Principal) -> SummaryNote.Name { SummaryNote.Name(principal, in: journal) }

    private func agreement() -> [SummaryNote] {
        let computed = Epilogue.computedOnBothSides(of: journal, ledger)
        if let odd = computed.first(where: { $0.client != $0.server }) {
            return [.disagreed(journal.glossary.name(odd.secret.name))]
        }
        return computed.isEmpty ? [] : [.agreed(computed.map { journal.glossary.name($0.secret.name) })]
    }

    private func readers() -> [SummaryNote] {
        let content = Epilogue.content
        guard Epilogue.secrets(of: journal).contains(content) else { return [] }
        let present = Epilogue.audience(of: journal, ledger).filter { who in
            who != .thief || journal.events.contains { $0.who == .thief }
        }
        let readers = present.filter { ledger.holds($0, content) }.map(name)
        let others = present.filter { !ledger.holds($0, content) }.map(name)
        return (readers.isEmpty ? [] : [.readers(readers)]) + (others.isEmpty ? [] : [.kept(others)])
    }

    private func failures() -> [SummaryNote] {
        journal.events.compactMap { event in
            guard case .failed(let why) = event.kind else { return nil }
            return .failure(name(event.who), why: why)
        }
    }

    private func traffic() -> [SummaryNote] {
        let packets = timeline.packets
        guard !packets.isEmpty else { return [] }
        var keepers: [Int: Principal] = [:]
        for event in journal.events where event.who.hasLifeline {
            if case .lost(let packet, _) = event.kind { keepers[packet.number] = event.who }
        }
        let missing = packets.filter { timeline.isLost($0) }
        let kept = journal.others.compactMap { host -> (who: SummaryNote.Name, packets: Int)? in
            let count = missing.count { keepers[$0.packet.number] == host.who }
            return count == 0 ? nil : (name(host.who), count)
        }
        return [
            .traffic(
                journal.endpoints.map { host in
                    (who: name(host.who), packets: packets.count { $0.who == host.who })
                },
                octets: packets.reduce(0) { $0 + $1.packet.bytes.count },
                payload: packets.reduce(0) { $0 + $1.packet.payload.count },
                lost: missing.count - kept.reduce(0) { $0 + $1.packets }, kept: kept)
        ]
    }

    /// How many answers the client waits for before it sends its first application data. An answer counts if it arrives later than
    /// the client's last packet left. Answers that arrive at one instant count once.
    private func waiting() -> [SummaryNote] {
        let hidden = timeline.messages.first { $0.who == .client && $0.message.step == "tls.application_data" }
        guard let first = hidden, let leaves = journal[first.event]?.at else { return [] }
        var answers = 0
        var sent: Instant?
        for event in journal.events.prefix(first.event) where event.who == .client {
            switch event.kind {
            case .sent: sent = event.at
            case .received:
                // A further packet that arrives before the client sends again belongs to the same answer.
                guard let last = sent, event.at > last else { continue }
                sent = nil
                answers += 1
            default: break
            }
        }
        return [.waiting(name(.client), answers: answers, at: leaves)]
    }

    private func end() -> [SummaryNote] {
        let states = timeline.states(at: journal.events.count)
        guard !states[.client].isEmpty, !states[.server].isEmpty else { return [] }
        return [.end([Principal.client, .server].map { (who: name($0), state: states[$0]) })]
    }
}
