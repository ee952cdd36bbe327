import TCPSim
import TestSupport
import Testing
import Trace

@Suite struct SequenceNumberTests {
    @Test func arithmeticWrapsAround() {
        let last = SequenceNumber(0xffff_ffff)
        #expect(last + 1 == SequenceNumber(0))
        #expect(SequenceNumber(0) - 1 == last)
        #expect(SequenceNumber(5) - last == 6)
        #expect(last - SequenceNumber(5) == 0xffff_fffa)
        #expect(last < SequenceNumber(0))
        #expect(SequenceNumber(0) > last)
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func comparisonsHoldEverywhereOnTheCircle(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let start = SequenceNumber(UInt32.random(in: .min ... .max, using: &random))
        let distance = Int.random(in: 1..<1 << 31, using: &random)
        let end = start + distance
        #expect(start < end && start <= end && end > start && end >= start && start <= start && start >= start)
        #expect(!(end < start) && !(end <= start) && !(start < start))
        #expect(end - start == distance)
        #expect(end - distance == start)
        #expect(start.isWithin(1, from: start))
        #expect(end.isWithin(distance + 1, from: start) && !end.isWithin(distance, from: start))
    }

    /// "Before" on a circle is not transitive, which is why the type is not Comparable.
    @Test func beforeIsNotTransitive() {
        let (a, b, c) = (SequenceNumber(0), SequenceNumber(0x6000_0000), SequenceNumber(0xc000_0000))
        #expect(a < b && b < c && c < a)
    }
}

@Suite struct ChecksumTests {
    /// RFC 1071 3: 00 01 f2 03 f4 f5 f6 f7 sums to ddf2.
    @Test func checksumOfTheExampleOfRFC1071IsRight() {
        let octets: [UInt8] = [0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7]
        #expect(InternetChecksum.of(octets) == ~0xddf2)
    }

    @Test func octetsMayComeInPieces() {
        var random = SplitMix64(seed: 1)
        for count in 0..<40 {
            let octets = random.octets(count)
            let cut = Int.random(in: 0...count, using: &random)
            var checksum = InternetChecksum()
            checksum.add(octets[..<cut])
            checksum.add(octets[cut...])
            #expect(checksum.value == InternetChecksum.of(octets))
            // With its own checksum behind it, an even number of octets sums to zero.
            let value = checksum.value
            if count % 2 == 0 { #expect(InternetChecksum.of(octets + [UInt8(value >> 8), UInt8(value & 0xff)]) == 0) }
        }
    }
}

@Suite struct InitialSequenceNumberTests {
    static let key = SipHash.Key((0..<16).map { UInt8($0) })

    /// The first values of the reference implementation's table of vectors (vectors.h), and the example of the paper's
    /// appendix A: messages 00 01 02 … under the key 00 01 … 0f.
    @Test(
        arguments: [
            (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (7, 0xab02_00f5_8b01_d137),
            (8, 0x93f5_f579_9a93_2462), (15, 0xa129_ca61_49be_45e5),
        ] as [(Int, UInt64)])
    func sipHashVectors(length: Int, value: UInt64) throws {
        #expect(SipHash.hash((0..<length).map { UInt8($0) }, key: try #require(Self.key)) == value)
    }

    @Test func keyNeedsSixteenOctets() {
        #expect(SipHash.Key([UInt8](repeating: 0, count: 15)) == nil)
        #expect(SipHash.Key([UInt8](repeating: 0, count: 17)) == nil)
    }

    @Test func clockTicksEveryFourMicroseconds() throws {
        let isn = InitialSequenceNumber.generated(secret: try #require(Self.key))
        let first = isn.choose(local: .a, remote: .b, at: .zero)
        let later = isn.choose(local: .a, remote: .b, at: .zero + .seconds(1))
        #expect(later.number - first.number == 250_000)
        guard case .generated(let clock, let hash) = later else { return #expect(Bool(false)) }
        #expect(clock == 250_000)
        // F over the sockets, as 4 + 2 + 4 + 2 octets in network order.
        let identity: [UInt8] = [10, 0, 0, 1, 0xc3, 0x50, 10, 0, 0, 2, 0x01, 0xbb]
        #expect(hash == UInt32(truncatingIfNeeded: SipHash.hash(identity, key: try #require(Self.key))))
    }

    @Test func everySocketPairHasItsOwnOffset() throws {
        let isn = InitialSequenceNumber.generated(secret: try #require(Self.key))
        var numbers: Set<SequenceNumber> = []
        for port in UInt16(1)...500 {
            numbers.insert(isn.choose(local: Socket(IPv4Address(10, 0, 0, 1), port), remote: .b, at: .zero).number)
        }
        #expect(numbers.count == 500)
    }
}

@Suite struct AddressTests {
    @Test func addressesAreReadAndWrittenInDottedForm() {
        #expect(IPv4Address("10.0.0.255")?.rawValue == 0x0a00_00ff)
        #expect(IPv4Address(192, 168, 0, 1).description == "192.168.0.1")
        for bad in ["", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.-4", "1.2.3.+4", "1..2.3", "a.b.c.d", "1.2.3.4 "] {
            #expect(IPv4Address(bad) == nil, "\(bad)")
        }
    }
}
