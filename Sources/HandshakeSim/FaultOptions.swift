import ArgumentParser
import Simulator
import Trace

/// The options for random faults, on the simulator's own wire or between the program's TCP and a network device.
struct FaultOptions: ParsableArguments {
    @Option(help: .text("The share of datagrams that the wire loses, 0 to 1.", for: "rate"))
    var loss = 0.0

    @Option(help: .text("The share of datagrams that arrive with one bit changed, 0 to 1.", for: "rate"))
    var corrupt = 0.0

    @Option(help: .text("The share of datagrams that arrive twice, 0 to 1.", for: "rate"))
    var duplicate = 0.0

    @Option(help: .text("The share of datagrams that later ones overtake, 0 to 1.", for: "rate"))
    var reorder = 0.0

    @Option(help: .text("The share of datagrams that are delayed by --delay-by, 0 to 1.", for: "rate"))
    var delay = 0.0

    @Option(help: .text("The delay of those datagrams. Default: 500ms.", for: "time"), transform: WireOptions.time)
    var delayBy: TimeSpan = Faults().hold

    func validate() throws {
        for (name, rate) in [
            ("loss", loss), ("corrupt", corrupt), ("duplicate", duplicate), ("reorder", reorder), ("delay", delay),
        ] where !(0...1).contains(rate) {
            throw ValidationError("--\(name) \(rate): a rate is a number from 0 to 1.")
        }
    }

    /// The faults that the options describe.
    var faults: Faults {
        var faults = Faults()
        faults.loss = loss
        faults.corrupt = corrupt
        faults.duplicate = duplicate
        faults.reorder = reorder
        faults.delay = delay
        faults.hold = delayBy
        return faults
    }
}
