import Crypto
import PKI
import TLSSim
import Trace
import TrustLab

/// Learns what a server does with the offers that App Transport Security makes, by making them.
///
/// Each offer is one ClientHello on a connection of its own, with the versions and suites of that offer and no others. What
/// the server chooses is in its answer; in TLS 1.2 its certificates are too. Where the suite is one that is implemented here,
/// a whole handshake follows, which proves that the server has the key; in TLS 1.3 that handshake shows the certificates.
public struct ATSLiveServer {
    private let place: Endpoint
    private let serverName: String
    private let timeout: Double
    private let evaluator: Evaluator
    private let question: Question

    /// A server that has not been asked yet.
    ///
    /// - Parameters:
    ///   - place: where it is.
    ///   - serverName: the name that is asked for and judged.
    ///   - timeout: how long each connection and each answer may take, in seconds.
    ///   - evaluator: judges the certificates that it shows.
    ///   - question: what they are judged by.
    public init(
        _ place: Endpoint, serverName: String, timeout: Double, evaluator: Evaluator, question: Question
    ) {
        self.place = place
        self.serverName = serverName
        self.timeout = timeout
        self.evaluator = evaluator
        self.question = question
    }

    /// What was learned.
    public struct Learned: Sendable {
        /// What the server answers to which offer.
        public let server: ATSServer
        /// What is to be said about how it was learned.
        public let remarks: [String]
    }

    /// Asks for what the offers need, and for anything at all.
    ///
    /// - Throws: ``NetworkError``, or ``Failure`` where the answer is not TLS.
    public func learn(_ offers: [ATSOffer]) async throws -> Learned {
        let stop = try StopSignal()
        let probe = try ServerProbe(place, serverName: serverName, timeout: timeout)
        // TLS 1.3 hides certificates, so anything means anything older first.
        let older = try probe.older(until: stop)
        var chain: [[UInt8]] = []
        if case .hello(_, _, let certificates) = older { chain = certificates }
        var most = older
        if connection(older, chain) == nil { most = try probe.newest(until: stop) }
        if connection(most, chain) == nil { try refuse(older) }
        var heard: [ATSOffer: HelloProbe.Answer] = [:]
        for offer in offers where heard[offer] == nil {
            heard[offer] = try probe.ask(offer.versions, offer.suites.map(\.codePoint), until: stop)
        }
        // A server may show another chain in TLS 1.3 than in TLS 1.2.
        var hidden: HiddenChain?
        if Self.isNewest(most) || heard.values.contains(where: Self.isNewest) {
            hidden = try probe.hidden(question, until: stop)
        }
        if let found = hidden, chain.isEmpty || !found.certificates.isEmpty { chain = found.certificates }
        let anything = connection(most, chain)
        var answers: [ATSOffer: ATSAnswer] = [:]
        for (offer, answer) in heard {
            if let connection = connection(answer, chain) {
                answers[offer] = .agreed(connection)
            } else {
                answers[offer] = .refused(alert: Self.alert(answer))
            }
        }
        let server = ATSServer(anything: anything, answers: answers)
        var remarks: [String] = []
        for suite in Self.completable(offers, server) {
            remarks.append(try await complete(suite, probe, stop))
        }
        if let suite = hidden?.suite {
            remarks.append(Self.completed(suite))
        } else if let failure = hidden?.failure {
            remarks.append("A whole handshake of TLS 1.3 was tried and failed: \(failure).")
        }
        if anything?.version == .tls13, chain.isEmpty {
            remarks.append("The server speaks TLS 1.3 only, which hides its certificates. Give them with --chain.")
        }
        return Learned(server: server, remarks: remarks)
    }

