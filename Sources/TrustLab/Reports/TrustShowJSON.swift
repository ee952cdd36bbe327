import PKI
import Render
import Trace

/// Annotated certificates as JSON.
package enum TrustShowJSON {
    /// An array with an object for each element of each certificate, in the order of the octets.
    package static func list(_ certificates: [AnnotatedCertificate], _ sources: [CertificateSource]) -> JSON {
        .array(
            zip(certificates, sources).enumerated().flatMap { index, pair in
                list(pair.0.elements, path: "", inside: nil).map {
                    object(for: $0, of: pair.0, number: index, in: pair.1)
                }
            })
    }

    /// An element with its path, and the offset of the string that contains it. The offset is nil for an element outside of a string.
    private struct Place {
        let element: AnatomyElement
        let path: String
        let inside: Int?
    }

    private static func list(_ elements: [AnatomyElement], path: String, inside: Int?) -> [Place] {
        elements.flatMap { element in
            let path = path.isEmpty ? element.part.name : path + "." + element.part.name
            let inner = element.isWrapper ? element.range.lowerBound : inside
            return [Place(element: element, path: path, inside: inside)]
                + list(element.children, path: path, inside: inner)
        }
    }

    private static func object(
        for place: Place, of certificate: AnnotatedCertificate, number index: Int, in source: CertificateSource
    ) -> JSON {
        let element = place.element
        let isLeaf = element.children.isEmpty
        return .members(
            ("file", .string(source.path)),
            ("certificate", .number(index)),
            ("offset", .number(element.range.lowerBound)),
            ("header_length", .number(element.header.count)),
            ("length", .number(element.node?.length ?? element.content.count)),
            ("depth", .number(element.depth)),
            ("tag", .string(element.node?.tag.opensslName ?? "octets")),
            ("constructed", .bool(element.node?.tag.isConstructed ?? false)),
            ("inside", place.inside.map { .number($0) }),
            ("name", .string(element.part.name)),
            ("path", .string(place.path)),
            ("value", .string(element.value)),
            ("remark", element.remark.isEmpty ? nil : .string(element.remark)),
            ("oid", element.identifier.map { .string("\($0)") }),
            ("octets", isLeaf ? .string(Hex.string(certificate.der[element.content])) : nil),
            ("meaning", .string(element.part)),
            ("cite", .string("\(element.part.cite)"))
        )
    }
}
