import Trace

/// A block of PEM: octets as text, in base 64 between the lines "-----BEGIN LABEL-----" and "-----END LABEL-----" (RFC 7468).
package struct PEM: Hashable, Sendable {
    /// What the octets are: "CERTIFICATE", "PRIVATE KEY".
    package let label: String
    /// The contents.
    package let octets: [UInt8]

    /// A block with these contents.
    package init(_ label: String, _ octets: [UInt8]) {
        self.label = label
        self.octets = octets
    }

    /// Why blocks cannot be read.
    package enum Fault: Error, Hashable, Sendable {
        /// The text has more octets than ``PEM/longestText``.
        case tooLong
        /// A block begins inside a block.
        case nested
        /// A block with this label has no end.
        case endless(String)
        /// The text of a block is no base 64, or there is none.
        case notBase64
    }

    /// The longest text that is read, in octets: more than ten certificates of a hundred kilobytes each.
    package static let longestText = 4 << 20

    /// The block as OpenSSL writes it, with a line end behind it.
    package var text: String {
        var rest = Substring(Base64.string(octets))
        var lines = ["-----BEGIN \(label)-----"]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        return lines.joined(separator: "\n") + "\n-----END \(label)-----\n"
    }

    /// The blocks of a text whose label is wanted, in their order. Other text between them and other blocks are passed over.
    ///
    /// RFC 7468 asks for lines of 64 characters. Real files have lines of any length, so these are read too.
    package static func blocks(
        in text: String, where isWanted: (String) -> Bool = { _ in true }
    ) throws(Fault) -> [PEM] {
        guard text.utf8.count <= longestText else { throw .tooLong }
        var blocks: [PEM] = []
        var open: (label: String, base64: [UInt8])?
        for line in lines(of: text.utf8) {
            if let label = label(of: line, after: "-----BEGIN "), isWanted(label) {
                guard open == nil else { throw .nested }
                open = (label, [])
            } else if let (label, base64) = open, self.label(of: line, after: "-----END ") == label {
                guard let octets = Base64.octets(base64), !octets.isEmpty else { throw .notBase64 }
                blocks.append(PEM(label, octets))
                open = nil
            } else if open != nil {
                open?.base64.append(contentsOf: line.filter { !isBlank($0) })
            }
        }
        if let open { throw .endless(open.label) }
        return blocks
    }

    /// The labels of the blocks of a file, each once. None for a file that is too long.
    package static func labels(in file: [UInt8]) -> [String] {
        guard file.count <= longestText else { return [] }
        var labels: [String] = []
        for line in lines(of: file) {
            guard let label = label(of: line, after: "-----BEGIN "), !labels.contains(label) else { continue }
            labels.append(label)
        }
        return labels
    }

    /// The three octets with which some editors begin a text in UTF-8.
    package static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// The lines of a text without empty lines, and without a byte order mark before the first.
    private static func lines<Octets: BidirectionalCollection<UInt8>>(of text: Octets) -> [Octets.SubSequence] {
        let text = text.starts(with: byteOrderMark) ? text.dropFirst(byteOrderMark.count) : text[...]
        // CR and LF each end a line: CR LF gives an additional empty line, which the split leaves out.
        return text.split { $0 == 0x0a || $0 == 0x0d }
    }

    /// The label of a line that begins with `mark` and ends in hyphens; nil for another line. Spaces and tabs around it do not count.
    private static func label(of line: some BidirectionalCollection<UInt8>, after mark: String) -> String? {
        let line = line.drop(while: isBlank)
        let hyphens = Array("-----".utf8)
        guard line.starts(with: mark.utf8) else { return nil }
        var rest = Array(line.dropFirst(mark.utf8.count))
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        guard rest.count > hyphens.count, rest.suffix(hyphens.count).elementsEqual(hyphens) else { return nil }
        return String(decoding: rest.dropLast(hyphens.count), as: UTF8.self)
    }

    private static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 }
}
