import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// Who takes part: a client, and servers that have one certificate and one ticket key.
struct EarlyDataStage {
    let seed: UInt64
    let cast: Visit.Cast
    /// What the client has from its first connection.
    private(set) var ticket: TLS13.Ticket?

    /// A stage on which the client has its ticket already.
    init(seed: UInt64, cast: Visit.Cast) {
        self.seed = seed
        self.cast = cast
        let begin = Visit.epoch * 1_000
        var register = TLS13.ReplayRegister(.none, start: begin)
        var first = meeting("first", at: begin, ticket: nil, order: [])
        first.run(&register)
        ticket = first.ticket
    }

    /// A client and a server that have not spoken yet.
    ///
    /// - Parameters:
    ///   - name: tells the randomness of this connection from that of others.
    ///   - now: the client's time in milliseconds since 1970.
    ///   - ticket: what the client begins with; nil for a full handshake.
    ///   - order: what the client asks for: early if it has a ticket, else after the handshake. Empty for nothing.
    ///   - serverAt: the time at which its flight arrives; the client's own if nil.
    func meeting(
        _ name: String, at now: Int64, ticket: TLS13.Ticket?, order: [UInt8], serverAt: Int64? = nil
    ) -> EarlyDataMeeting {
        let ends = ends(name, at: now, ticket: ticket, order: order, serverAt: serverAt)
        return EarlyDataMeeting(client: ends.client, server: ends.server, judge: cast.judges.client, order: order)
    }

    /// Where all randomness of this stage comes from.
    var seeds: SeededRandomSource { SeededRandomSource(seed: seed).fork("early data replay") }

    /// The two ends of a meeting.
    func ends(
        _ name: String, at now: Int64, ticket: TLS13.Ticket?, order: [UInt8], serverAt: Int64?
    ) -> (client: TLSEnd, server: TLSEnd) {
        var random = seeds.fork("ticket key")
        let key = TicketKey(using: &random)
        let client = TLS13.ClientConfiguration(
            hostName: Visit.hostName, ticket: ticket, earlyData: ticket == nil ? [] : order,
            common: TLS13.CommonConfiguration(now: now, arithmetic: .live))
        let server = TLS13.ServerConfiguration(
            identity: cast.server, ticketKey: key, maxEarlyData: EarlyDataReplay.mostEarlyData,
            common: TLS13.CommonConfiguration(now: serverAt ?? now, arithmetic: .live))
        return (
            TLSEnd(TLSEndpoint(client: .tls13(client)), seeds.fork("client \(name)")),
            TLSEnd(TLSEndpoint(server: .tls13(server)), seeds.fork("server \(name)"))
        )
    }
}

/// A client and a server with nothing between them but arrays.
struct EarlyDataMeeting {
    private var client: TLSEnd
    private var server: TLSEnd
    private let judge: ChainJudge
    private let order: [UInt8]
    private var earlyData = EarlyDataOutcome.none

    /// What the client has sent, a flight each.
    private(set) var flights: [[UInt8]] = []
    /// The same with the records that it has written, for those who send them again.
    private(set) var recording: [[Output]] = []
    /// The first ticket that the client was given.
    private(set) var ticket: TLS13.Ticket?
    /// What the server has made of it.
    private(set) var reception = EarlyDataReplay.Reception()

    init(client: TLSEnd, server: TLSEnd, judge: ChainJudge, order: [UInt8]) {
        self.client = client
        self.server = server
        self.judge = judge
        self.order = order
    }

    /// How often the server's application has read the whole order.
    var carriedOut: Int {
        let order = EarlyDataReplay.order
        return (reception.early == order ? 1 : 0) + (reception.data == order ? 1 : 0)
    }

    /// The two speak until neither has anything to say.
    mutating func run(_ replays: inout TLS13.ReplayRegister) {
        var toServer = take(.start)
        while !toServer.isEmpty {
            flights.append(toServer)
            let toClient = receive(toServer, &replays)
            toServer = toClient.isEmpty ? [] : take(.bytes(toClient))
        }
    }

    /// The server is sent the flights of another connection, without a look at its answers.
    mutating func replay(_ flights: [[UInt8]], _ replays: inout TLS13.ReplayRegister) {
        for flight in flights { _ = receive(flight, &replays) }
    }

    private mutating func receive(_ octets: [UInt8], _ replays: inout TLS13.ReplayRegister) -> [UInt8] {
        var answer: [UInt8] = []
        for output in server.tls.handle(.bytes(octets), replays: &replays, using: &server.random) {
            switch output {
            case .bytes(let octets): answer += octets
            case .earlyPlaintext(let octets): reception.early += octets
            case .plaintext(let octets): reception.data += octets
            case .earlyData(let outcome): reception.outcome = outcome
            case .established: reception.isEstablished = true
            case .failed(_, let alert): reception.alert = alert
            case .learned(let secret, _, let octets):
                if let name = SecretName(rawValue: secret.name) { reception.secrets[name] = octets }
            default: break
            }
        }
        reception.state = server.tls.state
        return answer
    }

    /// What the client sends when it is given this input. It has the chain judged, and sends what was not taken early after the
    /// handshake.
    private mutating func take(_ input: Input) -> [UInt8] {
        var earlyData = earlyData
        let outputs = client.take(input, judge: judge) { [order] output in
            if case .earlyData(let outcome) = output { earlyData = outcome }
            guard case .established = output, earlyData != .accepted, !order.isEmpty else { return nil }
            return .send(order)
        }
        self.earlyData = earlyData
        let written = outputs.compactMap { output -> Output? in
            switch output {
            case .bytes: output
            // Why the client has written it is no matter of a copy.
            case .wrote(let record, _): .wrote(record, nil)
            default: nil
            }
        }
        for case .ticket(let new) in outputs { ticket = ticket ?? new }
        let octets = outputs.flatMap(\.octets)
        if !octets.isEmpty { recording.append(written) }
        return octets
    }
}