    /// An answer that is no TLS is an error, while a refusal says something about the server.
    private func refuse(_ answer: HelloProbe.Answer) throws {
        switch answer {
        case .malformed(let why):
            throw Failure("\(place.address):\(place.port): no TLS: \(why)", .unreadable(place, why: why))
        case .foreign(let octets):
            let greeting = ContactProblem.Greeting(octets)
            throw Failure(
                "\(place.address):\(place.port): no TLS: it begins with \(Hex.string(octets.prefix(8)))",
                .notTLS(place, greeting))
        case .silence:
            throw Failure(
                "\(place.address):\(place.port): no answer to a ClientHello", .silent(place, seconds: timeout))
        case .hello, .alert, .closed: return
        }
    }

    /// Whether the answer is a ServerHello of TLS 1.3.
    private static func isNewest(_ answer: HelloProbe.Answer) -> Bool {
        if case .hello(.tls13, _, _) = answer { true } else { false }
    }

    private static func completed(_ suite: String) -> String {
        "A whole handshake with \(suite) was made: the server has the key to its certificate."
    }

    private static func alert(_ answer: HelloProbe.Answer) -> String? {
        if case .alert(let description) = answer { "\(description)" } else { nil }
    }

    private func connection(_ answer: HelloProbe.Answer, _ chain: [[UInt8]]) -> ATSConnection? {
        guard case .hello(let version, let suite, let shown) = answer,
            ProtocolVersion.all.contains(version)
        else { return nil }
        let certificates = shown.isEmpty ? chain : shown
        let verdict = certificates.isEmpty ? nil : evaluator.evaluate(chain: certificates, question: question)
        return ATSConnection(
            version: version, suite: RegisteredSuite(suite), chain: certificates,
            verdict: verdict)
    }

    // MARK: A whole handshake

    /// Suites of TLS 1.2 that the server has chosen and that are implemented here.
    private static func completable(_ offers: [ATSOffer], _ server: ATSServer) -> [CipherSuite] {
        var suites: [CipherSuite] = []
        for case .agreed(let connection)? in offers.map({ server.answers[$0] }) where connection.version == .tls12 {
            guard let suite = connection.suite.flatMap({ CipherSuite.withCodePoint($0.codePoint) }),
                !suites.contains(suite)
            else { continue }
            suites.append(suite)
        }
        return suites
    }

    /// Runs a handshake to its end with one suite. The chain is not judged here.
    private func complete(
        _ suite: CipherSuite, _ probe: ServerProbe, _ stop: borrowing StopSignal
    ) async throws -> String {
        let socket = try probe.connect(until: stop)
        var configuration = Client.Configuration(
            hostName: serverName, cipherSuites: [suite], extendedMasterSecret: true, encryptThenMAC: true)
        configuration.now = question.time
        configuration.arithmetic = .live
        configuration.tracing = false
        var limits = TLSLimits()
        limits.handshake = .microseconds(Int64(timeout * 1_000_000))
        let application = TLSClient(sending: [], timeout: .seconds(1), linger: .microseconds(0)) { _ in }
        var live = LiveTLS(
            on: socket, endpoint: TLSEndpoint(configuration), application: application, limits: limits)
        var isEstablished = false
        var ending = TLSEnding.stopped
        let evaluator = Evaluator(store: TrustStore(anchors: []))
        try await live.run(until: stop) { _, chain in
            evaluator.judge(chain: chain, question: question, diligence: .none)
        } watch: { sight, _ in
            switch sight {
            case .stepped(_, _, let outputs):
                for case .established in outputs { isEstablished = true }
            case .ended(_, let how): ending = how
            case .opened: break
            }
        }
        return isEstablished
            ? Self.completed(suite.name)
            : "A whole handshake with \(suite.name) was tried and failed: \(ending.sentence)"
    }

    /// Why nothing was learned.
    public struct Failure: Error, CustomStringConvertible {
        /// One sentence.
        public let description: String
        /// The same for a diagnosis.
        public let problem: ContactProblem

        init(_ description: String, _ problem: ContactProblem) {
            self.description = description
            self.problem = problem
        }
    }
}
