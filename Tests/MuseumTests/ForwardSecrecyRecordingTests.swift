import Capture
import Crypto
import Explain
import PKI
import Recordings
import Render
import TCPSim
import TLSSim
import TestRecording
import TestSupport
import TestVisit
import Testing
import Trace

@testable import Museum
@testable import Simulator

/// A recording as attacks get it: the packets of a visit, and its key.
private struct Recorded {
    let datagrams: [[UInt8]]
    let key: RSAPrivateKey
    let pki: LessonPKI

    init(_ options: Visit.Options, pki: LessonPKI? = nil) async throws {
        let visit: Visit
        if let pki {
            visit = Visit.run(options, Visit.Cast(options, pki: pki))
        } else {
            visit = try SharedVisit.run(options)
        }
        datagrams = visit.journal.events.compactMap { event in
            if case .sent(let packet, _) = event.kind { packet.bytes } else { nil }
        }
        key = visit.pki.serverKey
        self.pki = visit.pki
    }

    func attack(_ changed: [[UInt8]]? = nil) throws -> AttackReport {
        let connections = try PacketMaker.connections(PacketMaker.capture(changed ?? datagrams))
        return ForwardSecrecyAttack.run(on: try #require(connections.first), with: key)
    }
}

@Suite struct ForwardSecrecyRecordingTests {
    @Test(arguments: seeds(4), [false, true])
    func rsaOpensAndDiffieHellmanDoesNotSeedAfterSeedWithTheSameKey(seed: UInt64, extended: Bool) async throws {
        let suites: [(CipherSuite, CipherSuite)] = [
            (.rsaAES128GCM, .dheRSAAES128GCM), (.rsaAES256GCM, .dheRSAAES256GCM),
        ]
        let (open, closed) = suites[Int(seed % 2)]
        let rsa = try await Recorded(.init(seed: seed, suite: open, extendedMasterSecret: extended))
        let opened = try rsa.attack()
        #expect(opened.outcome == .opened)
        #expect(opened.clientData == HTTPExchange.request(host: Visit.hostName))
        #expect(opened.serverData == HTTPExchange.response(suite: open.name))
        let dhe = try await Recorded(.init(seed: seed, suite: closed, extendedMasterSecret: extended), pki: rsa.pki)
        let shut = try dhe.attack()
        #expect(shut.outcome == .forwardSecret)
        #expect(shut.clientData.isEmpty && shut.serverData.isEmpty)
        #expect(shut.findings.contains(ForwardSecrecyFinding.signatureVerified(.rsaPKCS1SHA256)))
    }

    @Test func theCaptureThatTheAttackReadsHasNoSecretsInItOneThatHasThemIsOpenedByTheKeyAlone() throws {
        let visit = try Visit.run(.init(seed: 3, suite: .dheRSAAES128GCM))
        let capture = PcapNG.bytes(visit.journal)
        #expect(try !CaptureFile(bytes: capture).secrets.isEmpty)
        let connection = try #require(Reassembler(capture).connections.first)
        let report = ForwardSecrecyAttack.run(on: connection, with: visit.pki.serverKey)
        #expect(report.outcome == .forwardSecret)
    }

    // MARK: What happens to packets

    @Test func packetsTwiceAndInAnyOrderGiveTheSamePlaintext() async throws {
        let recorded = try await Recorded(.init(seed: 11, suite: .rsaAES128GCM))
        let straight = try recorded.attack()
        forEachSeed(40) { _, random in
            var shuffled = recorded.datagrams
            shuffled += shuffled.filter { _ in random.next() % 3 == 0 }
            shuffled.shuffle(using: &random)
            let report = try recorded.attack(shuffled)
            #expect(report.outcome == .opened)
            #expect(report.clientData == straight.clientData && report.serverData == straight.serverData)
            #expect(report.findings.map(\.english) == straight.findings.map(\.english))
        }
    }

