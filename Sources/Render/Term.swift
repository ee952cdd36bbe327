import Trace

/// A term of the lessons, as their glossary explains it.
package struct Term: Hashable, Sendable {
    /// The spelling that the lessons use: "sequence number".
    package let name: String
    /// The name in English.
    package let english: String
    /// The heading above its explanation, which has both names where they differ.
    package let heading: String
    /// Other spellings.
    package let also: [String]
    /// What it means, in Markdown.
    package let text: String

    /// All spellings: its name first, and last the English one.
    package var spellings: [String] { [name] + also + (english == name ? [] : [english]) }

    /// The terms of a glossary in a language: a heading of the third level for each, and below it a paragraph, whose last sentence may be
    /// "Also: one spelling, another."
    ///
    /// In Chinese the heading is "sequence number（序号）", or "SYN" where the lessons use no other name, and the sentence is "又称：甲、乙。"
    package static func all(in markdown: String, _ language: Language) -> [Term] {
        let form = LessonForm.of(language)
        var terms: [Term] = []
        var heading: String?
        for block in Markdown.blocks(of: markdown) {
            switch block {
            case .heading(3, let text): heading = text
            case .paragraph(let text):
                guard let own = heading else { break }
                let parts = text.split(separator: form.also, maxSplits: 1)
                let spellings = parts.count > 1 ? parts[1].dropLast().split(separator: form.separator) : []
                let also = spellings.map { Text.trimmed($0.drop { $0 == " " }) }
                let names = names(in: own, language)
                terms.append(Term(name: names.own, english: names.english, heading: own, also: also, text: text))
                heading = nil
            default: break
            }
        }
        return terms
    }

    /// The name in the glossary's language, and the one in English.
    private static func names(in heading: String, _ language: Language) -> (own: String, english: String) {
        switch language {
        case .english: return (heading, heading)
        case .chinese:
            let parts = heading.split { "（）".contains($0) }.map(String.init)
            return (parts.last ?? heading, parts.first ?? heading)
        }
    }

    /// The id of the heading under which the glossary's page explains the term: "term-sequence-number". It is the same in each language.
    package var anchor: String { Term.anchor(english) }

    /// The id of the heading of a term with this English name.
    package static func anchor(_ name: String) -> String {
        (["term"] + name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init))
            .joined(separator: "-")
    }
}

/// The first use of each term in a text becomes a link to the glossary.
final class TermLinks {
    /// A spelling, whether its capital letters count, and its term.
    private typealias Spelling = (letters: [Character], isExact: Bool, term: Term)

    /// All spellings by their first letter in lower case. The longest spelling of a letter stands first.
    private var spellings: [Character: [Spelling]] = [:]
    private let page: String
    private var linked: Set<String> = []

    /// - Parameter page: the path to the glossary's page.
    init(_ terms: [Term], on page: String) {
        self.page = page
        for term in terms {
            for spelling in term.spellings {
                // Capital letters of a spelling count: "ACK" is not "ack". "sequence number" may begin a sentence.
                let isExact = spelling.contains(where: \.isUppercase)
                guard let first = spelling.lowercased().first else { continue }
                spellings[first, default: []].append((Array(isExact ? spelling : spelling.lowercased()), isExact, term))
            }
        }
        spellings = spellings.mapValues { $0.sorted { $0.letters.count > $1.letters.count } }
    }

    /// The HTML of a text, with a link at each term that was not linked before.
    ///
    /// - Parameter literal: escapes text for HTML.
    func html(_ text: String, _ literal: (String) -> String) -> String {
        let letters = Array(text)
        var html = ""
        var (start, place) = (0, 0)
        while place < letters.count {
            guard let (term, count) = term(in: letters, at: place) else {
                place += 1
                // A term begins where a word begins.
                while place < letters.count, Self.isInWord(letters[place - 1]), Self.isInWord(letters[place]) {
                    place += 1
                }
                continue
            }
            if linked.insert(term.name).inserted {
                html += literal(String(letters[start..<place]))
                let path = "\(page)#\(term.anchor)"
                html +=
                    "<a class=\"term\" href=\"\(WebPage.attribute(path))\">\(literal(String(letters[place..<(place + count)])))</a>"
                start = place + count
            }
            place += count
        }
        return html + literal(String(letters[start...]))
    }

    /// The term that begins at `place`, and the number of its letters without a plural "s"; nil if no term begins there.
    private func term(in letters: [Character], at place: Int) -> (Term, Int)? {
        guard let first = letters[place].lowercased().first else { return nil }
        for spelling in spellings[first] ?? [] {
            let end = place + spelling.letters.count
            guard end <= letters.count else { continue }
            let own = letters[place..<end]
            let isSame = zip(own, spelling.letters).allSatisfy { mine, theirs in
                mine == theirs || (!spelling.isExact && mine.lowercased() == String(theirs))
            }
            guard isSame else { continue }
            var after = end
            if after < letters.count, letters[after] == "s" { after += 1 }
            if after == letters.count || !Self.isInWord(letters[after]) || end == letters.count
                || !Self.isInWord(letters[end])
            {
                return (spelling.term, spelling.letters.count)
            }
        }
        return nil
    }

    /// Whether a letter can be part of a word: "TIME-WAIT" is one word. Between Han characters no mark says where a word begins: a term may
    /// stand anywhere among them.
    private static func isInWord(_ letter: Character) -> Bool {
        (letter.isLetter || letter.isNumber || letter == "-" || letter == "_") && Text.width(String(letter)) == 1
    }
}
