import Crypto
import Explain
import Recordings
import TLSSim
import Trace

/// An attack on a recorded Diffie–Hellman exchange without any key: a search for the server's exponent.
///
/// The search succeeds if the group is small or its order has only small prime factors. The same functions search in a toy group and in
/// ffdhe2048. In ffdhe2048 they report that the search is not feasible.
package enum ExponentSearch {
    /// The algorithm of the search.
    package enum Method: Hashable, Sendable {
        /// Baby steps and giant steps: about √n of each for n elements (Shanks).
        case babyStepGiantStep
        /// One prime factor of the order at a time (Pohlig and Hellman).
        case pohligHellman
    }

    /// The result of a search that has found the exponent.
    package enum Found: Hashable, Sendable {
        case babyStepGiantStep(DiscreteLogarithm.BabyStepGiantStep)
        /// By prime factors.
        case pohligHellman(DiscreteLogarithm.PohligHellman)

        /// x with g^x = dh_Ys.
        package var exponent: Integer {
            switch self {
            case .babyStepGiantStep(let search): search.exponent
            case .pohligHellman(let search): search.exponent
            }
        }
    }

    /// The report of the attack, and the values with which a reader can repeat the search.
    package struct Result: Sendable {
        /// The findings step by step, down to the plaintext.
        package let report: AttackReport
        /// The group of the recording; nil if there is no usable group.
        package let group: FiniteFieldGroup?
        /// The server's public value dh_Ys; nil if there is no usable group.
        package let publicValue: Integer?
        /// The result of the search; nil if the exponent was not found.
        package let found: Found?
    }

    /// Attacks a recorded connection.
    ///
    /// - Parameter tableLimit: the largest number of powers that the search keeps in memory.
    package static func run(
        on connection: RecordedConnection, by method: Method,
        tableLimit: Int = DiscreteLogarithm.defaultTableLimit
    ) -> Result {
        var report = AttackReport()
        let handshake: RecordedHandshake
        do {
            handshake = try RecordedHandshake(connection)
        } catch {
            report.note(connection)
            report.end(.failed, RecordingFinding.unreadable(error))
            return Result(report: report, group: nil, publicValue: nil, found: nil)
        }
        report.describe(handshake)
        guard case .dheRSA(_, let params, let clientValue) = handshake.keyExchange else {
            report.end(.failed, ExponentSearchFinding.notDiffieHellman(handshake.suite))
            return Result(report: report, group: nil, publicValue: nil, found: nil)
        }
        return run(
            on: handshake, params: params, clientValue: clientValue, by: method, tableLimit: tableLimit,
            continuing: report)
    }

    private static func run(
        on handshake: RecordedHandshake, params: ServerDHParams, clientValue: [UInt8], by method: Method,
        tableLimit: Int, continuing start: AttackReport
    ) -> Result {
        var report = start
        let group: FiniteFieldGroup
        do {
            group = try FiniteFieldGroup(custom: Integer(bigEndian: params.p), generator: Integer(bigEndian: params.g))
        } catch {
            report.end(
                .failed, ExponentSearchFinding.groupUnusable(Words(english: "\(error)", chinese: error.inChinese)))
            return Result(report: report, group: nil, publicValue: nil, found: nil)
        }
        let y = Integer(bigEndian: params.ys)
        report.add(
            ForwardSecrecyFinding.publicValues(RecordedGroup(p: group.p, g: group.g)), params.quantities(clientValue))
        do throws(DiscreteLogarithmError) {
            let found: Found =
                switch method {
                case .babyStepGiantStep:
                    .babyStepGiantStep(
                        try DiscreteLogarithm.babyStepGiantStep(of: y, in: group, tableLimit: tableLimit))
                case .pohligHellman:
                    .pohligHellman(try DiscreteLogarithm.pohligHellman(of: y, in: group, tableLimit: tableLimit))
                }
            open(handshake, in: group, clientValue: clientValue, exponent: found.exponent, &report)
            return Result(report: report, group: group, publicValue: y, found: found)
        } catch {
            report.end(.forwardSecret, ExponentSearchFinding.infeasible(error))
            return Result(report: report, group: group, publicValue: y, found: nil)
        }
    }

    /// Decrypts the recording with the premaster secret Z = dh_Yc^x, which the server computed too. Its leading zero octets are dropped
    /// (RFC 5246 section 8.1.2).
    private static func open(
        _ handshake: RecordedHandshake, in group: FiniteFieldGroup, clientValue: [UInt8], exponent: Integer,
        _ report: inout AttackReport
    ) {
        guard let shared = Integer(bigEndian: clientValue).power(exponent, modulo: group.p) else {
            let why = Words(english: "dh_Yc has no powers in it", chinese: "dh_Yc 在其中没有幂")
            return report.end(.failed, ExponentSearchFinding.groupUnusable(why))
        }
        report.add(
            ExponentSearchFinding.found(bits: exponent.bitWidth),
            [.init("x in hexadecimal", exponent.bigEndian), .init("pre_master_secret", shared.bigEndian)])
        ForwardSecrecyAttack.open(handshake, by: .premaster(shared.bigEndian), &report)
    }
}
