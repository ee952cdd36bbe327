import Trace

/// The legend of a ladder.
enum LegendNote: Wording {
    case packet(sign: String)
    case message(sign: String)
    case calculation(sign: String)
    case check(passed: String, failed: String)
    case number
    case voice
    case arrow
    case arrowOfOneEnd
    case moment
    case picture
    case relative
    case gap
    case frame
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
