import Trace

/// What there is to say about the hellos of TLS 1.3 and what they settle.
public enum TLS13HelloNote: StepNote, Hashable {
    case clientHello(suites: Int, hostName: String?, shares: [String])
    /// The server sends its choice; `resumes` if it takes an offered secret.
    case serverHello(suite: String, group: String?, resumes: Bool)
    /// The server sends `count` other answers.
    case encryptedExtensions(count: Int)
    case dummy(Role)

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .clientHello: ("tls.client_hello", .rfc(8446, "4.1.2"))
        case .serverHello: ("tls.server_hello", .rfc(8446, "4.1.3"))
        case .encryptedExtensions: ("tls.encrypted_extensions", .rfc(8446, "4.3.1"))
        case .dummy: ("tls.change_cipher_spec", .rfc(8446, "D.4"))
        }
    }

    public var english: String {
        switch self {
        case .clientHello(let suites, let hostName, let shares):
            """
            The client opens. It offers \(suites == 1 ? "one cipher suite" : "\(suites) cipher suites") and \
            \(hostName.map { "names the host that it wants (\($0))" } ?? "names no host"). \
            \(Self.bet(shares)) \
            The version field says TLS 1.2 for ever, because many old servers refuse a higher \
            version that they do not know. The extension \
            supported_versions says TLS 1.3. The hello is in clear\(hostName == nil ? "." : ": everyone on the path reads the host name.")
            """
        case .serverHello(let suite, let group, let resumes):
            """
            The server chooses \(suite)\(group.map { " and answers with its own share of \($0)" } ?? " and sends no share"). The suite names only a \
            cipher and a hash. \(resumes ? "The server also takes the secret that the client has offered, so no certificate will come. " : "")\
            This is the last handshake message in clear. In TLS 1.2 the certificate and the key exchange followed in clear, too. Now \
            both sides can compute keys, and the server encrypts its next handshake message.
            """
        case .encryptedExtensions(let count):
            """
            \(count == 0 ? "No answers, but the message is always there." : count == 1
                ? "One answer to the client's extensions." : "\(count) answers to the client's extensions.") \
            ServerHello has only the answers that fix the version and the keys. Answers about a certificate stand beside it. \
            All others stand here, where an onlooker cannot read them.
            """
        case .dummy(let side):
            """
            This record has no meaning. The \(side) sends it because some devices on the way expect a handshake that looks like TLS \
            1.2. The other side drops it if it is the one octet 01; any other value ends the handshake. The keys do not \
            change here. In TLS 1.3 certain handshake messages change them, such as the hellos and each Finished.
            """
        }
    }

    private static func bet(_ shares: [String]) -> String {
        guard !shares.isEmpty else {
            return "It sends no public value: the server shall first say which group it likes."
        }
        return """
            It does not wait to hear which group the server likes. It bets on \(shares.joined(separator: " and ")) and sends a \
            public value at once. If the bet is right, the client waits for one answer before its data; a full handshake of TLS 1.2 waits for two.
            """
    }
}
