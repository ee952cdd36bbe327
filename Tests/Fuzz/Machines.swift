import Chance
import Crypto
import PKI
import Simulator
import TCPHost
import TCPSim
import TLSSim
import Trace
import TrustLab

extension Target {
    /// What has a state: TCP, TLS, and the judge of chains.
    static func machines(_ specimens: Specimens) -> [Target] {
        var targets = [Target("evaluator", specimens.certificates) { try judge($0, &$1, specimens.evidence) }]
        for conversation in specimens.conversations {
            let suite = conversation.options.suite.name
            targets.append(
                Target("server \(suite)", [conversation.client]) { octets, random in
                    var (server, own) = server(conversation)
                    try feed(octets, of: conversation.client, &random) {
                        server.handle($0, using: &own)
                    } judge: {
                        conversation.cast.judges.server.verdict(on: $0)
                    }
                })
            targets.append(
                Target("client \(suite)", [conversation.server]) { octets, random in
                    var (client, own) = client(conversation)
                    try feed(octets, of: conversation.server, &random) {
                        client.handle($0, using: &own)
                    } judge: {
                        conversation.cast.judges.client.verdict(on: $0)
                    }
                })
        }
        for conversation in specimens.tls13Conversations {
            let judges = conversation.cast.judges
            targets.append(
                Target("server 1.3 \(conversation.kind)", [conversation.client]) { octets, random in
                    var (server, own) = conversation.serverBefore
                    try feed(octets, of: conversation.client, &random) {
                        server.handle($0, using: &own)
                    } judge: {
                        judges.server.verdict(on: $0)
                    }
                })
            targets.append(
                Target("client 1.3 \(conversation.kind)", [conversation.server]) { octets, random in
                    var (client, own) = conversation.clientBefore
                    try feed(octets, of: conversation.server, &random) {
                        client.handle($0, using: &own)
                    } judge: {
                        judges.client.verdict(on: $0)
                    }
                })
        }
        targets.append(Target("tcp", specimens.certificates) { try converse($0, &$1) })
        return targets.map { target in
            var target = target
            target.isSlow = true
            return target
        }
    }

    // MARK: Chains

    private static func judge(_ octets: [UInt8], _ random: inout SplitMix64, _ situations: [TrustEvidence]) throws {
        let evidence = situations[random.place(in: situations.count)]
        var chain = evidence.chain
        chain[random.place(in: chain.count)] = octets
        let verdict = Evaluator(store: evidence.platformStore).evaluate(
            chain: chain, question: evidence.platformQuestion)
        guard verdict.isTrusted == (verdict.refusal == nil) else { throw Broken("a verdict without a reason") }
    }

    // MARK: TLS

    /// The server of the conversation, as it was before it.
    private static func server(_ conversation: Specimens.Conversation) -> (
        endpoint: TLSEndpoint, random: any RandomSource & Sendable
    ) {
        let cast = conversation.cast
        let end = Visit.serverTLS(
            conversation.options, seeds: SeededRandomSource(seed: conversation.options.seed), identity: cast.server,
            authorities: cast.pki.trustStore.authorityNames)
        return (end.tls, end.random)
    }

    /// The client of the conversation, as it was before it.
    private static func client(_ conversation: Specimens.Conversation) -> (
        endpoint: TLSEndpoint, random: any RandomSource & Sendable
    ) {
        let end = Visit.clientTLS(
            conversation.options, seeds: SeededRandomSource(seed: conversation.options.seed),
            identity: conversation.cast.client)
        return (end.tls, end.random)
    }

