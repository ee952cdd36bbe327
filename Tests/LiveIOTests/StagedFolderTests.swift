import Foundation
import TestSupport
import Testing

@testable import LiveIO

/// Folders that are written as a whole, and folders that other people filled.
@Suite struct StagedFolderTests {
    private func files(_ path: String) throws -> [String] { try Folder.tree(path) }

    @Test func aFolderTakesThePlaceOfTheOldOneAndKeepsWhatIsNotListed() async throws {
        try await TemporaryDirectory.use { directory in
            let place = directory.path(of: "out")
            var first = try StagedFolder(for: place)
            try first.make("a")
            try first.write("1", to: "a/one")
            try first.write("2", to: "two", for: .ownerOnly)
            try first.commit()
            #expect(try files(place) == ["a/one", "two"])
            try directory.write(text: "mine", to: "out/a/notes")
            var second = try StagedFolder(for: place + "/")
            try second.write("3", to: "three")
            try second.commit(replacing: ["a/one", "two"])
            #expect(try files(place) == ["a/notes", "three"])
            #expect(try Folder.names(in: directory.path) == ["out"])
        }
    }

    @Test func whatFailsLeavesNothingBehind() async throws {
        try await TemporaryDirectory.use { directory in
            try FileManager.default.createDirectory(
                atPath: directory.path(of: "out"), withIntermediateDirectories: false)
            try directory.write(text: "mine", to: "out/one")
            #expect(throws: FileError.self) {
                var folder = try StagedFolder(for: directory.path(of: "out"))
                try folder.write("new", to: "one")
                try folder.commit(replacing: [])
            }
            do {
                var folder = try StagedFolder(for: directory.path(of: "other"))
                try folder.write("new", to: "one")
            }
            #expect(try files(directory.path) == ["out/one"])
            #expect(try directory.read("out/one") == Array("mine".utf8))
        }
    }

    /// A run that was killed has left a folder. The next one for the same place removes it, and leaves alone what is another's.
    @Test func whatAKilledRunHasLeftIsRemoved() async throws {
        try await TemporaryDirectory.use { directory in
            let place = directory.path(of: "out")
            let others = [".out.old", ".out.unfinished", ".outer.1z141z3.unfinished", "out.1z141z3"]
            for name in [".out.1z141z3.unfinished"] + others {
                try FileManager.default.createDirectory(
                    atPath: directory.path(of: name), withIntermediateDirectories: false)
                try directory.write(text: "half", to: name + "/one")
            }
            let running = try StagedFolder(for: place)
            let whileItRuns = try directory.names()
            #expect(!whileItRuns.contains(".out.1z141z3.unfinished"))
            // The folder of a run that goes on has a lock, and stays.
            var second = try StagedFolder(for: place)
            try second.write("2", to: "two")
            #expect(Set(try directory.names()).isSuperset(of: whileItRuns))
            try second.commit()
            _ = consume running
            #expect(Set(try directory.names()) == Set(others + ["out"]))
        }
    }

    @Test func strangersFilesAreOrdinaryAndSmallOrTheyAreNotRead() async throws {
        try await TemporaryDirectory.use { directory in
            try directory.write(text: "ok", to: "a")
            try directory.write([UInt8](repeating: 0, count: 65), to: "b")
            #expect(symlink("/etc/passwd", directory.path(of: "c")) == 0)
            #expect(mkfifo(directory.path(of: "d"), 0o600) == 0)
            try FileManager.default.createDirectory(atPath: directory.path(of: "e"), withIntermediateDirectories: false)
            var seen: [String] = []
            try UntrustedFolder(directory.path).forEach(limit: 64) { name, found in
                switch found {
                case .file(let octets): seen.append("\(name) \(octets.count)")
                case .other: seen.append("\(name) other")
                case .tooLarge: seen.append("\(name) large")
                case .unreadable: seen.append("\(name) unreadable")
                }
            }
            #expect(seen == ["a 2", "b large", "c other", "d other", "e other"])
        }
    }

    @Test func linesComeWholeWhateverThePiecesAre() async throws {
        try await TemporaryDirectory.use { directory in
            let long = String(repeating: "x", count: 3 << 20)
            let path = try directory.write(text: "a\n\n\(long)\nb", to: "lines")
            var reader = try LineReader(path, longest: 4 << 20)
            var lengths: [Int] = []
            while case let lines = try reader.next(), !lines.isEmpty { lengths += lines.map(\.count) }
            #expect(lengths == [1, 0, 3 << 20, 1] && reader.line == 4)
            var short = try LineReader(path, longest: 1 << 20)
            _ = try short.next()
            #expect(throws: FileError.self) { while try !short.next().isEmpty {} }
        }
    }

    @Test func aNewFileOverwritesNothing() async throws {
        try await TemporaryDirectory.use { directory in
            let path = directory.path(of: "secret")
            try OutputFile.create([1], at: path)
            #expect(throws: FileError(.write, path, because: .exists)) { try OutputFile.create([2], at: path) }
            #expect(try directory.read("secret") == [1])
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }
}
