import TestSupport
import Testing

@testable import LiveIO

@Suite struct MachineTests {
    @Test func aProgramIsTheFirstThatCanBeStarted() async throws {
        try await TemporaryDirectory.use { folder in
            for name in ["a", "b"] { try Folder.make(folder.path(of: name)) }
            for (place, mode) in [("a", "644"), ("b", "755")] {
                try OutputFile.write(Array("#!/bin/sh\n".utf8), to: folder.path(of: "\(place)/tool"))
                _ = try await Tool.run("chmod", [mode, folder.path(of: "\(place)/tool")])
            }
            let path = "/no/such/folder::\(folder.path(of: "a")):\(folder.path(of: "b"))"
            #expect(Machine.program("tool", path: path) == folder.path(of: "b/tool"))
            #expect(Machine.program("other", path: path) == nil)
            #expect(Machine.program("tool", path: nil) == nil)
        }
    }

    @Test func theFirstVariableThatSaysSomethingDecides() {
        func answer(_ variables: [String: String]) -> Bool { Machine.writesUTF8 { variables[$0] } }
        #expect(answer(["LANG": "en_US.UTF-8"]))
        #expect(answer(["LC_ALL": "", "LC_CTYPE": "C.utf8", "LANG": "C"]))
        #expect(!answer(["LC_ALL": "C", "LANG": "en_US.UTF-8"]))
        #expect(!answer([:]))
    }

    /// poll(2) answers for a descriptor that it cannot wait for at once: on macOS for /dev/tty, everywhere for one that is closed.
    @Test func whatCannotBeWaitedForIsNotReadable() throws {
        let ends = try OperatingSystem.pipe()
        #expect(!OperatingSystem.isReadable(ends.reader))
        _ = [UInt8(1)].withUnsafeBytes { OperatingSystem.write(ends.writer, $0) }
        #expect(OperatingSystem.isReadable(ends.reader))
        close(ends.writer)
        #expect(OperatingSystem.isReadable(ends.reader))
        close(ends.reader)
        // No process may open so many descriptors.
        #expect(!OperatingSystem.isReadable(Int32.max))
    }

    @Test func aProgramsOutputIsRead() {
        #expect(Machine.output(of: "/bin/sh", ["-c", "echo \"$0\"; cat", "it's"]) == "it's\n")
        #expect(Machine.output(of: "/no such/program", []) == "")
    }
}

@Suite struct FolderTests {
    @Test func foldersAreMadeWithThoseAbove() async throws {
        try await TemporaryDirectory.use { folder in
            let deep = folder.path(of: "a/b/c")
            #expect(throws: FileError.self) { try Folder.make(deep) }
            try Folder.make(deep, parents: true)
            try Folder.make(deep, parents: true)
            #expect(throws: FileError.self) { try Folder.make(deep) }
            #expect(Folder.kind(of: deep) == .folder)
            #expect(Folder.kind(of: folder.path(of: "a/d")) == nil)

            try OutputFile.write([1], to: folder.path(of: "a/file"))
            #expect(Folder.kind(of: folder.path(of: "a/file")) == .file)
            #expect(try Folder.names(in: folder.path(of: "a")).sorted() == ["b", "file"])
            #expect(throws: FileError.self) { try Folder.names(in: folder.path(of: "a/file")) }
            #expect(throws: FileError.self) { try Folder.make(folder.path(of: "a/file/x"), parents: true) }
        }
    }
}
