import ArgumentParser
import Misconceptions
import Museum
import Render
import Simulator
import Trace
import TrustLab

/// Where a word is found that a user enters in place of a command: a term, an exhibit, a scenario, a claim, an error of Apple.
enum WordSearch {
    /// A command line that tells more, and what it tells.
    struct Hit: Hashable {
        let command: String
        let told: Words

        var words: String { told.english }

        init(command: String, words: Words) { (self.command, told) = (command, words) }
    }

    /// The words for which a question is not told from another one.
    private static let small: Set<String> = [
        "a", "an", "and", "are", "can", "do", "does", "for", "how", "i", "in", "is", "it", "me", "mean", "my", "of",
        "on", "show", "the",
        "this", "to", "was", "what", "why", "with",
    ]

    /// The same in Chinese, which has no spaces between words.
    private static let smallInChinese = ["什么是", "是什么", "什么叫", "为什么", "怎么", "如何", "意思"]

    /// What has the words as its name, and then what speaks of it: the words as they are, or else without the small words of a question.
    /// Empty if nothing has this name.
    static func named(_ words: [String]) -> [Hit] {
        first(words) { text, name in name.isEmpty ? [] : name + speaking(text) }
    }

    /// What speaks of the words, where nothing has them as its name.
    static func mentioned(_ words: [String]) -> [Hit] { first(words) { text, _ in speaking(text) } }

    private static func first(_ words: [String], _ found: (String, [Hit]) -> [Hit]) -> [Hit] {
        let telling = words.flatMap { $0.split(separator: " ").map { $0.filter { !"?？".contains($0) } } }
            .filter { !small.contains($0.lowercased()) }
            .map { word in smallInChinese.reduce(word) { $0.replacing($1, with: "") } }
        var hits: [Hit] = []
        for text in [words, telling].map({ $0.joined(separator: " ") }) where hits.isEmpty {
            hits = found(text, named(text: text))
        }
        var seen: Set<Hit> = []
        return hits.filter { seen.insert($0).inserted }
    }

    /// The hits as a text, in the order: what the word is, what shows it, what speaks of it.
    static func text(_ words: [String], _ hits: [Hit], style: PageStyle) -> String {
        let asked = "'\(words.joined(separator: " ").legible)'"
        let head = Words(
            english: "\(asked) is no command. It is found here:", chinese: "\(asked) 不是命令。在这些地方可以找到它："
        ).sentence(in: style.language)
        let list = NamedList(hits.map { ["  " + $0.command, $0.told.sentence(in: style.language)] }).text(style: style)
        // The argument parser adds the last line feed.
        return Text.wrap(head, to: style.columns).joined(separator: "\n") + "\n\n" + list.dropLast()
    }

    /// All names that a user may want to enter, each with the command line that shows what it names.
    static var names: [(name: String, command: String)] {
        HandshakeSim.tree.map { ($0.path.last ?? "", command($0.path)) }
            + ExhibitName.allCases.map { ($0.rawValue, command(["attack", $0.rawValue])) }
            + TCPCommand.Show.names.map { ($0.name, command(["tcp", $0.name])) }
            + Catalogue.terms(in: .english).map { ($0.name, command(["lesson", "--term", $0.name])) }
    }

    // MARK: The places

    private static func named(text: String) -> [Hit] {
        let wanted = folded(text)
        guard !wanted.isEmpty else { return [] }
        return errors(text) + terms(wanted) + commands(wanted) + exhibits(wanted, byName: true)
            + scenarios(wanted, byName: true) + chains(wanted)
    }

    private static func speaking(_ text: String) -> [Hit] {
        let wanted = folded(text)
        // A single letter or a number is in too many sentences.
        guard wanted.contains(where: \.isLetter), wanted.count > (isChinese(wanted) ? 1 : 2) else { return [] }
        return lessons(wanted) + scenarios(wanted, byName: false) + exhibits(wanted, byName: false) + claims(wanted)
    }

    private static func command(_ words: [String]) -> String {
        "HandshakeSim " + words.map(\.shellWord).joined(separator: " ")
    }

