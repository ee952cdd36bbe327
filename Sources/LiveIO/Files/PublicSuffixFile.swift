import PKI

/// The list of public suffixes that the system has installed.
package enum PublicSuffixFile {
    /// The path of the list in Debian's package publicsuffix. On other systems the file from ``source`` can be put there.
    package static let path = "/usr/share/publicsuffix/public_suffix_list.dat"

    /// Where the list is published.
    package static let source = "https://publicsuffix.org/list/public_suffix_list.dat"

    /// The list at ``path``; nil if it is not installed or cannot be read.
    package static func installed() -> PublicSuffixList? {
        guard let octets = try? InputFile.read(path, limit: 4 << 20) else { return nil }
        return PublicSuffixList(String(decoding: octets, as: UTF8.self))
    }
}
