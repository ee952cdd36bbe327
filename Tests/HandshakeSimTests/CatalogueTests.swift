import ArgumentParser
import Foundation
import Testing

@testable import HandshakeSim

/// The tree of commands, and the one list of what can be run and shown.
@Suite struct CatalogueTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The commands of the tree, each with the words that lead to it.
    static func commands() -> [(words: [String], type: any ParsableCommand.Type)] {
        [([], HandshakeSim.self)] + HandshakeSim.tree.map { ($0.path, $0.type) }
    }

    /// A command that stands in no list cannot be reached.
    @Test func everyCommandOfTheSourcesIsInTheTree() throws {
        let reached = Set(Self.commands().map { "\($0.type)" })
        let folder = Self.root.appending(path: "Sources/HandshakeSim").path
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
            for match in text.matches(of: /struct (\w+): [\w, ]*Command\b/) {
                #expect(reached.contains(String(match.output.1)), "\(path): \(match.output.1)")
            }
        }
    }

    @Test func theREADMENamesEveryCommandEveryAttackAndEveryReportOfTrust() throws {
        let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        for command in Catalogue.commands where command != Run.self && command != TrustCommand.self {
            #expect(rows.contains { $0.contains("`\(command._commandName)") }, "\(command)")
        }
        for (group, commands) in [("attack", AttackName.allCases.map(\.command)), ("trust", Catalogue.reports)] {
            let own = rows.filter { $0.hasPrefix("| `\(group)") }
            for name in commands.map({ $0._commandName }) {
                #expect(own.contains { $0.contains("`\(name)`") || $0.contains(" \(name)`") }, "\(group) \(name)")
            }
        }
    }

    /// What the catalogue and the explorer's document tell a reader to enter is understood.
    @Test func everySearchOfTheExplorerThatIsNamedCanBeEntered() async throws {
        let text = try String(contentsOf: Self.root.appending(path: "docs/explorer.md"), encoding: .utf8)
        let document = text.matches(of: /^HandshakeSim (explore.*)$/.anchorsMatchLineEndings()).map { match in
            match.output.1.prefix { $0 != "#" }.split(separator: " ").map { String($0) }
        }
        #expect(document.count >= 6)
        for arguments in Catalogue.explorations.map(\.arguments) + document {
            #expect(await HandshakeSim.command(of: arguments) is ExploreCommand, "\(arguments)")
        }
    }

    /// The form of a page has a heading for every option of a visit. Under "The run" stands what belongs to no part of it.
    @Test func everyOptionOfAVisitHasItsHeadingInTheForm() {
        let others = CommandOption.ofRuns(Run()).filter { $0.section == "The run" }
        #expect(others.map(\.name) == ["--seed"])
        let known = Set(Catalogue.pages.flatMap { CommandOption.ofRuns($0.init()).map(\.name) })
        for name in CommandOption.sections.flatMap(\.names) { #expect(known.contains(name), "\(name)") }
    }

    /// What a page can ask for is shown somewhere, and what is shown can be asked for.
    @Test func theGalleryShowsEveryCommandThatAPageCanAskFor() async throws {
        let exhibits = Catalogue.gallery.flatMap(\.exhibits)
        var shown: Set<String> = []
        for exhibit in exhibits {
            let command = HandshakeSim.named(by: HandshakeSim.completed(exhibit.arguments)).command
            #expect(Catalogue.pages.contains { $0 == command }, "\(exhibit.arguments)")
            shown.insert("\(command)")
        }
        // Of the museum some exhibits are shown. Its own page has all of them. One attack has runs as an exhibit alone.
        func isExhibit(_ name: String) -> Bool {
            name.hasPrefix("ExhibitCommand") || name == "GuessISNCommand"
        }
        #expect(shown.contains(where: isExhibit))
        #expect(shown.filter { !isExhibit($0) } == Set(Catalogue.pages.map { "\($0)" }.filter { !isExhibit($0) }))
        let makers = Self.commands().filter { $0.type is any PageCommand.Type }.map { "\($0.type)" }
        #expect(Set(makers) == Set(Catalogue.pages.map { "\($0)" }))
        #expect(Set(exhibits.map(\.title)).count == exhibits.count)
        #expect(Set(exhibits.compactMap(\.path)).count == exhibits.count(where: { $0.path != nil }))
    }

    /// An attack has one command. It performs the exhibit where no option chooses a case.
    @Test(
        arguments: [
            ("mitm", "--table"), ("version-downgrade", "--client=all"), ("early-data-replay", "--scene=soon"),
            ("forward-secrecy", "--tls12"), ("forward-secrecy", "--no-measure"),
        ])
    func anAttackIsPerformedAsAnExhibitWhereNoOptionChoosesACase(name: String, own: String) async {
        #expect(AttackCommand.configuration.subcommands.count { $0._commandName == name } == 1)
        func shown(_ arguments: String...) async -> String? {
            let command = await HandshakeSim.command(of: ["attack", name] + arguments) as? any ShowingCommand
            return command?.show?.exhibit.card.name
        }
        for argument in ["--defence=on", "--quiet", "--seed=7"] { #expect(await shown(argument) == name) }
        #expect(await shown() == name)
        #expect(await shown(own) == nil)
        #expect(await HandshakeSim.command(of: ["attack", name, own]) != nil)
        #expect(await HandshakeSim.command(of: ["attack", name, own, "--defence=on"]) == nil)
    }

    /// What an option is for does not depend on its help text.
    @Test func anOptionSaysByItsTypeWhatItIsFor() {
        let visit = OptionType.all(of: Run.self)
        #expect(visit["--keylog"]?.use == .file && visit["--json"]?.use == .file)
        #expect(visit["--only"]?.use == .display && visit["--no-color"]?.use == .display)
        #expect(visit["--step"]?.use == .display && visit["--seed"]?.use == .run && visit["--loss"]?.use == .run)
        let theft = OptionType.all(of: ForwardSecrecyCommand.self)
        #expect(theft["--steal"]?.use == .display && theft["--psk"]?.use == .besideFile)
        #expect(theft["--capture"]?.use == .file && theft["--group"]?.use == .run)
        // A link to a run keeps what makes it.
        let line = [
            "--rsa", "--json=x", "--only", "tls.calc", "--seed", "5", "--no-pager", "--rule", "drop client SYN 1",
        ]
        #expect(RunCommand.arguments(of: line) == ["--rsa", "--seed", "5", "--rule", "drop client SYN 1"])
    }
}
