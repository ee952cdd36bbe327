import ArgumentParser
import Attacks
import Render
import Trace

/// A server that tells too much, and one that does not.
struct PaddingOracleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "padding-oracle",
        abstract: "What does it cost when a server says that the padding was wrong?",
        discussion: """
            Carries out the attack of Vaudenay (2002) on a CBC suite of TLS, twice: against a server that tells wrong padding \
            from a wrong MAC, as TLS 1.0 had it, and against one of today. The attacker has no key. He changes one record in \
            each connection and looks at the alert; of the undefended server he reads a cookie, octet by octet.

            EXAMPLE
              HandshakeSim attack padding-oracle --seed 7
            """)

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @OptionGroup var colour: ColourOptions

    func run() {
        let text = AttackText(style: colour.style)
        for target in PaddingOracleAttack.Target.allCases {
            let result = PaddingOracleAttack.run(seed: seed, against: target)
            print(text.paddingOracle(result))
        }
    }
}

extension AttackText {
    /// The attack on one server, step by step, with how it ended.
    func paddingOracle(_ result: PaddingOracleAttack.Result) -> String {
        let isDefended = result.target == .defended
        var page = heading(isDefended ? "One answer for both" : "A server that says what was wrong")
        for (index, step) in result.steps.enumerated() {
            let number = Text.pad("\(index + 1).", to: 3, side: .right) + " "
            page += paragraph(step.finding.sentence(in: .english), indent: "    ", first: number)
            page += quantities(step.quantities)
        }
        page += "\n" + answers(result)
        guard let secret = result.secret else { return page + strong("✘ NOTHING LEARNED") + "\n" }
        return page + table(result) + strong("✔ READ: \(String(decoding: secret, as: UTF8.self))") + "\n"
    }

    private func answers(_ result: PaddingOracleAttack.Result) -> String {
        let list = result.answers.map { "\($0.count) × \($0.alert)" }.joined(separator: ", ")
        return paragraph("\(result.queries) queries, each in a connection of its own: \(list).")
    }

    /// What each octet took, in the order in which they were found.
    private func table(_ result: PaddingOracleAttack.Result) -> String {
        result.finds.map { find in
            let character = String(decoding: [find.octet], as: UTF8.self)
            let place = Text.pad("\(find.place + 1)", to: 2, side: .right)
            return "     octet \(place): \(Hex.string([find.octet])) \(Text.legible(character)) "
                + "after \(Text.pad("\(find.queries)", to: 3, side: .right)) queries\n"
        }.joined()
    }
}
