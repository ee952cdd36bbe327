import Trace

/// The failure of a connection: the error, and the alert that the other side gets.
struct TLSFailure: Remark {
    let error: TLSError
    /// Nil if no alert is sent.
    let alert: AlertDescription?

    var english: String { (alert.map { "\($0): " } ?? "") + error.english }

    var chinese: String { (alert.map { "\($0.inChinese)：" } ?? "") + error.chinese }
}
