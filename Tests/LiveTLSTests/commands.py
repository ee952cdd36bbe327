"""commands.py PROGRAM FOLDER: what connect and listen say, write and refuse. Prints a line for each thing that is wrong."""
import base64, hashlib, json, stat, sys
from peers import *

program, folder = sys.argv[1:3]
pki = PKI(folder)
GET = "GET / HTTP/1.0\r\n\r\n"


def connect(port, *more, ca="ca.pem", send=GET):
    p = subprocess.run([program, "connect", "localhost:%d" % port, *(["--ca", pki[ca]] if ca else []),
                        *(["--send", send] if send else []), *more], stdin=subprocess.DEVNULL,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
    return p.returncode, p.stdout.decode("latin1"), p.stderr.decode()


def listen(key="rsa", *more, cert=None):
    return Process([program, "listen", "--port", "0", "--cert", pki[(cert or key) + ".pem"], "--key",
                    pki[key + ".key"], *more])


# What is said, and where.
server = listen("rsa", "--tls", "1.2", "--alpn", "second,first", "--pcap", pki["s.pcapng"], "--keylog", pki["s.keys"], "--json",
                pki["s.json"], "--html", pki["s.html"])
code, out, errors = connect(server.port, "--alpn", "first,second", "--pcap", pki["c.pcapng"], "--keylog",
                            pki["c.keys"], "--json", pki["c.json"], "--html", pki["c.html"])
check("a visit succeeds", code == 0, errors)
check("standard output has the data and nothing else", out.startswith("HTTP/1.0 200 OK\r\n")
      and out.endswith("Client certificate      none\n"), out)
check("the application protocol is the server's choice", re.search("Application protocol +second", out), out)
for words in ["[TLS ClientHello", "master secret", "Secured, with forward secrecy", "ended in good order"]:
    check("the story has %r" % words, words in errors, errors)
check("a story has no octets", "offset  hex" not in errors)
code, out, errors = connect(server.port, "--quiet", "--keylog", pki["c.keys"])
check("quiet is quiet", code == 0 and errors == "" and out.startswith("HTTP/1.0 200"), errors)
code, out, errors = connect(server.port, "--detail", "bytes", "--no-ems")
check("bytes are shown", code == 0 and "offset  hex" in errors, errors)
check("the extended master secret can be left out", re.search("Extended master secret +no", out), out)
code, out, errors = connect(server.port, send=None)
check("a handshake alone is enough", code == 0 and out == "", errors)
check("several connections are told apart", b"=== Connection 2, 127.0.0.1:" in server.output)
status, seconds = server.end()
check("the server ends at once", status == 0 and seconds < AT_ONCE, (status, seconds))

# The files.
for name in ("c.pcapng", "c.keys", "c.json", "c.html", "s.pcapng", "s.keys", "s-1.json", "s-1.html"):
    mode = stat.S_IMODE(os.stat(pki[name]).st_mode)
    check("only the owner reads " + name, mode == 0o600, oct(mode))
for side in "cs":
    with open(pki[side + ".keys"]) as f:
        lines = f.read().splitlines()
    check("the key log is added to", len(lines) == (2 if side == "c" else 4) and all(
        re.fullmatch("CLIENT_RANDOM [0-9a-f]{64} [0-9a-f]{96}", line) for line in lines), lines)
    for secrets in ([], ["-o", "tls.keylog_file:" + pki[side + ".keys"]]):
        code, text = run(["tshark", "-n", "-r", pki[side + ".pcapng"], "-o", "tcp.check_checksum:TRUE", *secrets,
                          "-d", "tcp.port==%d,tls" % server.port, "-Y", "http", "-T", "fields", "-e",
                          "http.request.method", "-e", "http.response.code"])
        check("the capture can be decrypted", b"GET" in text and b"200" in text, text)
    code, text = run(["tshark", "-n", "-r", pki[side + ".pcapng"], "-d", "tcp.port==%d,tls" % server.port, "-q", "-z",
                      "expert,warn"])
    check("the capture is in order", b"Warnings" not in text and b"Errors" not in text, text)
    code, text = run(["capinfos", pki[side + ".pcapng"]])
    check("the capture says what it is", b"made up around them" in text, text)
for name in ("c.json", "s-1.json"):
    with open(pki[name]) as f:
        text = f.read()
    journal = json.loads(text)
    with open(pki[name.replace("json", "html")], encoding="utf-8") as f:
        page = f.read()
    data = json.loads(re.search('id="hs-data">(.*?)</script>', page, re.S)[1])
    check("the page holds the journal", data["runs"][0]["journal"] == journal)
    check("the page says that it holds keys", "holds the keys of a real connection" in page)
    steps = [e["step"] for e in journal["events"]]
    check("the journal has the handshake", {"tls.client_hello", "tls.calc.master_secret", "tls.finished"} <= set(steps))
    code, key = run(["openssl", "rsa", "-in", pki["rsa.key"], "-noout", "-text"])
    exponent = re.search(rb"privateExponent:\s+([0-9a-f:\s]+?)prime1", key).group(1)
    check("the private key is not in it", re.sub(rb"[:\s]|^00", b"", exponent).decode()[:64] not in text)

# TLS 1.3, which is spoken unless something else is said.
server = listen("rsa", "--quiet", "--keylog", pki["s13.keys"], "--summary", "--tickets", "1")
code, out, errors = connect(server.port, "--keylog", pki["c13.keys"], "--summary", "--export", "a:b:0a:16")
check("TLS 1.3 is the default", code == 0 and re.search("Version +TLS 1.3", out), out + errors)
KEYS = ("version suite group mode hrr early early_octets sni alpn scheme client_cert tickets key_updates sent received alert_sent "
        "alert_received exporter ok").split()
line = [line for line in errors.splitlines() if line.startswith("summary ")][-1:]
check("the summary has its keys in their order", line and [p.split("=")[0] for p in line[0].split()[1:]] == KEYS, line)
for word in ["version=1.3", "group=X25519MLKEM768", "mode=full", "early=none", "sni=localhost", "scheme=rsa_pss_rsae_sha256",
             "tickets=1", "sent=%d" % len(GET), "received=%d" % len(out), "alert_sent=-", "ok=yes"]:
    check("the summary has " + word, line and word in line[0].split(), line)
check("so many octets are exported as are asked for", line and re.search("exporter=[0-9a-f]{32} ", line[0]), line)
server.end()
check("the server has a summary, too", b"summary version=1.3 " in server.output and b"client_cert=no tickets=1" in server.output,
      server.output)
LABELS = ["CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET", "CLIENT_TRAFFIC_SECRET_0",
          "SERVER_TRAFFIC_SECRET_0", "EXPORTER_SECRET"]
for side in "cs":
    with open(pki[side + "13.keys"]) as f:
        lines = f.read().splitlines()
    check("the key log of TLS 1.3 has a line for each secret", [l.split()[0] for l in lines] == LABELS
          and all(re.fullmatch("[A-Z_0-9]+ [0-9a-f]{64} [0-9a-f]{64}([0-9a-f]{32})?", l) for l in lines), lines)
for arguments, words in [
    (["--tls", "1.3", "--cipher", "TLS_RSA_WITH_AES_128_GCM_SHA256"], "--tls"),
    (["--tls", "1.2", "--group", "X25519MLKEM768"], "--tls"), (["--tls", "1.1"], "--tls"), (["--pad", "0"], "--pad"),
    (["--shares", "ffdhe8192"], "--shares"), (["--export", "label:0:5"], "--export"), (["--psk", "00"], "--psk-identity"),
    (["--key-update", "no"], "--key-update"),
]:
    code, out, errors = connect(1, *arguments)
    check("%s is a usage error" % arguments, code == 64 and words in errors, (code, errors))

# A long connection is not recorded to its end, however little each of its records says.
server = listen("rsa", "--echo", "--quiet", "--json", pki["long.json"])
client = context(pki).wrap_socket(socket.create_connection((HOST, server.port), PATIENCE), server_hostname="localhost")
client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
back = 0
for _ in range(1200):
    client.sendall(b"x")
while back < 1200:
    back += len(client.recv(65536)) or PATIENCE * 1200
client.unwrap().close()
server.end()
check("all of it comes back", back == 1200, back)
with open(pki["long-1.json"]) as f:
    journal = json.load(f)
check("the journal has an end", 500 < len(journal["events"]) < 1100, len(journal["events"]))
check("the journal says that it is not whole", any("only its beginning" in text for text in journal["limits"]), journal["limits"])

# Nor does what is kept for a key log grow with what is said.
def resident(process):
    with open("/proc/%d/status" % process.pid) as f:
        return int(re.search(r"VmRSS:\s+(\d+)", f.read())[1])


if sys.platform == "linux":
    server = listen("rsa", "--echo", "--quiet", "--keylog", pki["grow.keys"])
    client = context(pki).wrap_socket(socket.create_connection((HOST, server.port), PATIENCE), server_hostname="localhost")
    marks = []
    for _ in range(2):
        for _ in range(64):
            client.sendall(bytes(65536))
            back = 0
            while back < 65536:
                back += len(client.recv(65536)) or PATIENCE * 65536
        marks.append(resident(server.process))
    client.close()
    server.end()
    check("4 MB more of data are not remembered", marks[1] - marks[0] < 4096, marks)

# A full disk ends no server, and a folder that is not there is told before anything happens.
if os.path.exists("/dev/full"):
    server = listen("rsa", "--quiet", "--keylog", "/dev/full", "--pcap", "/dev/full", "--json", "/dev/full", "--html", "/dev/full")
    for _ in range(2):
        check("a full disk ends no server", connect(server.port, "--quiet")[0] == 0)
    check("it ends when it is asked to", server.end()[0] == 0)
for option in ("--json", "--html", "--pcap", "--keylog", "--session-file"):
    code, out, errors = connect(1, option, pki["absent"] + "/file")
    check("%s into a folder that is not there" % option, code == 1 and "there is no directory" in errors, errors)
for arguments in (["--dh"], ["trust", "matrix"], ["attack", "forward-secrecy"], ["compare", "rsa", "dhe"]):
    p = subprocess.run([program, *arguments, "--html", pki["absent"] + "/file"], capture_output=True, timeout=PATIENCE)
    check("%s writes no page there" % arguments, p.returncode == 1 and not p.stdout and b"there is no directory" in p.stderr, p)

# What was agreed on stands in the summary when the handshake fails afterwards.
server = listen("rsa", "--quiet", "--summary")
for version, words in [("1.3", ["suite=TLS_AES_128_GCM_SHA256", "group=x25519", "hrr=no"]),
                       ("1.2", ["suite=TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"])]:
    code, out, errors = connect(server.port, "--tls", version, "--group", "x25519", "--summary", "--quiet", ca="other.pem")
    line = [line for line in errors.splitlines() if line.startswith("summary ")][-1:]
    for word in ["version=" + version, "mode=full", "sni=localhost", "alert_sent=unknown_ca", "ok=no"] + words:
        check("the summary of a failure has " + word, code == 1 and line and word in line[0].split(), line)
server.end()

# Groups that cost much have to be asked for, on both sides.
server = listen("rsa", "--quiet")
for group, wanted in [("ffdhe2048", 0), ("ffdhe3072", 0), ("ffdhe4096", 1), ("ffdhe8192", 1)]:
    code, out, errors = connect(server.port, "--quiet", "--cipher", "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", "--group", group)
    check("%s without being asked for ends with %d" % (group, wanted), code == wanted and (
        "insufficient_security" if wanted else "") in errors, errors)
server.end()

# Trust.
server = listen("rsa", "--quiet")
code, der = run(["openssl", "x509", "-in", pki["rsa.pem"], "-pubkey", "-noout"])
der = base64.b64decode(b"".join(der.split(b"-----")[2].split()))
pin = base64.b64encode(hashlib.sha256(der).digest()).decode()
other = base64.b64encode(bytes(32)).decode()
for arguments, ca, wanted, words in [
    ([], "other.pem", 1, "of its issuer, ca, is missing"), (["--trust", "none"], "other.pem", 0, ""), (["--trust", "none"], None, 0, ""),
    (["--server-name", "wrong.example"], "ca.pem", 1, "The name that was asked for is wrong.example"),
    (["--server-name", "wrong.example", "--trust", "no-hostname"], "ca.pem", 0, ""),
    (["--trust", "no-hostname"], "other.pem", 1, "of its issuer, ca, is missing"),
    (["--trust", "pin:" + pin], "ca.pem", 0, ""), (["--trust", "pin:" + other], "ca.pem", 1, "pin"),
    (["--trust", "pin:" + pin], "other.pem", 1, "of its issuer, ca, is missing"),
    (["--trust", "pin:short"], "ca.pem", 64, "--trust"), (["--cipher", "TLS_NO"], "ca.pem", 64, "TLS_NO"),
    (["--group", "x448"], "ca.pem", 64, "x448"), (["--cert", pki["client.pem"]], "ca.pem", 64, "--key"),
    (["--sendfile", pki["absent"]], "ca.pem", 64, "choose one"),
]:
    code, out, errors = connect(server.port, *arguments, "--quiet", ca=ca)
    check("%s with %s ends with %d" % (arguments, ca, wanted), code == wanted and words in errors
          and (wanted == 0) == out.startswith("HTTP/1.0 200"), (code, errors))

# Sessions.
path = pki["session"]
check("a session is kept", connect(server.port, "--session-file", path)[0] == 0 and os.path.exists(path))
check("and only the owner reads it", stat.S_IMODE(os.stat(path).st_mode) == 0o600)
code, out, errors = connect(server.port, "--session-file", path)
check("and resumed", code == 0 and re.search("Resumed +yes", out), out + errors)
with open(path, "w") as f:
    f.write("nonsense\n")
code, out, errors = connect(server.port, "--session-file", path)
check("a file that is no session is refused", code == 1 and "heading" in errors, errors)
code, out, errors = connect(server.port, "--session-file", pki["unverified"], "--trust", "none")
code, out, errors = connect(server.port, "--session-file", pki["unverified"], ca="other.pem")
check("a session that was never verified is no way round the check", code == 1, out + errors)

code, out, errors = connect(server.port, "--session-file", pki["nameless"], "--server-name", "wrong.example", "--trust",
                            "no-hostname")
code, out, errors = connect(server.port, "--session-file", pki["nameless"], "--server-name", "wrong.example")
check("nor is one whose name was never compared", code == 1, out + errors)
code, out, errors = connect(server.port, "--session-file", pki["nameless"], "--server-name", "wrong.example", "--trust",
                            "no-hostname")
check("but it is good for what it was", code == 0, out + errors)

# Many at once.
results = []
threads = [threading.Thread(target=lambda: results.append(connect(server.port, "--quiet")[0])) for _ in range(20)]
[t.start() for t in threads]
[t.join() for t in threads]
check("twenty at once are served", results == [0] * 20, results)
code, out, errors = connect(server.port + 0, "--cipher", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "--quiet")
check("no common suite is said by name", code == 1 and "handshake_failure" in errors, errors)
taken = subprocess.run([program, "listen", "--port", str(server.port), "--cert", pki["rsa.pem"], "--key",
                        pki["rsa.key"]], capture_output=True, timeout=PATIENCE)
check("a port that is taken is refused", taken.returncode == 1 and b"another program" in taken.stderr, taken)
server.end()
code, out, errors = connect(server.port)
check("a port on which nobody listens is refused", code == 1 and "refused" in errors.lower(), errors)

# Certificates and keys that do not fit.
for name, kind in ("ed448", ["-algorithm", "ED448"]), ("pss", ["-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:2048"]), (
        "k1", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"]):
    pki.openssl("genpkey", *kind, "-out", pki[name + ".key"])
pki.openssl("pkey", "-in", pki["rsa.key"], "-outform", "der", "-out", pki["rsa.key.der"])
with open(pki["backwards.pem"], "w") as f:
    f.write(open(pki["ca.pem"]).read() + open(pki["rsa.pem"]).read())
for arguments, status, words in [
    (["--cert", pki["ec.pem"], "--key", pki["rsa.key"]], 1, b"does not belong"),
    (["--cert", pki["rsa.pem"], "--key", pki["signs.key"]], 1, b"does not belong"),
    (["--cert", pki["absent"], "--key", pki["rsa.key"]], 1, b"no such file"),
    (["--cert", pki["rsa.pem"], "--key", pki["rsa.pem"]], 1, b"private key"),
    (["--cert", pki["rsa.key"], "--key", pki["rsa.key"]], 1, b"this is a private key (PRIVATE KEY), not a certificate"),
    (["--cert", pki["ec.pem"], "--key", pki["ec.key"], "--cipher", "TLS_RSA_WITH_AES_128_GCM_SHA256"], 1, b"no cipher suite"),
    (["--cert", pki["signs.pem"], "--key", pki["signs.key"], "--cipher", "TLS_RSA_WITH_AES_128_GCM_SHA256"], 1,
     b"keyUsage"),
    (["--cert", pki["rsa.pem"], "--key", pki["ed.key"]], 1, b"does not belong"),
    (["--cert", pki["rsa.pem"], "--key", pki["ed448.key"]], 1, b"key for Ed448, not for RSA"),
    (["--cert", pki["rsa.pem"], "--key", pki["pss.key"]], 1, b"key for RSASSA-PSS only, not for RSA"),
    (["--cert", pki["rsa.pem"], "--key", pki["k1.key"]], 1, b"on the curve secp256k1 (1.3.132.0.10); keys on P-256, P-384"),
    (["--cert", pki["rsa.pem"], "--key", pki["rsa.key.der"]], 1, b"openssl pkey -inform der"),
    (["--cert", pki["backwards.pem"], "--key", pki["rsa.key"]], 1, b"wrong order: the certificate of the private key is number 2"),
    (["--cert", pki["rsa.pem"], "--key", pki["rsa.key"], "--ocsp", pki["rsa.pem"]], 1, b"no OCSP response in DER"),
    (["--cert", pki["rsa.pem"]], 64, b"--key"),
    (["--cert", pki["rsa.pem"], "--key", pki["rsa.key"], "--max-connections", "0"], 64, b"--max-connections"),
]:
    p = subprocess.run([program, "listen", "--port", "0", *arguments], capture_output=True, timeout=PATIENCE)
    check("%s ends with %d" % (arguments, status), p.returncode == status and words in p.stderr, p)
pki.openssl("x509", "-in", pki["rsa.pem"], "-outform", "der", "-out", pki["der.pem"])
server = listen("rsa", "--quiet", cert="der")
code, out, errors = connect(server.port)
check("a certificate in DER is read", code == 0, errors)
server.end()
server = listen("signs", "--quiet")
check("who may only sign offers no key transport",
      connect(server.port, "--cipher", "TLS_RSA_WITH_AES_128_GCM_SHA256", "--quiet")[0] == 1)
check("and signs", connect(server.port, "--cipher", "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", "--quiet")[0] == 0)
server.end()

# Clients that have to say who they are.
server = listen("rsa", "--quiet", "--client-ca", pki["ca.pem"])
check("nobody is served without", connect(server.port, "--quiet")[0] == 1)
for name, wanted in [("client", 0), ("ecclient", 0), ("edclient", 0), ("stranger", 1)]:
    code, out, errors = connect(server.port, "--cert", pki[name + ".pem"], "--key", pki[name + ".key"], "--quiet")
    check("%s ends with %d" % (name, wanted), code == wanted and (code != 0 or "CN=client " in out), out + errors)
server.end()


# A stapled response, made by openssl, in both roles; a record limit; a name that is not the server's.
code, text = run(["openssl", "x509", "-in", pki["rsa.pem"], "-noout", "-serial"])
with open(pki["index.txt"], "w") as f:
    f.write("V\t351231235959Z\t\t%s\tunknown\t/CN=localhost\n" % text.decode().strip().split("=")[1])
with open(pki["revoked.txt"], "w") as f:
    f.write("R\t351231235959Z\t250101000000Z,keyCompromise\t%s\tunknown\t/CN=localhost\n"
            % text.decode().strip().split("=")[1])
pki.openssl("ocsp", "-issuer", pki["ca.pem"], "-cert", pki["rsa.pem"], "-reqout", pki["ocsp.req"])
pki.openssl("ocsp", "-index", pki["index.txt"], "-CA", pki["ca.pem"], "-rsigner", pki["ca.pem"], "-rkey", pki["ca.key"],
            "-reqin", pki["ocsp.req"], "-respout", pki["ocsp.der"], "-ndays", "30")
server = listen("rsa", "--quiet", "--ocsp", pki["ocsp.der"], "--strict-server-name")
status = ["openssl", "s_client", "-connect", "%s:%d" % (HOST, server.port), "-CAfile", pki["ca.pem"], "-tls1_2"]
code, text = run(status + ["-status", "-servername", "localhost"])
check("openssl gets the stapled response", b"Cert Status: good" in text, text)
code, text = run(status + ["-servername", "other.example"])
check("another host is refused", b"unrecognized name" in text, text)
code, out, errors = connect(server.port, "--max-fragment", "512")
check("records of 512 octets serve", code == 0 and out.startswith("HTTP/1.0 200"), errors)
server.end()


# What went over the wire, as somebody in between has it.
class Relay:
    """Passes one connection on to a port of this machine, and keeps what goes either way."""

    def __init__(self, port):
        self.listener = socket.create_server((HOST, 0))
        self.port = self.listener.getsockname()[1]
        self.seen = {"to the server": bytearray(), "to the client": bytearray()}
        self.thread = threading.Thread(target=self.serve, args=(port,), daemon=True)
        self.thread.start()

    def serve(self, port):
        near, _ = self.listener.accept()
        far = socket.create_connection((HOST, port))
        back = threading.Thread(target=self.pass_on, args=(far, near, "to the client"), daemon=True)
        back.start()
        self.pass_on(near, far, "to the server")
        back.join()

    def pass_on(self, source, destination, way):
        try:
            while octets := source.recv(65536):
                self.seen[way] += octets
                destination.sendall(octets)
        except OSError:
            pass
        try:
            destination.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def payloads(capture, port):
    """What a capture says went to this port, and from it."""
    code, text = run(["tshark", "-n", "-r", capture, "-Y", "tcp.len>0 && tcp.port==%d" % port, "-T", "fields", "-e",
                      "tcp.dstport", "-e", "tcp.payload"])
    ways = {"to the server": "", "to the client": ""}
    for line in text.decode().splitlines():
        if "\t" in line:
            to, octets = line.split("\t")
            ways["to the server" if to == str(port) else "to the client"] += octets
    return {way: bytes.fromhex(octets) for way, octets in ways.items()}


def on_the_wire(name, start):
    port = free_port()
    server = start(port)
    relay = Relay(port)
    ours = pki["ours-%s.pcapng" % name]
    code, out, errors = connect(relay.port, "--pcap", ours)
    check("%s serves" % name, code == 0, errors)
    relay.thread.join(PATIENCE)
    check("%s: the connection ends" % name, not relay.thread.is_alive())
    told = payloads(ours, relay.port)
    # GnuTLS answers our answer to its close_notify with another of 31 octets; nobody reads that any more.
    check("%s: what is told is what was on the wire" % name,
          all(told[way] and seen.startswith(told[way]) and len(seen) - len(told[way]) in (0, 31)
              for way, seen in relay.seen.items()),
          [(way, len(seen), len(told[way])) for way, seen in relay.seen.items()])
    server.end()


on_the_wire("openssl", lambda port: Process(
    ["openssl", "s_server", "-accept", "%s:%d" % (HOST, port), "-cert", pki["rsa.pem"], "-key", pki["rsa.key"],
     "-tls1_2", "-www", "-quiet", "-status_file", pki["ocsp.der"]], port))
on_the_wire("gnutls", lambda port: Process(
    ["gnutls-serv", "--http", "-q", "-p", str(port), "--x509certfile=" + pki["rsa.pem"],
     "--x509keyfile=" + pki["rsa.key"], "--priority=NORMAL:-VERS-ALL:+VERS-TLS1.2", "--disable-client-cert"], port))
server = Process(["openssl", "s_server", "-accept", "%s:%d" % (HOST, port := free_port()), "-cert", pki["rsa.pem"], "-key",
                  pki["rsa.key"], "-tls1_2", "-www", "-quiet", "-status_file", pki["ocsp.der"]], port)
code, out, errors = connect(port)
check("the stapled response is shown", code == 0 and "It says: good" in " ".join(errors.split()), errors)
server.end()

# The same certificate, taken back.
pki.openssl("ocsp", "-index", pki["revoked.txt"], "-CA", pki["ca.pem"], "-rsigner", pki["ca.pem"], "-rkey", pki["ca.key"],
            "-reqin", pki["ocsp.req"], "-respout", pki["revoked.der"], "-ndays", "30")
server = Process(["openssl", "s_server", "-accept", "%s:%d" % (HOST, port := free_port()), "-cert", pki["rsa.pem"], "-key",
                  pki["rsa.key"], "-tls1_2", "-www", "-quiet", "-status_file", pki["revoked.der"]], port)
code, out, errors = connect(port)
check("a revoked certificate is refused", code == 1 and "certificate_revoked" in errors and "keyCompromise" in errors, errors)
server.end()
for response, wanted, words in [("ocsp", 0, "is not revoked"), ("revoked", 3, "was revoked on")]:
    code, text = run([program, "trust", "evaluate", pki["rsa.pem"], "--host", "localhost", "--anchors", pki["ca.pem"],
                      "--all", "--ocsp", pki[response + ".der"]])
    check("%s: evaluated" % response, code == wanted and words in " ".join(text.decode().split()), text)
check("a record limit that does not exist is refused", connect(1, "--max-fragment", "600")[0] == 64)

# Servers that do not do as they should.
def truncates(connection):
    t = context(pki, server=True).wrap_socket(connection, server_side=True)
    t.recv(100)
    t.sendall(b"half of an ans")
    connection = t.detach()
    os.close(connection)


def answers_a_goodbye_with_half(connection):
    t = context(pki, server=True).wrap_socket(connection, server_side=True)
    while t.recv(100):
        pass
    t.sendall(b"half of an ans")
    os.close(t.detach())


def keeps_its_goodbye(connection):
    t = context(pki, server=True).wrap_socket(connection, server_side=True)
    while t.recv(100):
        pass
    time.sleep(PATIENCE)


def dribbles(connection):
    for _ in range(PATIENCE * 20):
        connection.sendall(b"\x16\x03\x03\x3f\xff\x02"[:1] if _ == 0 else b"\x03")
        time.sleep(0.05)


for behave, words in [(truncates, "without close_notify"), (answers_a_goodbye_with_half, "without close_notify"),
                      (keeps_its_goodbye, "has not said close_notify"), (lambda c: time.sleep(PATIENCE), "not complete in time"),
                      (dribbles, ""), (lambda c: c.sendall(b"SSH-2.0-x\r\n"), ""), (lambda c: None, "")]:
    start = time.monotonic()
    code, out, errors = connect(one_server(behave), "--quiet", "--timeout", "1")
    span = time.monotonic() - start
    check("%s fails" % behave, code == 1 and words in errors and span < PATIENCE / 2, (code, span, errors))
print("%d wrong" % len(wrong))
