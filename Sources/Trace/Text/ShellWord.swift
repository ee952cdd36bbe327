extension StringProtocol {
    /// The text as one word of a shell command, to be pasted.
    ///
    /// Text in which no character is special to a shell stays as it is; other text is put in single quotes. A character that would not be
    /// ``legible`` there stands as octets in octal, `$'\012'`, which bash, zsh and ksh read: a raw line feed would end the line of the
    /// command.
    public var shellWord: String {
        let isPlain = utf8.allSatisfy { octet in
            (0x30...0x39).contains(octet) || (0x41...0x5a).contains(octet) || (0x61...0x7a).contains(octet)
                || "._-/:+,=@".utf8.contains(octet)
        }
        guard !isPlain || isEmpty else { return String(self) }
        guard !isEmpty else { return "''" }
        var word = ""
        var run = ""
        func flushed() -> String { run.isEmpty ? "" : "'" + run.replacing("'", with: "'\\''") + "'" }
        for scalar in unicodeScalars {
            run.unicodeScalars.append(scalar)
            guard run.legible != run else { continue }
            run.unicodeScalars.removeLast()
            word += flushed() + "$'" + String(scalar).utf8.map(Self.octal).joined() + "'"
            run = ""
        }
        return word + flushed()
    }

    private static func octal(_ octet: UInt8) -> String {
        "\\" + String(octet, radix: 8).zeroPadded(to: 3)
    }
}
