import Capture
import Crypto
import Foundation
import PKI
import TCPSim
import TestSupport
import Trace

/// OpenSSL's server and client talking to each other, recorded.
///
/// A relay between the two notes what passes. That needs no rights that a packet capture needs; the packets are made here.
package struct OpenSSLRecording {
    /// What passed in each connection, in order.
    package let connections: [[Passage]]
    /// The server's private key.
    package let keyPEM: String

    /// Octets that passed in one direction.
    package struct Passage {
        package let fromClient: Bool
        package let octets: [UInt8]
    }

    /// What the page that is fetched says.
    package static let page = "Nobody but the two of us should ever read this line: Grüße.\n"
    package static let request = "GET /page.txt HTTP/1.0\r\n\r\n"

    package var key: RSAPrivateKey {
        get throws { try RSAPrivateKey(pem: keyPEM) }
    }

    /// Runs the two with these options, as many times as there are lists of options for the client.
    ///
    /// The extended master secret is switched off by a configuration file, which OpenSSL 3.0 can do and no option can.
    package static func make(
        server: [String], clients: [[String]] = [[]], algorithm: [String] = ["rsa:2048"],
        group: String? = nil, extendedMasterSecret: Bool = true
    ) async throws -> OpenSSLRecording {
        try await Tool.require("openssl")
        try await Tool.require("python3")
        return try await TemporaryDirectory.use { folder in
            let key = try await OpenSSLKey.options(algorithm, of: "leaf", in: folder.path(of: "key.pem"))
            _ = try await Tool.output(
                "openssl",
                ["req", "-x509"] + key + ["-days", "30", "-subj", "/CN=localhost", "-out", folder.path(of: "cert.pem")])
            try folder.write(text: page, to: "page.txt")
            try folder.write(text: Self.request, to: "request")
            var server = server
            if let group {
                let parameters = ["genpkey", "-genparam", "-algorithm", "DH", "-pkeyopt", "group:\(group)"]
                _ = try await Tool.output("openssl", parameters + ["-out", folder.path(of: "group.pem")])
                server += ["-dhparam", "group.pem"]
            }
            let sections = "openssl_conf = a\n[a]\nssl_conf = b\n[b]\nsystem_default = c\n[c]\n"
            let setting = "Options = \(extendedMasterSecret ? "" : "-")ExtendedMasterSecret\n"
            try folder.write(text: sections + setting, to: "openssl.cnf")
            let order = try JSONSerialization.data(
                withJSONObject: ["folder": folder.path, "server": server, "clients": clients])
            let text = try await Tool.output("python3", ["-c", relay, String(decoding: order, as: UTF8.self)])
            var connections: [[Passage]] = []
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                if words[0] == "connection" {
                    connections.append([])
                } else {
                    guard let octets = Hex.octets(words[1]) else { throw ToolError("\(words[1]) is no octets") }
                    connections[connections.count - 1].append(Passage(fromClient: words[0] == "c", octets: octets))
                }
            }
            return OpenSSLRecording(
                connections: connections, keyPEM: String(decoding: try folder.read("key.pem"), as: UTF8.self))
        }
    }

    private static let relay = """
        import json, os, re, select, socket, subprocess, sys
        order = json.loads(sys.argv[1])
        folder = order["folder"]
        server = subprocess.Popen(
            ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "cert.pem", "-key", "key.pem", "-WWW"]
            + order["server"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            port = None
            while port is None:
                line = server.stdout.readline()
                if not line: sys.exit("s_server did not start")
                found = re.match(rb"ACCEPT .*:(\\d+)", line)
                if found: port = int(found.group(1))
            listener = socket.socket()
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            listener.settimeout(300)
            for options in order["clients"]:
                print("connection")
                client = subprocess.Popen(
                    ["openssl", "s_client", "-connect", "127.0.0.1:%d" % listener.getsockname()[1], "-quiet", "-ign_eof"]
                    + options, cwd=folder, env=dict(os.environ, OPENSSL_CONF="openssl.cnf"), stdin=open(folder + "/request"), stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL)
                near, _ = listener.accept()
                far = socket.create_connection(("127.0.0.1", port))
                open_ends = {near: ("c", far), far: ("s", near)}
                while open_ends:
                    ready, _, _ = select.select(list(open_ends), [], [], 300)
                    if not ready: sys.exit("the connection hangs")
                    for end in ready:
                        name, other = open_ends[end]
                        try: octets = end.recv(65536)
                        except ConnectionError: octets = b""
                        try:
                            if octets:
                                print(name, octets.hex())
                                other.sendall(octets)
                            else:
                                del open_ends[end]
                                other.shutdown(socket.SHUT_WR)
                        except OSError: pass
                near.close()
                far.close()
                client.wait(300)
        finally:
            server.kill()
        """
}

// MARK: - As packets

extension OpenSSLRecording {
    /// The datagrams of all connections, each opened and closed in full.
    package var datagrams: [[UInt8]] {
        connections.enumerated().flatMap { index, passages in
            PacketMaker(clientPort: UInt16(50_000 + index)).datagrams(passages.map { ($0.fromClient, $0.octets) })
        }
    }

    /// The same as a capture file.
    package var capture: [UInt8] { PacketMaker.capture(datagrams) }
}

/// Makes the packets of a connection from what passed in it.
package struct PacketMaker {
    private var client: (socket: Socket, next: SequenceNumber)
    private var server: (socket: Socket, next: SequenceNumber)
    private var made: [[UInt8]] = []

    /// The client's numbers begin shortly before 2^32, so that they wrap inside the handshake.
    package init(clientPort: UInt16 = 50_000) {
        client = (Socket(IPv4Address(192, 0, 2, 1), clientPort), SequenceNumber(0xffff_ff80))
        server = (Socket(IPv4Address(192, 0, 2, 2), 4433), SequenceNumber(77))
    }

    package func datagrams(_ passages: [(fromClient: Bool, octets: [UInt8])]) -> [[UInt8]] {
        var copy = self
        copy.send(fromClient: true, .syn)
        copy.send(fromClient: false, [.syn, .ack])
        for passage in passages {
            for start in stride(from: 0, to: passage.octets.count, by: 1_000) {
                let end = min(start + 1_000, passage.octets.count)
                copy.send(fromClient: passage.fromClient, [.ack, .psh], Array(passage.octets[start..<end]))
            }
        }
        copy.send(fromClient: true, [.fin, .ack])
        copy.send(fromClient: false, [.fin, .ack])
        return copy.made
    }

    private mutating func send(fromClient: Bool, _ control: ControlBits, _ payload: [UInt8] = []) {
        let from = fromClient ? client : server
        let to = fromClient ? server : client
        let segment = Segment(
            sourcePort: from.socket.port, destinationPort: to.socket.port, sequence: from.next,
            acknowledgment: to.next, control: control, window: 65_535, payload: payload)
        if fromClient { client.next = segment.end } else { server.next = segment.end }
        made.append(
            SegmentCodec.encode(
                segment, from: from.socket.address, to: to.socket.address, identification: 1, recording: false
            ).bytes)
    }

    package static func capture(_ datagrams: [[UInt8]]) -> [UInt8] {
        PcapNG.file(
            packets: datagrams.enumerated().map {
                PcapNG.Packet(timestamp: Int64($0.offset) * 1_000, frame: $0.element)
            })
    }
}
