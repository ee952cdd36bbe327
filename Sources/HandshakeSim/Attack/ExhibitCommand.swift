import ArgumentParser
import Museum
import Trace

/// A command that performs an exhibit.
protocol ShowingCommand: PageCommand {
    /// The exhibit with the options of the command; nil if the arguments do not ask for an exhibit.
    var show: ExhibitShow? { get }
}

/// The command of an older attack that is also an exhibit of the museum. If an option of exhibits is used, the command performs the
/// exhibit. Otherwise it carries out the older attack.
protocol OlderAttackCommand: ShowingCommand {
    /// The name of the attack, from which the exhibit follows.
    static var attack: AttackName { get }
    var seed: UInt64 { get }
    var exhibit: ExhibitOptions { get }
    /// Whether the arguments ask for the exhibit.
    var asksForExhibit: Bool { get }
    var output: OutputOptions { get }
    var page: PageOptions { get }
}

extension OlderAttackCommand {
    /// The exhibit with the options of the command, even if the arguments do not ask for it; nil if the museum has none.
    private var shown: ExhibitShow? {
        Self.attack.exhibit.map {
            ExhibitShow(exhibit: $0.exhibit, options: exhibit, seed: seed, output: output, page: page)
        }
    }

    var asksForExhibit: Bool { exhibit.areUsed }
    var show: ExhibitShow? { asksForExhibit ? shown : nil }

    /// The runs of the exhibit. An older attack that makes no runs is shown as its exhibit.
    func runs(while goesOn: (Int) -> Bool) throws -> RunSet { try shown?.set(while: goesOn) ?? .none }
}

extension AttackName {
    /// The exhibit that shows this attack; nil if the museum has none. "guess-isn" is the exhibit "isn-prediction".
    var exhibit: ExhibitName? {
        let name = self == .sequenceNumberGuess ? "isn-prediction" : rawValue
        return ExhibitName.allCases.first { $0.rawValue == name }
    }

    /// The part about the exhibit in the help of the attack's command.
    var exhibitHelp: String {
        """
        AS AN EXHIBIT
        With --defence off|on|both, --variant or --quiet the command performs an exhibit of the museum. \(exhibit?.card.help ?? "")
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
}

/// The command of an exhibit that has no options of its own.
struct ExhibitCommand<Shown: Exhibit>: ShowingCommand {
    static var words: String { "the exhibits of 'attack list'" }

    static var configuration: CommandConfiguration {
        let card = Shown.card
        return CommandConfiguration(
            commandName: card.name,
            abstract: card.headline.english + ".",
            discussion: """
                \(card.help)

                EXIT STATUS
                  0  she has reached her goal; of two runs, without the rule and not with it
                  3  she has not
                 70  the two runs are not as they should be: an error of this program

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
    /// The command that performs the exhibit: that of the older attack with the same name, if there is one.
    var command: any ParsableCommand.Type {
        func command<Shown: Exhibit>(_ exhibit: Shown.Type) -> any ParsableCommand.Type { ExhibitCommand<Shown>.self }
        return AttackName(rawValue: rawValue)?.command ?? command(exhibit)
    }
}
