import Foundation
import TestSupport
import Testing

/// The order of the house, kept by a machine.
@Suite struct TidyTests {
    @Test func modulesImportWhatPackageSwiftDeclares() async throws {
        let package = try await PackageDescription.read()
        let files = try Project.sources.get()
        expectNone(files.flatMap { Arrows.examine($0, in: package) })
        expectNone(Arrows.idle(files, in: package))
        expectNone(try Project.tests.get().flatMap { Arrows.undeclared($0, in: package) })
        expectNone(Arrows.climbs(in: package))
    }

    @Test func exceptionsAreStillNeeded() throws {
        let files = try Project.sources.get()
        for (path, exception) in Arrows.exceptions.sorted(by: { $0.key < $1.key }) {
            let imported = Set(
                files.filter { $0.path == path }.flatMap { $0.code.compactMap(Arrows.module(importedBy:)) })
            #expect(exception.imports.isSubset(of: imported), "\(path) no longer needs its exception")
        }
        for path in Rules.longFiles.keys.sorted() {
            #expect(files.contains { $0.path == path && $0.length > Rules.longest }, "\(path) is not that long")
        }
    }

    @Test func filesAreShortAndNamedForWhatTheyHold() throws {
        let files = try Project.sources.get() + Project.tests.get()
        #expect(files.count > 30, "the files were found")
        expectNone(files.flatMap(Rules.length))
        expectNone(files.flatMap(Rules.name))
    }

    @Test func roomsKeepTheirBudgets() throws {
        expectNone(Budget.examine(try Project.sources.get()))
    }

    /// The map, and the documents to which it sends a reader for more.
    @Test func theMapNamesWhatIsThere() throws {
        let paths = Set(try Project.sources.get().map(\.path) + Project.tests.get().map(\.path))
        let folders = Set(paths.flatMap { Map.folders(of: $0) })
        let guides = ["docs/architecture.md", "docs/notes.md", "docs/lessons.md"]
        let texts = try Project.texts.get().filter { guides.contains($0.path) }
        #expect(texts.count == guides.count)
        let named = texts.flatMap { $0.lines.flatMap(Map.places(on:)) }
        #expect(named.count > 100)
        // A folder of C holds no Swift file.
        let missing = named.filter { place in
            !Map.stands(place, among: paths, folders)
                && !FileManager.default.fileExists(atPath: Project.root.appending(path: place).path)
        }
        #expect(missing == [])
        let ambiguous = Set(named).filter { Map.files(called: $0, among: paths).count > 1 }
        #expect(ambiguous.isEmpty, "each of these names may mean several files: \(ambiguous.sorted())")
    }

    /// A new file of fields is named where a reader looks for the files of fields.
    @Test func theFilesOfFieldsAreNamed() throws {
        let guide = try #require(try Project.texts.get().first { $0.path == "docs/notes.md" })
        let named = Set(guide.lines.flatMap(Map.places(on:)))
        let files = try Project.sources.get().filter { file in
            file.path.contains("/Notes/") && file.code.contains { $0.contains("= Glossary([") }
        }
        #expect(files.count >= 6)
        let missing = files.map(\.path).filter { path in !named.contains { path.hasSuffix("/\($0)") } }
        #expect(missing == [])
    }

    @Test func foldersAreNotCrowded() throws {
        expectNone(Rules.crowds(try Project.sources.get()))
    }

    @Test func pureTargetsWaitForNothing() throws {
        expectNone(try Project.sources.get().flatMap(Rules.concurrency))
    }

    @Test func notesListTheirCases() throws {
        expectNone(try Project.sources.get().flatMap(Notes.examine))
    }

    @Test func everySentenceStandsInATopic() throws {
        expectNone(try Project.sources.get().flatMap(Sentences.examine))
    }

    @Test func commentsNameTheThingThatActs() throws {
        expectNone(try Project.sources.get().flatMap(Rules.voice))
    }

    @Test func printedSentencesNameTheThingThatActs() throws {
        expectNone(try Project.sources.get().flatMap(Rules.printedVoice))
    }

    @Test func testsAreNamedBySentences() throws {
        expectNone(try Project.tests.get().flatMap(Rules.testNames))
    }

    @Test func nothingCrashesOnPurpose() throws {
        expectNone(try Project.sources.get().flatMap(Rules.traps))
    }

    @Test func noProgramDependsOnItsFolder() throws {
        expectNone(try Project.sources.get().flatMap(Rules.places))
    }

    @Test func nothingIsLeftOver() throws {
        expectNone(try Project.texts.get().flatMap(Rules.leftovers))
    }

    @Test func whatOtherTargetsSeeIsExplained() throws {
        expectNone(try Project.sources.get().flatMap(Docstrings.examine))
    }

    @Test func onlyTheHotPathsArePublic() throws {
        expectNone(try Project.sources.get().flatMap(Rules.access))
    }

    private func expectNone(_ findings: [Finding], sourceLocation: SourceLocation = #_sourceLocation) {
        let list = findings.map(\.description).joined(separator: "\n")
        #expect(findings.isEmpty, "\(list)", sourceLocation: sourceLocation)
    }
}
