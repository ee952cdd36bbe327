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
