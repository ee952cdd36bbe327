import TestSupport
import Testing

/// Ctrl-C in the middle of a long command, on a terminal of its own.
@Suite struct InterruptionTests {
    /// Runs the program on a terminal, types Ctrl-C when it has written a text, and says how it ended and what it wrote.
    private static let script = """
        import os, pty, select, sys, time
        awaited, arguments = sys.argv[1].encode(), sys.argv[2:]
        child, terminal = pty.fork()
        if child == 0: os.execv(arguments[0], arguments)
        said, typed, deadline = b"", None, time.time() + 60
        while time.time() < deadline:
            if select.select([terminal], [], [], 0.05)[0]:
                try: said += os.read(terminal, 65536)
                except OSError: pass
            if typed is None and awaited in said:
                os.write(terminal, b"\\x03")
                typed = time.time()
            done, status = os.waitpid(child, os.WNOHANG)
            if done: break
        else:
            os.kill(child, 9)
        waited = time.time() - (typed or time.time())
        while select.select([terminal], [], [], 0.05)[0]:
            try: said += os.read(terminal, 65536)
            except OSError: break
        print("signal", os.WTERMSIG(status) if os.WIFSIGNALED(status) else "none", "at once" if waited < 3 else waited)
        print(said.decode().split("\\r")[-2:])
        """

    @Test func anInterruptedClassLeavesNoFolderAndNoLine() async throws {
        try await Tool.require("python3")
        try await TemporaryDirectory.use { folder in
            let students = (1...2_000).map { "s\($0)\n" }.joined()
            let (roster, secret) = (
                try folder.write(text: "student\n" + students, to: "roster.csv"), folder.path(of: "secret")
            )
            #expect(try await BuiltProgram.run(["class", "secret", "--out", secret]).status == 0)
            let lines = try await Tool.output(
                "python3",
                [
                    "-c", Self.script, " of 2000 papers", try BuiltProgram.path(), "class", "paper", "--lesson", "1",
                    "--roster",
                    roster, "--secret-file", secret, "--out", folder.path(of: "papers"),
                ]
            ).split(separator: "\n")
            #expect(lines.first == "signal 2 at once")
            // The line of the progress is taken away, and what stays says what became of the folder.
            #expect(lines.last?.contains("[KStopped. Nothing was written to ") == true, "\(lines)")
            #expect(try folder.names() == ["roster.csv", "secret"])
        }
    }
}
