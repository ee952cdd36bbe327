/// Numbers of d bits as octets, the lowest bit first (FIPS 203 section 4.2.1).
enum PolynomialEncoding {
    /// ByteEncode_d (FIPS 203 algorithm 5): 256 numbers below 2^d as 32 · d octets.
    static func encode(_ numbers: [UInt16], bits d: UInt32) -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(numbers.count * Int(d) / 8)
        var (pending, count): (UInt32, UInt32) = (0, 0)
        for number in numbers {
            pending |= UInt32(number) &<< count
            count += d
            while count >= 8 {
                octets.append(UInt8(truncatingIfNeeded: pending))
                pending &>>= 8
                count -= 8
            }
        }
        return octets
    }

    /// The inverse of ``encode(_:bits:)``: ByteDecode_d (FIPS 203 algorithm 6), for d = 12 without the reduction modulo q.
    static func decode(_ octets: some Sequence<UInt8>, bits d: UInt32) -> [UInt16] {
        var numbers: [UInt16] = []
        numbers.reserveCapacity(Polynomial.count)
        var (pending, count): (UInt32, UInt32) = (0, 0)
        for octet in octets {
            pending |= UInt32(octet) &<< count
            count += 8
            while count >= d {
                numbers.append(UInt16(truncatingIfNeeded: pending) & (1 &<< UInt16(d) &- 1))
                pending &>>= d
                count -= d
            }
        }
        return numbers
    }
}

extension Polynomial {
    /// The length in octets of an encoded polynomial with d bits for each coefficient.
    static func size(bits d: UInt16) -> Int { count / 8 * Int(d) }

    /// ByteEncode_d(Compress_d(f)).
    func compressed(bits d: UInt16) -> [UInt8] {
        PolynomialEncoding.encode(coefficients.map { Residue.compress($0, bits: d) }, bits: UInt32(d))
    }

    /// Decompress_d(ByteDecode_d(octets)).
    ///
    /// - Parameter octets: ``size(bits:)`` of them.
    init(compressed octets: some Sequence<UInt8>, bits d: UInt16) {
        self.init(PolynomialEncoding.decode(octets, bits: UInt32(d)).map { Residue.decompress($0, bits: d) })
    }
}

extension TransformedPolynomial {
    /// The length of an encoded element in octets: 12 bits for each residue.
    static let size = 384

    /// ByteEncode₁₂.
    var encoded: [UInt8] { PolynomialEncoding.encode(residues, bits: 12) }

    /// ByteDecode₁₂: a number of q or more is reduced modulo q.
    ///
    /// - Parameter octets: ``size`` of them.
    init(encoded octets: some Sequence<UInt8>) {
        self.init(PolynomialEncoding.decode(octets, bits: 12).map { Residue.reduce(UInt32($0)) })
    }
}
