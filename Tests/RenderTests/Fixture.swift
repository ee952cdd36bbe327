import TestSupport
import Trace

/// A short conversation, built by hand: three-way handshake, a lost segment and its retransmission, a message each way,
/// a calculation, checks, a thief. Every kind of event occurs in it.
struct Fixture {
    static let client = Endpoint(address: "10.0.0.1", port: 50_000)
    static let server = Endpoint(address: "10.0.0.2", port: 443)
    static let clientRandom = (0..<32).map { UInt8(truncatingIfNeeded: $0 * 73 + 5) }
    static let master = (0..<48).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }

    private(set) var journal: Journal
    private var frames = 0

    /// The whole conversation.
    static func conversation() -> Journal {
        var fixture = Fixture(
            journal: Journal(
                title: "TLS 1.2 over TCP, one segment lost",
                settings: [("seed", "7"), ("suite", "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256"), ("loss", "frame 4")],
                epoch: 1_700_000_000, client: client, server: server))
        fixture.handshake()
        fixture.hello()
        fixture.secrets()
        fixture.end()
        return fixture.journal
    }

    // MARK: The wire

    /// An IPv4 datagram with a TCP segment, checksums right, fields named as Wireshark names them.
    static func packet(
        number: Int, from source: Endpoint, to destination: Endpoint, seq: UInt32, ack: UInt32?, flags: String,
        data: [UInt8] = [], stream start: Int = 0, base: (UInt32, UInt32)
    ) -> Packet {
        var bits: UInt8 = ack == nil ? 0 : 0x10
        for (name, bit) in [("SYN", 0x02), ("FIN", 0x01), ("PSH", 0x08), ("RST", 0x04)] where flags.contains(name) {
            bits |= UInt8(bit)
        }
        let total = UInt16(40 + data.count)
        let octets = { (endpoint: Endpoint) in endpoint.address.split(separator: ".").compactMap { UInt8($0) } }
        func code<C: Coder>(ipSum: UInt16, tcpSum: UInt16, with coder: inout C) throws(C.Failure) {
            try coder.structure("ip", cite: .rfc(791, "3.1")) { ip throws(C.Failure) in
                try ip.fixed("ip.version", UInt8(0x45)) { _ in "version 4, header of 20 octets" }
                try ip.fixed("ip.dsfield", UInt8(0))
                try ip.fixed("ip.len", total)
                try ip.fixed("ip.id", UInt16(number))
                try ip.fixed("ip.flags", UInt16(0x4000))
                try ip.fixed("ip.ttl", UInt8(64))
                try ip.fixed("ip.proto", UInt8(6)) { _ in "TCP" }
                try ip.fixed("ip.checksum", ipSum)
                try ip.fixed("ip.src", octets(source)) { _ in source.address }
                try ip.fixed("ip.dst", octets(destination)) { _ in destination.address }
            }
            try coder.structure("tcp", cite: .rfc(9293, "3.1")) { tcp throws(C.Failure) in
                try tcp.fixed("tcp.srcport", source.port)
                try tcp.fixed("tcp.dstport", destination.port)
                try tcp.fixed("tcp.seq_raw", seq, cite: .rfc(9293, "3.4"))
                try tcp.fixed("tcp.ack_raw", ack ?? 0)
                try tcp.fixed("tcp.hdr_len", UInt8(0x50)) { _ in "5 words of 4 octets" }
                try tcp.fixed("tcp.flags", bits) { _ in
                    flags
                } bits: { all in
                    [
                        Field.Bits("tcp.flags.ack", mask: 0x10, of: UInt64(all)),
                        Field.Bits("tcp.flags.syn", mask: 0x02, of: UInt64(all)),
                    ]
                }
                try tcp.fixed("tcp.window_size_value", UInt16(65_535))
                try tcp.fixed("tcp.checksum", tcpSum)
                try tcp.fixed("tcp.urgent_pointer", UInt16(0))
                if !data.isEmpty { try tcp.fixed("tcp.payload", data) }
            }
        }
        var plain = ByteWriter()
        code(ipSum: 0, tcpSum: 0, with: &plain)
        let blank = plain.bytes
        let pseudo =
            octets(source) + octets(destination) + [
                0, 6, UInt8((20 + data.count) >> 8), UInt8((20 + data.count) & 255),
            ]
        let (ipSum, tcpSum) = (sum(Array(blank.prefix(20))), sum(pseudo + Array(blank.dropFirst(20))))
        var written = ByteWriter()
        code(ipSum: ipSum, tcpSum: tcpSum, with: &written)
        var reader = ByteReader(written.bytes)
        try? code(ipSum: ipSum, tcpSum: tcpSum, with: &reader)

        func label(_ seq: UInt32, _ ack: UInt32?) -> String {
            "<SEQ=\(seq)>" + (ack.map { "<ACK=\($0)>" } ?? "") + "<CTL=\(flags)>"
                + (data.isEmpty ? "" : "<DATA=\(data.count)>")
        }
        return Packet(
            number: number, bytes: written.bytes, payload: 40..<(40 + data.count),
            stream: start..<(start + data.count),
            meaning: Stated(
                source: source, destination: destination, fields: reader.fields, label: label(seq, ack),
                relativeLabel: label(seq &- base.0, ack.map { $0 &- base.1 })))
    }

    /// A meaning that is known beforehand.
    private struct Stated: PacketMeaning {
        func gist(of datagram: [UInt8]) -> String { "" }

        let source: Endpoint
        let destination: Endpoint
        let fields: [Field]
        let label: String
        let relativeLabel: String

        func source(of datagram: [UInt8]) -> Endpoint { source }
        func destination(of datagram: [UInt8]) -> Endpoint { destination }
        func fields(of datagram: [UInt8]) -> [Field] { fields }
        func label(of datagram: [UInt8]) -> String { label }
        func relativeLabel(of datagram: [UInt8]) -> String { relativeLabel }
    }

    private static func sum(_ octets: [UInt8]) -> UInt16 {
        var total: UInt32 = 0
        for index in stride(from: 0, to: octets.count, by: 2) {
            total += UInt32(octets[index]) << 8 | UInt32(index + 1 < octets.count ? octets[index + 1] : 0)
        }
        while total > 0xffff { total = (total & 0xffff) + (total >> 16) }
        return ~UInt16(total)
    }

    private mutating func send(
        at time: Double, _ who: Principal, seq: UInt32, ack: UInt32?, _ flags: String, data: [UInt8] = [],
        stream: Int = 0, cause: Int? = nil, step: String, remark: String? = nil, changes: [Event.Change] = []
    ) -> (Packet, Int) {
        frames += 1
        let (source, destination) = who == .client ? (Fixture.client, Fixture.server) : (Fixture.server, Fixture.client)
        let packet = Fixture.packet(
            number: frames, from: source, to: destination, seq: seq, ack: ack, flags: flags, data: data, stream: stream,
            base: who == .client ? (1_000, 5_000) : (5_000, 1_000))
        let event = record(
            time, who, step, .sent(packet, to: who == .client ? .server : .client), cause: cause, remark: remark,
            changes: changes, cite: .rfc(9293, "3.10.7.4"))
        return (packet, event)
    }

    @discardableResult
    private mutating func record(
        _ time: Double, _ who: Principal, _ step: String, _ kind: Event.Kind, cause: Int? = nil, remark: String? = nil,
        changes: [Event.Change] = [], cite: Citation? = nil
    ) -> Int {
        journal.record(
            at: Instant(microseconds: Int64(time * 1_000)), who: who, cause: cause, step: step, kind,
            remark: remark.map { Words($0) }, changes: changes, cite: cite)
    }

    // MARK: The story

    private mutating func handshake() {
        record(0, .network, "phase.tcp", .chapter(Words("TCP: the three-way handshake")))
        record(0, .server, "tcp.listen", .call(name: "OPEN", arguments: "passive, port 443"))
        record(0, .server, "tcp.state", .transition(machine: "TCP", from: "CLOSED", to: "LISTEN"))
        let open = record(
            0, .client, "tcp.open", .call(name: "OPEN", arguments: "active"),
            remark: "The program asks for a connection; TCP makes one out of datagrams that may be lost.")
        record(0, .client, "tcp.state", .transition(machine: "TCP", from: "CLOSED", to: "SYN-SENT"), cause: open)
        let (syn, synEvent) = send(
            at: 0, .client, seq: 1_000, ack: nil, "SYN", cause: open, step: "tcp.syn",
            remark: "The client chooses the number of its first octet. The SYN itself takes number 1000, so the first "
                + "octet of data will be 1001. The number is hard to guess: whoever guessed it could forge segments.",
            changes: [
                Event.Change("SND.NXT", from: 1_000, to: 1_001), Event.Change("SND.UNA", from: 0, to: 1_000),
            ])
        record(0, .client, "tcp.timer", .timer(name: "retransmission", .armed(until: Instant(microseconds: 1_000_000))))
        let arrival = record(10, .server, "tcp.receive", .received(syn, from: .client), cause: synEvent)
        record(
            10, .server, "tcp.state", .transition(machine: "TCP", from: "LISTEN", to: "SYN-RECEIVED"), cause: arrival)
        let (synAck, synAckEvent) = send(
            at: 10, .server, seq: 5_000, ack: 1_001, "SYN,ACK", cause: arrival, step: "tcp.syn_ack",
            remark: "ACK=1001 says: everything before 1001 is here, 1001 is expected next.")
        let back = record(20, .client, "tcp.receive", .received(synAck, from: .server), cause: synAckEvent)
        record(20, .client, "tcp.state", .transition(machine: "TCP", from: "SYN-SENT", to: "ESTABLISHED"), cause: back)
        record(20, .client, "tcp.timer", .timer(name: "retransmission", .disarmed), cause: back)
        let (ack, ackEvent) = send(
            at: 20, .client, seq: 1_001, ack: 5_001, "ACK", cause: back, step: "tcp.ack",
            remark: "A pure ACK takes no number: the next segment will carry 1001 again.")
        let last = record(30, .server, "tcp.receive", .received(ack, from: .client), cause: ackEvent)
        record(
            30, .server, "tcp.state", .transition(machine: "TCP", from: "SYN-RECEIVED", to: "ESTABLISHED"), cause: last)
    }

    private static func code<C: Coder>(helloWith coder: inout C) throws(C.Failure) {
        try coder.fixed("tls.record.content_type", UInt8(22), cite: .rfc(5246, "6.2.1")) { _ in "22 handshake" }
        try coder.fixed("tls.record.version", UInt16(0x0303)) { _ in "0x0303 TLS 1.2" }
        try coder.vector(
            "tls.handshake", .octets(2, name: "tls.record.length"), cite: .rfc(5246, "7.4.1.2")
        ) { hello throws(C.Failure) in
            try hello.fixed("tls.handshake.type", UInt8(1)) { _ in "1 client_hello" }
            var length = 75
            try hello.integer24("tls.handshake.length", &length, cite: nil)
            try hello.fixed("tls.handshake.version", UInt16(0x0303)) { _ in "0x0303 TLS 1.2" }
            try hello.fixed("tls.handshake.random", clientRandom, cite: .rfc(5246, "7.4.1.2"))
            try hello.vector(
                "tls.handshake.ciphersuites", .octets(2, name: "tls.handshake.cipher_suites_length"), cite: nil
            ) { suites throws(C.Failure) in
                try suites.fixed("tls.handshake.ciphersuite", UInt16(0x009e)) { _ in
                    "0x009e TLS_DHE_RSA_WITH_AES_128_GCM_SHA256"
                }
                try suites.fixed("tls.handshake.ciphersuite", UInt16(0x009c)) { _ in
                    "0x009c TLS_RSA_WITH_AES_128_GCM_SHA256"
                }
            }
            try hello.fixed("tls.handshake.extensions_server_name", Array("example.com".utf8)) { _ in "example.com" }
        }
    }

    static func hello() -> (pane: Pane, plain: Pane) {
        var writer = ByteWriter()
        code(helloWith: &writer)
        var reader = ByteReader(writer.bytes)
        try? code(helloWith: &reader)
        let plain = Pane(
            "plaintext", bytes: Array("hello".utf8),
            fields: [Field(name: "data", range: 0..<5, value: "hello \u{1b}[31m and \u{202e} mischief")])
        return (Pane("record", bytes: writer.bytes, fields: reader.fields), plain)
    }

    private mutating func hello() {
        record(30, .network, "phase.tls", .chapter(Words("TLS: the handshake")))
        let pane = Fixture.hello().pane
        record(30, .client, "tls.random", .learned(SecretID("client_random"), .generated, value: Fixture.clientRandom))
        let message = Message(
            machine: "TLS", label: "ClientHello", step: "tls.client_hello", panes: [pane],
            stream: 0..<pane.bytes.count, discloses: [Disclosure(SecretID("client_random"), Fixture.clientRandom)],
            transcriptHash: Array(repeating: 0xab, count: 32))
        let wrote = record(
            30, .client, "tls.client_hello", .wrote(message),
            remark: "The client offers; the server will choose. Nothing here is secret, and nothing is protected yet: "
                + "that nobody changed it on the way is found out only when the Finished messages are compared.",
            cite: .rfc(5246, "7.4.1.2"))
        let half = 40
        let bytes = pane.bytes
        let (first, firstEvent) = send(
            at: 30, .client, seq: 1_001, ack: 5_001, "ACK", data: Array(bytes[..<half]), stream: 0, cause: wrote,
            step: "tcp.data")
        record(
            31, .network, "net.lost", .lost(first, why: Words("the rule for frame 4")), cause: firstEvent,
            remark: "Nobody tells the client. It will notice only that no acknowledgment comes.")
        let (second, secondEvent) = send(
            at: 30.1, .client, seq: 1_041, ack: 5_001, "PSH,ACK", data: Array(bytes[half...]), stream: half,
            cause: wrote,
            step: "tcp.data")
        record(
            40.1, .server, "tcp.receive", .received(second, from: .client), cause: secondEvent,
            remark: "Octet 1001 is missing, so the server keeps these octets and hands none to TLS.")
        let timer = record(
            1_030, .client, "tcp.rto", .timer(name: "retransmission", .expired),
            remark: "No acknowledgment in time.")
        let (again, againEvent) = send(
            at: 1_030, .client, seq: 1_001, ack: 5_001, "ACK", data: Array(bytes[..<half]), stream: 0, cause: timer,
            step: "tcp.retransmission")
        record(1_040, .server, "tcp.receive", .received(again, from: .client), cause: againEvent)
        record(1_040, .server, "tls.read", .read(message), cause: againEvent)
        record(
            1_040, .server, "tls.random",
            .learned(SecretID("client_random"), .received(inEvent: wrote), value: Fixture.clientRandom))
        record(
            1_040, .server, "tls.state",
            .transition(machine: "TLS", from: "ExpectClientHello", to: "ExpectClientKeyExchange"))
    }

    private mutating func secrets() {
        record(1_040, .network, "phase.keys", .chapter(Words("TLS: keys out of thin air")))
        let premaster = SecretID("premaster secret")
        let master = SecretID("master secret")
        let key = SecretID("server's RSA private key")
        let hidden = SecretID("encrypted premaster secret")
        let pms = [3, 3] + (0..<46).map { UInt8(truncatingIfNeeded: $0 * 91 + 17) }
        record(0, .server, "trust.key", .learned(key, .configured, value: nil))
        record(1_040, .client, "tls.pms", .learned(premaster, .generated, value: pms))
        record(1_040, .eavesdropper, "eve.cke", .learned(hidden, .received(inEvent: 20), value: nil), cause: 20)
        record(1_040, .thief, "thief.cke", .learned(hidden, .received(inEvent: 20), value: nil), cause: 20)
        record(1_050, .server, "tls.pms", .learned(premaster, .derived(from: [key, hidden], by: "RSADP"), value: pms))
        let calculation = Calculation(
            "master secret",
            formula:
                "master_secret = PRF(pre_master_secret, \"master secret\", ClientHello.random + ServerHello.random)[0..47]",
            inputs: [
                Calculation.Quantity(
                    "pre_master_secret", pms, note: "version the client offered, then 46 random octets"),
                Calculation.Quantity("ClientHello.random", Fixture.clientRandom),
            ],
            steps: [
                Calculation.Quantity("A(1)", Array(repeating: 0x11, count: 32)),
                Calculation.Quantity("A(2)", Array(repeating: 0x22, count: 32)),
            ],
            results: [Calculation.Quantity("master_secret", Fixture.master)],
            reproduce:
                "printf '%s' \(Hex.string(Fixture.master)) | xxd -r -p | openssl dgst -sha256 -mac HMAC -macopt 'hexkey:\(Hex.string(pms))'"
        )
        for (who, time) in [(Principal.client, 1_041.0), (.server, 1_051)] {
            let computed = record(
                time, who, "tls.calc.master_secret", .computed(calculation),
                remark: who == .client ? "48 octets from which all keys of the session follow." : nil,
                cite: .rfc(5246, "8.1"))
            record(
                time, who, "tls.master",
                .learned(master, .derived(from: [premaster], by: "PRF"), value: Fixture.master),
                cause: computed)
        }
        record(1_052, .client, "trust.chain", .checked(what: "the chain leads to a trust anchor", passed: true))
        record(
            1_052, .client, "trust.name",
            .checked(what: "host name: asked for api.example.com, the certificate names *.example.org", passed: false),
            remark: "Whoever owns example.org could answer in this server's place.", cite: .rfc(9525))
        journal.add([
            Derivation(premaster, from: [key, hidden], by: "RSADP", cite: .rfc(8017)),
            Derivation(master, from: [premaster, SecretID("client_random")], by: "PRF", cite: .rfc(5246, "8.1")),
        ])
    }

    private mutating func end() {
        let plain = Fixture.hello().plain
        let record23 = Pane(
            "record", bytes: [23, 3, 3, 0, 5, 1, 2, 3, 4, 5],
            fields: [
                Field(name: "tls.record.content_type", range: 0..<1, number: 23, value: "23 application_data"),
                Field(name: "tls.record.opaque_type", range: 5..<10),
            ])
        let message = Message(
            machine: "TLS", label: "application data", step: "tls.application_data", panes: [record23, plain],
            stream: 0..<10, encrypted: true)
        record(1_060, .server, "tls.application_data", .wrote(message))
        let (data, event) = send(
            at: 1_060, .server, seq: 5_001, ack: 1_089, "PSH,ACK", data: record23.bytes, stream: 0, step: "tcp.data")
        record(1_070, .client, "tcp.receive", .received(data, from: .server), cause: event)
        record(
            1_071, .client, "tls.alert", .failed(Words("bad_certificate")),
            remark: "The client believes neither the certificate nor its own eyes.")
        record(
            2_000, .thief, "thief.key",
            .learned(
                SecretID("server's RSA private key"), .stolen(how: Words(english: "from a backup", chinese: "来自备份")),
                value: nil),
            remark: "What was recorded can be read now: the key exchange has no forward secrecy.")
        let (_, _) = send(at: 2_000, .client, seq: 4_294_967_295, ack: 4_294_967_295, "FIN,ACK", step: "tcp.fin")
        record(2_000, .client, "tcp.rtt", .remarked(bookkeeping: true), remark: "The round trip takes 20 ms.")
        record(
            2_000, .server, "tcp.wait", .remarked(bookkeeping: false),
            remark:
                "The server stays, since the other side may still be heard of; how long it stays is for its user to say."
        )
        journal.limit(Words("Certificates are not looked at here."))
        journal.limit(
            Words(
                "Both machines share one clock, which in reality they do not. Nothing in TCP needs them to, which is why a timer measures spans and never moments."
            ))
    }
}

extension Coder {
    /// An integer whose value is given.
    fileprivate mutating func fixed<T: FixedWidthInteger & UnsignedInteger>(
        _ name: String, _ value: T, cite: Citation? = nil, describe: (T) -> String = { String($0) },
        bits: (T) -> [Field.Bits] = { _ in [] }
    ) throws(Failure) {
        var value = value
        try integer(name, &value, cite: cite, describe: describe, bits: bits)
    }

    /// Octets that are given.
    fileprivate mutating func fixed(
        _ name: String, _ value: [UInt8], cite: Citation? = nil, describe: ([UInt8]) -> String = { _ in "" }
    ) throws(Failure) {
        var octets = value
        try self.octets(name, &octets, count: value.count, cite: cite, describe: describe)
    }
}
