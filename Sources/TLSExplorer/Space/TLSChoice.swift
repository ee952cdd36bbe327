import Trace

/// What can happen next in a space of TLS. The role is that of the end to which it happens.
package enum TLSChoice: Hashable, Sendable {
    // MARK: Free
    /// A program calls its end: a client opens; both send an octet, and close.
    case call(ProgramCall, Role)
    /// The next parcel arrives.
    case arrival(Role)
    /// The parcel that the attacker has held back or copied arrives.
    case release(Role)
    /// The next parcel arrives, and the attacker has opened it and sealed it again, under keys that she has.
    case pass(Role)

    /// The first connection is over, and the second one begins.
    case reconnect

    // MARK: Moves of the attacker
    /// She takes the next parcel off the wire.
    case drop(Role)
    /// She holds the next parcel back, so that others overtake it.
    case hold(Role)
    /// She copies the next parcel, to send it again later.
    case copy(Role)
    /// She copies the next parcel to the other end, to send it back to its writer.
    case reflect(Role)
    /// She ends the transport to an end. What is under way to it is lost.
    case cut(Role)
    /// She puts in records of her own.
    case put(Insertion, Role)
    /// She sends again a flight of the first connection, which went to an end of that role: the one at this place.
    case replay(Int, Role)
    /// She leads the client's connection back to the client's own host, which is a server as well.
    case leadBack
    /// She changes the next record.
    case change(Alteration, Role)

    /// The end to which it happens.
    var role: Role {
        switch self {
        case .call(_, let role), .arrival(let role), .release(let role), .pass(let role), .drop(let role),
            .hold(let role),
            .copy(let role),
            .reflect(let role), .cut(let role), .put(_, let role), .change(_, let role), .replay(_, let role):
            role
        case .reconnect: .client
        case .leadBack: .server
        }
    }

    /// Whether it is a move of the attacker.
    package var isMove: Bool {
        switch self {
        case .call, .arrival, .release, .pass, .reconnect: false
        case .drop, .hold, .copy, .reflect, .cut, .put, .change, .replay, .leadBack: true
        }
    }
}
