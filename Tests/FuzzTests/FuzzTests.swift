import Foundation
import TestSupport
import Testing

/// A short run of the program that gives every reader what does not belong there; for a long one:
/// `swift run -c release Fuzz --inputs 500000`.
@Suite struct FuzzProgramTests {
    @Test func nothingTrapsAndEveryPromiseIsKept() async throws {
        let program = try BuiltProgram.path(of: "Fuzz")
        let result = try await Tool.run(program, ["--inputs", "400"])
        #expect(result.status == 0, "\(result.standardOutput)\n\(result.standardError.suffix(300))")
        #expect(result.standardOutput.contains(" 0 broken promises"))
    }
}
