import Foundation
import LiveIO
import TestSupport
import Testing

/// What is written as it happens is there as it happens.
@Suite struct StreamedFileTests {
    @Test func aFileGrowsAsItIsWrittenAndStartsAnew() async throws {
        try await TemporaryDirectory.use { directory in
            try directory.write([9, 9, 9], to: "log")
            let file = try StreamedFile(directory.path(of: "log"))
            try file.append([1, 2])
            #expect(try directory.read("log") == [1, 2])
            try file.append([3])
            #expect(try directory.read("log") == [1, 2, 3])
        }
    }

    @Test func aFileStaysUntilThereIsSomethingToPutInItsPlace() async throws {
        try await TemporaryDirectory.use { directory in
            try directory.write([9, 9], to: "log")
            do {
                let file = try StreamedFile(directory.path(of: "log"), heading: [1])
                #expect(try directory.read("log") == [9, 9])
                _ = consume file
            }
            #expect(try directory.read("log") == [9, 9], "nothing but a heading")
            let file = try StreamedFile(directory.path(of: "log"), heading: [1])
            try file.append([2])
            #expect(try directory.read("log") == [1, 2])
            #expect(try directory.names() == ["log"])
            let new = try StreamedFile(directory.path(of: "new"), heading: [1])
            #expect(try directory.read("new") == [1], "no file was there")
            try new.append([2])
            #expect(try directory.read("new") == [1, 2])
        }
    }

    @Test func aFileThatIsNotFinishedReplacesNothing() async throws {
        try await TemporaryDirectory.use { directory in
            try directory.write([9, 9], to: "log")
            try FileManager.default.createSymbolicLink(
                atPath: directory.path(of: "link"), withDestinationPath: directory.path(of: "log"))
            do {
                let file = try StreamedFile(directory.path(of: "link"), replacing: .whenFinished)
                try file.append([1, 2])
                #expect(try directory.read("log") == [9, 9])
                _ = consume file
            }
            #expect(try directory.read("log") == [9, 9])
            #expect(try directory.names().sorted() == ["link", "log"])
            let file = try StreamedFile(directory.path(of: "link"), replacing: .whenFinished)
            try file.append([1])
            try file.append([2])
            try file.finish()
            #expect(try directory.read("log") == [1, 2])
            let link = try FileManager.default.destinationOfSymbolicLink(atPath: directory.path(of: "link"))
            #expect(link == directory.path(of: "log"))
        }
    }

    @Test func octetsAreAddedWhereNothingIsReplaced() async throws {
        try await TemporaryDirectory.use { directory in
            try directory.write([9], to: "log")
            let file = try StreamedFile(directory.path(of: "log"), replacing: .never)
            try file.append([1])
            #expect(try directory.read("log") == [9, 1])
        }
    }

    @Test func errorsSayWhy() async throws {
        try await TemporaryDirectory.use { directory in
            let path = directory.path(of: "none/log")
            #expect(throws: FileError(.write, path, because: .noSuchDirectory(directory.path(of: "none")))) {
                _ = try StreamedFile(path)
            }
        }
    }

    /// Each says what to do.
    @Test func errorsOfDevicesAreSentences() {
        let errors: [TUNError] = [
            .notLinux, .badName("a b"), .noDriver, .permissionDenied(device: "tun0"), .noSuchDevice("tun0"),
            .notTUN("lo"),
            .inUse("tun0"), .isDown("tun0"), .other(device: "tun0", doing: "reading from", code: 5),
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
        #expect(errors.allSatisfy { $0.description.hasSuffix(".") })
        #expect("\(TUNError.isDown("tun0"))".contains("ip link set tun0 up"))
    }
}
