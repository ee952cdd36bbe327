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
}
