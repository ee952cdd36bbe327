import PKI
import TLSSim
import Trace

/// A program that speaks TLS. All such programs treat the outputs of their TLS in one way: they keep them, judge the peer's chain, and react.
///
/// A program has the members of its ``TLSEnd``: `program.failure` is `program.end.failure`.
@dynamicMemberLookup
package protocol TLSUser {
    /// The program's TLS.
    var end: TLSEnd { get set }
    /// Judges the peer's chain.
    var judge: ChainJudge { get }

    /// Gives the TLS an input, and returns its outputs.
    mutating func outputs(of input: Input) -> [Output]
    /// What the program does about an output, which ``end`` already has.
    mutating func react(to output: Output) -> [ApplicationAction]
    /// What the program does when it has reacted to all outputs of an input.
    mutating func settle() -> [ApplicationAction]
}

extension TLSUser where Self: Application {
    /// Client or server.
    package var role: Role? { end.tls.role }
    /// The state of the program's TLS.
    package var state: String? { end.tls.state }
}

extension TLSUser {
    package mutating func outputs(of input: Input) -> [Output] { end.take(input) }
    package mutating func settle() -> [ApplicationAction] { [] }

    /// A member of ``end``.
    package subscript<Value>(dynamicMember member: KeyPath<TLSEnd, Value>) -> Value { end[keyPath: member] }

    /// Gives the TLS an input.
    ///
    /// - Returns: the action that carries out the outputs, and what follows from them.
    package mutating func take(_ input: Input) -> ApplicationAction { carryOut(outputs(of: input)) }

    /// The action that carries out these outputs of the TLS, and what follows from them.
    package mutating func carryOut(_ outputs: [Output]) -> ApplicationAction {
        var then: [ApplicationAction] = []
        for output in outputs {
            end.keep(output)
            if case .judge(let chain) = output {
                then.append(take(.verdict(end.judge(chain, by: judge))))
            }
            then += react(to: output)
        }
        return .outputs(outputs, then: then + settle())
    }
}
