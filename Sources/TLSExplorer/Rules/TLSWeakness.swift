import Trace

extension TLSSpace {
    /// A weakness of TLS as it is specified. It breaks a rule within the bounds, which is no fault of the ends that are explored.
    package enum Weakness: String, Hashable, Sendable, CaseIterable, Remark {
        case offeredBinding = "offered binding"
        case anonymousClient = "anonymous client"

        /// The section about it.
        package var citation: Citation {
            switch self {
            case .offeredBinding: .rfc(7627, "5.4")
            case .anonymousClient: .rfc(5246, "F.1.1")
            }
        }

        package var english: String {
            switch self {
            case .offeredBinding:
                "the extended master secret is offered and not demanded: where the attacker takes it out of a hello, two connections can "
                    + "have one master secret"
            case .anonymousClient:
                "a server that asks for no certificate is open with anyone, the attacker as well"
            }
        }
    }
}
