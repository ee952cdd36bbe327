import Trace

/// The opinion of swift-certificates on the path.
public enum LibraryStatement: StatementTopic {
    /// The library cannot read one of the certificates.
    case libraryCannotRead
    /// The library accepts the path too.
    case libraryAgrees
    /// The library refuses the path; its reason in its own words.
    case libraryRefuses(String)

    func english(_ it: StatementSubject) -> String {
        switch self {
        case .libraryAgrees: "Cross-check with an independent verifier (swift-certificates): accepted."
        case .libraryRefuses(let why): "Cross-check with an independent verifier (swift-certificates): refused. \(why)"
        case .libraryCannotRead:
            "Cross-check with an independent verifier (swift-certificates): it cannot read one of the certificates."
        }
    }

    func chinese(_ it: StatementSubject) -> String {
        switch self {
        case .libraryAgrees: "用独立的验证程序（swift-certificates）交叉检查：接受。"
        case .libraryRefuses(let why): "用独立的验证程序（swift-certificates）交叉检查：拒绝。\(why)"
        case .libraryCannotRead: "用独立的验证程序（swift-certificates）交叉检查：它不能读取其中一张证书。"
        }
    }
}
