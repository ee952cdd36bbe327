import TLSSim
import Trace

/// The steps of an attack that copies early data.
package enum EarlyDataReplayFinding: Remark, Hashable, Sendable {
    /// The client sends its order with its ClientHello, and the attacker records the flight; the octets of the flight and of the order, and
    /// whether the server carries the order out at once.
    case recorded(octets: Int, order: Int, isCarriedOut: Bool)
    case sent(EarlyDataReplay.Scene)
    /// The keys of the early data are the same as for the original; the keys of the handshake are not.
    case keys
    case accepted(EarlyDataReplay.Defence)
    /// The server rejects the early data of the copy; its defence and the scene, from which the reason follows.
    case rejected(EarlyDataReplay.Defence, EarlyDataReplay.Scene)
    /// The attacker cannot go on; the state in which the server waits, or the alert with which it ended the connection.
    case stuck(state: String, alert: AlertDescription?)
    case askedAgain
    /// The flight of an honest client arrives late; whether the server accepts its early data.
    case late(EarlyDataOutcome)
    case limit(EarlyDataReplay.Defence)

    package var english: String {
        switch self {
        case .recorded(let octets, let order, let isCarriedOut):
            """
            A client comes back with a ticket. It sends its hello and its order (\(counted(order, "octet")): pay 100) in one flight, as early \
            data. \(isCarriedOut ? "The server carries the order out. " : "")The attacker records this flight, \(counted(octets, "octet")). She has no key, and she cannot read \
            the order.
            """
        case .sent(.soon): "One second later she opens a connection of her own to the same server, and sends the copy."
        case .sent(.late):
            "Half a minute later she opens a connection of her own to the same server, and sends the copy."
        case .sent(.otherServer):
            """
            One second later she sends the copy to another server of the same site. It has the same ticket key, so that every server can \
            open every ticket. It does not share what it remembers of early data.
            """
        case .sent(.sharedMemory):
            """
            One second later she sends the copy to another server of the same site. Both servers ask one common register before they take \
            early data.
            """
        case .sent(.restarted):
            """
            The server has been restarted half a second before the copy comes. It has kept its ticket key, and it has lost what it \
            remembered of early data.
            """
        case .sent(.heldUp):
            "Nothing is copied this time. The network holds the flight up for eleven seconds. The client is honest."
        case .sent(.clientRepeats):
            """
            The attacker lets the flight pass and drops the server's answer. The client's application waits in vain. It opens a new \
            connection, with a full handshake, and sends the same order again.
            """
        case .keys:
            """
            The keys of the early data come from the ticket's secret and the hello. Both are the same in the copy, so the keys are, and \
            the copy opens if the server tries. The server's share and its random are new, so the keys of the handshake and of all later \
            data are not the same.
            """
        case .accepted(.none):
            """
            This server remembers nothing. It takes the early data of the copy, and its application carries the order out a second time. \
            TCP's sequence numbers do not help: they belong to one connection, and the copy comes in another.
            """
        case .accepted(let defence):
            """
            The server's defence (\(defence.rawValue)) finds nothing: its register has not seen this flight. It takes the early data, and the \
            order is carried out a second time. A defence is only as wide as the memory that it shares (RFC 8446 section 8.2).
            """
        case .rejected(_, .late):
            """
            The hello tells how old its ticket is. The server adds this age to the time at which it made the ticket: so it knows when this \
            hello should have arrived. It comes half a minute late, and ten seconds are allowed (RFC 8446 section 8.3). The early data is \
            rejected. The server does not even have to look into its register.
            """
        case .rejected(.singleUse, .restarted):
            """
            The ticket is older than the register. The server cannot know whether the ticket has been used, so it rejects the early \
            data. After a restart only new tickets buy early data.
            """
        case .rejected(.window, .restarted):
            """
            The register is younger than its window. The server cannot know what came just before the restart, so it rejects early \
            data until the window has passed.
            """
        case .rejected(.singleUse, _):
            """
            The ticket has brought early data before. A ticket buys early data once (RFC 8446 section 8.1), so the server rejects this. \
            It skips the records that it cannot open, and it sends no alert.
            """
        case .rejected(.window, _):
            """
            A hello with this binder has come within the last ten seconds. The server has kept it (RFC 8446 section 8.2), so it rejects the \
            early data. It skips the records that it cannot open, and it sends no alert.
            """
        case .rejected(.none, _): "The server does not take the early data."
        case .stuck(let state, let alert):
            """
            The server goes on with the handshake and sends its flight. The client's Finished has to be made with the new handshake keys. \
            She has no part in the exchange, so she cannot make it, and she cannot read the answer. She sends what else she has recorded: \
            the old EndOfEarlyData and the old Finished. \
            \(alert.map { "The old Finished does not open under the new keys: \($0)." }
                ?? "They do not open, and the server passes over them as more early data. It waits in the state \(state).")
            """
        case .askedAgain:
            """
            The order is carried out a second time, whatever the server remembers of early data: for TLS this is a new connection with \
            a new order. Only the application can tell the two apart, for example by a number in each order.
            """
        case .late(.rejected):
            """
            For the server the flight looks like a copy: its age does not fit. It rejects the early data. The handshake goes on, and the \
            client's application sends the order after it. The order is carried out once. The price of the defence is one round trip \
            for honest clients that are slow or whose clock is wrong.
            """
        case .late: "The server looks at no age. It takes the early data, and the order is carried out once."
        case .limit(.none):
            """
            Without a defence there is no limit: each copy is carried out as long as the ticket is good. A server without a defence must \
            take no early data, or only requests that do no harm when they are carried out twice (RFC 8470 has the status 425 for all \
            others).
            """
        case .limit(.singleUse):
            """
            Single-use tickets (RFC 8446 section 8.1) cost memory: each used ticket is remembered as long as tickets are good. All servers \
            that have the ticket key must ask the same memory before they answer, or each of them takes one copy. The wait for it can \
            cost what early data saves.
            """
        case .limit(.window):
            """
            A window (RFC 8446 section 8.2) needs less memory: a hello is remembered for seconds, and what comes later is refused by its \
            age. So clocks must agree, and slow honest clients lose their early data. Each server with a memory of its own takes one \
            copy. A flight whose original never arrived can be sent within the window once.
            """
        }
    }
}

