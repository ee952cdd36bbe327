import Recordings
import TLSSim
import Trace

/// The application data that the keys decrypt.
package enum PlaintextFinding: Remark, Hashable {
    /// A side's data was decrypted; its octets and records, and whether close_notify proves that it is complete.
    case decrypted(Role, octets: Int, records: Int, isComplete: Bool)
    /// Decryption of a side's data has stopped; the number of records before, and the reason.
    case stopped(Role, afterRecords: Int, ProtectedFlight.StopReason)

    package var english: String {
        switch self {
        case .decrypted(let side, let octets, let records, let isComplete):
            """
            \(counted(octets, "octet")) of application data from the \(side), out of \
            \(counted(records, "protected record")), each authenticated. \
            \(isComplete ? "Its close_notify shows that this is everything." : "There is no close_notify, so data may be missing.")
            """
        case .stopped(let side, let records, let reason):
            "The \(side)'s data is read up to record \(records): \(reason.english)."
        }
    }

    package var chinese: String {
        switch self {
        case .decrypted(let side, let octets, let records, let isComplete):
            "\(Chinese.name(side))的应用数据有 \(octets) 字节，来自 \(records) 条受保护的记录，每一条都经过认证。"
                + (isComplete ? "它的 close_notify 表明这就是全部。" : "没有 close_notify，所以可能缺少数据。")
        case .stopped(let side, let records, let reason):
            "\(Chinese.name(side))的数据读到第 \(records) 条记录为止：\(reason.chinese)。"
        }
    }
}
