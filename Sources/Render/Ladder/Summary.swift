import Trace

/// What a run comes to: what its own people conclude, and what can be counted.
struct Summary {
    private let journal: Journal
    private let ledger: Ledger
    private let timeline: Timeline

    init(_ journal: Journal, _ ledger: Ledger) {
        self.journal = journal
        self.ledger = ledger
        timeline = Timeline(journal)
    }

    /// The notes, in the order in which they are said.
    var notes: [any Remark] {
        journal.conclusions + agreement() + readers() + failures() + traffic() + waiting() + end()
    }

    private func name(_ principal: Principal) -> SummaryNote.Name { SummaryNote.Name(principal, in: journal) }

    private func agreement() -> [SummaryNote] {
        var same: [String] = []
        for secret in Epilogue.secrets(of: journal) where secret != Epilogue.content {
            guard let left = ledger.fact(.client, secret), let right = ledger.fact(.server, secret),
                let client = left.value, let server = right.value, !left.how.isCarried, !right.how.isCarried
            else { continue }
            guard client == server else { return [.disagreed(secret.name)] }
            same.append(secret.name)
        }
        return same.isEmpty ? [] : [.agreed(same)]
    }

    private func readers() -> [SummaryNote] {
        let content = Epilogue.content
        guard Epilogue.secrets(of: journal).contains(content) else { return [] }
        let present = Epilogue.audience.filter { who in
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
        let lost = packets.count { if case .lost = timeline.fate(ofPacket: $0.packet.number) { true } else { false } }
        return [
            .traffic(
                journal.endpoints.map { host in
                    (who: name(host.who), packets: packets.count { $0.who == host.who })
                },
                octets: packets.reduce(0) { $0 + $1.packet.bytes.count },
                payload: packets.reduce(0) { $0 + $1.packet.payload.count }, lost: lost)
        ]
    }

    /// An answer counts where the client, having sent something, has to wait for something of the server.
    private func waiting() -> [SummaryNote] {
        let hidden = timeline.messages.first { $0.who == .client && $0.message.step == "tls.application_data" }
        guard let first = hidden, let leaves = journal[first.event]?.at else { return [] }
        var answers = 0
        var sent: Instant?
        for event in journal.events.prefix(first.event) where event.who == .client {
            switch event.kind {
            case .sent: sent = event.at
            case .received:
                // What arrives at the same instant belongs to the same answer.
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
