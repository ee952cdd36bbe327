import TLSSim
import Trace

/// A value that an attacker has on her way to what she is after: she owns it, or computes it in between. The ledger has it, and the result does
/// not.
package struct Means: Sendable {
    /// The quantity.
    let secret: SecretID
    /// How she came to know it.
    let how: Learned
    /// The octets.
    let value: [UInt8]
}

extension Outcome {
    /// Adds a value that she computes in between.
    ///
    /// - Parameter connection: the number of the connection to which all these quantities belong; nil if there is only one.
    mutating func computes(
        _ secret: SecretID, from premises: [SecretID], by operation: String, _ value: [UInt8], connection: Int? = nil
    ) {
        let how = Learned.derived(from: premises.map { FoundValue.name($0, in: connection) }, by: operation)
        means.append(Means(secret: FoundValue.name(secret, in: connection), how: how, value: value))
    }

    /// Adds the keys of TLS 1.2 that she computes for a connection: the master secret, unless it is what she has found, and the key block.
    ///
    /// - Parameters:
    ///   - extended: whether the extended master secret was agreed.
    ///   - connection: the number of the connection; nil if there is only one.
    mutating func computes(_ schedule: KeySchedule, extended: Bool = false, connection: Int? = nil) {
        if !loot.contains(where: { $0.value == schedule.masterSecret }) {
            computes(
                Knowledge.masterSecret, from: KeySchedule.masterPremises(extended: extended), by: "PRF",
                schedule.masterSecret, connection: connection)
        }
        computes(
            Knowledge.keyBlock, from: KeySchedule.keyBlockPremises, by: "PRF", schedule.keyBlock,
            connection: connection)
    }
}
