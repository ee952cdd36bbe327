import Trace

/// A named part of a certificate, by the name that the ASN.1 module of its RFC gives it (RFC 5280 appendix A).
///
/// Each stands in a file of its topic beside this one, with its name, its source and its sentence. A language is added by one more
/// parameter of the initializer: the compiler then names each part that has no sentence in it.
public struct Part: Hashable, Sendable, Remark {
    /// The name in the RFC. Several parts may have one name, such as "version".
    public let name: String
    /// The section that defines it.
    public let cite: Citation
    /// One short sentence for a beginner; ``cite`` names its source.
    public let english: String

    /// A part.
    ///
    /// - Parameter english: one short sentence that explains the part to a beginner.
    init(_ name: String, _ cite: Citation, english: String) {
        self.name = name
        self.cite = cite
        self.english = english
    }
}
