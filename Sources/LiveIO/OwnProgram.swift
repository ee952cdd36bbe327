import Trace

/// This program, started as a second process.
package enum OwnProgram {
    /// The output of the program with these arguments. Its standard input is empty, and its standard error is that of this process.
    ///
    /// - Returns: nil if the program cannot be started.
    package static func output(of arguments: [String]) -> String? {
        guard let path = OperatingSystem.program else { return nil }
        let command = ([path] + arguments).map(\.shellWord).joined(separator: " ") + " </dev/null"
        guard let pipe = popen(command, "r") else { return nil }
        var octets: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&part, 1, part.count, pipe)
            guard count > 0 else { break }
            octets += part.prefix(count)
        }
        _ = pclose(pipe)
        return String(decoding: octets, as: UTF8.self)
    }
}
