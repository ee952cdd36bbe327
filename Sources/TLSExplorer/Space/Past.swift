import TLSSim
import Trace

extension TLSSpace {
    /// What the first connection has left when it is over: the ends of the second one, and what the attacker has recorded.
    struct Past: Hashable, Sendable {
        /// The numbers of the ends of the second connection before their first input.
        let ends: [Role: UInt32]
        /// The flights that have gone to an end of each role, as the numbers of their records. She can send each of them again.
        let flights: [Role: [[UInt32]]]
        /// What the rules compare with the second connection.
        let facts: Facts

        /// What the rules ask of a connection that is over. All else that it has left is in the ends.
        struct Facts: Hashable, Sendable {
            /// The first common secret, as each end has computed it; empty before.
            let secrets: [Role: [UInt8]]
            /// The hello with which the server has taken early data; nil if it has taken none.
            let earlyHello: EarlyFlight?
            /// The ends that have failed, and have sent a fatal alert.
            let spoilt: Set<Role>
        }
    }
}

/// A ClientHello with which early data was taken.
struct EarlyFlight: Hashable, Sendable {
    /// The message.
    let hello: [UInt8]
    /// The pre-shared key that it offers first; empty if it offers none.
    let identity: [UInt8]

    /// The flight with which an end has taken early data; nil if it has taken none.
    init?(_ end: Account) {
        guard !end.givenEarly.isEmpty, let hello = end.messages.first else { return nil }
        (self.hello, identity) = (hello, end.hellos.offeredKey)
    }

    /// Whether both are one hello, or offer one ticket.
    func repeats(_ other: EarlyFlight) -> Bool {
        hello == other.hello || !identity.isEmpty && identity == other.identity
    }
}

extension TLSSpace.TLSMemory {
    /// The number of the past that two ends leave whose connection is over; nil if it is not known yet.
    func past(after client: UInt32, _ server: UInt32) -> UInt32? { pastNumbers[UInt64(client) << 32 | UInt64(server)] }

    mutating func learnPast(after client: UInt32, _ server: UInt32) -> UInt32 {
        if remembers, let known = past(after: client, server) { return known }
        let (a, b) = (parties[client], parties[server])
        let legacy = Legacy.of(client: a, server: b)
        let ends: [Role: UInt32] = [
            .client: learnParty(casting.party(.client, in: .second, after: legacy)),
            .server: learnParty(casting.party(.server, in: .second, after: legacy)),
        ]
        let facts = TLSSpace.Past.Facts(
            secrets: [.client: a.account.secret, .server: b.account.secret], earlyHello: EarlyFlight(b.account),
            spoilt: Set([a.account, b.account].filter(\.hasSentFatalAlert).map(\.role)))
        let (number, isNew) = pasts.number(
            of: TLSSpace.Past(ends: ends, flights: [.client: b.flights, .server: a.flights], facts: facts))
        pastNumbers[UInt64(client) << 32 | UInt64(server)] = number
        if isNew { best[number + 1] = undisturbed(ends) }
        return number
    }

    /// The records of a flight of the first connection, as numbers; empty if there is none at that place.
    func flight(_ place: Int, to role: Role, after past: UInt32) -> [UInt32] {
        guard past > 0, let flights = pasts[past - 1].flights[role], flights.indices.contains(place) else { return [] }
        return flights[place]
    }

    /// The parameters of both ends of a connection in which the attacker does nothing.
    mutating func undisturbed(_ ends: [Role: UInt32]) -> [Role: SecurityParameters] {
        var ends = ends
        var causes: [(role: Role, cause: Cause)] = [(.client, .call(.open))]
        while let (role, cause) = causes.popFirst(), let end = ends[role] {
            let move = learnMove(of: end, by: learnCause(cause))
            ends[role] = move.party
            causes += move.sent.map { (role.peer, .arrival([$0])) }
        }
        return ends.compactMapValues { parties[$0].account.parameters }
    }
}
