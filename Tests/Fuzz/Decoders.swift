import Capture
import Chance
import Crypto
import Explain
import LiveIO
import Museum
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
            Target("gzip", [tunnels]) { octets, _ in
                var reader = CaptureReader()
                reader.append(octets)
                reader.end()
                while let item = try? reader.next() {
                    guard case .frame(let frame) = item else { continue }
                    guard frame.octets.upperBound <= reader.buffer.count else {
                        throw Broken("a frame is outside of the buffer")
                    }
                }
            },
            Target("explanation", captures + [tunnels, unpacked(tunnels)]) { octets, _ in
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
                guard (try? JSON(document.take())) != nil else { throw Broken("the document is not JSON") }
            },
        ]
    }

    /// The frames of a compressed capture as a capture without compression.
    private static func unpacked(_ file: [UInt8]) -> [UInt8] {
        var reader = CaptureReader()
        reader.append(file)
        reader.end()
        var packets: [PcapNG.Packet] = []
        while case .frame(let frame)? = try? reader.next() {
            packets.append(
                PcapNG.Packet(timestamp: frame.timestamp ?? 0, frame: Array(reader.buffer[frame.octets])))
        }
        return PcapNG.file(packets: packets, linkType: .ethernet)
    }

    /// A capture with a TCP segment in each kind of tunnel and in fragments, compressed with gzip.
    private static let tunnels: [UInt8] =
        Hex.octets(
            "1f8b0800000000000203bb7278d3422606160618f8ff9f818191018241200a8a99900007832b03830f4889833e030317"
                + "03032710336e60e0606064026b6207624ea01a0db01a36849a390e8cbb1918985f8014053081ec42d89601c518364581"
                + "4d114498728041682b831b03d03e10d0c2d441b4bd20e7e6403186297198f68a1f64f002e94c8d00d9cbc8c4cc42bedd"
                + "cc406c07c5c8a674a408821468312892621a0b2ed3dc19181d1c1818031d48318d158893a018c3872198e1c291c1e0c0"
                + "c060f29fc1006a402b8820c546a01286202846b691c160d52a5048816db6019bc682308d141b4089d20a8a31fca4c3c0"
                + "aa40d0149018230324dd19413186492ac0c063c66712004a5e265372030000") ?? []

    /// Keys of every kind, in every form of file.
    private static func keys(_ specimens: Specimens) -> [[UInt8]] {
        specimens.conversations.flatMap { conversation -> [[UInt8]] in
            let key = conversation.cast.server.privateKey
            switch key {
            case .rsa(let key): return [key.pkcs1DER, key.pkcs8DER, key.publicKey.pkcs1DER, key.publicKey.spkiDER]
            case .ecdsa(let key): return [key.sec1DER, key.pkcs8DER, key.publicKey.spkiDER]
            case .ed25519(let key): return [key.pkcs8DER, key.publicKey.spkiDER]
            }
        }
    }

    /// The same keys as text.
    private static func pemKeys(_ specimens: Specimens) -> [String] {
        specimens.conversations.map(\.cast.server.privateKey.pkcs8PEM)
    }
}
