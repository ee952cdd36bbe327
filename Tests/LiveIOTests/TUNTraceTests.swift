import Render
import TCPSim
import Testing
import Trace

@testable import LiveIO

/// The line form of a run on a device, in pages of every width.
@Suite struct TUNTraceTests {
    /// A segment as long as its line can be: numbers of ten digits, data, and two control bits.
    private var longest: [UInt8] {
        let segment = Segment(
            sourcePort: 50_000, destinationPort: 65_000, sequence: SequenceNumber(4_294_967_290),
            acknowledgment: SequenceNumber(4_294_967_291), control: [.ack, .psh],
            payload: [UInt8](repeating: 0x78, count: 1_400))
        return SegmentCodec.encode(
            segment, from: IPv4Address(203, 0, 113, 201), to: IPv4Address(203, 0, 113, 202), identification: 1
        ).bytes
    }

    @Test(arguments: [80, 100, 120, 200])
    func noLineIsWiderThanThePageAndNothingIsCut(columns: Int) {
        var trace = TUNTrace(isExplained: true, style: PageStyle(.plain, columns: columns))
        let lines = trace.lines(.lost(longest), at: .zero).flatMap { $0.split(separator: "\n") }
        #expect(!lines.isEmpty && lines.allSatisfy { Text.width($0) <= columns }, "\(lines)")
        let text = lines.joined(separator: " ")
        for part in ["<SEQ=4294967290>", "<ACK=4294967291>", "203.0.113.201:50000", "(lost)"] {
            #expect(text.contains(part), "\(text)")
        }
        #expect((lines.count == 1) == (columns >= 120))
    }
}
