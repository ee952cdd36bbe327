import Trace

/// How a ladder is to be read.
enum LegendNote: Wording {
    /// That a sign stands for a packet.
    case packet(sign: String)
    /// That a sign stands for a message.
    case message(sign: String)
    /// That a sign stands for a calculation.
    case calculation(sign: String)
    /// That signs stand for a check that was passed or failed.
    case check(passed: String, failed: String)
    /// That the number sign heads the column of numbers.
    case number
    /// Who speaks.
    case voice
    /// Where an arrow stands, and of when the states beside it are.
    case arrow
    /// Where an arrow stands, in a run of which one end is known.
    case arrowOfOneEnd
    /// Of when the states are, where there is no arrow.
    case moment
    /// What an arrow of the picture stands for.
    case picture
    /// What a relative number counts from.
    case relative
    /// Why a number is missing.
    case gap
    /// What the number of a frame means.
    case frame
    /// What the run's time counts from.
    case epoch

    var english: String {
        switch self {
        case .packet(let sign): "\(sign) packet"
        case .message(let sign): "\(sign) message on the stream"
        case .calculation(let sign): "\(sign) calculation"
        case .check(let passed, let failed): "\(passed) \(failed) check"
        case .number: "# number of the step"
        case .voice: "\"We\" is the side doing the step; under an arrow, the sender."
        case .arrow: "An arrow stands where its packet leaves: the receiver's state is from before the arrival."
        case .arrowOfOneEnd: "An arrow stands where its packet leaves this program or reaches it."
        case .moment: "The states are those of the moment."
        case .picture:
            "In the picture one arrow may stand for several packets; the time at its head is the arrival's, and the state beside it "
                + "follows from it."
        case .relative: "\"relative\" counts from each side's first number."
        case .gap: "A number that is missing is a step that this page leaves out."
        case .frame: "\"frame 7\" is the seventh packet of the run."
        case .epoch: "time 0.0"
        }
    }
}
