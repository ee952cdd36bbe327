import Crypto
import Foundation
import TestPKI
import TestSupport
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// Whatever stands in the place of a certificate gets a reading and the rules that it breaks.
///
/// For a longer run: `HANDSHAKESIM_FUZZ=300000 swift test --filter AnatomyDamageTests`.
@Suite struct AnatomyDamageTests {
    private static let count: UInt64 =
        ProcessInfo.processInfo.environment["HANDSHAKESIM_FUZZ"].flatMap { UInt64($0) } ?? 3000

    @Test(
        arguments: [
            ("", .noOctets, 0), ("30", .encoding(.endsInsideHeader), 0), ("3082", .encoding(.endsInsideHeader), 0),
            ("3080020101", .encoding(.indefiniteLength), 0), ("30ff", .encoding(.reservedLength), 0),
            ("308901000000000000000000", .encoding(.lengthTooLong(octets: 9)), 0),
            ("3088ffffffffffffffff", .encoding(.lengthTooLong(octets: 8)), 0),
            ("3005020101", .encoding(.endsInsideContent(needed: 5, available: 3)), 0),
            ("30030203010203", .encoding(.reachesPastParent(needed: 3, available: 1)), 2),
            ("3006bfffffffff7f", .encoding(.tagTooLarge), 2), ("30820003020101", .encoding(.lengthNotMinimal), 0),
            ("30030200", .encoding(.endsInsideContent(needed: 3, available: 2)), 0),
            ("30020200", .encoding(.emptyInteger), 2),
            ("300402020001", .encoding(.integerNotMinimal), 2), ("3003010105", .booleanValue, 2),
            ("3003050100", .nullNotEmpty, 2),
            ("3003030108", .unusedBits, 2), ("300403020101", .unusedBitsNotZero, 2),
            ("3003060180", .malformedObjectIdentifier, 2),
            ("30040602ff80", .malformedObjectIdentifier, 2), ("300317015a", .malformedTime, 2),
            ("30030c01ff", .malformedText, 2),
            ("3000ff", .trailing(count: 1), 2), ("3000", .missing(.tbsCertificate), 0),
            ("310401020304", .wrongType(wanted: [.sequence], found: .set), 0),
        ] as [(String, DERFault.Rule, Int)])
    func encodingsThatBreakARuleOfDER(_ hex: String, _ rule: DERFault.Rule, _ offset: Int) throws {
        let certificate = AnnotatedCertificate(try #require(Hex.octets(hex)))
        #expect(certificate.faults.contains(DERFault(at: offset, rule)), "\(certificate.faults)")
        #expect(certificate.fields.coverExactly(0..<certificate.der.count))
        for fault in certificate.faults { #expect(!fault.sentence(in: .english).isEmpty) }
    }

    @Test func boxesWithoutEndAndMoreOctetsThanAnyoneReads() {
        let deep = AnnotatedCertificate([UInt8](repeating: 0x30, count: 100_000))
        #expect(deep.faults.contains { $0.isFatal })
        var nested: [UInt8] = [5, 0]
        while nested.count < 110 { nested = [0x30, UInt8(nested.count)] + nested }
        #expect(AnnotatedCertificate(nested).faults.isEmpty == false)
        for _ in 0..<20 { nested = [0x30, 0x81, UInt8(truncatingIfNeeded: nested.count)] + nested }
        let tooDeep = AnnotatedCertificate(nested).faults
        #expect(tooDeep.contains { $0.rule == .encoding(.tooDeep(limit: 64)) })
        let limit = CertificateStructure.largest
        let large = AnnotatedCertificate([UInt8](repeating: 0, count: limit + 1))
        #expect(large.faults.map(\.rule) == [.tooLarge(count: limit + 1, limit: limit)])
        let many = [0x30, 0x83, 0x01, 0x00, 0x00] + [UInt8](repeating: 0, count: 1 << 16)
        #expect(AnnotatedCertificate(many).fields.coverExactly(0..<many.count))
    }

    @Test func aCertificateThatIsCutOffIsReadUpToTheCutAndSaysWhereItIs() throws {
        let der = try Sample.pki().identity.chain[0]
        let whole = AnnotatedCertificate(der)
        #expect(whole.faults.isEmpty)
        for length in 1..<der.count {
            let cut = AnnotatedCertificate(Array(der.prefix(length)))
            #expect(cut.faults.contains { $0.isFatal }, "\(length)")
            #expect(cut.fields.coverExactly(0..<length), "\(length)")
            // What lies before the cut reads as it does in the whole.
            let before = whole.lines.filter { $0.node != nil && $0.children.isEmpty && $0.range.upperBound <= length }
            let found = Set(cut.lines.map { [$0.part.name, $0.value, "\($0.range)"] })
            for element in before where element.depth < 5 {
                #expect(found.contains([element.part.name, element.value, "\(element.range)"]), "\(length)")
            }
        }
        let last = try #require(AnnotatedCertificate(Array(der.dropLast())).faults.first)
        #expect(last == DERFault(at: 0, .encoding(.endsInsideContent(needed: der.count - 4, available: der.count - 5))))
    }

    @Test func anyOctetsChangedInAnyWayAReadingThatCoversThemAllAndNoMore() async throws {
        var specimens = try Sample.pki().identity.chain
        for recipe in MadeCertificates.recipes where ["RSA", "RSASSA-PSS", "P-384"].contains(recipe.description) {
            specimens.append(try await MadeCertificates.der(recipe))
        }
        forEachSeed(Self.count) { seed, generator in
            var der = specimens[Int(seed) % specimens.count]
            let issuer = AnnotatedCertificate(der)
            let interesting: [UInt8] = [0, 1, 0x1f, 0x30, 0x3f, 0x7f, 0x80, 0x81, 0x82, 0x84, 0x88, 0xff]
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !der.isEmpty {
                let place = Int.random(in: 0..<der.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: der[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: der[place] = interesting.randomElement(using: &generator) ?? 0
                case 2: der.insert(interesting.randomElement(using: &generator) ?? 0, at: place)
                case 3: der.remove(at: place)
                default: der[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                }
            }
            let certificate = AnnotatedCertificate(der)
            try #require(certificate.fields.coverExactly(0..<der.count))
            for fault in certificate.faults {
                try #require((0...der.count).contains(fault.offset) && !fault.sentence(in: .english).isEmpty)
            }
            // Curves take a while; a tenth of the signatures is enough.
            guard seed % 10 == 0 else { return }
            for key in [issuer, certificate] {
                let work = SignatureWork(of: certificate, issuer: key)
                if der != issuer.der, key == issuer, certificate.faults.isEmpty { _ = work.verified }
            }
            _ = ChainLink.links(of: [certificate, issuer])
            _ = certificate.alternativeNames
        }
    }

    @Test func anyOctetsAtAll() {
        forEachSeed(Self.count) { _, generator in
            let count = Int.random(in: 0...60, using: &generator)
            let der = [0x30, UInt8(count)] + generator.octets(count)
            let certificate = AnnotatedCertificate(der)
            try #require(certificate.fields.coverExactly(0..<der.count))
            _ = try? CertificateOctets.certificates(in: der)
            _ = try? CertificateOctets.certificates(in: Array(der.dropFirst(2)))
        }
    }
}
