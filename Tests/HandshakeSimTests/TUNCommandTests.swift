import TestSupport
import Testing

/// What "tcp tun" refuses before it touches a device. What it does with one is for the live tests.
@Suite struct TUNCommandTests {
    @Test(arguments: [
        (["--local", "10.9.0.2", "--echo", "7"], "--device"),
        (["--device", "tun0", "--local", "10.9.0.2"], "Nothing to do"),
        (["--device", "tun0", "--local", "10.9.0", "--echo", "7"], "--local 10.9.0"),
        (["--device", "tun0", "--local", "10.9.0.2", "--echo", "7", "--http", "7"], "serves one purpose"),
        (["--device", "tun0", "--local", "10.9.0.2", "--echo", "0"], "from 1 to 65535"),
        (["--device", "tun0", "--local", "10.9.0.2", "--echo", "7", "--connect", "10.9.0.1:1"], "choose one"),
        (["--device", "tun0", "--local", "10.9.0.2", "--connect", "10.9.0.1"], "--connect 10.9.0.1"),
        (["--device", "tun0", "--local", "10.9.0.2", "--echo", "7", "--send", "x"], "they need --connect"),
        (["--device", "tun0", "--local", "10.9.0.2", "--echo", "7", "--loss", "1.5"], "--loss 1.5"),
        (["--device", "tun0", "--local", "10.9.0.2", "--echo", "7", "--msl", "nan"], "--msl"),
        (["--device", "tun0", "--local", "10.9.0.2", "--echo", "7", "--limit", "0"], "--limit"),
    ])
    func refused(arguments: [String], because words: String) async throws {
        let result = try await BuiltProgram.run(["tcp", "tun"] + arguments)
        #expect(result.status == 64)
        #expect(result.standardError.contains(words))
        #expect(result.standardOutput.isEmpty)
    }
}
