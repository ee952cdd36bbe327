import Trace

/// The length of the path, and the end of the search for it.
public enum SearchStatement: StatementTopic {
    /// The path has no more intermediates than the question allows; the number of those that count.
    case depthKept(count: Int, limit: Int)
    /// The path has more intermediates than the question allows; the number of those that count, up to this one.
    case depthExceeded(count: Int, limit: Int)
    /// The path has more certificates than SecTrust puts into one; the number of this one, and the limit.
    case pathTooLong(count: Int, limit: Int)
    /// The search was stopped at the limit of its work.
    case searchGivenUp

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .depthKept(let count, let limit):
            "\(count) of the authorities between the leaf and \(it.inSentence) count; at most \(limit) are allowed."
        case .depthExceeded(let count, let limit):
            "\(it) is authority number \(count) between the leaf and an anchor. At most \(limit) are allowed."
        case .pathTooLong(let count, let limit):
            "\(it) is certificate number \(count) of the path. SecTrust builds paths of at most \(limit) certificates."
        case .searchGivenUp:
            "The certificates of the chain certify each other in too many ways. The search for a path was stopped: otherwise an "
                + "attacker could keep a \(it.judge) busy without end."
        }
    }

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .depthKept(let count, let limit):
            it.chinese("叶子证书与", "之间的 CA 中，有 \(count) 个算数；最多允许 \(limit) 个。")
        case .depthExceeded(let count, let limit):
            it.chinese("是叶子证书与锚点之间的第 \(count) 个 CA。最多允许 \(limit) 个。")
        case .pathTooLong(let count, let limit):
            it.chinese("是路径的第 \(count) 张证书。SecTrust 建立的路径最多有 \(limit) 张证书。")
        case .searchGivenUp:
            "证书链中的证书互相签发的方式太多。寻找路径的工作已经停止：否则攻击者可以让\(it.judgeInChinese)无休止地忙下去。"
        }
    }
}