    /// The errors of Apple whose names or numbers are in the text, as people copy it: "-9807", "NSURLErrorDomain Code=-1202",
    /// "kCFURLErrorTimedOut". A number of four digits alone may have lost its sign.
    private static func errors(_ text: String) -> [Hit] {
        let alone = Int(text).flatMap { $0 >= 1_000 ? [-$0] : nil } ?? []
        let parts = text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }
        let numbers = Set(parts.compactMap { Int($0) }.filter { $0 < 0 } + alone)
        // CFNetwork's names of the same numbers begin in another way.
        let names = Set(parts.map { $0.lowercased().replacing("kcfurlerror", with: "nsurlerror") })
        func isMeant(_ name: String, _ number: Int) -> Bool {
            names.contains(name.lowercased()) || numbers.contains(number)
        }
        let modelled = AppleError.allCases.filter { isMeant($0.name, $0.rawValue) }.map { error in
            let says = error.localizedDescription(host: "HOST")
            return doctor(
                Words(
                    english: "finds why an app sees \(error.text) of \(error.domain.rawValue)"
                        + (says.map { ": " + $0.english } ?? "."),
                    chinese: "查出应用为什么得到 \(error.domain.rawValue) 的 \(error.text)"
                        + (says.map { "：" + $0.chinese } ?? "。")))
        }
        let named = NamedAppleError.all.filter { isMeant($0.name, $0.number) }.map { error in
            doctor(
                Words(
                    english:
                        "\(error.text) of \(error.origin): \(error.english). This says whether an app would connect, and why not.",
                    chinese: "\(error.origin) 的 \(error.text)：\(error.chinese)。这个命令说明应用会不会连接，以及为什么不会。"))
        }
        return modelled + named
    }

    private static func doctor(_ words: Words) -> Hit { Hit(command: "HandshakeSim doctor HOST:443", words: words) }

    private static func terms(_ wanted: String) -> [Hit] {
        let chinese = Dictionary(
            Catalogue.terms(in: .chinese).map { ($0.english, $0) }, uniquingKeysWith: { one, _ in one })
        return Catalogue.terms(in: .english).filter { term in
            (term.spellings + (chinese[term.english]?.spellings ?? [])).contains { isSame(folded($0), wanted) }
        }.map { term in
            let own = chinese[term.english].map { Text.sentences($0.text, in: .chinese).first ?? "" }
            let first = Text.sentences(term.text).first ?? ""
            let texts = [first, own ?? first]
            return Hit(
                command: command(["lesson", "--term", term.name]), words: Words(english: texts[0], chinese: texts[1]))
        }
    }

    private static func commands(_ wanted: String) -> [Hit] {
        let options = OptionType.all(of: Run.self)
        let flag = options["--" + wanted].map { $0.value == nil } == true
        let visit = Words(english: "a visit with the option --\(wanted)", chinese: "带选项 --\(wanted) 的访问")
        return (flag ? [Hit(command: command(["--" + wanted]), words: visit)] : [])
            + HandshakeSim.tree.filter { $0.path.count > 1 && $0.path.last == wanted && $0.path.first != "attack" }
            // Help is English.
            .map { Hit(command: command($0.path), words: Words(same: $0.type.configuration.abstract)) }
    }

    private static func exhibits(_ wanted: String, byName: Bool) -> [Hit] {
        let cards = ExhibitName.allCases.map(\.card)
        let found = cards.filter { card in
            let names = [card.name] + card.cves
            let parts: [CardPart] = [.title, .act, .mistake]
            return byName
                ? names.contains { folded($0) == wanted }
                : parts.contains { mentions(card.words($0), wanted) }
        }
        return found.prefix(2).map {
            Hit(
                command: command(["attack", $0.name]),
                words: Words(english: $0.headline.english + ".", chinese: $0.headline.chinese + "。"))
        }
    }

    private static func scenarios(_ wanted: String, byName: Bool) -> [Hit] {
        let figures = Scenario.all.map { (name: $0.name, title: Words($0.title), texts: [Words]()) }
        let examples = Counterexample.all.map { example in
            let texts = example.trials.flatMap { [Words($0), Words($0.mistake), Words($0.answer)] }
            return (name: example.name, title: Words(example), texts: texts)
        }
        let found = (examples + figures).filter { scenario in
            byName
                ? folded(scenario.name) == wanted
                : ([Words(same: scenario.name), scenario.title] + scenario.texts).contains { mentions($0, wanted) }
        }
        return found.prefix(2).map { Hit(command: command(["tcp", $0.name]), words: $0.title) }
    }

    private static func chains(_ wanted: String) -> [Hit] {
        TrustScenario.all.filter { folded($0.name) == wanted }.map {
            Hit(
                command: command(["trust", "matrix", "--scenario", $0.name, "--why"]),
                words: Words(english: "which policies accept this chain, and why", chinese: "哪些策略接受这条证书链，以及为什么"))
        }
    }

    /// The lessons about the word: those whose title or summary has it, or else the one that uses it most.
    private static func lessons(_ wanted: String) -> [Hit] {
        guard let english = try? Catalogue.lessons(in: .english), let chinese = try? Catalogue.lessons(in: .chinese)
        else { return [] }
        let lessons = zip(english, chinese).map { one, other in
            (
                number: one.number, text: isChinese(wanted) ? other.markdown : one.markdown,
                words: Words(english: "\(one.title). \(one.summary)", chinese: "\(other.title)：\(other.summary)")
            )
        }
        let about = lessons.filter { mentions($0.words, wanted) }.prefix(2)
        let counted = lessons.map { lesson in
            let text = "-" + folded(lesson.text) + "-"
            return (lesson, count: text.ranges(of: isChinese(wanted) ? wanted : "-\(wanted)-").count)
        }
        let most = counted.max { $0.count < $1.count }.flatMap { $0.count >= 3 ? $0.0 : nil }
        return (about.isEmpty ? most.map { [$0] } ?? [] : Array(about)).map {
            Hit(command: command(["lesson", String($0.number)]), words: $0.words)
        }
    }

    private static func claims(_ wanted: String) -> [Hit] {
        let found = Claim.all.filter { mentions($0.claim, wanted) }
        return found.prefix(2).map {
            Hit(
                command: command(["clinic", String($0.number)]),
                words: Words(english: "“\($0.claim.english)”", chinese: "“\($0.claim.chinese)”"))
        }
    }

    // MARK: Words

    /// Letters and digits in lower case, with one hyphen for all that stands between them.
    private static func folded(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }

    private static func isSame(_ one: String, _ other: String) -> Bool { one == other || one + "s" == other }

    /// Whether the folded words are Chinese. Then they are looked for in Chinese texts, in which they may stand inside of a word.
    private static func isChinese(_ wanted: String) -> Bool {
        wanted.contains { ("\u{3400}"..."\u{9fff}").contains($0) }
    }

    /// Whether a text has the folded words, whole or in the plural.
    private static func mentions(_ words: Words, _ wanted: String) -> Bool {
        guard !isChinese(wanted) else { return folded(words.chinese).contains(wanted) }
        let text = "-" + folded(words.english) + "-"
        return text.contains("-\(wanted)-") || text.contains("-\(wanted)s-")
    }
}
