import LiveIO
import TestSupport
import Testing

@testable import HandshakeSim

/// What `doctor --self` finds.
@Suite struct SelfExaminationTests {
    private static func lines(_ machine: SelfExamination) -> [String] {
        machine.report.text().split(separator: "\n").map(String.init)
    }

    @Test func whatIsThereIsToldWithItsPlace() {
        let files = Dictionary(
            uniqueKeysWithValues: SelfExamination.Program.allCases.map {
                ($0, SelfExamination.Sighting(path: "/opt/\($0.name)", answer: "OpenSSL 3.0.17 1 Jul 2025\n"))
            })
        let machine = SelfExamination(columns: 120, writesUTF8: true, programs: files, tun: .usable)
        let lines = Self.lines(machine)
        #expect(lines.filter { $0.hasPrefix("✔") }.count == 7)
        #expect(!lines.contains { $0.hasPrefix("·") })
        #expect(lines.contains { $0.hasPrefix("✔ The terminal has 120 columns.") })
        #expect(lines.contains { $0.hasPrefix("✔ /opt/tshark is there.") })
        #expect(lines.contains { $0.hasPrefix("All 7 are as they should be.") })
    }

    @Test(arguments: [Machine.TUN.forbidden, .absent, .notLinux])
    func whatIsMissingIsToldWithItsRemedy(tun: Machine.TUN) {
        let lines = Self.lines(SelfExamination(columns: 60, writesUTF8: false, programs: [:], tun: tun))
        #expect(lines.filter { $0.hasPrefix("·") }.count == 7)
        #expect(!lines.contains { $0.hasPrefix("✔") || $0.hasPrefix("All") })
        #expect(lines.contains { $0.hasPrefix("· The terminal has 60 columns.") })
        #expect(lines.contains { $0.hasPrefix("· tshark is missing (Debian: apt-get install tshark;") })
    }

    /// macOS has a program of that name without `openssl kdf` and `openssl mac`.
    @Test(arguments: ["LibreSSL 3.3.6\n", "OpenSSL 1.1.1w 11 Sep 2023\n", "OpenSSL\n", "", nil])
    func anotherProgramOfTheNameOpensslIsNoOpenssl(answer: String?) throws {
        let openssl = SelfExamination.Sighting(path: "/opt/old/openssl", answer: answer)
        let lines = Self.lines(
            SelfExamination(columns: 200, writesUTF8: true, programs: [.openssl: openssl], tun: .notLinux))
        #expect(!lines.contains { $0.hasPrefix("✔ /opt/old/openssl") })
        let line = try #require(lines.first { $0.hasPrefix("· /opt/old/openssl is ") })
        #expect(line.contains(answer?.split(separator: "\n").first ?? "a program that does not tell its version"))
        let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(words.contains("brew install openssl"))
    }

    /// Homebrew's folders need not be in PATH, and the printed commands call what is in PATH.
    @Test func aProgramOutsideOfPathIsNotAsNeeded() {
        let openssl = SelfExamination.Sighting(
            path: "/opt/homebrew/opt/openssl/bin/openssl", answer: "OpenSSL 3.6.0 1 Oct 2025", isInPath: false)
        let lines = Self.lines(
            SelfExamination(columns: 200, writesUTF8: true, programs: [.openssl: openssl], tun: .notLinux))
        #expect(
            lines.contains {
                $0.hasPrefix("· /opt/homebrew/opt/openssl/bin/openssl is there, and PATH does not lead to it.")
            })
    }

    /// A file's name is a stranger's text.
    @Test func aFolderWithALineFeedWritesNoLine() {
        let text = "/a\n✔ All is well/openssl"
        let openssl = SelfExamination.Sighting(path: text, answer: text)
        let machine = SelfExamination(
            columns: nil, writesUTF8: true, programs: [.openssl: openssl], tun: .usable)
        #expect(!Self.lines(machine).contains { $0.hasPrefix("✔ All is well") })
    }

    @Test func theCommandLooksAtThisMachine() async throws {
        let result = try await BuiltProgram.run(["doctor", "--self", "--columns", "80"])
        #expect(result.status == 0)
        #expect(result.standardOutput.contains("What this machine has for HandshakeSim"))
        #expect(!result.standardOutput.split(separator: "\n").contains { $0.count > 80 })
        let server = try await BuiltProgram.run(["doctor", "--self", "localhost:443"])
        #expect(server.status == 64)
    }

    @Test func theHelpBeginsWithTheThreeWaysIn() async throws {
        let help = try await BuiltProgram.run(["--help"]).standardOutput
        let ways = ["HandshakeSim --dh\n", "HandshakeSim serve --open\n", "HandshakeSim lesson 1\n"]
        let places = ways.map { help.firstRange(of: $0)?.lowerBound }
        #expect(places.allSatisfy { $0 != nil })
        let examples = try #require(help.firstRange(of: "MORE EXAMPLES"))
        for place in places { #expect(try #require(place) < examples.lowerBound) }
    }
}
