import Crypto
import Trace

/// What a visit leaves out or simplifies.
enum VisitLimit: Remark {
    case perfectWire
    case failingWire
    case promptAcknowledgments
    case seeded
    case absences(resumption: Bool, clientCertificates: Bool, applicationProtocols: Bool)
    case lateClose(of: Role)
    case randomsWithoutClock
    case noExtendedMasterSecret
    case earlierVisit
    case tls13(Visit.TLS13Options)
    /// The group is a toy, for that reason; nil if no special reason is known.
    case toyGroup(FiniteFieldGroup.Weakness?)

    /// The limits of a visit, in the order in which they are told.
    ///
    /// - Parameter isServed: whether the server has answered.
    static func limits(of options: Visit.Options, isServed: Bool) -> [VisitLimit] {
        var limits: [VisitLimit] = [
            options.wire.isPerfect ? .perfectWire : .failingWire, .promptAcknowledgments, .seeded,
            .absences(
                resumption: options.resumption == nil && options.tls13?.resumes != true,
                clientCertificates: options.clientCertificate == nil,
                applicationProtocols: options.applicationProtocols.isEmpty),
        ]
        if let tls13 = options.tls13 {
            if tls13.resumes { limits.append(.earlierVisit) }
            return limits + [.tls13(tls13)]
        }
        let isCut = options.isTruncated || options.attacker?.endsConnection == true
        if isServed, !isCut { limits.append(.lateClose(of: options.closesFirst.peer)) }
        limits.append(.randomsWithoutClock)
        if !options.extendedMasterSecret { limits.append(.noExtendedMasterSecret) }
        if options.resumption != nil { limits.append(.earlierVisit) }
        if options.group.isToy, options.suite.keyExchange == .dheRSA {
            limits.append(.toyGroup(options.group.weakness))
        }
        return limits
    }

    var english: String {
        switch self {
        case .perfectWire:
            """
            The wire is perfect: it loses, repeats, reorders and damages nothing. Computing takes no virtual time.
            """
        case .failingWire:
            """
            The wire fails only by the rates and rules given; the seed decides when. Computing takes no virtual time.
            """
        case .promptAcknowledgments:
            "Every segment with data is acknowledged at once. Real systems often wait for a second segment."
        case .seeded:
            """
            The randoms, the keys and the secret behind the sequence numbers come from the seed, so the run can be repeated. A real \
            endpoint draws them from the operating system, and they cannot be drawn again.
            """
        case .absences(let resumption, let clientCertificates, let applicationProtocols):
            Self.absences(
                (resumption ? ["session resumption"] : []) + (clientCertificates ? ["client certificates"] : [])
                    + ["revocation"] + (applicationProtocols ? ["ALPN"] : []))
        case .lateClose(let role):
            """
            In TLS 1.2 a side answers close_notify at once and discards unsent data (RFC 5246 section 7.2.1). Here the \(role)'s \
            application takes 5 ms to close. So the \(role)'s close_notify and FIN come after the ACK of the \(role.peer)'s FIN.
            """
        case .randomsWithoutClock:
            """
            In RFC 5246 the first four octets of each random are the clock. Here all 32 octets are random, as in most endpoints \
            today.
            """
        case .noExtendedMasterSecret:
            """
            The extended master secret (RFC 7627) is off. So this run uses RFC 5246's own formula: premaster secret and two randoms. \
            Today's endpoints use the extended master secret; --ems switches it on.
            """
        case .earlierVisit:
            """
            The first visit, in which the session was made, is not shown. It was a full handshake of the same suite, one minute \
            earlier, over a perfect wire. The table does not say who recorded that visit, or what leaks from the memories of the two \
            sides.
            """
        case .tls13(let tls13):
            """
            \(Self.absences(of: tls13)) RFC 9846 replaces RFC 8446, which this program cites. RFC 9846 has the same version number, makes some \
            requirements stricter, numbers section 4 anew, and says main secret for master secret.
            """
        case .toyGroup(let weakness): "The group is a toy: \(weakness?.english ?? "anyone can take logarithms in it.")"
        }
    }

    private static func absences(of tls13: Visit.TLS13Options) -> String {
        let others =
            (tls13.updatesKeys ? [] : ["KeyUpdate"]) + (tls13.paddingMultiple > 1 ? [] : ["padding of records"])
        let early = tls13.sendsEarlyData ? [] : ["early data"]
        guard !(early + others).isEmpty else { return "Cookies do not occur here." }
        return absences(early + ["cookies"] + others)
    }

    private static func absences(_ absent: [String]) -> String {
        let list = listed(absent)
        return list.prefix(1).uppercased() + list.dropFirst() + (absent.count == 1 ? " does" : " do")
            + " not occur here."
    }
}