    /// Hands the octets over in pieces. An endpoint goes on, or it fails once and for good, by an error that is not its own fault.
    /// What was not damaged brings it to the end.
    private static func feed(
        _ octets: [UInt8], of specimen: [UInt8], _ random: inout SplitMix64, to handle: (Input) -> [Output],
        judge: ([[UInt8]]) -> Verdict?
    ) throws {
        var failures = 0
        var isEstablished = false
        func take(_ input: Input) throws {
            for output in handle(input) {
                switch output {
                case .judge(let chain): if let verdict = judge(chain) { try take(.verdict(verdict)) }
                case .failed(.internalFault(let what), _): throw Broken("an internal fault: \(what)")
                case .failed: failures += 1
                case .established: isEstablished = true
                default: break
                }
            }
        }
        try take(.start)
        var rest = octets[...]
        let piece = [1, 7, 100, 5000][random.place(in: 4)]
        while !rest.isEmpty {
            // Single octets are slow to hand over, and the first few hundred of them tell as much as all.
            let count = octets.count - rest.count < 300 ? piece : max(piece, 100)
            try take(.bytes(Array(rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        try take(.transportEnded)
        guard failures <= 1 else { throw Broken("it fails \(failures) times") }
        guard octets != specimen || isEstablished else { throw Broken("what was said once is not understood again") }
    }

    // MARK: TCP

    /// Segments whose numbers are near those of a connection, with correct checksums, options and flags at random.
    private static func converse(_ octets: [UInt8], _ random: inout SplitMix64) throws {
        let (ours, theirs) = (IPv4Address(192, 168, 0, 1), IPv4Address(192, 0, 2, 1))
        var configuration = Connection.Configuration.modern(
            isn: .forced(SequenceNumber(UInt32(truncatingIfNeeded: random.next()))))
        configuration.receiveBuffer = 100 + random.place(in: 5000)
        var host = Host(Host.Settings(local: ours, connection: configuration))
        try host.listen(1, port: 80, backlog: 2)
        var sequence = SequenceNumber(UInt32(truncatingIfNeeded: random.next()))
        var known: (sequence: SequenceNumber, acknowledgment: SequenceNumber)?
        for step in 0..<40 {
            let near = [0, 0, 0, 1, -1, 1000, -1000, Int(Int32.max)][random.place(in: 8)]
            var control = ControlBits(rawValue: UInt8(truncatingIfNeeded: random.next()))
            if step == 0 { control = .syn }
            if step == 1 { control = .ack }
            if random.next() % 3 == 0 { control = .ack }
            let start = random.place(in: octets.count)
            let payload = step < 2 ? [] : Array(octets[start..<min(octets.count, start + random.place(in: 40))])
            let segment = Segment(
                sourcePort: 40_000, destinationPort: 80, sequence: sequence + (step < 2 ? 0 : near),
                acknowledgment: (known?.sequence ?? SequenceNumber(0))
                    + (step < 2 || random.next() % 2 == 0 ? 0 : near),
                control: control, window: UInt16(truncatingIfNeeded: random.next()), payload: payload)
            if step == 0 { sequence = sequence + 1 }
            var datagram = SegmentCodec.encode(segment, from: theirs, to: ours, identification: 1, recording: false)
                .bytes
            if random.next() % 8 == 0 { datagram = random.damaged(datagram) }
            host.advance(to: host.now + .milliseconds(Int64(random.place(in: 3000))))
            host.arrive(datagram)
            for event in host.takeEvents() {
                if case .transmit(let sent, let octets) = event.kind {
                    known = (sent.sequence + sent.length, sent.acknowledgment)
                    guard (try? SegmentCodec.decode(octets, recording: false)) != nil else {
                        throw Broken("it sends what nothing can read")
                    }
                }
            }
            switch random.place(in: 12) {
            case 0: _ = try? host.accept(1, as: 2)
            case 1: _ = try? host.write(2, payload)
            case 2: _ = try? host.read(2, 100)
            case 3: try? host.shutdown(2)
            case 4 where random.next() % 4 == 0: try? host.close(2)
            default: break
            }
        }
        // Left alone, every timer runs out in the end.
        try? host.close(2)
        try? host.close(1)
        for _ in 0..<2000 {
            guard let due = host.nextDeadline() else { return }
            host.advance(to: due)
        }
        throw Broken("two thousand timers after the end one still runs: \(host.connections)")
    }
}
