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

    var chinese: String {
        switch self {
        case .packet(let sign): "\(sign) 数据包"
        case .message(let sign): "\(sign) 流上的消息"
        case .calculation(let sign): "\(sign) 计算"
        case .check(let passed, let failed): "\(passed) \(failed) 检查"
        case .number: "# 步骤编号"
        case .voice: "“我们”是执行这个步骤的一方；在箭头下面的文字中，是发送方。"
        case .arrow: "箭头画在数据包离开的时刻：接收方的状态是到达之前的状态。"
        case .arrowOfOneEnd: "箭头画在数据包离开或到达本程序的时刻。"
        case .moment: "状态是那一时刻的状态。"
        case .picture: "图中一个箭头可以代表几个数据包。箭头尖端的时间是到达的时间，它旁边的状态是到达之后的状态。"
        case .relative: "“相对”从各方的第一个序号数起。"
        case .gap: "缺少的编号是本页略去的步骤。"
        case .frame: "“第 7 帧”是这次运行的第七个数据包。"
        case .epoch: "时刻 0.0"
        }
    }
}
