import Trace

/// The legend of a ladder.
enum LegendNote: Wording {
    /// The sign of a packet.
    case packet(sign: String)
    /// The sign of a message.
    case message(sign: String)
    /// The sign of a calculation.
    case calculation(sign: String)
    /// The signs of a check that passed and of a check that failed.
    case check(passed: String, failed: String)
    /// The number sign, which is the head of the column of numbers.
    case number
    /// The party that "we" stands for.
    case voice
    /// The moment at which an arrow is drawn, and the moment of the states beside it.
    case arrow
    /// The moment at which an arrow is drawn, in a run of which only one end is known.
    case arrowOfOneEnd
    /// The moment of the states, in a run without arrows.
    case moment
    /// The meaning of an arrow of the picture.
    case picture
    /// The number from which relative numbers count.
    case relative
    /// The reason why a number is missing.
    case gap
    /// The meaning of a frame's number.
    case frame
    /// The name of the moment from which the run's time counts.
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
            "In the picture one arrow may stand for several packets. The time at its head is the time of arrival. The state beside "
                + "it is the state after the arrival."
        case .relative: "\"relative\" counts from each side's first number."
        case .gap: "A number that is missing is a step that this page leaves out."
        case .frame: "\"frame 7\" is the seventh packet of the run."
        case .epoch: "time 0.0"
        }
    }
}
