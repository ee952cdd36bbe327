import Foundation
import Simulator
import TCPHost
import TCPSim
import Testing
import Trace

@testable import LiveIO

/// Our TCP below TLS: how it opens a connection, and what is counted of it.
@Suite struct TCPCarrierTests {
    private static let remote = Socket(IPv4Address(10, 9, 0, 1), 443)

    /// A carrier on a device of which nobody reads, and the other end of the device.
    private func carrier(synRetries: Int) throws -> (TCPCarrier, device: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, OperatingSystem.datagram, 0, &ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        var connection = Connection.Configuration(isn: .forced(SequenceNumber(300)))
        connection.initialRTO = .milliseconds(10)
        connection.synRetries = synRetries
        let settings = TCPHost.Host.Settings(local: IPv4Address(10, 9, 0, 2), connection: connection)
        let wire = FaultyWire(latency: .seconds(0), faults: Faults(), seed: 1)
        let device = TUNDevice(name: "pair", mtu: 1_500, descriptor: ends[0])
        return (
            TCPCarrier(TCPHost.Host(settings), on: device, by: wire, limit: 1, stopwatch: Stopwatch()), ends[1]
        )
    }

    private func segments(from device: Int32) -> [Segment] {
        var octets = [UInt8](repeating: 0, count: 2_000)
        var segments: [Segment] = []
        while case let count = read(device, &octets, octets.count), count > 0 {
            if let read = try? SegmentCodec.decode(Array(octets.prefix(count))) { segments.append(read.segment) }
        }
        return segments
    }

    @Test func aHostThatDoesNotAnswerIsGivenUpAfterTheRetries() throws {
        let (carrier, device) = try carrier(synRetries: 2)
        defer { close(device) }
        let stop = try StopSignal()
        let error = #expect(throws: NetworkError.self) {
            try carrier.connect(to: Self.remote, name: "there", within: .seconds(20), until: stop)
        }
        #expect(error?.isGivenUp == true)
        #expect(segments(from: device).map(\.control) == [.syn, .syn, .syn])
    }

    @Test func patienceMayBeShorterThanTCPs() throws {
        let (carrier, device) = try carrier(synRetries: 7)
        defer { close(device) }
        let stop = try StopSignal()
        #expect(throws: NetworkError.connectingTakesTooLong("there")) {
            try carrier.connect(to: Self.remote, name: "there", within: .milliseconds(50), until: stop)
        }
    }

    @Test func whatIsSentOnceMoreAndHowItEndsIsCounted() {
        func sent(_ sequence: UInt32, _ control: ControlBits, _ count: Int = 0) -> TCPHost.Host.Event.Kind {
            .transmit(
                Segment(
                    sourcePort: 1, destinationPort: 2, sequence: SequenceNumber(sequence), control: control,
                    payload: [UInt8](repeating: 0, count: count)), datagram: [])
        }
        let reset = Segment(sourcePort: 2, destinationPort: 1, sequence: SequenceNumber(5), control: .rst)
        var figures = TCPFigures()
        for event in [sent(9, .syn), sent(10, .ack, 100), sent(110, .ack), sent(10, .ack, 50), sent(110, .ack, 1)] {
            figures.take(event, upon: nil)
        }
        #expect(figures.retransmissions == 1)
        #expect(figures.text.hasSuffix(" retransmissions=1 srtt_us=- closed=reset"))

        var (closed, broken, lost) = (figures, figures, figures)
        closed.take(sent(111, [.fin, .ack]), upon: nil)
        #expect(closed.ending == .fin)
        closed.take(.entered(.timeWait, from: .finWait2, socket: nil), upon: nil)
        #expect(closed.ending == .fin && closed.isOver)
        broken.take(.entered(.closed, from: .established, socket: nil), upon: reset)
        #expect(broken.ending == .reset && broken.isOver)
        lost.take(.entered(.closed, from: .established, socket: nil), upon: nil)
        #expect(lost.ending == .gaveUp)
    }
}
