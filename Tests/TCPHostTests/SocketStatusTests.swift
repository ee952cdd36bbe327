import TCPSim
import Testing
import Trace

@testable import TCPHost

/// What a socket's user can ask before a call, and that the call agrees.
@Suite struct SocketStatusTests {
    private static let configuration = Connection.Configuration(isn: .forced(SequenceNumber(300)))
    private static let (here, there) = (IPv4Address(10, 0, 0, 1), IPv4Address(10, 0, 0, 2))

    /// Carries datagrams until none is left.
    private func exchange(_ a: inout Host, _ b: inout Host) {
        var isQuiet = false
        while !isQuiet {
            isQuiet = true
            for event in a.takeEvents() {
                guard case .transmit(_, let datagram) = event.kind else { continue }
                b.arrive(datagram)
                isQuiet = false
            }
            for event in b.takeEvents() {
                guard case .transmit(_, let datagram) = event.kind else { continue }
                a.arrive(datagram)
                isQuiet = false
            }
        }
    }

    @Test func anAcknowledgmentThatWaitsGoesOutOnce() throws {
        var configuration = Self.configuration
        configuration.acknowledgmentDelay = .milliseconds(40)
        var client = Host(Host.Settings(local: Self.here, connection: Self.configuration))
        var server = Host(Host.Settings(local: Self.there, connection: configuration))
        try server.listen(0, port: 7, backlog: 1)
        try client.connect(1, port: 5_000, to: Socket(Self.there, 7))
        exchange(&client, &server)
        try server.accept(0, as: 1)
        _ = try client.write(1, [1, 2, 3])
        exchange(&client, &server)
        #expect(client.connection(at: 1)?.isDrained == false)
        server.acknowledge(1)
        exchange(&client, &server)
        #expect(client.connection(at: 1)?.isDrained == true)
        server.acknowledge(1)
        #expect(server.takeEvents().isEmpty)
    }

    @Test func theAnswersAgreeWithTheCalls() throws {
        var client = Host(Host.Settings(local: Self.here, connection: Self.configuration))
        var server = Host(Host.Settings(local: Self.there, connection: Self.configuration))
        try server.listen(0, port: 7, backlog: 2)
        #expect(!server.hasConnectionToAccept(0))
        try client.connect(1, port: 5_000, to: Socket(Self.there, 7))
        #expect(client.state(of: 1) == .synSent)
        exchange(&client, &server)
        #expect(client.state(of: 1) == .established && server.hasConnectionToAccept(0))
        try server.accept(0, as: 1)
        #expect(!server.hasConnectionToAccept(0) && !server.isReadable(1))

        let room = client.writableCount(1)
        #expect(try client.write(1, [UInt8](repeating: 1, count: room + 1)) == room)
        #expect(client.writableCount(1) == 0)
        #expect(throws: SocketError.wouldBlock) { try client.write(1, [1]) }
        exchange(&client, &server)
        #expect(server.isReadable(1) && server.available(1) > 0)

        let route = try #require(server.route(of: 1))
        #expect(route == Route(local: Socket(Self.there, 7), remote: Socket(Self.here, 5_000)))
        #expect(server.variables(of: route) != nil)
        server.abort(route)
        #expect(server.state(of: route) == nil)
        exchange(&client, &server)
        #expect(client.isReadable(1) && client.writableCount(1) == 1)
        #expect(throws: SocketError.connectionReset) { try client.write(1, [1]) }
    }
}
