import ArgumentParser
import Chance

/// Gives everything that reads what comes from outside what does not belong there, and sees that it keeps its promises.
///
/// An input is what it is by the seed, the target and its own number, so one that breaks something can be made again:
/// `Fuzz --only certificate --from 81234 --inputs 1`. A trap ends the program; the last line on standard error then names
/// the thousand among which the input is.
@main
struct Fuzz: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Fuzz", abstract: "Damaged inputs for every decoder, machine and batch reader.")

    @Option(help: "How many inputs each target gets; those that do handshakes and judge chains get a tenth.")
    var inputs = 200
    @Option(help: "The number of the first input of each target.")
    var from = 1
    @Option(help: "What the inputs are drawn from.")
    var seed: UInt64 = 1
    @Option(help: "Only targets whose name has this in it.")
    var only = ""

    func validate() throws {
        guard inputs > 0, from > 0, inputs <= 1_000_000_000, from <= 1_000_000_000 else {
            throw ValidationError("--inputs and --from are from 1 to 1000000000.")
        }
    }

    func run() throws {
        var count = 0
        var failures = 0
        for target in try Target.all() where only.isEmpty || target.name.contains(only) {
            let share = target.isSlow && inputs >= 10 ? inputs / 10 : inputs
            let report = target.run(from..<from + share, seed: seed)
            print(report.line)
            for failure in report.failures { print("  BROKEN \(failure)") }
            count += share
            failures += report.failures.count
        }
        print("\(count) inputs, \(failures) broken promises")
        guard count > 0 else { throw ValidationError("No target has \"\(only)\" in its name.") }
        if failures > 0 { throw ExitCode.failure }
    }
}
