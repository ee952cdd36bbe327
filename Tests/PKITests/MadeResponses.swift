import TestSupport

@testable import PKI

/// OCSP responses of every kind about one certificate, made by OpenSSL.
struct MadeResponses: Sendable {
    /// The authority that is trusted, and the leaf that it has issued.
    let authority: [UInt8]
    let leaf: [UInt8]
    /// The same for a server that must show a response (RFC 7633); it has the number of the leaf.
    let demandingLeaf: [UInt8]
    /// By what is told of them below.
    private let responses: [String: [UInt8]]

    /// The response of that name.
    subscript(name: String) -> [UInt8] { responses[name] ?? [] }

    /// Number 1234 revoked because its key is no longer secret, 1235 not, and nothing known of any other.
    private static let index = """
        R\t400101000000Z\t250101000000Z,keyCompromise\t1234\tunknown\t/CN=www.example.com
        V\t400101000000Z\t\t1235\tunknown\t/CN=www.example.com

        """

    /// Made once: keys take time.
    static let shared = Task { try await make() }

    private static func make() async throws -> MadeResponses {
        try await Tool.require("openssl")
        return try await TemporaryDirectory.use { folder in
            func path(_ name: String) -> String { folder.path(of: name) }
            func openssl(_ arguments: String, _ more: [String] = []) async throws {
                _ = try await Tool.output("openssl", arguments.split(separator: " ").map(String.init) + more)
            }
            func certificate(_ name: String, subject: String, by issuer: String? = nil, _ more: [String]) async throws {
                var arguments = ["-out", path(name + ".pem"), "-subj", subject, "-days", "1000"]
                arguments += try await OpenSSLKey.options(of: name, in: path(name + ".key"))
                if let issuer { arguments += ["-CA", path(issuer + ".pem"), "-CAkey", path(issuer + ".key")] }
                try await openssl("req -x509", arguments + more)
            }
            let signing = ["-addext", "extendedKeyUsage=OCSPSigning"]
            try await certificate("ca", subject: "/CN=Authority", [])
            try await certificate("impostor", subject: "/CN=Authority", [])
            let server = [
                "-set_serial", "0x1234", "-addext", "subjectAltName=DNS:www.example.com", "-addext",
                "basicConstraints=critical,CA:FALSE",
            ]
            try await certificate("leaf", subject: "/CN=www.example.com", by: "ca", server)
            try await certificate(
                "demanding", subject: "/CN=www.example.com", by: "ca",
                server + ["-addext", "tlsfeature=status_request"])
            try await certificate("delegate", subject: "/CN=Delegate", by: "ca", signing)
            try await certificate("unentitled", subject: "/CN=Unentitled", by: "ca", [])
            try await certificate("stranger", subject: "/CN=Stranger", signing)
            let index = try folder.write(text: MadeResponses.index, to: "index")

            var responses: [String: [UInt8]] = [:]
            func respond(
                _ name: String, by signer: String, serial: String = "0x1234", about issuer: String = "ca",
                hash: [String] = [], _ more: String = "-ndays 7"
            ) async throws {
                try await openssl(
                    "ocsp -no_nonce",
                    hash + ["-issuer", path(issuer + ".pem"), "-serial", serial, "-reqout", path("request")])
                try await openssl(
                    "ocsp \(more)",
                    [
                        "-index", index, "-CA", path(issuer + ".pem"), "-rsigner", path(signer + ".pem"), "-rkey",
                        path(signer + ".key"), "-reqin", path("request"), "-respout", path("response"),
                    ])
                responses[name] = try folder.read("response")
            }
            try await respond("revoked", by: "ca")
            try await respond("revoked, bare", by: "ca", "-ndays 7 -resp_no_certs -resp_key_id")
            try await respond("revoked, SHA-256", by: "ca", hash: ["-sha256"])
            try await respond("revoked, by a delegate", by: "delegate")
            try await respond("revoked, by the delegate's key", by: "delegate", "-nmin 5 -resp_key_id")
            try await respond("another", by: "ca", serial: "0x1235")
            try await respond("unknown", by: "ca", serial: "0x1236")
            try await respond("another issuer's", by: "ca", about: "impostor")
            try await respond("unentitled", by: "unentitled")
            try await respond("stranger", by: "stranger")
            try await respond("stranger, bare", by: "stranger", "-ndays 7 -resp_no_certs")
            try await respond("impostor", by: "impostor")
            try await respond("impostor, bare", by: "impostor", "-ndays 7 -resp_no_certs")
            try await respond("open-ended", by: "ca", "-resp_key_id")
            try await respond("SHA-1", by: "ca", "-ndays 7 -rmd sha1")
            // The same number, not revoked.
            _ = try folder.write(
                text: "V\t400101000000Z\t\t1234\tunknown\t/CN=www.example.com\n", to: "index")
            try await respond("good", by: "ca")
            try await respond("good, open-ended", by: "ca", "-resp_key_id")
            try await respond("good, bare", by: "ca", "-ndays 7 -resp_no_certs -resp_key_id")
            try await respond("good, by a delegate", by: "delegate")
            func der(_ name: String) throws -> [UInt8] {
                let text = String(decoding: try folder.read(name + ".pem"), as: UTF8.self)
                return try CertificatePEM.decode(text).first ?? []
            }
            return MadeResponses(
                authority: try der("ca"), leaf: try der("leaf"), demandingLeaf: try der("demanding"),
                responses: responses)
        }
    }

    /// A moment at which the response of that name holds: the machine's clock has no part in what is expected.
    func moment(_ name: String, after seconds: Int64 = 1) throws -> Int64 {
        (try OCSPResponse(self[name]).basic?.answers.first?.thisUpdate ?? 0) + seconds
    }

    /// The verdict when the response is stapled to the leaf.
    ///
    /// - Parameter other: judged in the leaf's place.
    func verdict(
        _ response: [UInt8]?, at time: Int64, of other: [UInt8]? = nil, hasSeenAll: Bool = false,
        by profile: ChainQuestion.Profile = .platform
    ) -> Verdict {
        var question = ChainQuestion(hostName: "www.example.com", time: time)
        question.stapledResponse = response
        question.hasSeenStaple = hasSeenAll
        question.profile = profile
        return Evaluator(store: TrustStore(anchors: [authority])).evaluate(chain: [other ?? leaf], question: question)
    }
}
