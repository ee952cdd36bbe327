import TestSupport
import Testing

/// The command does no more than read and write the lines.
@Suite struct TCPDriveProgramTests {
    @Test func linesGoInAndOut() async throws {
        let input = """
            {"op":"config","at":0,"iss":7}
            what?
            {"op":"connect","at":0,"sock":3,"port":1024,"to":"192.0.2.1:80"}
            {"op":"advance","at":1000000}

            """
        let result = try await BuiltProgram.run(["tcp", "drive"], input: Array(input.utf8))
        #expect(result.status == 0)
        let lines = result.standardOutput.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix(#"{"ev":"done""#) }.count == 4)
        #expect(lines.filter { $0.hasPrefix(#"{"ev":"error""#) }.count == 1)
        #expect(lines.filter { $0.hasPrefix(#"{"ev":"packet""#) }.count == 2)
        #expect(lines.last == #"{"ev":"done","next":3000000}"#)
    }
}
