import Simulator
import TLSSim
import Trace

/// A run through a space as text.
extension TLSSpace {
    /// The lines of the ladder. What both ends wait for after a step stands on the left and on the right. An arrow on the receiver's side means
    /// that a record arrives; "..." means that it was sent and is still under way.
    ///
    /// If the broken rule is about progress, the ladder also has the steps of the sequel.
    ///
    /// - Parameter columns: the largest number of columns of a line.
    package func ladder(
        _ counterexample: Exploration<TLSSpace>.Counterexample, columns: Int = 10_000,
        in language: Language = .english
    ) -> [String] {
        var space = self
        let page = LadderColumns(left: 26, middle: 44, page: columns, language)
        let steps = space.run(counterexample.actions)
        var lines = page.lines(left: Self.client.sentence(in: language), right: Self.server.sentence(in: language))
        let sides = sides(in: start, language)
        lines += page.lines("1.", left: sides.client, right: sides.server)
        for (index, step) in steps.enumerated() { lines += space.lines(step, number: index + 2, page) }
        guard counterexample.rule == .progress else { return lines }
        lines += [""] + page.caption(TLSCaption.sequel)
        for (index, step) in space.run(after: steps.last?.after ?? start).enumerated() {
            lines += space.lines(step, number: index + steps.count + 2, page)
        }
        return lines
    }

    /// The heads of the columns.
    private static let client = Words(english: "Client", chinese: "客户端")
    private static let server = Words(english: "Server", chinese: "服务器")

    /// What both ends wait for.
    private func sides(in state: PackedState, _ language: Language) -> (client: String, server: String) {
        (
            standing(of: .client, in: state).sentence(in: language),
            standing(of: .server, in: state).sentence(in: language)
        )
    }

    private mutating func lines(_ step: TLSRunStep, number: Int, _ page: LadderColumns) -> [String] {
        var lines = [""] + page.caption(caption(of: step))
        let arriving = arriving(by: step.action, in: step.before)
        let sides = sides(in: step.after, page.language)
        func arrow(_ parcel: Parcel, to role: Role, arrives: Bool) -> String {
            Self.arrow(parcel.name.sentence(in: page.language), to: role, arrives: arrives)
        }
        let first = arriving.first.map { arrow($0, to: step.action.role, arrives: true) } ?? ""
        lines += page.lines("\(number).", left: sides.client, middle: first, right: sides.server)
        for parcel in arriving.dropFirst() {
            lines += page.lines(left: "", middle: arrow(parcel, to: step.action.role, arrives: true))
        }
        for parcel in sent(in: step) {
            lines += page.lines(left: "", middle: arrow(parcel, to: step.action.role.peer, arrives: false))
        }
        return lines
    }

    /// The parcels that the end of a step has sent, and that are under way afterwards.
    func sent(in step: TLSRunStep) -> [Parcel] {
        let peer = step.action.role.peer
        let before = memory.queues[State(step.before)[to: peer]].count
        let after = memory.queues[State(step.after)[to: peer]]
        return after.dropFirst(before).map { memory.parcels[$0] }
    }

    /// A record to an end with its arrows. The server is on the right.
    private static func arrow(_ name: String, to role: Role, arrives: Bool) -> String {
        switch (role, arrives) {
        case (.server, true): "--> \(name) -->"
        case (.server, false): "--> \(name) ..."
        case (.client, true): "<-- \(name) <--"
        case (.client, false): "... \(name) <--"
        }
    }
}