    @Test func segmentsCutAndOverlappingDifferentlyGiveTheSamePlaintext() async throws {
        let recorded = try await Recorded(.init(seed: 12, suite: .rsaAES128GCM))
        let straight = try recorded.attack()
        let first = try #require(try PacketMaker.connections(PacketMaker.capture(recorded.datagrams)).first)
        forEachSeed(40) { _, random in
            let connections = try PacketMaker.connections(
                PacketMaker.capture(Self.overlapping(first, using: &random).shuffled(using: &random)))
            let report = ForwardSecrecyAttack.run(on: try #require(connections.first), with: recorded.key)
            #expect(report.outcome == .opened)
            #expect(report.serverData == straight.serverData && report.clientData == straight.clientData)
        }
    }

    /// Both streams in pieces of any length that overlap the piece before, and the two SYNs.
    private static func overlapping(_ connection: RecordedConnection, using random: inout SplitMix64) -> [[UInt8]] {
        let ends = (Socket(IPv4Address(10, 0, 0, 1), 50_000), Socket(IPv4Address(10, 0, 0, 2), 443))
        var made: [[UInt8]] = []
        for (from, to, octets, isClient) in [
            (ends.0, ends.1, connection.client.bytes, true), (ends.1, ends.0, connection.server.bytes, false),
        ] {
            func add(_ control: ControlBits, at offset: Int, _ payload: [UInt8]) {
                let segment = Segment(
                    sourcePort: from.port, destinationPort: to.port, sequence: SequenceNumber(0xffff_fff0) + offset,
                    control: control, payload: payload)
                made.append(
                    SegmentCodec.encode(segment, from: from.address, to: to.address, identification: 1).bytes)
            }
            add(isClient ? .syn : [.syn, .ack], at: 0, [])
            var next = 0
            while next < octets.count {
                let start = max(0, next - Int(random.next() % 200))
                next = min(octets.count, next + 1 + Int(random.next() % 400))
                add(.ack, at: start + 1, Array(octets[start..<next]))
            }
        }
        return made
    }

    @Test func theSameOverIPv6BehindAnExtensionHeader() async throws {
        let recorded = try await Recorded(.init(seed: 13, suite: .rsaAES128GCM))
        let report = try recorded.attack(recorded.datagrams.map(Self.asVersion6))
        #expect(report.outcome == .opened)
        #expect(report.serverData == HTTPExchange.response(suite: CipherSuite.rsaAES128GCM.name))
        let connections = try PacketMaker.connections(PacketMaker.capture(recorded.datagrams.map(Self.asVersion6)))
        let sender = try #require(connections.first).server.sender
        let python = "import ipaddress; print(ipaddress.ip_address('2001:0db8:0000:0000:0002:0000:0a00:0002'))"
        let expected = try await Tool.output("python3", ["-c", python]).split(separator: "\n").first
        #expect(sender.address == String(expected ?? ""))
        #expect(sender.description == "[\(expected ?? "")]:443")
    }

    /// The segment of an IPv4 datagram behind an IPv6 header and destination options.
    private static func asVersion6(_ datagram: [UInt8]) -> [UInt8] {
        let options: [UInt8] = [6, 0, 1, 4, 0, 0, 0, 0]
        let segment = options + datagram[20...]
        let prefix: [UInt8] = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 2, 0, 0]
        let lengths = [UInt8(segment.count >> 8), UInt8(segment.count & 0xff)]
        return [0x60, 0, 0, 0] + lengths + [60, 64] + prefix + datagram[12..<16] + prefix + datagram[16..<20] + segment
    }

    // MARK: What a capture may lack

    @Test func aMissingPacketIsReportedAndWhatComesBeforeItIsStillRead() async throws {
        let recorded = try await Recorded(.init(seed: 14, suite: .rsaAES128GCM))
        let whole = try recorded.attack()
        for index in recorded.datagrams.indices {
            var fewer = recorded.datagrams
            let removed = try SegmentCodec.decode(fewer.remove(at: index)).segment
            let report = try recorded.attack(fewer)
            #expect(whole.clientData.starts(with: report.clientData))
            #expect(whole.serverData.starts(with: report.serverData))
            let reportsIt = report.findings.contains {
                if case RecordingFinding.octetsMissing = $0 { true } else { false }
            }
            #expect(reportsIt == !removed.payload.isEmpty, "packet \(index + 1)")
        }
    }

    @Test func packetsThatWereCutAtTheSnapLengthAreReportedWithTheirNumbers() async throws {
        let recorded = try await Recorded(.init(seed: 15, suite: .rsaAES128GCM))
        let cut = recorded.datagrams.map { Array($0.prefix(400)) }
        let report = try recorded.attack(cut)
        #expect(report.outcome == .failed)
        let first = try #require(recorded.datagrams.firstIndex { $0.count > 400 }) + 1
        let firsts = report.findings.compactMap {
            if case RecordingFinding.packetsCut(_, _, let first) = $0 { first } else { nil }
        }
        #expect(firsts.contains(first))
    }

