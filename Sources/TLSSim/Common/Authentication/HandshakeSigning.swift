import Crypto
import Trace

/// A signature in a handshake: the signed content, the scheme, and the key that verifies the signature.
public struct HandshakeSigning: Hashable, Sendable {
    /// What is signed.
    enum Content: Hashable, Sendable {
        /// Both randoms and the server's parameters, the unlabelled octets (RFC 5246 section 7.4.3).
        case parameters(clientRandom: [UInt8], serverRandom: [UInt8], [UInt8])
        /// In TLS 1.2: all handshake messages so far (RFC 5246 section 7.4.8).
        case messages([UInt8])
        /// In TLS 1.3: the hash of all handshake messages so far, behind a text that names the side (RFC 8446 section 4.4.3).
        case transcript(Role, hash: [UInt8])
    }

    let content: Content
    let scheme: SignatureScheme
    /// The key that verifies the signature.
    let key: PublicKey
    let signature: [UInt8]

    /// The scheme of a signature over the parameters of a key exchange (RFC 5246 section 7.4.3); nil for every other content.
    public var schemeOfParameters: SignatureScheme? {
        if case .parameters = content { scheme } else { nil }
    }

    /// The making of the signature, for the reader. Handshake messages are too long to show, so their digest is shown instead.
    var calculation: Calculation {
        guard let method = scheme.method else {
            return Calculation(name, formula: scheme.description, results: [.init("signature", signature)])
        }
        let signed = scheme.hash == nil ? octetsName : digestName
        return Calculation(
            name, formula: "\(scheme): Sign(\(signer)'s private key, \(signed))", inputs: inputs,
            steps: steps(with: method), results: [.init("signature", signature)],
            reproduce: ShellScript.verification(of: signature, method, by: key, input: inputCommand).text)
    }

    /// The verification of the signature, for the reader: the result that the public key gives, and the value that it has to equal.
    var verification: Calculation {
        guard let method = scheme.method else {
            return Calculation("verification of \(name)", formula: scheme.description)
        }
        let digest = scheme.hash?.hash(octets) ?? []
        let given =
            (scheme.hash == nil ? [] : [Calculation.Quantity("digest", digest, note: digestName)])
            + [.init("signature", signature)]
        switch (method, key) {
        case (.pkcs1(let hash), .rsa(let key)):
            return verification(
                formula: "signature^e mod n = 00 01 ff ... ff 00 + DigestInfo", inputs: given + numbers(of: key),
                steps: [.init("DigestInfo", DigestFunction.common(hash).digestInfo(digest), note: .digestInfo(hash))],
                result: .init("EM", PKCS1v15.recovered(signature, by: key) ?? [], note: "ends with DigestInfo"),
                script: ShellScript.recovery(of: signature, by: self.key))
        case (.pss(let hash), .rsa(let key)):
            let work = PSS.Verification(signature, of: octets, hash: hash, by: key)
            return verification(
                formula: "signature^e mod n = EM = maskedDB + H + bc",
                inputs: given + numbers(of: key),
                steps: [
                    .init("maskedDB", Array(work.maskedSalt ?? []), note: Self.maskedBlock),
                    .init("salt", work.salt, note: "the end of maskedDB XOR MGF1(H)"),
                    .init("H", hash.hash([UInt8](repeating: 0, count: 8) + digest + work.salt), note: .hashOfSalt),
                ], result: .init("EM", work.block ?? [], note: "maskedDB + H + bc"),
                script: ShellScript.recovery(of: signature, by: self.key))
        case (.ecdsa(let hash), .ecdsa(let key)):
            guard let numbers = try? ECDSA.Signature(der: signature) else { break }
            let work = ECDSA.Verification(numbers, of: octets, hash: hash, by: key)
            guard let steps = work.steps else { break }
            return verification(
                formula: "x-coordinate of (digest / s) * G + (r / s) * Q, mod n = r",
                inputs: given + [.init("Q", key.octets)],
                steps: [
                    .init("r", numbers.r.bigEndian), .init("s", numbers.s.bigEndian),
                    .init("u1", steps.u1.bigEndian, note: "digest / s mod n"),
                    .init("u2", steps.u2.bigEndian, note: "r / s mod n"),
                ], result: .init("x", (steps.x ?? 0).bigEndian, note: "of u1 * G + u2 * Q; equals r"),
                script: ShellScript.verification(
                    of: signature, method, by: self.key, input: inputCommand))
        case (.ed25519, .ed25519(let key)):
            let work = Ed25519.Verification(signature, of: octets, by: key.octets)
            guard let result = work.result else { break }
            return verification(
                formula: "S * B - k * A = R", inputs: given + [.init("A", key.octets)],
                steps: [
                    .init("R", work.r), .init("k", work.challenge, note: challengeNote),
                    .init("S", work.s, note: Self.leastFirst),
                ], result: .init("result", result, note: "S * B - k * A; equals R"),
                script: ShellScript.verification(of: signature, method, by: self.key, input: inputCommand))
        case (.pkcs1, .ecdsa), (.pkcs1, .ed25519), (.pss, .ecdsa), (.pss, .ed25519), (.ecdsa, .rsa),
            (.ecdsa, .ed25519), (.ed25519, .rsa), (.ed25519, .ecdsa):
            break
        }
        return Calculation("verification of \(name)", formula: "\(scheme)", inputs: given)
    }

    private func verification(
        formula: String, inputs: [Calculation.Quantity], steps: [Calculation.Quantity],
        result: Calculation.Quantity, script: @autoclosure @escaping @Sendable () -> ShellScript
    ) -> Calculation {
        Calculation(
            "verification of \(name)", formula: formula, inputs: inputs, steps: steps, results: [result],
            reproduce: script().text)
    }

