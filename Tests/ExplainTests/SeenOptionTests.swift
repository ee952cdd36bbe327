import TCPSim
import Testing

@testable import Explain

/// What the reader of captures takes from options is what the codec of segments has written.
@Suite struct SeenOptionTests {
    private static func seen(_ options: [SegmentOption]) -> SeenOptions {
        let segment = Segment(
            sourcePort: 1, destinationPort: 2, sequence: SequenceNumber(0), control: .syn, options: options)
        let address = IPv4Address(192, 0, 2, 1)
        let datagram = SegmentCodec.encode(segment, from: address, to: address, identification: 0).bytes
        return SeenOptions(datagram, 40..<datagram.count)
    }

    @Test func everyOptionOfTheCodecIsSeen() {
        let syn = Self.seen([
            .maximumSegmentSize(1460), .selectiveAcknowledgmentPermitted, .timestamps(value: 7, echo: 9), .noOperation,
            .windowScale(3),
        ])
        #expect(syn.maximumSegmentSize == 1460 && syn.permitsSACK && syn.windowScale == 3)
        #expect(syn.timestamps?.value == 7 && syn.timestamps?.echo == 9 && syn.blocks.count == 0)
        let block = SegmentOption.Block(left: SequenceNumber(10), right: SequenceNumber(20))
        let acknowledgment = Self.seen([.noOperation, .noOperation, .selectiveAcknowledgment([block, block])])
        #expect(acknowledgment.blocks.count == 2 && acknowledgment.blocks[1] == (10, 20))
        #expect(Self.seen([.windowScale(200)]).windowScale == 14)
    }

    /// An option of a wrong length says nothing, and those behind it count. Without a possible length nothing behind it can be found.
    @Test func anOptionOfAWrongLengthSaysNothing() {
        let wrong = Self.seen([
            .other(kind: 2, data: [1]), .other(kind: 3, data: []), .other(kind: 4, data: [0]),
            .other(kind: 8, data: [1]),
            .other(kind: 34, data: [1, 2, 3, 4]), .other(kind: 30, data: [0]),
        ])
        #expect(wrong.maximumSegmentSize == nil && wrong.windowScale == nil && !wrong.permitsSACK)
        #expect(wrong.timestamps == nil && wrong.hasFastOpen && wrong.hasFastOpenCookie && wrong.hasMultipath)
        let lost = Self.seen([.malformed([2, 0]), .noOperation, .windowScale(1)])
        #expect(lost.windowScale == nil && lost.maximumSegmentSize == nil)
    }
}
