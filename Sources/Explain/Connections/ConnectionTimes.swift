/// Where the time of a connection went, in microseconds. A part is nil if the capture does not tell it.
struct ConnectionTimes: Sendable {
    /// From the first frame to the last.
    let whole: Int64
    /// A round trip: that of the handshake, else the shortest from data to its acknowledgment.
    let roundTrip: Int64?
    /// How long the server and the client took to speak when it was their turn.
    let server: Int64
    let client: Int64
    /// How long data followed data of the same side, and how long the side that had spoken last rested before it went on.
    let transfer: Int64
    let idle: Int64
}

extension EndedConnection {
    /// Where the time of the connection went; nil if its frames have no times, or no data.
    var times: ConnectionTimes? {
        let turns = course.turns
        guard course.hasTimes, turns.firstIsOne != nil else { return nil }
        let shortest = [client.roundTrips.shortest, server.roundTrips.shortest].compactMap(\.self).max()
        return ConnectionTimes(
            whole: max(0, course.last - course.start), roundTrip: course.roundTrip ?? shortest,
            server: turns[!clientIsOne].waited, client: turns[clientIsOne].waited, transfer: turns.transfer,
            idle: turns.idle)
    }
}