extension EarlyDataReplay {
    /// The story of the run, step by step.
    package var steps: [AttackStep] {
        func step(_ finding: EarlyDataReplayFinding, _ quantities: [Calculation.Quantity] = []) -> AttackStep {
            AttackStep(remark: finding, quantities: quantities)
        }
        let recorded = EarlyDataReplayFinding.recorded(
            octets: flight.count, order: Self.order.count, isCarriedOut: scene != .heldUp)
        var steps = [step(recorded), step(.sent(scene))]
        switch scene {
        case .heldUp: steps.append(step(.late(original.outcome)))
        case .clientRepeats: steps.append(step(.askedAgain))
        case .soon, .late, .otherServer, .sharedMemory, .restarted:
            guard let second else { break }
            steps.append(step(.keys, keys(of: second)))
            steps.append(step(second.outcome == .accepted ? .accepted(defence) : .rejected(defence, scene)))
            steps.append(step(.stuck(state: second.state, alert: second.alert)))
        }
        return steps + [step(.limit(defence))]
    }

    private func keys(of second: Reception) -> [Calculation.Quantity] {
        var list: [Calculation.Quantity] = []
        for name in [SecretName.early, .clientEarlyTraffic, .clientHandshakeTraffic] {
            if let then = original.secrets[name] { list.append(.init("\(name) then", then)) }
            if let now = second.secrets[name] { list.append(.init("\(name) now", now)) }
        }
        return list
    }
}
