import Explain
import TLSSim
import Trace

/// A recording of TLS 1.3, read by an onlooker as far as it gets.
///
/// A recording has two streams and no order between them. So a record that has no place yet waits until the other side has said more.
struct OnlookersReading {
    /// What the onlooker has told, in an order in which the records could have come.
    private(set) var events: [OnlookerEvent] = []
    /// What was told of the record at which the reading of a side's stream has ended.
    private(set) var refused: [Role: [OnlookerEvent]] = [:]
    /// The records of each side that were not read, the refused one first.
    private(set) var unread: [Role: ArraySlice<[UInt8]>] = [:]

    /// Reads both directions.
    init(_ connection: RecordedConnection, by onlooker: Onlooker) {
        var onlooker = onlooker
        unread[.client] = IncomingRecords.records(in: connection.client.bytes)[...]
        unread[.server] = IncomingRecords.records(in: connection.server.bytes)[...]
        var goesOn = true
        while goesOn {
            goesOn = false
            for side in [Role.client, .server] {
                refused[side] = nil
                while refused[side] == nil, let record = unread[side]?.first {
                    // An onlooker that has failed reads no more: the attempt is made on a copy.
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

    /// A secret that was told.
    func secret(_ name: SecretName) -> [UInt8]? {
        for case .secret(name, let octets) in events { return octets }
        return nil
    }

    /// Whether something was proved; nil if nothing was checked.
    func isProved(_ check: OnlookerCheck) -> Bool? {
        for case .check(check, let isGood) in events + refused.values.joined() { return isGood }
        return nil
    }

    /// Keys with their names.
    func keys(_ stretch: TrafficStretch) -> TrafficKeys? {
        for case .keys(stretch, let keys) in events { return keys }
        return nil
    }

    /// The names of the messages of a side, in their order.
    func messages(of side: Role) -> [String] {
        events.compactMap { if case .message(side, let name, _) = $0 { name } else { nil } }
    }

    /// Application data of a side.
    func data(of side: Role, early isEarly: Bool = false) -> (octets: [UInt8], records: Int) {
        let answer = events.firstIndex { if case .message(.server, "ServerHello", _) = $0 { true } else { false } }
        let middle = answer ?? events.endIndex
        var data: (octets: [UInt8], records: Int) = ([], 0)
        for case .content(side, .applicationData, let octets) in isEarly ? events[..<middle] : events[middle...] {
            data.octets += octets
            data.records += 1
        }
        return data
    }

    /// Whether a side has said that it is done.
    func isComplete(_ side: Role) -> Bool {
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

/// What the two hellos of a recording say, the last of each side.
struct RecordedHellos {
    let client: ClientHello
    let server: ServerHello
    /// All messages up to ServerHello.
    let messages: [UInt8]

    /// Reads them without any secret; nil where the recording ends before them.
    init?(_ connection: RecordedConnection) {
        let reading = OnlookersReading(connection, by: Onlooker())
        // Without a secret the onlooker gives up at ServerHello, and has read it.
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

    /// The suite.
    var suite: TLS13.CipherSuite? { TLS13.CipherSuite.withCodePoint(server.cipherSuite) }
    /// What both sides sent of the exchange; nil where there is none.
    var shares: (client: KeyShareEntry, server: KeyShareEntry)? {
        guard let share = server.keyShare, let other = client.keyShares?.first(where: { $0.group == share.group })
        else { return nil }
        return (other, share)
    }
    /// The name of the secret that is offered first.
    var identity: [UInt8]? { client.preSharedKeys?.identities.first?.identity }
}
