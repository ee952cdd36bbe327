import TestSupport
import Testing
import Trace

@testable import TCPSim

/// How large a datagram the path carries: routers' reports (RFC 1191), false ones (RFC 5927), and none at all (RFC 2923).
@Suite struct PathMTUTests {
    /// A in ESTABLISHED with an MSS of 1,460 on both sides, whose next number is 101.
    private func open(_ change: (inout Connection.Configuration) -> Void = { _ in }) -> Side {
        var configuration = Connection.Configuration.iss(100)
        change(&configuration)
        var a = Side(.a, to: .b, configuration)
        a.on(.activeOpen)
        a.on(seq: 300, ack: 101, .syn, options: [.maximumSegmentSize(1_460), .selectiveAcknowledgmentPermitted])
        return a
    }

    private func octets(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 % 251) } }

    private func report(_ mtu: Int, _ sequence: UInt32, length: Int = 1_500) -> Connection.Event {
        .packetTooBig(mtu: mtu, length: length, sequence: SequenceNumber(sequence))
    }

    /// "101+966": the numbers and the data of each segment.
    private func shapes(_ step: Step) -> [String] { step.segments.map { "\($0.sequence)+\($0.payload.count)" } }

    // MARK: Reports

    /// What was too large is cut anew and sent again, octet for octet the same, and nothing larger is sent any more.
    @Test func aReportCutsWhatIsInFlightAnew() throws {
        var a = open()
        let data = octets(3_000)
        #expect(shapes(a.on(.send(data, push: true))) == ["101+1460", "1561+1460", "3021+80"])
        let step = a.on(report(1_006, 101))
        #expect(
            step.notes.map(\.step) == ["tcp.path_mtu"]
                + Array(
                    repeating: "tcp.path_mtu_retransmission", count: 4))
        // The small one at the end has not been too large.
        #expect(shapes(step) == ["101+966", "1067+494", "1561+966", "2527+494"])
        #expect(step.segments.flatMap(\.payload) == Array(data.prefix(2_920)))
        #expect(step.segments.allSatisfy { $0.control == .ack })
        #expect(a.connection.effectiveSendMSS == 966)
        a.on(seq: 301, ack: 3_101, [])
        #expect(a.connection.isDrained)
        #expect(shapes(a.on(.send(octets(2_000), push: true))) == ["3101+966", "4067+966", "5033+68"])
    }

    /// The end of what is cut keeps what stands for the end: PSH and FIN.
    @Test func theLastPieceKeepsTheEnd() throws {
        var a = open()
        a.on(.send(octets(1_000), push: true))
        a.on(seq: 301, ack: 1_101, [])
        a.on(.send(octets(1_400), push: true))
        let fin = a.on(.close)
        #expect(shapes(fin) == ["2501+0"])
        let step = a.on(report(1_040, 1_101))
        #expect(
            step.segments.map(\.line) == [
                "<SEQ=1101><ACK=301><CTL=ACK><DATA=1000>", "<SEQ=2101><ACK=301><CTL=PSH,ACK><DATA=400>",
            ])
        a.on(seq: 301, ack: 2_502, [])
        #expect(a.state == .finWait2)
    }

    /// With congestion control one segment goes out again, and the rest by slow start; a report is no sign of congestion, so that the
    /// threshold stays (RFC 1191 6.4).
    @Test func aReportIsNoSignOfCongestion() throws {
        var a = open { $0.congestionControl = CongestionControl.Settings(initialWindow: .segments(10)) }
        a.on(.send(octets(14_600), push: true))
        let before = try #require(a.connection.congestion)
        let step = a.on(report(1_006, 101))
        #expect(shapes(step) == ["101+966"])
        let after = try #require(a.connection.congestion)
        #expect(after.window == 966 && after.segmentSize == 966)
        #expect(after.threshold >= before.window && after.threshold == before.threshold)
        // The other nine reports of the same router change nothing.
        for index in 1..<10 {
            #expect(a.on(report(1_006, UInt32(101 + 1_460 * index))).segments.isEmpty)
        }
        // Slow start: the acknowledgment lets two out, the rest of the first and the beginning of the second.
        #expect(shapes(a.on(seq: 301, ack: 1_067, [])) == ["1067+494", "1561+966"])
        a.on(seq: 301, ack: 14_701, [])
        #expect(a.connection.isDrained)
    }

    /// A router of before 1990 does not say what it would take: the next smaller common MTU is tried (RFC 1191 7).
    @Test(arguments: [(1_500, 1_492), (1_492, 1_006), (1_006, 508), (508, 296), (296, 68), (68, 68), (9_000, 1_492)])
    func aReportWithoutASizeMeansTheNextPlateau(length: Int, mtu: Int) {
        var a = open()
        a.on(.send(octets(1_460), push: true))
        a.on(report(0, 101, length: length))
        #expect(a.connection.effectiveSendMSS == mtu - 40)
    }

    /// No report takes us below what every network carries.
    @Test(arguments: [1, 67, 68]) func thereIsAFloor(mtu: Int) {
        var a = open()
        a.on(.send(octets(1_460), push: true))
        a.on(report(mtu, 101))
        #expect(a.connection.effectiveSendMSS == 28)
        #expect(PathMTU.plateau(below: 68) == 68 && PathMTU.plateau(below: 0) == 68)
    }

    // MARK: False reports

    /// A report about a number that is not in flight is no router's (RFC 5927): neither one acknowledged nor one never sent.
    @Test(arguments: [100, 1_560, 4_481, 4_482, 0xffff_ffff] as [UInt32])
    func aReportOfANumberThatIsNotInFlightIsIgnored(sequence: UInt32) {
        var a = open()
        a.on(.send(octets(4_380), push: true))
        a.on(seq: 301, ack: 1_561, [])
        let before = a.connection
        let step = a.on(report(576, sequence))
        #expect(step.notes.map(\.step) == ["tcp.path_mtu_ignored"] && step.segments.isEmpty)
        #expect(a.connection == before)
    }

    /// Nor can a report raise what is sent.
    @Test func aReportOfMoreThanWasSentIsIgnored() {
        var a = open()
        a.on(.send(octets(1_000), push: true))
        let before = a.connection
        for mtu in [1_040, 1_500, 65_535] {
            #expect(a.on(report(mtu, 101)).notes.map(\.step) == ["tcp.path_mtu_ignored"])
        }
        #expect(a.connection == before)
    }

    /// A report that contradicts what was acknowledged waits. The acknowledgment of the segment that it quotes disproves it.
    @Test func aReportThatContradictsAcknowledgmentsWaits() throws {
        var a = open()
        a.on(.send(octets(1_460), push: true))
        a.on(seq: 301, ack: 1_561, [])
        a.on(.send(octets(1_460), push: true))
        let doubted = a.on(report(576, 1_561))
        #expect(doubted.notes.map(\.step) == ["tcp.path_mtu_doubted"] && doubted.segments.isEmpty)
        #expect(a.connection.effectiveSendMSS == 1_460)
        let proof = a.on(seq: 301, ack: 3_021, [])
        #expect(proof.notes.map(\.step).contains("tcp.path_mtu_disproved"))
        // A timeout later on has nothing to do with it.
        a.on(.send(octets(1_460), push: true))
        a.now = .zero + .seconds(1)
        #expect(shapes(a.on(.timeout(.retransmission))) == ["3021+1460"])
    }

    /// A timeout confirms it: the path has changed.
    @Test func aTimeoutConfirmsADoubtedReport() throws {
        var a = open()
        a.on(.send(octets(1_460), push: true))
        a.on(seq: 301, ack: 1_561, [])
        a.on(.send(octets(1_460), push: true))
        a.on(report(576, 1_561))
        a.now = .zero + .seconds(1)
        let step = a.on(.timeout(.retransmission))
        #expect(step.notes.map(\.step) == ["tcp.path_mtu", "tcp.retransmission"])
        #expect(shapes(step) == ["1561+536"])
        #expect(shapes(a.on(seq: 301, ack: 2_097, [])) == ["2097+536", "2633+388"])
    }

    @Test func whereItIsSwitchedOffReportsMeanNothing() {
        var a = open { $0.discoversPathMTU = false }
        a.on(.send(octets(1_460), push: true))
        let before = a.connection
        #expect(a.on(report(576, 101)).actions.isEmpty)
        #expect(a.connection == before)
    }

    // MARK: Black holes

    /// Lets the retransmission timer run out.
    private func runOut(_ a: inout Side) -> Step {
        a.now = a.now + a.connection.retransmissionTimeout.value
        return a.on(.timeout(.retransmission))
    }

    /// Without a report the fourth timeout of a segment makes it smaller, and each further one smaller still, down to what every
    /// network carries.
    @Test func silenceMakesSegmentsSmaller() throws {
        var a = open()
        a.on(.send(octets(1_460), push: true))
        var sizes: [Int] = []
        var steps: [[String]] = []
        for _ in 0..<7 {
            let step = runOut(&a)
            sizes.append(try step.segment.payload.count)
            steps.append(step.notes.map(\.step))
        }
        #expect(sizes == [1_460, 1_460, 1_460, 984, 536, 28, 28])
        #expect(steps[2] == ["tcp.retransmission"] && steps[3] == ["tcp.black_hole", "tcp.retransmission"])
        #expect(steps[6] == ["tcp.retransmission"])
        // The rest follows once anything is acknowledged.
        let rest = a.on(seq: 301, ack: 129, [])
        #expect(rest.segments.count == (1_460 - 28 + 27) / 28)
        #expect(rest.segments.flatMap(\.payload) == Array(octets(1_460).dropFirst(28)))
    }

    /// Small segments are no reason to suspect their size.
    @Test func silenceAboutASmallSegmentSaysNothing() throws {
        var a = open()
        a.on(.send(octets(28), push: true))
        for _ in 0..<6 { #expect(try runOut(&a).segment.payload.count == 28) }
        #expect(a.connection.effectiveSendMSS == 1_460)
        // What passes nearly everywhere is not suspected either: loss is the better explanation.
        var ordinary = open()
        ordinary.on(.send(octets(536), push: true))
        for _ in 0..<6 { #expect(try runOut(&ordinary).segment.payload.count == 536) }
        var closing = open()
        closing.on(.close)
        for _ in 0..<6 { #expect(runOut(&closing).notes.map(\.step) == ["tcp.retransmission"]) }
    }

    // MARK: Larger again

    /// After ten minutes larger segments are tried again, and one that fails is not tried three times.
    @Test func theLimitGrowsOldAndATrialThatFailsEndsAtOnce() throws {
        var a = open()
        a.on(.send(octets(1_460), push: true))
        a.on(report(1_006, 101))
        a.on(seq: 301, ack: 1_561, [])
        a.now = .zero + .seconds(599)
        #expect(shapes(a.on(.send(octets(1_000), push: true))) == ["1561+966", "2527+34"])
        a.on(seq: 301, ack: 2_561, [])
        a.now = .zero + .seconds(600)
        let trial = a.on(.send(octets(1_460), push: true))
        #expect(trial.notes.map(\.step).contains("tcp.path_mtu_raised") && shapes(trial) == ["2561+1460"])
        let back = runOut(&a)
        #expect(back.notes.map(\.step) == ["tcp.path_mtu", "tcp.retransmission"])
        #expect(shapes(back) == ["2561+966"])
        a.on(seq: 301, ack: 4_021, [])
        // The next trial is acknowledged: the size is known to pass, and a timeout is a timeout again.
        a.now = a.now + .seconds(600)
        #expect(shapes(a.on(.send(octets(1_460), push: true))) == ["4021+1460"])
        a.on(seq: 301, ack: 5_481, [])
        a.on(.send(octets(1_460), push: true))
        #expect(shapes(runOut(&a)) == ["5481+1460"])
    }

    /// A raised limit raises SMSS, and the congestion window has room for one such segment: otherwise nothing could be sent.
    @Test func theCongestionWindowFollowsALargerSegment() throws {
        var a = open { $0.congestionControl = CongestionControl.Settings() }
        a.on(.send(octets(1_460), push: true))
        a.on(report(300, 101))
        let size = 260
        #expect(a.connection.congestion?.window == size)
        for number in 1...6 {
            a.on(seq: 301, ack: UInt32(min(101 + number * size, 1_561)), [])
        }
        #expect(a.connection.isDrained)
        a.now = a.now + .seconds(660)
        let trial = a.on(.send(octets(5_000), push: true))
        #expect(trial.notes.map(\.step).contains("tcp.path_mtu_raised"))
        #expect(trial.segments.first?.payload.count == 1_460)
        let control = try #require(a.connection.congestion)
        #expect(control.segmentSize == 1_460 && control.window >= 1_460 && control.threshold >= 2_920)
    }

    /// Whatever a network reports or forges in whatever order, all octets arrive, and each once.
    @Test func everythingArrivesThroughANetworkThatChanges() {
        forEachSeed(60) { seed, random in
            var a = open {
                $0.congestionControl = seed % 2 == 0 ? CongestionControl.Settings() : nil
                $0.selectiveAcknowledgment = seed % 3 == 0
                $0.mss = 1_460
            }
            let data = octets(20_000)
            var (mtu, got, acknowledged) = (1_500, 0, 101)
            var held: [Int: Segment] = [:]
            var flying = a.on(.send(data, push: true)).segments
            for round in 0..<4_000 where got < data.count {
                if round % 40 == 39 { mtu = [1_500, 1_006, 600, 296, 100].randomElement(using: &random) ?? 68 }
                guard !flying.isEmpty else {
                    flying += runOut(&a).segments
                    continue
                }
                let segment = flying.removeFirst()
                let place = segment.sequence.rawValue
                let length = segment.payload.count + 40
                if length > mtu {
                    if Int.random(in: 0..<4, using: &random) > 0 {
                        let said = Bool.random(using: &random) ? mtu : 0
                        flying += a.on(report(said, place, length: length)).segments
                    }
                    continue
                }
                held[Int(place) - 101] = segment
                while let (start, next) = held.first(where: { $0.key <= got && got < $0.key + $0.value.payload.count })
                {
                    #expect(
                        Array(next.payload.dropFirst(got - start)) == Array(data[got..<(start + next.payload.count)]))
                    got = start + next.payload.count
                }
                acknowledged = 101 + got
                flying += a.on(seq: 301, ack: UInt32(acknowledged), []).segments
                if Int.random(in: 0..<9, using: &random) == 0 {
                    let forged = UInt32(truncatingIfNeeded: Int.random(in: 0...30_000, using: &random))
                    flying += a.on(report(Int.random(in: 0...1_500, using: &random), forged)).segments
                }
            }
            #expect(got == data.count)
            #expect(a.connection.isDrained)
        }
    }
}
