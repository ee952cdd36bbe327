import Foundation
import Simulator
import TCPHost
import TCPSim
import Testing
import Trace

@testable import LiveIO

/// The loop between a host and its device.
@Suite struct LiveTCPTests {
    /// A server that ends with its second turn.
    private struct BriefServer: TCPUser {
        var server = TCPServer(ports: [(.echo, 7)], limit: 1, quota: nil)
        var turns = 0

        mutating func act(on host: inout TCPHost.Host) throws {
            turns += 1
            try server.act(on: &host)
        }

        mutating func stop(on host: inout TCPHost.Host) { server.stop(on: &host) }
        func isDone(_ host: TCPHost.Host) -> Bool { turns >= 2 }
    }

    /// A SYN that came before the program had begun to listen was refused.
    @Test func aSYNThatWaitsInTheDeviceIsNotRefused() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, OperatingSystem.datagram, 0, &ends) == 0)
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        let (ours, theirs) = (IPv4Address(10, 9, 0, 2), IPv4Address(10, 9, 0, 1))
        let syn = Segment(
            sourcePort: 50_000, destinationPort: 7, sequence: SequenceNumber(100), control: .syn, window: 1_000)
        let octets = SegmentCodec.encode(syn, from: theirs, to: ours, identification: 1).bytes
        try #require(write(ends[1], octets, octets.count) == octets.count)

        let host = TCPHost.Host(
            TCPHost.Host.Settings(local: ours, connection: Connection.Configuration(isn: .forced(SequenceNumber(300)))))
        let device = TUNDevice(name: "pair", mtu: 1_500, descriptor: ends[0])
        var live = LiveTCP(
            host, on: device, by: FaultyWire(latency: .microseconds(0), faults: Faults(), seed: 1))
        var server = BriefServer()
        let stop = try StopSignal()
        try live.run(&server, until: stop) { _, _ in }

        var answer = [UInt8](repeating: 0, count: 100)
        let count = read(ends[1], &answer, answer.count)
        let segment = try SegmentCodec.decode(Array(answer.prefix(max(0, count)))).segment
        #expect(segment.control == [.syn, .ack])
    }
}
