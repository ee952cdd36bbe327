/// The sentences of the questions about certificates, names and pins, and about the identity of client and server.
enum CertificateWords: QuestionTopic {
    case serial, issuer, pin, chainLength, wrongHost, unknownAuthority, copiedChain, copiedClient, renewal,
        transportSecurity

    var english: QuestionWords {
        switch self {
        case .serial:
            QuestionWords(
                english: "You can read a certificate.",
                ask:
                    "Here are the certificates that a server sends, in PEM. What is the serial number of the server's own certificate: the contents of the INTEGER in DER, in hexadecimal?",
                hint:
                    "Decode the base 64. In the DER the serial number follows the version: tag 02, a length, the contents. openssl x509 -serial shows it too.",
                because:
                    "The server's own certificate comes first. Its serial number is the first INTEGER behind the version.",
                slips: [
                    "issuers-number":
                        "This is the serial number of the second certificate. Look at the order: the server's own certificate comes first."
                ])
        case .issuer:
            QuestionWords(
                english: "You can say who has signed a certificate.",
                ask:
                    "A server sends certificates with the subjects that are shown. Each is followed by the one that signs it. Which name stands as the issuer in the first certificate?",
                hint:
                    "Subject says whose certificate it is, issuer says who has signed it. The next certificate belongs to the signer.",
                because: "The issuer of a certificate is the subject of the next one.",
                slips: [
                    "the-root-signs-all":
                        "You expect that the root signs each certificate. It signs the authority in between. Look at the subject of the second certificate.",
                    "its-own-name": "This is the subject of the certificate: its owner. Look at the field issuer.",
                    Template.nobody:
                        "A certificate that is signed by its own key has one name in both fields. Look at whether a second certificate follows.",
                ],
                choices: [
                    Template.selfSigned: "no other name: it is self-signed"
                ])
        case .pin:
            QuestionWords(
                english: "You can compute a pin.",
                ask:
                    "Here are the certificates that a server sends, in PEM. Compute the pin of the server's own key: SHA-256 of the SubjectPublicKeyInfo in DER, in hexadecimal.",
                hint:
                    "Take the public key out of the first certificate, in DER, and hash it. openssl x509 -pubkey, openssl pkey -outform der, openssl dgst -sha256.",
                because:
                    "The pin covers the key with its algorithm, and nothing that changes when the certificate is renewed with the same key.",
                slips: [
                    "whole-certificate":
                        "This is the hash of the whole certificate. Such a pin breaks with each renewal. Look at which part the pin covers.",
                    "intermediates-key":
                        "This is the pin of the second certificate's key. Look at the order: the server's own certificate comes first.",
                ])
        case .chainLength:
            QuestionWords(
                english: "You know which certificates a server sends.",
                ask:
                    "The path from a server's certificate to the root that the client trusts has the names that are shown. How many certificates does the server send?",
                hint: "Ask which of them the client has already.",
                because: "The client has the root already. The server sends its own certificate and those between.",
                slips: [
                    "root-is-sent":
                        "You have counted the root. The client has it, and would not trust one because it was sent. Look at the list in the message Certificate.",
                    "only-the-leaf":
                        "The client does not know the authority in between. Look at the list in the message Certificate.",
                ])
        case .wrongHost:
            QuestionWords(
                english: "You know what a certificate for another name leads to.",
                ask:
                    "A client asks for www.example.com. The server shows a good certificate of a known authority, for another name. Which alert does the client send?",
                hint:
                    "The authority is known, the dates are right, the signature is good. Ask what is left to complain about, and look at the list of alerts in RFC 5246 section 7.2.2.",
                because: "The certificate is good for another name. TLS 1.2 has no alert of its own for names.",
                slips: [
                    "blames-the-authority":
                        "The authority is known to the client. Look at which check of the client fails.",
                    "blames-the-date": "The dates are right. Look at which check of the client fails.",
                    "no-suite":
                        "This alert comes when the two sides have no suite in common. Here they have agreed already. Look at ServerHello.",
                ])
        case .unknownAuthority:
            QuestionWords(
                english: "You know what an unknown authority leads to.",
                ask:
                    "A server shows a certificate for the right name, in date. An authority has signed it that the client does not know. Which alert does the client send?",
                hint: "Name, dates and signatures are right. Ask what the client lacks.",
                because: "The path ends at a root that the client does not trust.",
                slips: [
                    "self-signed-is-bad":
                        "The certificate is well formed and its signature is good. Look at where the path ends.",
                    "blames-the-date": "The dates are right. Look at where the path ends.",
                    "blames-the-signature": "Each signature on the path verifies. Look at where the path ends.",
                ])
        case .copiedChain:
            QuestionWords(
                english: "You know what a copied certificate is worth.",
                ask:
                    "An attacker shows the certificates of the real server, which are public, and does not have its private key. The key exchange is ephemeral Diffie-Hellman. Which alert does the client send?",
                hint: "Go through the checks in their order: first the path, then the signature over the parameters.",
                because: "The certificates are genuine and pass. The signature in ServerKeyExchange is of another key.",
                slips: [
                    "copy-is-noticed":
                        "You expect that a copy looks different. It has the same octets, and passes each check of the path. Look at the check after it.",
                    "unknown-authority":
                        "The copied certificates are of a known authority. Look at the check that comes after the path.",
                    "accepted":
                        "The certificate is right, and it proves nothing alone. Look at what ServerKeyExchange holds beside the parameters.",
                ])
        case .copiedClient:
            QuestionWords(
                english: "You know what proves a client.",
                ask:
                    "A server asks for a client certificate. The client shows one that it has copied, without the private key. Which alert does the server send?",
                hint: "The certificate passes. Ask which message of the client proves that it has the key.",
                because: "The certificate is genuine. CertificateVerify is a signature, and it is of another key.",
                slips: [
                    "certificate-proves":
                        "You expect that the certificate proves the client. It is public. Look at the message that follows ClientKeyExchange.",
                    "certificate-is-refused":
                        "The certificate is good, and the server has no reason to refuse it. Look at the message that follows ClientKeyExchange.",
                    "unknown-authority":
                        "The certificate is of an authority that the server knows. Look at the message that follows ClientKeyExchange.",
                ])
        case .transportSecurity:
            QuestionWords(
                english: "You know which cipher suites App Transport Security lets an app use.",
                ask:
                    "An iOS app loads https://www.example.com/ with URLSession. The server speaks TLS 1.2 and no other version, and accepts the cipher suite that is shown and no other. Its certificates are in order. The app is under App Transport Security (ATS). Does the connection come about?",
                hint:
                    "ATS goes by lists of suites. Find the key exchange in the name of this one, and ask whether the app offers it, without an exception and with one.",
                because:
                    "In TLS 1.2 the app offers suites with ECDHE alone where there is no exception. NSExceptionRequiresForwardSecrecy = NO adds suites with RSA key transport. No exception adds DHE.",
                slips: [
                    "forward-secrecy-is-enough":
                        "You expect that TLS 1.2 with good certificates is enough, or that any forward secrecy is. Look for the key exchange of this suite in the list that ATS has.",
                    "an-exception-lifts-all":
                        "You expect that this suite needs an exception, and that there is one. Look at what the app offers without an exception, and at what an exception adds.",
                    "never-offered":
                        "You expect that an app never offers this suite. Look at the list of ATS, and at what NSExceptionRequiresForwardSecrecy = NO adds to it.",
                ],
                choices: [
                    "loads": "yes, without an exception in the app's Info.plist",
                    "exception": "only with an exception in the app's Info.plist",
                    "refused": "no, with an exception or without",
                ])
        case .renewal:
            QuestionWords(
                english: "You know which pins survive a renewal.",
                ask:
                    "Four apps pin public keys of the first chain: each has one of these sets of pins. Later the server renews its certificate with a spare key, which it had made before. The authority stays the same. Which apps cannot connect any more?",
                hint: "Ask of each set whether one of its keys is on the new path. One is enough.",
                because:
                    "The new path has the spare key, the same intermediate and the same root. One set names none of them.",
                slips: [
                    "a-key-never-changes":
                        "A pin of a key survives a renewal with the same key. Here the key is another one. Look at what each set pins.",
                    "each-renewal-locks-out":
                        "The spare key was made before and pinned. Look at which key the new certificate has.",
                    "the-chain-changes-too":
                        "The authority has issued the new certificate with the same key of its own. Look at the new path from end to end.",
                ])
        }
    }
}
