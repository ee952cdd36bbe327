import Testing

@testable import Explain

/// What the other side has acknowledged stands above what a header claims, and silence and clocks end nothing.
@Suite
struct ReceiversWordTests {
    @Test func aSegmentThatIsAcknowledgedWasDeliveredWhateverItsChecksum() throws {
        let explanation = Explanation(
            """
            0 open 20
            30 C > S PSH,ACK len 100
            50 S > C PSH,ACK len 500 bad
            50.1 C > S ACK ack 500
            60 close 20
            """)
        let connection = try #require(explanation.connections.first)
        #expect(connection.server.missingOctets == 0 && connection.server.distinctOctets == 500)
        #expect(explanation.codes == ["capture.checksum_offload"])
    }

    @Test func aSegmentThatComesAgainBeforeItIsAcknowledgedWasDamaged() throws {
        let explanation = Explanation(
            """
            0 open 20
            30 C > S PSH,ACK len 100
            50 S > C PSH,ACK len 500 bad
            350 S > C PSH,ACK seq 0 len 500
            350.1 C > S ACK ack 500
            360 close 20
            """)
        #expect(explanation.codes.contains("tcp.corruption") && !explanation.codes.contains("tcp.contradiction"))
    }

    /// A FIN that is sent again long after the close belongs to its connection.
    @Test func framesAfterTheCloseAreToldToTheirConnection() throws {
        let explanation = Explanation(
            """
            0 open 20
            30 C > S PSH,ACK len 100
            50 S > C PSH,ACK len 500
            50.1 C > S ACK
            60 close 20
            90000 S > C FIN,ACK seq 500
            """)
        let connection = try #require(explanation.connections.first)
        #expect(explanation.connections.count == 1 && explanation.late.isEmpty)
        #expect(connection.server.sentAgain == 1)
    }

    @Test func anHourOfSilenceEndsNoConnection() throws {
        let explanation = Explanation(
            """
            0 open 20
            30 C > S PSH,ACK len 100
            50 S > C PSH,ACK len 500
            50.1 C > S ACK
            3600000 C > S PSH,ACK len 100
            3600020 S > C RST seq 500
            """)
        #expect(explanation.connections.count == 1)
        #expect(explanation.codes.contains("tcp.idle_dropped"))
    }

    /// One time stamp is five days ahead of the others.
    @Test func aTimeStampThatJumpsIsSaidOnceAndChangesNothing() throws {
        let explanation = Explanation(
            """
            0 C > S SYN mss 1460
            432000000 S > C SYN,ACK mss 1460
            20.1 C > S ACK
            30 C > S PSH,ACK len 100
            50 S > C PSH,ACK len 500
            50.1 C > S ACK
            60 close 20
            """)
        #expect(explanation.facts.backwards.count == 2)
        #expect(explanation.codes == ["capture.time_backwards"])
        let connection = try #require(explanation.connections.first)
        #expect(connection.opening == .handshake && connection.closing == .fin)
    }

    @Test func aSlowConnectionSaysWhereItsTimeWent() throws {
        let explanation = Explanation(
            """
            0 open 20
            30 C > S PSH,ACK len 100
            50 S > C ACK
            2030 S > C PSH,ACK len 500
            2030.1 C > S ACK
            2040 close 20
            """)
        let times = try #require(explanation.connections.first?.times)
        #expect(times.roundTrip == 20_000)
        #expect((1_970_000...1_990_000).contains(times.server))
        #expect(times.client < 20_000 && times.transfer == 0 && times.idle == 0)
    }

    /// A scan consists of such connections: their frames wait as they are.
    @Test func aConnectionOfASYNAndItsAnswerIsToldAsAnyOther() throws {
        let explanation = Explanation("0 C > S SYN mss 1460\n20 S > C RST,ACK seq -1 ack 0")
        #expect(explanation.codes == ["tcp.refused"])
        #expect(explanation.notes.map(\.frame) == [1, 2])
    }
}
