/// A command line in a lesson, taken apart as a shell does it.
enum ShellWords {
    /// The words of one simple command; nil for what only a shell can do: pipes, redirections, several commands, variables.
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
