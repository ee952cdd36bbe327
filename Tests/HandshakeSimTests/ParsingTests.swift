import Testing

@testable import HandshakeSim

/// The program reads the arguments of the command that the first words name, and not those of the whole tree of commands.
@Suite struct ParsingTests {
    /// A command, with the same values, to which the whole tree leads.
    @Test(arguments: [
        ["run", "--rsa", "--seed", "7", "--loss", "0.1", "--rule", "drop server SYN,ACK 1", "--columns", "90"],
        ["tcp", "figure-8"], ["tcp", "--msl", "3", "figure-12", "--detail", "bytes"], ["tcp", "--list", "show"],
        ["tcp", "show", "--", "list"], ["compare", "rsa", "tls13"], ["trust", "pinned-roots", "attack"],
    ])
    func aCommandIsReadAsTheWholeTreeReadsIt(arguments: [String]) async throws {
        let command = try #require(await HandshakeSim.command(of: arguments))
        let same = try await HandshakeSim.asyncParseAsRoot(arguments)
        var (text, sameText) = ("", "")
        dump(command, to: &text)
        dump(same, to: &sameText)
        #expect(text == sameText)
    }

    /// Help, versions and errors are for the whole tree to write: it knows the names on the way.
    @Test(arguments: [
        [], ["--version"], ["help", "run"], ["run", "--help"], ["tcp", "--help"], ["tcp", "show", "--version"],
        ["trust"],
        ["attack", "nonsense"], ["run", "--nonsense"], ["run", "--mtu", "3"], ["tcp", "show", "a", "b"],
        ["---completion", "run"],
    ])
    func whatIsNoCommandIsLeftToTheWholeTree(arguments: [String]) async {
        let isLeft = await HandshakeSim.command(of: arguments) == nil
        #expect(isLeft)
    }
}
