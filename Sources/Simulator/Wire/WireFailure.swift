import TCPSim
import Trace

/// Failures that no protocol machine reports: a side has neither finished nor given up when the run ends, or a datagram cannot be
/// decoded.
enum WireFailure: Remark {
    case exhausted(happenings: Int)
    case unfinished(tcp: State, tls: String)

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

    var chinese: String {
        switch self {
        case .exhausted(let happenings): "\(happenings) 个事件之后，运行被停止"
        case .unfinished(let tcp, let tls): "不再有报文段到达；TCP 停在 \(tcp)，TLS 停在 \(tls)"
        case .unreadable(let error): error.description
        }
    }
}

extension Journal {
    /// The failures of a visit that come from the wire: the side whose TCP has failed or waits for ever, and the reason. An alert of TLS
    /// is a regular end, and is not among them.
    package var wireFailures: [(who: Principal, why: any Remark)] {
        events.compactMap { event in
            guard case .failed(let why) = event.kind, Self.failureSteps.contains(event.step) else { return nil }
            return (event.who, why)
        }
    }

    /// The step ids of failures that come from the wire.
    private static let failureSteps: Set = ["tcp.failed", "wire.exhausted", "wire.unfinished"]
}