    @Test func aCaptureThatStartsLateOneOfSomethingElseThanTLSAndOneThatEndsEarlySaySo() async throws {
        let recorded = try await Recorded(.init(seed: 16, suite: .rsaAES128GCM))
        let late = try recorded.attack(Array(recorded.datagrams.dropFirst(8)))
        #expect(late.findings.contains(RecordingFinding.unreadable(.startsMidStream)))
        let http = PacketMaker().datagrams([
            (true, Array("GET / HTTP/1.1\r\n\r\n".utf8)), (false, Array("HTTP/1.1".utf8)),
        ])
        #expect(
            try recorded.attack(http).findings.last as? RecordingFinding
                == .unreadable(.notTLS(firstOctets: Array("GET / HT".utf8))))
        let early = try recorded.attack(Array(recorded.datagrams.prefix(4)))
        #expect(
            early.findings.last as? RecordingFinding == .unreadable(.cutShort(awaiting: .serverHello, from: .server)))
        let silent = try recorded.attack(Array(recorded.datagrams.prefix(3)))
        #expect(silent.findings.last as? RecordingFinding == .unreadable(.empty))
    }

    @Test func twoConnectionsBetweenTheSamePortsAreTwoAndOneInTheMiddleOfAnotherIsKeptApart() async throws {
        let first = try await Recorded(.init(seed: 17, suite: .rsaAES128GCM))
        let http = PacketMaker().datagrams([(true, Array("hello".utf8))])
        let second = try await Recorded(.init(seed: 17, suite: .rsaAES256GCM), pki: first.pki)
        // The same seed gives the same port; the second connection's sequence numbers are moved.
        let moved = try second.datagrams.map { datagram in
            let decoded = try SegmentCodec.decode(datagram)
            var segment = decoded.segment
            segment.sequence += 1 << 30
            return SegmentCodec.encode(
                segment, from: decoded.header.source, to: decoded.header.destination, identification: 1
            ).bytes
        }
        let mixed = zip(first.datagrams, http).flatMap { [$0, $1] } + first.datagrams.dropFirst(http.count)
        let connections = try PacketMaker.connections(PacketMaker.capture(mixed + moved))
        let reports = connections.map { ForwardSecrecyAttack.run(on: $0, with: first.key) }
        #expect(reports.map(\.outcome) == [.opened, .failed, .opened])
        #expect(reports[2].serverData == HTTPExchange.response(suite: CipherSuite.rsaAES256GCM.name))
    }

    // MARK: Damage

    @Test(arguments: [true, false])
    func whateverIsDoneToACaptureNothingTrapsAndNothingIsReadThatWasNotSaid(isRSA: Bool) async throws {
        let recorded = try await Recorded(
            .init(seed: 18, suite: isRSA ? .rsaAES128GCM : .dheRSAAES128GCM, group: .toy23))
        let capture = PacketMaker.capture(recorded.datagrams)
        let said = (
            HTTPExchange.request(host: Visit.hostName),
            HTTPExchange.response(suite: (isRSA ? CipherSuite.rsaAES128GCM : .dheRSAAES128GCM).name)
        )
        func check(_ octets: [UInt8]) {
            guard let capture = try? Reassembler(octets) else { return }
            for connection in capture.connections {
                let report = ForwardSecrecyAttack.run(on: connection, with: recorded.key)
                #expect(said.0.starts(with: report.clientData) && said.1.starts(with: report.serverData))
                let search = ExponentSearch.run(on: connection, by: .babyStepGiantStep, tableLimit: 1_000).report
                #expect(said.0.starts(with: search.clientData) && said.1.starts(with: search.serverData))
                for step in report.steps + search.steps { #expect(!step.remark.sentence(in: .english).isEmpty) }
            }
        }
        for end in stride(from: 0, to: capture.count, by: 61) { check(Array(capture[..<end])) }
        forEachSeed(300) { _, random in
            var changed = capture
            for _ in 0...(random.next() % 3) {
                changed[Int(random.next() % UInt64(changed.count))] ^= UInt8(truncatingIfNeeded: random.next())
            }
            check(changed)
        }
    }

    @Test func randomOctetsAreNoDatagramNoStreamAndNoCaptureAndNeverATrap() {
        var random = SeededRandomSource(seed: 19)
        let key = try? RSAPrivateKey.generate(bits: 1024, using: &random)
        forEachSeed(400) { _, random in
            _ = try? Reassembler(random.octets(Int(random.next() % 300)))
            let datagrams = (1...20).map { _ in
                var datagram = random.octets(Int(random.next() % 120))
                if !datagram.isEmpty { datagram[0] = random.next() % 2 == 0 ? 0x45 : 0x60 }
                if datagram.count > 9 { datagram[random.next() % 2 == 0 ? 9 : 6] = 6 }
                return datagram
            }
            for connection in try PacketMaker.connections(PacketMaker.capture(datagrams)) {
                guard let key else { continue }
                #expect(ForwardSecrecyAttack.run(on: connection, with: key).outcome == .failed)
            }
            // A stream that starts as TLS does, and goes on at random.
            var octets: [UInt8] = [22, 3, 3, 0, 60, UInt8(random.next() % 3), 0, 0, 56, 3, 3] + random.octets(200)
            if random.next() % 2 == 0 { octets[43] = 0 }
            let conversation = PacketMaker().datagrams([
                (true, octets), (false, [22, 3, 3, 0, 60, 2, 0, 0, 56] + octets),
            ])
            for connection in try PacketMaker.connections(PacketMaker.capture(conversation)) {
                #expect(throws: RecordingError.self) { try RecordedHandshake(connection) }
            }
        }
    }
}

