import ArgumentParser
import Museum
import Trace

/// A command that performs an exhibit.
protocol ShowingCommand: PageCommand {
    /// The exhibit with the options of the command; nil if the arguments ask for something beside its performances.
    var show: ExhibitShow? { get }
}

extension ShowingCommand {
    static var words: String { "the exhibits of 'attack list'" }
}

/// The command of an exhibit that has options of its own. They choose what is told in place of the performances: cases of the exhibit.
protocol CasesCommand: ShowingCommand {
    /// The name of the attack, from which the exhibit follows.
    static var attack: AttackName { get }
    var seed: UInt64 { get }
    var exhibit: ExhibitOptions { get }
    var output: OutputOptions { get }
    var page: PageOptions { get }
    /// The options that choose cases, by their names, and whether each is used.
    var choices: KeyValuePairs<String, Bool> { get }
}

extension CasesCommand {
    /// The exhibit with the options of the command, even if the arguments choose cases.
    private var shown: ExhibitShow? {
        Self.attack.exhibit.map {
            ExhibitShow(exhibit: $0.exhibit, options: exhibit, seed: seed, output: output, page: page)
        }
    }

    var show: ExhibitShow? { choices.contains { $0.value } ? nil : shown }

    /// The runs of the exhibit. Cases that have no runs are shown as their exhibit.
    func runs(while goesOn: (Int) -> Bool) throws -> RunSet { try shown?.set(while: goesOn) ?? .none }
}

extension AttackName {
    /// The exhibit that shows this attack; nil if the museum has none. "guess-isn" is the exhibit "isn-prediction".
    var exhibit: ExhibitName? {
        let name = self == .sequenceNumberGuess ? "isn-prediction" : rawValue
        return ExhibitName.allCases.first { $0.rawValue == name }
    }

    /// What the attack does, in the list of attacks.
    var abstract: String { exhibit.map { $0.card.headline.english + "." } ?? "" }

    /// The part about the exhibit in the help of the attack's command.
    ///
    /// - Parameter options: the names of the options that choose cases.
    func exhibitHelp(without options: String) -> String {
        """
        THE EXHIBIT
        Without \(options) the command performs the exhibit. After the two stories of --defence both, the default, it prints the table. \
        \(exhibit?.card.help ?? "")
        """
    }
}

extension Card {
    /// The description of the exhibit in the help of its command.
    var help: String {
        let variants = variants.count < 2 ? "" : "\n\nVARIANTS\n  \(variants.joined(separator: ", "))"
        let parts = [.mistake, .goal].map { words($0).sentence(in: .english) }
        return """
            \(parts.joined(separator: " ")) The attack is carried out without the rule and with it: \
            \(words(.defence).sentence(in: .english))\(variants)
            """
    }

    /// The exit status of an exhibit, in the help of its command.
    static let exitStatus = """
        EXIT STATUS
          0  she has reached her goal; of two runs, without the rule and not with it
          3  she has not
         70  the two runs are not as they should be: an error of this program
        """

    /// The same for a command that also tells cases.
    static let exitStatusOfCases = exitStatus + "\n  0  of cases: they have been carried out, whatever came of them"
}

/// The command of an exhibit that has no options of its own.
struct ExhibitCommand<Shown: Exhibit>: ShowingCommand {
    static var configuration: CommandConfiguration {
        let card = Shown.card
        return CommandConfiguration(
            commandName: card.name,
            abstract: card.headline.english + ".",
            discussion: """
                \(card.help)

                \(Card.exitStatus)

                EXAMPLE
                  HandshakeSim attack \(card.name) --seed 7 --pcap run.pcapng
                """)
    }

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @OptionGroup var exhibit: ExhibitOptions

    @Option(
        help: .text(
            "Attack this recording, a pcap or pcapng file, in place of one that is performed. Only where a recording gives "
                + "her something.",
            for: "file"))
    var capture: InputPath?

    @OptionGroup var output: OutputOptions
    @OptionGroup var page: PageOptions

    private var shown: ExhibitShow {
        ExhibitShow(exhibit: Shown.self, options: exhibit, seed: seed, output: output, page: page, capture: capture)
    }

    var show: ExhibitShow? { shown }

    func run() throws { try shown.run() }

    func runs(while goesOn: (Int) -> Bool) throws -> RunSet { try shown.set(while: goesOn) }
}

extension ExhibitName {
    /// The command that performs the exhibit: a command with options of its own, if there is one.
    var command: any ParsableCommand.Type {
        func command<Shown: Exhibit>(_ exhibit: Shown.Type) -> any ParsableCommand.Type { ExhibitCommand<Shown>.self }
        return AttackName(rawValue: rawValue)?.command ?? command(exhibit)
    }
}
