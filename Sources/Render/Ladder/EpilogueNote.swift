import Trace

/// The headings of the epilogue and the words in its tables. The remarks of the run itself are not among them.
enum EpilogueNote: Wording {
    case summary
    case holdings
    case reach([Principal])
    case equality
    case limits
    case next
    case quantity
    case both
    case known(sign: String, fromStart: Bool)
    case unknown(sign: String)
    case beyond
    case lacking([Words], for: Words)
    /// Both values are equal; whether every octet of them is shown.
    case equal(areOctetsShown: Bool)
    case different

    var english: String {
        switch self {
        case .summary: "In short"
        case .holdings: "Who holds what"
        case .reach(let names): "How far \(names.map { "the \($0.english)" }.joined(separator: " and ")) get"
        case .equality: "Computed on both sides"
        case .limits: "What this leaves out"
        case .next: "Try next"
        case .quantity: "quantity"
        case .both: "both"
        case .known(let sign, let fromStart):
            "\(sign): knows or can compute it, since the step of this number\(fromStart ? " (start: before the run)" : "")"
        case .unknown(let sign): "\(sign): can do neither"
        case .beyond: "cannot compute it: it never crossed the wire, and no rule derives it from what did"
        case .lacking(let names, let operation):
            "cannot compute it (\(operation.english)): the \(names.map(\.english).joined(separator: ", ")) "
                + "\(names.count == 1 ? "is" : "are") missing"
        case .equal(let areOctetsShown): areOctetsShown ? "equal, octet for octet" : "equal"
        case .different: "NOT EQUAL: the two sides hold different values"
        }
    }

    var chinese: String {
        switch self {
        case .summary: "小结"
        case .holdings: "谁掌握什么"
        case .reach(let names): "\(listedInChinese(names.map(\.chinese)))能走多远"
        case .equality: "双方各自计算的结果"
        case .limits: "这次运行略去了什么"
        case .next: "接下来试试"
        case .quantity: "量"
        case .both: "两者"
        case .known(let sign, let fromStart):
            "\(sign)：从这个编号的步骤起知道它或能算出它\(fromStart ? "（开始：运行之前）" : "")"
        case .unknown(let sign): "\(sign)：既不知道，也算不出"
        case .beyond: "算不出：它从不经过线路，也没有规则能从线路上的数据推出它"
        case .lacking(let names, let operation):
            "算不出（\(operation.chinese)）：" + spaced("缺少", names.map(\.chinese).joined(separator: "、"))
        case .equal(let areOctetsShown): areOctetsShown ? "相等，逐字节相同" : "相等"
        case .different: "不相等：双方持有的值不同"
        }
    }
}
