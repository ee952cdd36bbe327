/// This program, started as a second process.
package enum OwnProgram {
    /// The output of the program with these arguments. Its standard input is empty, and its standard error is that of this process.
    ///
    /// - Returns: nil if the program cannot be started.
    package static func output(of arguments: [String]) -> String? {
        OperatingSystem.program.flatMap { Machine.output(of: $0, arguments) }
    }
}
