import PKI
import Trace

/// What a diagnosis rests on: what was seen of a server, on which device, at which moment, and what the app has with it.
public struct Examination: Sendable {
    /// The host in the app's URL.
    public var host: ATSHost
    /// How the server was seen.
    public var sight: Sight
    /// The certificates, the moment, the device's authorities and the app's pins.
    public var evidence: TrustEvidence
    /// The app's NSAppTransportSecurity.
    public var dictionary = ATSDictionary()
    /// What the app decides with; nil where that is not said.
    public var policy: PolicyColumn?
    /// The certificates that the server showed earlier, in DER, the leaf first.
    public var earlier: [[UInt8]] = []
    /// Where the server was asked; nil where it was not.
    public var place: Endpoint?
    /// What is to be said about how the server was seen.
    public var remarks: [String] = []

    /// How a server was seen.
    public enum Sight: Hashable, Sendable {
        /// It was asked, and answered.
        case server(ATSServer)
        /// One connection to it was recorded.
        case recording(ATSConnection)
        /// Its certificates alone are at hand.
        case certificates
        /// No certificate and no TLS was seen, for this reason.
        case nothing(ContactProblem)
    }

    /// An examination of what was seen of `host`.
    public init(of host: ATSHost, sight: Sight, evidence: TrustEvidence) {
        self.host = host
        self.sight = sight
        self.evidence = evidence
    }

    /// Whether the app has pins of its own or in its Info.plist.
    public var hasPins: Bool {
        !evidence.pins.isEmpty || !evidence.pinnedKeys.isEmpty || dictionary.pinning?.domain(for: host.text) != nil
    }

    /// What App Transport Security makes of it, as `trust ats` asks it; nil where nothing was seen.
    func transport() -> ATSJudgement? {
        let rules = dictionary.rules(forHost: host)
        return switch sight {
        case .server(let server): ATSPolicy(anchorKind: anchorKind).judge(server, by: rules)
        case .recording(let connection): ATSPolicy(anchorKind: anchorKind).judge(connection, by: rules)
        case .certificates: evidence.transportJudgement(by: rules)
        case .nothing: nil
        }
    }

    /// Whose the anchor of the chain is: the system's or the user's.
    private var anchorKind: AnchorKind {
        let store = evidence.platformStore
        let verdict = Evaluator(store: store).evaluate(chain: evidence.chain, question: evidence.platformQuestion)
        return verdict.path.last.flatMap(store.kind) ?? evidence.systemKind
    }
}
