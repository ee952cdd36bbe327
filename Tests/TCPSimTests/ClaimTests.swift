import Testing
import Trace

@testable import TCPSim

/// What is said about headers and numbers, against the RFC.
@Suite struct ClaimTests {
    private let sockets = (a: Socket(IPv4Address(10, 0, 0, 1), 1_000), b: Socket(IPv4Address(10, 0, 0, 2), 80))

    private func segment(_ control: ControlBits, sequence: UInt32 = 2_000, acknowledgment: UInt32 = 0) -> Segment {
        Segment(
            sourcePort: sockets.a.port, destinationPort: sockets.b.port, sequence: SequenceNumber(sequence),
            acknowledgment: SequenceNumber(acknowledgment), control: control, window: 1_000)
    }

    private func packet(_ segment: Segment) -> Packet {
        Packet(segment, from: sockets.a, to: sockets.b, number: 1, identification: 1)
    }

    /// RFC 9293 section 3.1: eight control bits, four reserved.
    @Test func theHeaderHasEightControlBitsAndFourReservedOnes() throws {
        let tcp = try #require(packet(segment(.syn)).fields.first { $0.name == "tcp" })
        let flags = try #require(tcp.children.first { $0.name == "tcp.flags" })
        let control = flags.bits.filter { $0.name.hasPrefix("tcp.flags.") && $0.name != "tcp.flags.res" }
        #expect(control.count == 8 && control.allSatisfy { $0.mask.nonzeroBitCount == 1 && $0.mask < 0x100 })
        #expect(flags.bits.first { $0.name == "tcp.flags.res" }?.mask == 0x0f00)
        #expect(flags.bits.reduce(0) { $0 | $1.mask } == 0xffff)
    }

    /// A SYN states its first number itself, so that its relative number is 0 whoever has made it.
    @Test func relativeNumbersAreNeverAbsoluteOnes() {
        #expect(packet(segment(.syn)).relativeLabel.hasPrefix("<SEQ=0>"))
        #expect(packet(segment([.syn, .ack], acknowledgment: 301)).relativeLabel.hasPrefix("<SEQ=0><ACK=1>"))
        let reset = packet(segment(.rst))
        #expect(reset.label.contains("2000") && !reset.relativeLabel.contains("2000"))
    }

    /// Resets without ACK say nothing of what is expected (RFC 9293 section 3.5.2).
    @Test func dataSaysThatSegmentsWithACKNameTheNumberExpected() {
        let note = Note.Transfer.data(
            sequence: SequenceNumber(1), count: 3, acknowledgment: SequenceNumber(9), unsent: 0, inFlight: 3, window: 10
        )
        let words = note.background(in: .english)
        #expect(words.contains("Like every segment with the ACK bit"))
        #expect(!words.contains("every segment but the first"))
    }

    /// A full listener's places may be taken by connections that are only half open.
    @Test func aFullBacklogIsNotSaidToWaitForTheUser() {
        #expect(Note.Opening.backlogFull(limit: 2).sentence(in: .english).contains("half-open"))
    }
}
