import Trace

extension Claim {
    /// Claims of articles about TLS, certificates and iOS.
    static let ofArticles: [Claim] = [
        Claim(
            148, about: .certificates, verdict: .onlyIf, saidIn: [.article], rules: [.rfc(5280, "4.1.1.3")],
            runs: Run(
                "--seed 7 --only tls.check",
                shows: "The key of HandshakeSim Intermediate CA verifies the signature on the leaf",
                unlike: Counterpart(
                    "--seed 7 --server-chain self-signed --only tls.alert", shows: "The leaf is signed with its own key"
                )),
            english:
                "A server's certificate is made with the server's own private key.",
            "A self-signed certificate is, and a client that checks does not trust it.",
            "The authority signs the certificate with the authority's key. The server's public key stands in it."),
        Claim(
            149, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5280, "4.1"), .rfc(5246, "7.4.2")],
            runs: Run(
                "--seed 7 --server-chain copied-chain --only tls.failed", shows: "ServerKeyExchange: invalid signature",
                unlike: Counterpart(
                    "--seed 7 --only tls.check.params_signature",
                    shows: "So the parameters come from the owner of the certificate")),
            english:
                "A server has two certificates, one with each of its keys, and the authority gets the private key.",
            "There are two keys, and the authority gets one of them.",
            "There is one certificate, with the public key. Who has all that the server sends still lacks the private key, and the signature is wrong. The authority never needs it."
        ),
        Claim(
            150, about: .randoms, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "7.4.7.1")],
            runs: Run(
                "--rsa --seed 7 --only end.reach",
                shows: "RSA decryption of EncryptedPreMasterSecret, server RSA private key",
                unlike: Counterpart("--dh --seed 7 --only end.reach", shows: "the client DH exponent is missing")),
            english:
                "The server decrypts the premaster secret with a symmetric cipher.",
            "The data that follows is encrypted with a symmetric cipher.",
            "The premaster secret is encrypted to the public RSA key, and the private RSA key decrypts it. The keys of the symmetric cipher are made from it."
        ),
        Claim(
            151, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5246, "7.4.2"), .rfc(7469, "2.4")],
            runs: Run(
                "--seed 7 --only tls.certificate", shows: "2 certificates, the server's own (the leaf) first",
                unlike: Counterpart(
                    "--seed 7 --resume id --only chapter.tls_handshake",
                    shows: "No certificate is sent and no keys are exchanged")),
            english:
                "An app that has the server's certificate in its bundle need not fetch it.",
            "A resumed session sends no certificate, with a bundle and without one.",
            "The server sends its certificate in each full handshake. The copy in the bundle is a pin: the app compares with it."
        ),
        Claim(
            152, about: .certificates, verdict: .onlyIf, saidIn: [.article],
            rules: [Citation("Apple", "NSURLAuthenticationChallenge")],
            runs: Run(
                "trust challenges --challenge genuine-server --seed 7",
                shows: "genuine-server: NSURLAuthenticationMethodServerTrust",
                unlike: Counterpart(
                    "trust challenges --challenge client-certificate --seed 7",
                    shows: "client-certificate: NSURLAuthenticationMethodClientCertificate")),
            english:
                "An NSURLAuthenticationChallenge means that the server checks the client.",
            "It does with the method ClientCertificate, and where a password is asked for.",
            "With the method ServerTrust it is the other way round: the app judges the server."),
        Claim(
            153, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(7469, "2.4"), .rfc(9525, "6")],
            runs: Run(
                "trust matrix --scenario other-site-same-ca --policy",
                "AFSecurityPolicy certificate, no validatesDomainName",
                shows: "! AFSecurityPolicy certificate, no validatesDomainName accepts",
                unlike: Counterpart(
                    "trust matrix --scenario other-site-same-ca --policy", "AFSecurityPolicy certificate",
                    shows: ". AFSecurityPolicy certificate refuses")),
            english:
                "Pinning makes a connection absolutely safe.",
            "It keeps out those whom another authority has certified.",
            "It changes whom the app trusts, and nothing else. In this run the app has pinned an authority and does not check the name: another site passes."
        ),
        Claim(
            154, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(7469, "2.4")],
            runs: Run(
                "trust matrix --scenario renewed-same-key --policy", "AFSecurityPolicy publicKey",
                shows: "+ AFSecurityPolicy publicKey accepts",
                unlike: Counterpart(
                    "trust matrix --scenario renewed-same-key --policy", "AFSecurityPolicy certificate",
                    shows: "x AFSecurityPolicy certificate refuses")),
            english:
                "Pinning compares the signature of the certificate.",
            "A pin of the whole certificate covers the signature as well.",
            "It compares the whole certificate, or only the key in it. In this run the certificate is renewed and has a new signature: the pin of the key still fits."
        ),
        Claim(
            155, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5280, "6.1.1")],
            runs: Run(
                "trust matrix --scenario pinning-test --policy", "default handling",
                shows: "! default handling accepts",
                unlike: Counterpart(
                    "trust matrix --scenario pinning-test --policy", "TrustKit", shows: ". TrustKit refuses")),
            english:
                "An authority's key is absolutely safe, and there are only a few roots.",
            "Authorities take great care of their keys.",
            "In 2011 attackers got certificates from authorities that systems trusted. A system trusts some 150 roots, and each of them can certify each name, as in this run."
        ),
        Claim(
            156, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5280, "4.1")],
            runs: Run(
                "--dh --seed 7 --server-chain wrong-host --only tls.alert",
                shows: "The certificate is for another host",
                unlike: Counterpart(
                    "--dh --seed 7 --only tls.check.verdict", shows: "The key in the leaf belongs to www.example.com")),
            english:
                "A certificate protects the digest of a message from being cracked.",
            "A certificate is signed, and a signature is made over a digest.",
            "It binds a name to a key. The same good signature is of no use for another name."),
        Claim(
            157, about: .exchanges, verdict: .isFalse, saidIn: [.article], rules: [.rfc(8017, "8.2.2")],
            runs: .exhibit(
                "e3-forgery", shows: "The client finds the digest where it looks for it",
                defended: "The client compares the whole block, and finds rubbish"),
            english:
                "The first digital signatures were digests.",
            "A signature is made over a digest.",
            "All can compute a digest, so a digest without a key signs nothing. In this run a client looks for the right digest alone, and takes a forgery."
        ),
        Claim(
            158, about: .randoms, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "7.4.5"), .rfc(8446, "2")],
            runs: Run(
                "--seed 7 --only tls.server_hello_done", shows: "TLS ServerHelloDone 9 B",
                unlike: Counterpart("compare dhe tls13 --seed 7 --only changes", shows: "ServerHelloDone is gone")),
            english:
                "The hellos end with a message ClientHelloDone.",
            "In TLS 1.2 a message ends the first flight of the server.",
            "That message is ServerHelloDone. There is no ClientHelloDone, and TLS 1.3 has neither."),
        Claim(
            159, about: .exchanges, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(9325, "4.1"), .rfc(8446, "1.2")],
            runs: Run(
                "--tls13 --seed 7 --only tls.server_hello", shows: "answers with its own share of x25519",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.client_key_exchange",
                    shows: "The premaster secret, encrypted to the key in the certificate")),
            english:
                "RSA key exchange is the default of TLS.",
            "It was usual for many years, and TLS 1.2 still has it.",
            "Endpoints of today agree on keys by ECDHE. In TLS 1.3 there is no RSA key transport."),
        Claim(
            160, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [Citation("Apple", "NSURLAuthenticationChallenge"), .rfc(4559, "4")],
            runs: Run(
                "trust challenges --challenge password --seed 7",
                shows: "A password is asked for in HTTP, behind the handshake",
                unlike: Counterpart(
                    "trust challenges --challenge client-certificate --seed 7",
                    shows: "client-certificate: NSURLAuthenticationMethodClientCertificate")),
            english:
                "NTLM and Kerberos are old, and TLS has replaced them.",
            "NTLM is old.",
            "Kerberos is what Active Directory uses by default. With both, as with a password, the client is asked in HTTP, above TLS."
        ),
        Claim(
            161, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "7.4.8")],
            runs: Run(
                "--dh --seed 7 --client-cert not-listed --only tls.alert",
                shows: "who is not on the list of those who may come in",
                unlike: Counterpart(
                    "--dh --seed 7 --client-cert good --only tls.certificate_verify",
                    shows: "Only the certified key can make it")),
            english:
                "Mutual authentication and a list of allowed clients are the same.",
            "Both can keep a client out.",
            "CertificateVerify proves a key. Whether its owner may come in is decided afterwards: here the certificate is valid, and its owner is not on the list."
        ),
        Claim(
            162, about: .records, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5246, "6.2.3.2"), .rfc(7568, "3")],
            runs: .exhibit(
                "poodle --variant short", shows: "is answered, and not with an alert",
                defended: "The server has refused all 3072 records"),
            english:
                "TLS is SSL with another number.",
            "TLS 1.0 was made from SSL 3.0.",
            "The PRF, the MAC and the padding are others. SSL 3.0 leaves the content of the padding open. TLS fixes it, and a server that checks it stops this attack."
        ),
        Claim(
            163, about: .records, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "1")],
            runs: Run(
                "attack tcp-hijack --seed 7 --defence on", shows: "TCP has taken her octets, and TLS has not",
                unlike: Counterpart(
                    "attack tcp-hijack --seed 7 --defence off",
                    shows: "The client and the server cannot understand each other any more")),
            english:
                "TLS encrypts in the transport layer.",
            "Transport Layer Security is its name.",
            "It lies above TCP. The numbers, flags and ports of TCP stay in clear, and TCP takes octets that TLS then refuses."
        ),
        Claim(
            164, about: .opening, verdict: .isFalse, saidIn: [.article], rules: [.rfc(9110, "4.2.2")],
            runs: Run(
                "--seed 7 --only tls.application_data", shows: "has application data to send: \"GET / HTTP/1.1",
                unlike: Counterpart(
                    "attack ssl-strip --seed 7 --defence off",
                    shows: "The browser knows nothing of the host and calls port 80")),
            english:
                "HTTP and HTTPS connect in wholly different ways.",
            "HTTPS uses another port, and has one handshake more.",
            "It is the same HTTP. It runs over TLS, and TLS runs over the same TCP. Without TLS an attacker on the path reads and changes it."
        ),
        Claim(
            165, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5280, "6.1")],
            runs: Run(
                "--seed 7 --server-chain self-signed --trust none --only tls.finished",
                shows: "The first encrypted record of the client",
                unlike: Counterpart(
                    "--seed 7 --server-chain self-signed --only tls.alert", shows: "The leaf is signed with its own key"
                )),
            english:
                "A certificate for TLS is never self-signed.",
            "A client that checks the chain refuses a self-signed one, unless it is an anchor.",
            "TLS works with a self-signed certificate as well. Whether it is trusted is a matter of the client."),
        Claim(
            166, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(6962, "1")],
            runs: Run(
                "trust matrix --why --scenario installed-root --policy", "default handling",
                shows: "! default handling accepts",
                unlike: Counterpart(
                    "trust matrix --why --scenario no-sct --policy", "default handling",
                    shows: "The leaf has valid timestamps of 0 logs")),
            english:
                "Certificate Transparency prevents a man in the middle.",
            "A wrong certificate of a public authority becomes visible.",
            "It becomes visible later, to those who watch the logs. And an authority that was installed on the device need not log anything."
        ),
        Claim(
            167, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5280, "6.1.1"), .rfc(9525, "6")],
            runs: Run(
                "--seed 7 --only tls.check.chain",
                shows: "The path ends at HandshakeSim Root CA, which the client trusts",
                unlike: Counterpart(
                    "--seed 7 --server-chain self-signed --only tls.alert", shows: "The leaf is signed with its own key"
                )),
            Run(
                "trust matrix --scenario expired --policy", "AFSecurityPolicy publicKey, allowInvalidCertificates",
                shows: "! AFSecurityPolicy publicKey, allowInvalidCertificates accepts",
                unlike: Counterpart(
                    "trust matrix --scenario expired --policy", "AFSecurityPolicy publicKey",
                    shows: ". AFSecurityPolicy publicKey refuses")),
            english:
                "An app with an authority of its own needs allowInvalidCertificates.",
            "The chain of such an authority does not end at an authority of the system.",
            "The app needs its authority as an anchor, and the check of the name. allowInvalidCertificates lets other errors pass as well, such as an expired certificate."
        ),
        Claim(
            168, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(7469, "2.4")],
            runs: Run(
                "trust matrix --scenario superfish --why --policy", "TrustKit, not enforced",
                shows: "May the connection go on without a matching pin? yes",
                unlike: Counterpart(
                    "trust matrix --scenario superfish --why --policy", "TrustKit",
                    shows: "May the connection go on without a matching pin? no")),
            english:
                "A salted digest over the bundled roots keeps them from being exchanged on a jailbroken phone.",
            "It finds an exchange by someone who can write files and cannot change the program.",
            "The salt and the comparison are in the app too, and can be patched. A comparison protects only where its answer is obeyed: in this run it finds that no key is the app's, and the connection goes on."
        ),
        Claim(
            169, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [Citation("Apple", "SecTrustResultType"), .rfc(9525, "6")],
            runs: Run(
                "trust matrix --scenario other-site-same-ca --policy", "default handling",
                shows: "SecTrust: recoverableTrustFailure",
                unlike: Counterpart(
                    "trust matrix --scenario genuine --policy", "default handling", shows: "SecTrust: unspecified")),
            english:
                "recoverableTrustFailure may be taken as: the certificate has expired, go on.",
            "An expired certificate gives this result, too.",
            "It stands for other failures as well. In this run it is the certificate of another host."),
        Claim(
            170, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [Citation("Apple", "NSAppTransportSecurity"), .rfc(9525, "6")],
            runs: Run(
                "trust matrix --scenario other-site-same-ca --policy", "App Transport Security",
                shows: ". App Transport Security refuses",
                unlike: Counterpart(
                    "trust matrix --scenario other-site-same-ca --policy", "no host name",
                    shows: "! no host name accepts")),
            english:
                "App Transport Security is the check of the chain without the name.",
            "It does judge the chain.",
            "It adds rules to a judgement in which the name is checked. The check without the name takes the other site in this run."
        ),
        Claim(
            171, about: .certificates, verdict: .onlyIf, saidIn: [.article],
            rules: [.rfc(5280, "4.1.2.7"), .rfc(8422, "5.3")],
            runs: Run(
                "--cipher TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 --seed 7 --only tls.check",
                shows: "The leaf holds an ECDSA key on secp256r1",
                unlike: Counterpart("--seed 7 --only tls.check", shows: "The leaf holds an RSA key of 2048 bits")),
            english:
                "`openssl rsa -pubin` reads the public key of a certificate.",
            "It does, if the key is an RSA key.",
            "A certificate can hold a key of another kind. `openssl pkey -pubin` reads each."),
    ]
}
