import TCPSim
import Trace

/// What goes wrong beyond what the machines say themselves: how a run ends for a side that has neither finished nor given up, and
/// what arrives in vain.
enum WireFailure: Remark {
    /// The run does not come to an end, and is cut off after so many happenings.
    case exhausted(happenings: Int)
    /// Nothing more arrives, and the side is left in these states of TCP and TLS.
    case unfinished(tcp: State, tls: String)

    /// A datagram arrives and cannot be read.
    case unreadable(ParseError)

    /// A stable id for the step, such as "wire.unfinished".
    var step: String {
        switch self {
        case .exhausted: "wire.exhausted"
        case .unfinished: "wire.unfinished"
        case .unreadable: "wire.unreadable"
        }
    }

    var english: String {
        switch self {
        case .exhausted(let happenings): "the run was stopped after \(happenings) events"
        case .unfinished(let tcp, let tls): "no more segments arrive; TCP stays in \(tcp), TLS in \(tls)"
        case .unreadable(let error): error.description
        }
    }
}

extension Journal {
    /// What has kept a visit from its end although neither side wanted it so: whose TCP has failed or was left waiting, and in
    /// which words. That a side refuses the other with an alert of TLS is an end like any other, and not among them.
    package var wireFailures: [(who: Principal, why: any Remark)] {
        events.compactMap { event in
            guard case .failed(let why) = event.kind, Self.failureSteps.contains(event.step) else { return nil }
            return (event.who, why)
        }
    }

    /// The steps at which a wire has had its way.
    private static let failureSteps: Set = ["tcp.failed", "wire.exhausted", "wire.unfinished"]
}
