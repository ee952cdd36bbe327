import Crypto
import Trace

/// A certificate with a name on each of its octets: what `openssl asn1parse` prints, with the meaning beside it.
///
/// Any octets can be given. Octets that can be read are named. ``faults`` lists the rules that the octets break, with the places.
public struct AnnotatedCertificate: Hashable, Sendable {
    /// The octets.
    public let der: [UInt8]
    /// The certificate, and the octets behind it if there are any. Together they cover every octet.
    public let elements: [AnatomyElement]
    /// The rules that are broken: first the fatal ones, from the outermost element inwards, then the others as they were found.
    public let faults: [DERFault]

    /// Names the octets of a certificate.
    public init(_ der: [UInt8]) {
        self.der = der
        guard !der.isEmpty else {
            elements = []
            faults = [DERFault(at: 0, .noOctets)]
            return
        }
        guard der.count <= CertificateStructure.largest else {
            elements = [AnnotatedCertificate.octets(0..<der.count, of: der, as: .unread)]
            faults = [DERFault(at: 0, .tooLarge(count: der.count, limit: CertificateStructure.largest))]
            return
        }
        var reader = DERReader(der)
        var map = CertificateMap(der)
        guard let root = reader.element(at: 0, before: der.count, depth: 0) else {
            elements = [AnnotatedCertificate.octets(0..<der.count, of: der, as: .unread)]
            faults = DERFault.all(reader.faults)
            return
        }
        let certificate = CertificateGrammar.certificate
        let component = certificate.matches(root.tag) ? certificate : Component(.unexpected, .any)
        elements = [map.element(root, as: component)] + AnnotatedCertificate.trailing(der, after: root)
        var found = DERFault.all(reader.faults) + map.faults
        if !certificate.matches(root.tag), !reader.isStopped {
            found.append(DERFault(at: 0, .wrongType(wanted: certificate.tags, found: root.tag)))
        }
        if root.content.upperBound < der.count, !reader.isStopped {
            found.append(
                DERFault(at: root.content.upperBound, .trailing(count: der.count - root.content.upperBound)))
        }
        faults = found.filter(\.isFatal) + found.filter { !$0.isFatal }
    }

    /// All elements in the order of their octets.
    public var lines: [AnatomyElement] { elements.flatMap(\.all) }

    /// The octets as annotated ranges whose leaves cover each of them once.
    public var fields: [Field] { elements.map(\.field) }

    /// The first element that is this part; nil if there is no such element.
    public func first(_ part: Part) -> AnatomyElement? {
        for element in elements {
            if let found = element.first(part) { return found }
        }
        return nil
    }

    /// The element of tbsCertificate itself that is this part. An extension may hold an element of the same part.
    package func tbs(_ part: Part) -> AnatomyElement? { first(.tbsCertificate)?.children.first { $0.part == part } }

    /// The innermost element of DER that contains the octet at this offset; nil if there is none.
    public func element(at offset: Int) -> AnatomyElement? {
        lines.last { $0.range.contains(offset) && $0.node != nil }
    }

    private static func trailing(_ der: [UInt8], after root: DERNode) -> [AnatomyElement] {
        let rest = root.content.upperBound..<der.count
        return rest.isEmpty ? [] : [octets(rest, of: der, as: .afterTheEnd)]
    }

    private static func octets(_ range: Range<Int>, of der: [UInt8], as part: Part) -> AnatomyElement {
        AnatomyElement(
            part: part, node: nil, range: range, depth: 0, value: Hex.string(der[range]), remark: "", identifier: nil,
            children: [], isWrapper: false)
    }
}