    /// EM is one bit shorter than the modulus, so the bits in front of it are set to 0 (RFC 8017 section 9.1.1, step 11).
    private static let maskedBlock = "00 ... 00 01 + salt, XOR MGF1(H); its first bits are set to 0, so that EM < n"

    private func numbers(of key: RSAPublicKey) -> [Calculation.Quantity] {
        [.init("e", key.e.bigEndian), .init("n", key.n.bigEndian)]
    }

    // MARK: Parts

    private var octets: [UInt8] {
        switch content {
        case .parameters(let client, let server, let parameters): client + server + parameters
        case .messages(let messages): messages
        case .transcript(let side, let hash): SignedTranscript.octets(of: side, hash)
        }
    }

    private var name: String {
        switch content {
        case .parameters: "ServerKeyExchange.signature"
        case .messages, .transcript: "CertificateVerify.signature"
        }
    }

    private var signer: Role {
        switch content {
        case .parameters: .server
        case .messages: .client
        case .transcript(let side, _): side
        }
    }

    private var digestName: String {
        switch content {
        case .parameters: "Hash(client_random + server_random + params)"
        case .messages: "Hash(handshake_messages)"
        case .transcript: "Hash(signed octets)"
        }
    }

    /// What is signed, for the formula of Ed25519, which makes no digest of it.
    private var octetsName: String {
        switch content {
        case .parameters: "client_random + server_random + params"
        case .messages: "handshake_messages"
        case .transcript: "signed octets"
        }
    }

    private var challengeNote: String { "SHA-512(R + A + \(octetsName)) mod L, least significant octet first" }

    private static let leastFirst = "least significant octet first"

    private var inputs: [Calculation.Quantity] {
        switch content {
        case .parameters(let client, let server, let parameters):
            [.init("client_random", client), .init("server_random", server), .init("params", parameters)]
        case .messages(let messages):
            [
                .init(
                    scheme.hash == nil ? octetsName : digestName, scheme.hash?.hash(messages) ?? messages,
                    note: .signedMessages(octets: messages.count))
            ]
        case .transcript(_, let hash):
            [.init("transcript hash", hash), .init("signed octets", octets, note: .signedTranscript)]
        }
    }

    /// The values between what is signed and the signature (RFC 8017 sections 9.1 and 9.2, FIPS 186-5 section 6.4.1, RFC 8032 section
    /// 5.1.6).
    private func steps(with method: SignatureScheme.Method) -> [Calculation.Quantity] {
        let digest = scheme.hash?.hash(octets) ?? []
        let hashed: [Calculation.Quantity] =
            if case .messages = content { [] } else { [.init("digest", digest, note: digestName)] }
        switch (method, key) {
        case (.pkcs1(let hash), .rsa(let key)):
            let info = DigestFunction.common(hash).digestInfo(digest)
            let block = PKCS1v15.recovered(signature, by: key) ?? []
            return hashed + [
                .init("DigestInfo", info, note: .digestInfo(hash)),
                .init("EM", block, note: "00 01 ff ... ff 00 + DigestInfo; signature = EM^d mod n"),
            ]
        case (.pss(let hash), .rsa(let key)):
            let work = PSS.Verification(signature, of: octets, hash: hash, by: key)
            return hashed + [
                .init("H", Array(work.h), note: "Hash(00 00 00 00 00 00 00 00 + digest + salt)"),
                .init("maskedDB", Array(work.maskedSalt ?? []), note: Self.maskedBlock),
                .init("EM", work.block ?? [], note: "maskedDB + H + bc; signature = EM^d mod n"),
            ]
        case (.ecdsa, .ecdsa):
            guard let numbers = try? ECDSA.Signature(der: signature) else { return hashed }
            return hashed + [
                .init("r", numbers.r.bigEndian, note: "x-coordinate of k * G, mod n"),
                .init("s", numbers.s.bigEndian, note: "(digest + r * d) / k mod n; signature = r and s in DER"),
            ]
        case (.ed25519, .ed25519(let key)):
            let work = Ed25519.Verification(signature, of: octets, by: key.octets)
            return [
                .init("R", work.r, note: "r * B; r = SHA-512(secret prefix + \(octetsName)) mod L"),
                .init("k", work.challenge, note: challengeNote),
                .init("S", work.s, note: "r + k * a mod L, \(Self.leastFirst); signature = R + S"),
            ]
        case (.pkcs1, .ecdsa), (.pkcs1, .ed25519), (.pss, .ecdsa), (.pss, .ed25519), (.ecdsa, .rsa),
            (.ecdsa, .ed25519), (.ed25519, .rsa), (.ed25519, .ecdsa):
            return hashed
        }
    }

    /// A shell command that writes to its standard output what OpenSSL needs besides key and signature: the digest, or for Ed25519 the
    /// octets that are signed.
    private var inputCommand: String {
        func octets(_ parts: [UInt8]...) -> String {
            "echo \(parts.map { Hex.string($0) }.joined(separator: " ")) | \(ShellScript.octets)"
        }
        let hashed = scheme.hash.map { " | openssl dgst -\($0.opensslName) -binary" } ?? ""
        switch content {
        case .parameters(let client, let server, let parameters): return octets(client, server, parameters) + hashed
        case .messages(let messages): return octets(scheme.hash?.hash(messages) ?? messages)
        case .transcript: return octets(self.octets) + hashed
        }
    }
}
