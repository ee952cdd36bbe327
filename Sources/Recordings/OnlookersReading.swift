import Explain
import TLSSim
import Trace

/// A recording of TLS 1.3 that an onlooker has read as far as possible.
///
/// A recording has two streams and no order between them. If a record cannot be read yet, it is tried again after further records of the
/// other side.
package struct OnlookersReading {
    /// The onlooker's events, in an order in which the records could have been sent.
    package private(set) var events: [OnlookerEvent] = []
    /// The events of the record at which the onlooker stopped in a side's stream.
    package private(set) var refused: [Role: [OnlookerEvent]] = [:]
    /// The records of each side that were not read. The first of them is the record at which the onlooker stopped.
    package private(set) var unread: [Role: ArraySlice<[UInt8]>] = [:]

    /// Reads both directions.
    package init(_ connection: RecordedConnection, by onlooker: Onlooker) {
        var onlooker = onlooker
        unread[.client] = IncomingRecords.records(in: connection.client.bytes)[...]
        unread[.server] = IncomingRecords.records(in: connection.server.bytes)[...]
        var goesOn = true
        while goesOn {
            goesOn = false
            for side in [Role.client, .server] {
                refused[side] = nil
                while refused[side] == nil, let record = unread[side]?.first {
                    // An onlooker that has failed reads no further record. So a copy of it makes the attempt.
                    var trying = onlooker
                    let told = trying.read(record, from: side)
                    guard !told.contains(where: \.isFailure) else {
                        refused[side] = told
                        continue
                    }
                    onlooker = trying
                    events += told
                    unread[side]?.removeFirst()
                    goesOn = true
                }
            }
        }
    }

    /// A secret that the onlooker has computed; nil if it has not.
    package func secret(_ name: SecretName) -> [UInt8]? {
        for case .secret(name, let octets) in events { return octets }
        return nil
    }

    /// The result of a check; nil if the check was not made.
    package func isProved(_ check: OnlookerCheck) -> Bool? {
        for case .check(check, let isGood) in events + refused.values.joined() { return isGood }
        return nil
    }

    /// The keys of a stretch of records; nil if the onlooker does not have them.
    package func keys(_ stretch: TrafficStretch) -> TrafficKeys? {
        for case .keys(stretch, let keys) in events { return keys }
        return nil
    }

    /// The names of a side's handshake messages, in their order.
    package func messages(of side: Role) -> [String] {
        events.compactMap { if case .message(side, let name, _) = $0 { name } else { nil } }
    }

    /// A side's application data, and the number of its records.
    ///
    /// - Parameter isEarly: whether to take the data before ServerHello, in place of the data after it.
    package func data(of side: Role, early isEarly: Bool = false) -> (octets: [UInt8], records: Int) {
        let answer = events.firstIndex { if case .message(.server, "ServerHello", _) = $0 { true } else { false } }
        let middle = answer ?? events.endIndex
        var data: (octets: [UInt8], records: Int) = ([], 0)
        for case .content(side, .applicationData, let octets) in isEarly ? events[..<middle] : events[middle...] {
            data.octets += octets
            data.records += 1
        }
        return data
    }

    /// Whether a side has sent close_notify.
    package func isComplete(_ side: Role) -> Bool {
        events.contains {
            if case .content(side, .alert, let octets) = $0 {
                octets.last == AlertDescription.closeNotify.rawValue
            } else {
                false
            }
        }
    }
}

extension OnlookerEvent {
    fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
}

/// The last ClientHello and the ServerHello of a recording.
package struct RecordedHellos {
    /// The last ClientHello.
    package let client: ClientHello
    /// The ServerHello.
    package let server: ServerHello
    /// The octets of all messages up to and including ServerHello.
    package let messages: [UInt8]

    /// Reads the hellos without any secret; nil if the recording ends before ServerHello.
    package init?(_ connection: RecordedConnection) {
        let reading = OnlookersReading(connection, by: Onlooker())
        // Without a secret the onlooker fails at ServerHello. The events of this record include the message.
        var messages: [UInt8] = []
        var client: ClientHello?
        var server: ServerHello?
        for case .message(let side, let name, let octets) in reading.events + (reading.refused[.server] ?? []) {
            var reader = ByteReader(Array(octets.dropFirst(4)), recording: false)
            messages += octets
            if side == .client { client = try? ClientHello.read(from: &reader) }
            if side == .server, name == "ServerHello" { server = try? ServerHello.read(from: &reader) }
        }
        guard let client, let server else { return nil }
        (self.client, self.server, self.messages) = (client, server, messages)
    }

    /// The suite that the server chose; nil if it is none of TLS 1.3.
    package var suite: TLS13.CipherSuite? { TLS13.CipherSuite.withCodePoint(server.cipherSuite) }
    /// The key shares of both sides in the server's group; nil if the handshake has no exchange.
    package var shares: (client: KeyShareEntry, server: KeyShareEntry)? {
        guard let share = server.keyShare, let other = client.keyShares?.first(where: { $0.group == share.group })
        else { return nil }
        return (other, share)
    }
    /// The identity of the first PSK that the client offers: a ticket or a name.
    package var identity: [UInt8]? { client.preSharedKeys?.identities.first?.identity }
}
