import Trace

/// A named part of a certificate, by the name that the ASN.1 module of its RFC gives it (RFC 5280 appendix A).
///
/// Each part is a constant in the file of its topic, with its name, its source and its sentence. To add a language, add a
/// parameter to the initializer: the compiler then names each part that has no sentence in that language.
public struct Part: Hashable, Sendable, Remark {
    /// The name in the RFC. Several parts may have one name, such as "version".
    public let name: String
    /// The section that defines it.
    public let cite: Citation
    /// One short sentence for a beginner; ``cite`` names its source.
    public let english: String
    /// The sentence in Chinese.
    public let chinese: String

    /// A part with its name, its source and its sentence.
    init(_ name: String, _ cite: Citation, english: String, chinese: String) {
        self.name = name
        self.cite = cite
        self.english = english
        self.chinese = chinese
    }
}
