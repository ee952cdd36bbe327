import ArgumentParser
import Foundation
import Render
import TrustSim

/// Pins: which there are, and what comes of them.
struct TrustPinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "The pins of a chain, ready for every library; or what AFSecurityPolicy makes of pins.")

    @Flag(help: "Read AFSecurityPolicy's questions from standard input, a JSON object a line.")
    var batch = false

    @Flag(help: "With --batch: every decision on the way.")
    var steps = false

    func run() async throws {
        guard batch else { throw ValidationError("Use --batch.") }
        while let line = readLine() {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            print(await PinBatch.answer(line, withSteps: steps).line)
            // A program that drives this one waits for each answer.
            fflush(nil)
        }
    }
}
