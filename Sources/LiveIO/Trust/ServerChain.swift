import PKI
import TLSSim
import Trace

/// What a server sends as its certificates. They are looked at and not judged.
public enum ServerChain {
    /// Ed25519 and Ed448, P-384 and P-521: offered for the sake of servers that have no other key. The certificates come before
    /// anything that would have to be verified with them.
    private static let unusable = (
        schemes: [0x0807, 0x0808].map { SignatureScheme(rawValue: $0) },
        groups: [24, 25].map { NamedGroup(rawValue: $0) }
    )

    /// Makes a handshake as far as the certificates need, and hangs up.
    ///
    /// - Returns: the certificates in DER, the leaf first.
    /// - Throws: ``NetworkError``, or ``CertificateFiles/Failure`` for an answer without certificates.
    public static func fetch(from place: Endpoint, named name: String, within seconds: Double) async throws -> [[UInt8]]
    {
        let stop = try StopSignal()
        var client = Client.Configuration(
            hostName: name, cipherSuites: CipherSuite.all, signatureSchemes: SignatureScheme.all + unusable.schemes,
            groups: NamedGroup.all + unusable.groups, extendedMasterSecret: true,
            encryptThenMAC: true)
        client.now = WallClock.microseconds / 1_000_000
        client.arithmetic = .live
        let addresses = try InternetAddress.resolve(place.address, port: place.port)
        let socket = try StreamSocket.connect(
            to: addresses, name: "\(place.address):\(place.port)", within: Int(seconds * 1_000), until: stop)
        let application = TLSClient(sending: [], timeout: .seconds(1), linger: .milliseconds(1)) { _ in }
        var limits = TLSLimits()
        limits.handshake = .microseconds(Int64(seconds * 1_000_000))
        limits.closing = .milliseconds(200)
        var live = LiveTLS(
            on: socket, endpoint: TLSEndpoint(client), application: application, limits: limits)

        let trustless = Evaluator(store: TrustStore(anchors: []))
        let question = Question(hostName: name, time: client.now)
        var chain: [[UInt8]] = []
        var ending = TLSEnding.stopped
        try await live.run(until: stop) { _, sent in
            chain = sent
            return trustless.judge(chain: sent, question: question, diligence: .none)
        } watch: { sight, _ in
            if case .ended(_, let how) = sight { ending = how }
        }
        // With certificates in hand it does not matter how the rest went: our client may not know the key.
        guard chain.isEmpty else { return chain }
        throw CertificateFiles.Failure(path: "\(place.address):\(place.port)", why: ending.sentence)
    }
}
