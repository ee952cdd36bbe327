import Crypto
import Explain
import TLSSim
import Trace

/// Breaking a recorded Diffie–Hellman exchange without any key, by finding the server's exponent.
///
/// It works where the group is small or its order has only small factors. That it ends is the whole difference between a toy
/// and ffdhe2048: the same function is asked in both cases.
package enum ExponentSearch {
    /// How to search.
    package enum Method: Hashable, Sendable {
        /// Baby steps and giant steps: about √n of each for n elements (Shanks).
        case babyStepGiantStep
        /// One prime factor of the order at a time (Pohlig and Hellman).
        case pohligHellman
    }

    /// How an exponent was found.
    package enum Found: Hashable, Sendable {
        /// By baby steps and giant steps.
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

    /// The attack's report, and the search with all that is needed to retrace it.
    package struct Result: Sendable {
        /// What was found step by step, down to the plaintext.
        package let report: AttackReport
        /// The group of the recording; nil if there was none.
        package let group: FiniteFieldGroup?
        /// The server's public value, whose exponent is looked for.
        package let publicValue: Integer?
        /// The search; nil if it could not be made.
        package let found: Found?
    }

    /// Attacks a recorded connection.
    ///
    /// - Parameter tableLimit: how many powers may be kept in memory.
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
            report.end(.failed, .recording(.unreadable(error)))
            return Result(report: report, group: nil, publicValue: nil, found: nil)
        }
        report.describe(handshake)
        guard case .dheRSA(_, let params, let clientValue) = handshake.keyExchange else {
            report.end(.failed, .exponent(.notDiffieHellman(handshake.suite)))
            return Result(report: report, group: nil, publicValue: nil, found: nil)
        }
        return run(on: handshake, params, clientValue, by: method, tableLimit: tableLimit, report)
    }

    private static func run(
        on handshake: RecordedHandshake, _ params: ServerDHParams, _ clientValue: [UInt8], by method: Method,
        tableLimit: Int, _ start: AttackReport
    ) -> Result {
        var report = start
        let group: FiniteFieldGroup
        do {
            group = try FiniteFieldGroup(custom: Integer(bigEndian: params.p), generator: Integer(bigEndian: params.g))
        } catch {
            report.end(.failed, .exponent(.groupUnusable("\(error)")))
            return Result(report: report, group: nil, publicValue: nil, found: nil)
        }
        let y = Integer(bigEndian: params.ys)
        report.add(
            .forwardSecrecy(.publicValues(RecordedGroup(p: group.p, g: group.g))), params.quantities(clientValue))
        do throws(DiscreteLogarithmError) {
            let found: Found =
                switch method {
                case .babyStepGiantStep:
                    .babyStepGiantStep(
                        try DiscreteLogarithm.babyStepGiantStep(of: y, in: group, tableLimit: tableLimit))
                case .pohligHellman:
                    .pohligHellman(try DiscreteLogarithm.pohligHellman(of: y, in: group, tableLimit: tableLimit))
                }
            open(handshake, group, clientValue, found.exponent, &report)
            return Result(report: report, group: group, publicValue: y, found: found)
        } catch {
            report.end(.forwardSecret, .exponent(.infeasible(error)))
            return Result(report: report, group: group, publicValue: y, found: nil)
        }
    }

    /// Z = dh_Yc^x, as the server once computed it; leading zeros dropped (RFC 5246 section 8.1.2).
    private static func open(
        _ handshake: RecordedHandshake, _ group: FiniteFieldGroup, _ clientValue: [UInt8], _ exponent: Integer,
        _ report: inout AttackReport
    ) {
        guard let shared = Integer(bigEndian: clientValue).power(exponent, modulo: group.p) else {
            return report.end(.failed, .exponent(.groupUnusable("dh_Yc has no powers in it")))
        }
        report.add(
            .exponent(.found(bits: exponent.bitWidth)),
            [
                .init("x in hexadecimal", exponent.bigEndian),
                .init("pre_master_secret", shared.bigEndian),
            ])
        ForwardSecrecyAttack.open(handshake, by: .premaster(shared.bigEndian), &report)
    }
}
