import Trace

/// How a connection ends badly: why, and which alert says so to the other side.
struct TLSFailure: Remark {
    private let error: TLSError
    private let alert: AlertDescription?

    init(_ error: TLSError, alert: AlertDescription?) {
        self.error = error
        self.alert = alert
    }

    var english: String { (alert.map { "\($0): " } ?? "") + error.english }
}