@Suite struct ExponentSearchTests {
    @Test(
        arguments: seeds(4),
        [FiniteFieldGroup.toy23, .toy5, .toy16, .toy24, .toy32])
    func toyGroupsBreakSeedAfterSeed(seed: UInt64, group: FiniteFieldGroup) async throws {
        let recorded = try await Recorded(.init(seed: seed, suite: .dheRSAAES128GCM, group: group))
        let connection = try #require(try PacketMaker.connections(PacketMaker.capture(recorded.datagrams)).first)
        let result = ExponentSearch.run(on: connection, by: .babyStepGiantStep)
        #expect(result.report.outcome == .opened)
        #expect(result.report.serverData == HTTPExchange.response(suite: CipherSuite.dheRSAAES128GCM.name))
        let exponent = try #require(result.found).exponent
        #expect(group.g.power(exponent, modulo: group.p) == result.publicValue)
    }

    @Test(arguments: seeds(3), [FiniteFieldGroup.toySmooth62, .toySmooth512])
    func smoothGroupsBreakWhateverTheirLength(seed: UInt64, group: FiniteFieldGroup) async throws {
        let options = Visit.Options(seed: seed, suite: .dheRSAAES256GCM, group: group, extendedMasterSecret: true)
        let recorded = try await Recorded(options)
        let connection = try #require(try PacketMaker.connections(PacketMaker.capture(recorded.datagrams)).first)
        let report = ExponentSearch.run(on: connection, by: .pohligHellman).report
        #expect(report.outcome == .opened)
        #expect(report.clientData == HTTPExchange.request(host: Visit.hostName))
    }

    @Test(
        arguments: seeds(2),
        [ExponentSearch.Method.babyStepGiantStep, .pohligHellman])
    func ffdhe2048DoesNotByEitherMethod(seed: UInt64, method: ExponentSearch.Method) async throws {
        let recorded = try await Recorded(.init(seed: seed, suite: .dheRSAAES128GCM))
        let connection = try #require(try PacketMaker.connections(PacketMaker.capture(recorded.datagrams)).first)
        let report = ExponentSearch.run(on: connection, by: method).report
        #expect(report.outcome == .forwardSecret)
        #expect(report.serverData.isEmpty)
    }

    @Test func anRSARecordingHasNoExponentToLookFor() async throws {
        let recorded = try await Recorded(.init(seed: 1, suite: .rsaAES128GCM))
        let connection = try #require(try PacketMaker.connections(PacketMaker.capture(recorded.datagrams)).first)
        let report = ExponentSearch.run(on: connection, by: .babyStepGiantStep).report
        #expect(report.outcome == .failed)
    }
}
