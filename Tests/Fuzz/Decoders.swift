import Attacks
import Capture
import Chance
import Crypto
import Explain
import LiveIO
import PKI
import Render
import Simulator
import TCPSim
import TLSSim
import Trace
import TrustLab

extension Target {
    /// Everything that reads.
    static func all() throws -> [Target] {
        let specimens = try Specimens()
        return try decoders(specimens) + batches(specimens) + machines(specimens)
    }

    /// What takes octets or a text apart. An error is an answer; a field that covers nothing, or an octet that no field covers, is none.
    private static func decoders(_ specimens: Specimens) throws -> [Target] {
        let keys = keys(specimens)
        let datagrams = specimens.conversations.flatMap { conversation in
            conversation.journal.events.compactMap { event -> [UInt8]? in
                if case .sent(let packet, _) = event.kind { packet.bytes } else { nil }
            }
        }
        let captures = specimens.conversations.map { PcapNG.bytes($0.journal) }
        let rsa = specimens.conversations[0]
        return [
            Target("certificate", specimens.certificates) { octets, _ in
                let certificate = AnnotatedCertificate(octets)
                guard certificate.fields.coverExactly(0..<octets.count) else { throw Broken("an octet has no field") }
                _ = try? StapledResponse(octets)
                _ = try? CertificateNames(ofCertificate: octets)
                _ = try? ATSLeaf(octets)
                _ = try? PublicKeyPin(ofCertificate: octets)
            },
            Target("key", keys) { octets, _ in
                _ = try? RSAPrivateKey(pkcs1DER: octets)
                _ = try? RSAPrivateKey(pkcs8DER: octets)
                _ = try? RSAPublicKey(pkcs1DER: octets)
                _ = try? RSAPublicKey(spkiDER: octets)
                _ = try? EllipticCurvePrivateKey(sec1DER: octets)
                _ = try? EllipticCurvePrivateKey(pkcs8DER: octets)
                _ = try? PublicKey(spkiDER: octets)
            },
            Target(
                "pem", texts: specimens.evidence.prefix(5).map { CertificatePEM.encode($0.chain) } + pemKeys(specimens)
            ) { text, _ in
                _ = try? CertificatePEM.decode(text)
                _ = try? RSAPrivateKey(pem: text)
                _ = try? EllipticCurvePrivateKey(pem: text)
                _ = try? PrivateKey(pem: text)
                _ = try? PublicKeyPin(base64: text)
            },
            Target(
                "name",
                texts: [
                    "www.example.com", "*.example.com", "192.0.2.1", "2001:db8::1", "[::ffff:192.0.2.1]:443",
                    "xn--bcher-kva.example",
                ]
            ) { text, _ in
                _ = HostName(text)
                _ = ATSHost(text)
                _ = Socket(text)
                _ = Endpoint(text)
                _ = IPv4Address(text)
            },
            Target(
                "rule",
                texts: [
                    "drop frame 5", "drop client syn", "delay server data 2 by 300ms",
                    "duplicate fin from 10ms to 20ms",
                ]
            ) { text, _ in _ = try? LinkRule(text) },
            Target(
                "json",
                texts: [#"{"a":[1,-2.5e3,true,null,"\u00e9\n"],"b":{"c":"d"}}"#, #"{"op":"config","at":0,"mss":1460}"#]
            ) { text, _ in
                _ = try? JSON(text.utf8, .flat)
                guard let value = try? JSON(text.utf8) else { return }
                guard let again = try? JSON(value.line.utf8), again.line == value.line else {
                    throw Broken("what was read and written does not read as itself")
                }
            },
            Target("datagram", datagrams) { octets, _ in
                guard let datagram = try? SegmentCodec.decode(octets, recording: true) else { return }
                // What the link has added behind the datagram is none of its octets.
                guard datagram.fields.coverExactly(0..<Int(datagram.header.totalLength)) else {
                    throw Broken("an octet has no field")
                }
            },
            Target("capture", captures) { octets, _ in
                guard let capture = try? Reassembler(octets) else { return }
                for connection in capture.connections {
                    _ = ForwardSecrecyAttack.run(on: connection, with: rsa.cast.pki.serverKey)
                }
            },
            Target("explanation", captures) { octets, _ in
                var options = Explainer.Options()
                (options.notesFrames, options.told) = (true, nil)
                var capture = ExplainedCapture(Explainer(options))
                var tally = DiagnosisTally()
                guard (try? capture.take(octets)) != nil, (try? capture.take([])) != nil else { return }
                var document = ExplanationDocument()
                for case .connection(let ended) in capture.takeOutputs() {
                    tally.take(ended)
                    document.add(ended)
                }
                document.end(Explanation(names: ["fuzz"], capture, tally: tally))
                guard (try? JSON(document.take().utf8)) != nil else { throw Broken("the document is not JSON") }
            },
        ]
    }

    /// Keys of every kind, in every form of file.
    private static func keys(_ specimens: Specimens) -> [[UInt8]] {
        specimens.conversations.flatMap { conversation -> [[UInt8]] in
            let key = conversation.cast.server.privateKey
            switch key {
            case .rsa(let key): return [key.pkcs1DER, key.pkcs8DER, key.publicKey.pkcs1DER, key.publicKey.spkiDER]
            case .ecdsa(let key): return [key.sec1DER, key.pkcs8DER, key.publicKey.spkiDER]
            }
        }
    }

    /// The same keys as text.
    private static func pemKeys(_ specimens: Specimens) -> [String] {
        specimens.conversations.map(\.cast.server.privateKey.pkcs8PEM)
    }
}
