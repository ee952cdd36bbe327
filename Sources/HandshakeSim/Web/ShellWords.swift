/// Splits a command line of a lesson into words, as a shell does.
enum ShellWords {
    /// The words of a simple command; nil if the line needs a shell: for a pipe, a redirection, several commands or a variable.
    static func words(of line: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if let open = quote {
                if character == open {
                    quote = nil
                } else {
                    word = (word ?? "") + String(character)
                }
                continue
            }
            switch character {
            case "'", "\"":
                quote = character
                word = word ?? ""
            case " ":
                if let whole = word { words.append(whole) }
                word = nil
            case "|", ">", "<", ";", "&", "$", "`", "\\": return nil
            default: word = (word ?? "") + String(character)
            }
        }
        if let whole = word { words.append(whole) }
        return quote == nil ? words : nil
    }
}
