import ArgumentParser
import Attacks
import Render
import Trace

/// A server whose alerts decrypt for everybody, and one whose do not.
struct BleichenbacherCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bleichenbacher",
        abstract: "What does it cost when a server says that an encrypted premaster secret was not well formed?",
        discussion: """
            Carries out Bleichenbacher's attack (1998) on RSA key transport, twice: against a server that has an alert of its \
            own for a plaintext that does not begin with 00 02, and against this program's own. The attacker has a recording \
            and the public key, of 505 bits here so that it takes seconds; of the undefended server he gets the premaster \
            secret.

            EXAMPLE
              HandshakeSim attack bleichenbacher --seed 7
            """)

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @OptionGroup var colour: ColourOptions

    func run() throws {
        let text = AttackText(style: colour.style)
        for target in BleichenbacherAttack.Target.allCases {
            print(text.bleichenbacher(try BleichenbacherAttack.run(seed: seed, against: target)))
        }
    }
}

extension AttackText {
    /// Lines of progress that are shown.
    private static let lines = 12

    /// The attack on one server, step by step, with how it ended.
    func bleichenbacher(_ result: BleichenbacherAttack.Result) -> String {
        let isDefended = result.target == .defended
        var page = heading(isDefended ? "A random premaster secret instead" : "A server that says what was wrong")
        for (index, step) in result.steps.enumerated() {
            let number = Text.pad("\(index + 1).", to: 3, side: .right) + " "
            page += paragraph(step.finding.sentence(in: .english), indent: "    ", first: number)
            page += quantities(step.quantities)
        }
        let list = result.answers.map { "\($0.count) × \($0.alert)" }.joined(separator: ", ")
        page += "\n" + paragraph("\(result.queries) queries, each in a connection of its own: \(list).")
        guard result.premaster != nil else { return page + strong("✘ NOTHING LEARNED") + "\n" }
        return page + table(result.progress) + strong("✔ DECRYPTED") + "\n"
    }

    /// How few bits of the plaintext stay open, at some of the moments.
    private func table(_ progress: [BleichenbacherAttack.Progress]) -> String {
        let step = max(1, progress.count / Self.lines)
        let shown = progress.indices.filter { $0.isMultiple(of: step) || $0 == progress.count - 1 }
        return shown.map { index in
            let moment = progress[index]
            return "     after \(Text.pad("\(moment.queries)", to: 6, side: .right)) queries: "
                + "\(Text.pad("\(moment.openBits)", to: 3, side: .right)) bits open, "
                + "\(moment.intervals) interval\(moment.intervals == 1 ? "" : "s")\n"
        }.joined()
    }
}
