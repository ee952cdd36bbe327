import TestSupport
import Testing

@testable import HandshakeSim

/// What a wrong command line is answered with: what is wrong, why, and what to enter.
@Suite struct ErrorPageTests {
    /// A command line, and words that its answer must have.
    struct Mistake: CustomTestStringConvertible {
        let arguments: [String]
        let answer: [String]
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ line: String, _ answer: String...) {
            arguments = line.split(separator: " ").map { String($0) }
            self.answer = answer
        }
    }

    private static let mistakes = [
        // Commands, subcommands, and names of what is shown.
        Mistake("leson 1", "'leson' is no command", "Try:   HandshakeSim lesson 1\n", "HandshakeSim --help"),
        Mistake("lesson1", "HandshakeSim lesson\n"), Mistake("comapre rsa dhe", "HandshakeSim compare rsa dhe\n"),
        Mistake("attack mtim", "'attack' has no 'mtim'", "HandshakeSim attack mitm\n"),
        Mistake("attack heart-bleed", "HandshakeSim attack heartbleed\n"),
        Mistake("attack why-2msl", "HandshakeSim tcp why-2msl\n"),
        Mistake("trust mtrix", "HandshakeSim trust matrix\n"), Mistake("class papr", "HandshakeSim class paper\n"),
        Mistake("help nothing", "'nothing' is no command"), Mistake("help leson", "HandshakeSim help lesson\n"),
        Mistake("serv --open", "HandshakeSim serve"), Mistake("-9999", "'-9999' is no command", "No error of Apple"),
        Mistake("help attack mtim", "HandshakeSim help attack mitm\n"),
        Mistake("frobnicate", "is no command", "HandshakeSim --help"),
        // Names in arguments and in values of options.
        Mistake("tcp why2", "No scenario is named why2", "HandshakeSim tcp why-2msl\n"),
        Mistake("tcp figure8", "HandshakeSim tcp figure-8\n"),
        Mistake("compare rsa dheh", "HandshakeSim compare rsa dhe\n"),
        Mistake("compare rsa,dhe", "HandshakeSim compare --help"),
        Mistake("--dh --detail mesages", "HandshakeSim --dh --detail messages\n"),
        Mistake("--dh --attacker onloker", "rst-injection", "HandshakeSim --dh --attacker onlooker\n"),
        Mistake("--dh --attacker x", "rst-injection", "Try:   HandshakeSim run --help\n"),
        Mistake("--dh --detail=mesages", "HandshakeSim --dh --detail=messages\n"),
        Mistake("--tls13 --group x25591", "HandshakeSim --tls13 --group x25519\n"),
        Mistake("--group x25519", "HandshakeSim --tls13 --group x25519\n"),
        Mistake("--group ffdhe2049", "HandshakeSim --group ffdhe2048\n"),
        Mistake("lesson --term TIME-WAI", "HandshakeSim lesson --term TIME-WAIT\n"),
        Mistake("trust matrix --scenario expird", "HandshakeSim trust matrix --scenario expired\n"),
        Mistake("attack replay --variant fixd", "HandshakeSim attack replay --variant fixed\n"),
        // Options.
        Mistake("--foo", "Unknown option '--foo'.", "No other command has it either.", "HandshakeSim run --help"),
        Mistake("--anchors root.pem", "Help:  'run' has no such option. 'trust evaluate', ", "other commands have it."),
        Mistake("lesson 1 --step", "Help:  'lesson' has no such option. 'run' has it."),
        Mistake("--sead 7", "HandshakeSim --seed 7\n"), Mistake("--tls1.3", "HandshakeSim --tls13\n"),
        Mistake("--seed -1", "'-1' is not allowed for '--seed'", "0 to 2^64 - 1"),
        Mistake("--seed", "Missing value for '--seed"), Mistake("--seed many", "--seed <seed>"),
        Mistake("trust show", "Missing expected argument", "Usage: HandshakeSim trust show"),
        Mistake("lesson 99", "There is no lesson 99", "HandshakeSim lesson --help"),
        Mistake("clinic 3000", "There is no claim 3000", "HandshakeSim clinic --help"),
    ]

    /// The command lines, for other tests.
    static let lines = mistakes.map(\.arguments)

    @Test(arguments: mistakes)
    func aMistakeIsAnsweredWithWhatToEnter(mistake: Mistake) async throws {
        let result = try await BuiltProgram.run(mistake.arguments, environment: ["COLUMNS": "120"])
        #expect(result.status == 64)
        #expect(result.standardOutput.isEmpty)
        let text = result.standardError
        #expect(text.hasPrefix("Error: "))
        for words in mistake.answer { #expect(text.contains(words), "\(text)") }
        // The parser's own suggestion was the option that has one letter in common.
        #expect(!text.contains("Did you mean '--root'"))
        let last = text.split(separator: "\n").last ?? ""
        #expect(last.contains("HandshakeSim") && last.hasSuffix("--help"), "\(text)")
    }

    /// A file that is not there: what is spelled like it is offered, and a directory that is missing can be made.
    @Test func aFileThatIsNotThereIsLookedForBesideItsPlace() async throws {
        try await TemporaryDirectory.use { folder in
            try folder.write([], to: "trace.pcapng")
            let wrong = folder.path(of: "trcae.pcapng")
            let result = try await BuiltProgram.run(["explain", wrong], environment: ["COLUMNS": "500"])
            #expect(result.status == 1)
            let lines = result.standardError.split(separator: "\n").map { String($0) }
            #expect(lines.first == "Error: cannot read \(wrong): there is no such file")
            #expect(lines.contains("Try:   HandshakeSim explain \(folder.path(of: "trace.pcapng"))"))
            #expect(lines.last == "       HandshakeSim explain --help")
            let file = folder.path(of: "new/run.json")
            let other = try await BuiltProgram.run(["--dh", "--json", file], environment: ["COLUMNS": "500"])
            #expect(other.status != 0)
            #expect(
                other.standardError.hasSuffix("Try:   mkdir -p \(folder.path(of: "new"))\n"), "\(other.standardError)")
        }
    }

    /// An error of a thousand characters is read in a terminal of eighty columns.
    @Test(arguments: ["tcp why2", "lesson 99", "compare rsa dheh", "trust pin", "--cipher nonsense", "frobnicate"])
    func anErrorFitsTheTerminal(line: String) async throws {
        let arguments = line.split(separator: " ").map { String($0) }
        let result = try await BuiltProgram.run(arguments, environment: ["COLUMNS": "80"])
        #expect(result.status == 64)
        let wide = result.standardError.split(separator: "\n").filter { $0.count > 80 }
        #expect(wide.isEmpty, "\(wide)")
    }

    @Test func aVisitOfCompareMayHaveTheNameOfItsOption() async throws {
        let command = await HandshakeSim.command(of: ["compare", "rsa", "dh"])
        #expect((command as? CompareCommand)?.visits == [.rsa, .dhe])
    }

    @Test(arguments: [
        ("lesson", "leson", 1), ("mitm", "mtim", 1), ("a", "", 1), ("abc", "abc", 0), ("kitten", "sitting", 3),
    ])
    func distance(one: String, other: String, expected: Int) {
        #expect(Spelling.distance(Array(one), Array(other)) == expected)
        #expect(Spelling.distance(Array(other), Array(one)) == expected)
    }

    @Test func aWordThatIsLikeNothingIsLikeNothing() {
        #expect(Spelling.nearest(to: "frobnicate", in: Catalogue.commands.map { $0._commandName }).isEmpty)
        #expect(Spelling.nearest(to: "", in: ["a", "run"]).isEmpty)
        #expect(Spelling.nearest(to: "TIME_WAIT", in: ["run", "time-wait"]) == ["time-wait"])
    }
}
