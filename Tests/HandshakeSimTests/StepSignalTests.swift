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
            # As a shell does it: the program has a process group of its own in the foreground. A group whose parent is in another
            # session cannot be stopped.
            program = os.fork()
            if program == 0:
                os.setpgid(0, 0)
                signal.signal(signal.SIGTTOU, signal.SIG_IGN)
                os.tcsetpgrp(0, os.getpid())
                signal.signal(signal.SIGTTOU, signal.SIG_DFL)
                os.environ["PAGER"] = "cat"
                os.execv(arguments[0], arguments)
            status = os.waitpid(program, os.WUNTRACED)[1]
            if os.WIFSIGNALED(status): os._exit(100 + os.WTERMSIG(status))
            if not os.WIFSTOPPED(status): os._exit(1)
            os.kill(program, signal.SIGKILL)
            os._exit(200 + os.WSTOPSIG(status))
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
            done, status = os.waitpid(child, os.WNOHANG)
            if done: break
        else:
            print("nothing"); os.kill(child, signal.SIGKILL); sys.exit()
        kind, number = divmod(os.WEXITSTATUS(status), 100)
        print({0: "exit", 1: "ended by", 2: "stopped by"}[kind], number, "by lines" if by_lines() else "raw")
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
