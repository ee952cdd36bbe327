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
        let words: String
    }

    /// The words for which a question is not told from another one.
    private static let small: Set<String> = [
        "a", "an", "and", "are", "can", "do", "does", "for", "how", "i", "in", "is", "it", "me", "mean", "my", "of",
        "on", "show", "the",
        "this", "to", "was", "what", "why", "with",
    ]

    /// What has the words as its name, and then what speaks of it: the words as they are, or else without the small words of a question.
    /// Empty if nothing has this name.
    static func named(_ words: [String]) -> [Hit] {
        first(words) { text, name in name.isEmpty ? [] : name + speaking(text) }
    }

    /// What speaks of the words, where nothing has them as its name.
    static func mentioned(_ words: [String]) -> [Hit] { first(words) { text, _ in speaking(text) } }

    private static func first(_ words: [String], _ found: (String, [Hit]) -> [Hit]) -> [Hit] {
        let telling = words.flatMap { $0.split(separator: " ").map { $0.filter { $0 != "?" } } }
            .filter { !small.contains($0.lowercased()) }
        var hits: [Hit] = []
        for text in [words, telling].map({ $0.joined(separator: " ") }) where hits.isEmpty {
            hits = found(text, named(text: text))
        }
        var seen: Set<Hit> = []
        return hits.filter { seen.insert($0).inserted }
    }

    /// The hits as a text, in the order: what the word is, what shows it, what speaks of it.
    static func text(_ words: [String], _ hits: [Hit], style: PageStyle) -> String {
        let head = "'\(words.joined(separator: " ").legible)' is no command. It is found here:"
        let list = NamedList(hits.map { ["  " + $0.command, $0.words] }).text(style: style)
        // The argument parser adds the last line feed.
        return Text.wrap(head, to: style.columns).joined(separator: "\n") + "\n\n" + list.dropLast()
    }

    /// All names that a user may want to enter, each with the command line that shows what it names.
    static var names: [(name: String, command: String)] {
        HandshakeSim.tree.map { ($0.path.last ?? "", command($0.path)) }
            + ExhibitName.allCases.map { ($0.rawValue, command(["attack", $0.rawValue])) }
            + TCPCommand.Show.names.map { ($0.name, command(["tcp", $0.name])) }
            + Catalogue.terms.map { ($0.name, command(["lesson", "--term", $0.name])) }
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
        guard wanted.contains(where: \.isLetter), wanted.count > 2 else { return [] }
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
            let says = error.localizedDescription(host: "HOST").map { ": " + $0.english } ?? "."
            return doctor("finds why an app sees \(error.text) of \(error.domain.rawValue)" + says)
        }
        let named = NamedAppleError.all.filter { isMeant($0.name, $0.number) }.map { error in
            doctor(
                "\(error.text) of \(error.origin): \(error.words). This says whether an app would connect, and why not."
            )
        }
        return modelled + named
    }

    private static func doctor(_ words: String) -> Hit { Hit(command: "HandshakeSim doctor HOST:443", words: words) }

    private static func terms(_ wanted: String) -> [Hit] {
        Catalogue.terms.filter { ([$0.name] + $0.also).contains { isSame(folded($0), wanted) } }.map {
            Hit(command: command(["lesson", "--term", $0.name]), words: Text.sentences($0.text).first ?? "")
        }
    }

    private static func commands(_ wanted: String) -> [Hit] {
        let options = OptionType.all(of: Run.self)
        let flag = options["--" + wanted].map { $0.value == nil } == true
        return (flag ? [Hit(command: command(["--" + wanted]), words: "a visit with the option --\(wanted)")] : [])
            + HandshakeSim.tree.filter { $0.path.count > 1 && $0.path.last == wanted && $0.path.first != "attack" }
            .map { Hit(command: command($0.path), words: $0.type.configuration.abstract) }
    }

    private static func exhibits(_ wanted: String, byName: Bool) -> [Hit] {
        let cards = ExhibitName.allCases.map(\.card)
        let found = cards.filter { card in
            let names = [card.name] + card.cves
            let parts: [CardPart] = [.title, .act, .mistake]
            return byName
                ? names.contains { folded($0) == wanted }
                : parts.contains { mentions(card.words($0).english, wanted) }
        }
        return found.prefix(2).map {
            Hit(command: command(["attack", $0.name]), words: $0.headline.english + ".")
        }
    }

    private static func scenarios(_ wanted: String, byName: Bool) -> [Hit] {
        let figures = Scenario.all.map { (name: $0.name, title: $0.title.sentence(in: .english), texts: [String]()) }
        let examples = Counterexample.all.map { example in
            let texts = example.trials.flatMap { [$0.english, $0.mistake.english, $0.answer.english] }
            return (name: example.name, title: example.english, texts: texts)
        }
        let found = (examples + figures).filter { scenario in
            byName
                ? folded(scenario.name) == wanted
                : ([scenario.name, scenario.title] + scenario.texts).contains { mentions($0, wanted) }
        }
        return found.prefix(2).map { Hit(command: command(["tcp", $0.name]), words: $0.title) }
    }

    private static func chains(_ wanted: String) -> [Hit] {
        TrustScenario.all.filter { folded($0.name) == wanted }.map {
            Hit(
                command: command(["trust", "matrix", "--scenario", $0.name, "--why"]),
                words: "which policies accept this chain, and why")
        }
    }

    /// The lessons about the word: those whose title or summary has it, or else the one that uses it most.
    private static func lessons(_ wanted: String) -> [Hit] {
        let lessons = (try? Catalogue.lessons()) ?? []
        let about = lessons.filter { mentions($0.title, wanted) || mentions($0.summary, wanted) }.prefix(2)
        let counted = lessons.map { lesson in
            (lesson, count: ("-" + folded(lesson.markdown) + "-").ranges(of: "-\(wanted)-").count)
        }
        let most = counted.max { $0.count < $1.count }.flatMap { $0.count >= 3 ? $0.0 : nil }
        return (about.isEmpty ? most.map { [$0] } ?? [] : Array(about)).map {
            Hit(command: command(["lesson", String($0.number)]), words: "\($0.title). \($0.summary)")
        }
    }

    private static func claims(_ wanted: String) -> [Hit] {
        let found = Claim.all.filter { mentions($0.claim.english, wanted) }
        return found.prefix(2).map {
            Hit(command: command(["clinic", String($0.number)]), words: "“\($0.claim.english)”")
        }
    }

    // MARK: Words

    /// Letters and digits in lower case, with one hyphen for all that stands between them.
    private static func folded(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }

    private static func isSame(_ one: String, _ other: String) -> Bool { one == other || one + "s" == other }

    /// Whether a text has the folded words, whole or in the plural.
    private static func mentions(_ text: String, _ wanted: String) -> Bool {
        let text = "-" + folded(text) + "-"
        return text.contains("-\(wanted)-") || text.contains("-\(wanted)s-")
    }
}
