import TestSupport
import Testing

/// Ctrl-C and Ctrl-Z where the program waits for a key: the terminal is in order, and the shell has it at once.
@Suite struct StepSignalTests {
    /// Runs the program on a terminal of its own, types a key when it waits for one, and says how it ended or stopped, and whether the
    /// terminal works by lines again.
    private static let script = """
        import os, pty, select, signal, sys, termios, time
        key, arguments = sys.argv[1], sys.argv[2:]
        child, terminal = pty.fork()
        if child == 0:
            os.environ["PAGER"] = "cat"
            os.execv(arguments[0], arguments)
        deadline = time.time() + 60
        def by_lines():
            return termios.tcgetattr(terminal)[3] & termios.ICANON != 0
        def drain():
            while select.select([terminal], [], [], 0.05)[0]:
                try:
                    if not os.read(terminal, 65536): return
                except OSError: return
        while by_lines() and time.time() < deadline: drain()
        os.write(terminal, {"C": b"\\x03", "Z": b"\\x1a"}[key])
        while time.time() < deadline:
            drain()
            done, status = os.waitpid(child, os.WNOHANG | os.WUNTRACED)
            if done: break
        else:
            print("nothing"); os.kill(child, signal.SIGKILL); sys.exit()
        lines = "by lines" if by_lines() else "raw"
        if os.WIFSIGNALED(status): print("ended by", os.WTERMSIG(status), lines)
        elif os.WIFSTOPPED(status):
            print("stopped by", os.WSTOPSIG(status), lines)
            os.kill(child, signal.SIGKILL)
        else: print("exit", os.WEXITSTATUS(status), lines)
        """

    @Test(arguments: [["--step"], ["--step", "--predict"]], [("C", "ended by 2"), ("Z", "stopped by 20")])
    func aSignalOfTheTerminalWorksAtOnce(options: [String], key: (name: String, answer: String)) async throws {
        try await Tool.require("python3")
        let text = try await Tool.output(
            "python3", ["-c", Self.script, key.name, try BuiltProgram.path(), "--dh", "--seed", "7"] + options)
        #if canImport(Darwin)
            let answer = key.answer.replacing("20", with: "18")
        #else
            let answer = key.answer
        #endif
        #expect(text.split(separator: "\n").last.map { String($0) } == answer + " by lines")
    }
}
