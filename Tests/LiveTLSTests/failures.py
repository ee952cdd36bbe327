"""failures.py PROGRAM FOLDER [show]: further ways in which a connection fails, and what the last line of connect or a line of listen says of
each. Prints a line for each thing that is wrong; with show, every line that was said."""
import errno, ssl, struct, sys
from peers import *

program, folder = sys.argv[1:3]
pki = PKI(folder)
shows = len(sys.argv) > 3
GET = "GET / HTTP/1.0\r\n\r\n"


def last_line(what, target, words, *more, ca="ca.pem", without=()):
    """The last line of connect has these words and not those."""
    target = target if isinstance(target, str) else "localhost:%d" % target
    p = subprocess.run([program, "connect", target, *(["--ca", pki[ca]] if ca else []), "--send", GET, "--quiet", *more],
                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
    last = (p.stderr.decode().strip().splitlines() or [""])[-1]
    if shows: print("%-40s %d %s" % (what, p.returncode, last))
    check(what, p.returncode == 1 and all(w in last for w in words) and not any(w in last for w in without),
          (p.returncode, last))


def hello(connection):
    """Takes in a ClientHello, whole."""
    got = b""
    while len(got) < 5 or len(got) < 5 + int.from_bytes(got[3:5], "big"):
        got += connection.recv(65536) or b"\0" * 65536
    return got


def resets(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def says(*octets, before=hello, then=lambda c: c.recv(65536)):
    """A server that answers a ClientHello with these octets."""
    def behave(connection):
        before(connection)
        for part in octets: connection.sendall(part)
        then(connection)
    return one_server(behave)


def record(kind, body, version=b"\3\3"): return bytes([kind]) + version + len(body).to_bytes(2, "big") + body


def server_of(name, *more, version="1_2"):
    port = free_port()
    return Process(["openssl", "s_server", "-accept", "%s:%d" % (HOST, port), "-cert", pki[name + ".pem"], "-key", pki[name + ".key"],
                    "-quiet", *(["-tls" + version] if version else []), *more], port), port


class Relay:
    """Passes one connection on to a port, and changes what goes either way."""

    def __init__(self, port, to_server=lambda n, octets: octets, to_client=lambda n, octets: octets):
        self.listener = socket.create_server((HOST, 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, args=(port, to_server, to_client), daemon=True).start()

    def serve(self, port, to_server, to_client):
        near, _ = self.listener.accept()
        far = socket.create_connection((HOST, port))
        threading.Thread(target=self.pass_on, args=(far, near, to_client), daemon=True).start()
        self.pass_on(near, far, to_server)

    def pass_on(self, source, destination, change):
        """Record by record. A change that gives nil ends the connection."""
        rest, number = b"", 0
        try:
            while octets := source.recv(65536):
                rest += octets
                while len(rest) >= 5 and len(rest) >= (end := 5 + int.from_bytes(rest[3:5], "big")):
                    changed, rest = change(number, rest[:end]), rest[end:]
                    number += 1
                    if changed is None:
                        destination.shutdown(socket.SHUT_RDWR)
                        return source.shutdown(socket.SHUT_RDWR)
                    destination.sendall(changed)
            destination.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def flip(octets, place=-1):
    octets = bytearray(octets)
    octets[place] ^= 1
    return bytes(octets)


# Certificates.
with open(pki["ca.cnf"], "w") as f:
    f.write("[ca]\ndefault_ca=d\n[d]\ndatabase=%s\npolicy=p\nunique_subject=no\nrand_serial=yes\n[p]\ncommonName=supplied\norganizationName=optional\n" % pki["ca.index"])
open(pki["ca.index"], "w").close()
SAN = "subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth"
USUAL = "basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature,keyEncipherment\n"


def leaf(name, more=USUAL + SAN, ca="ca", start="20200101000000Z", end="20400101000000Z", cn="localhost", digest="sha256", bits=2048,
         ca_key=None):
    with open(pki[name + ".ext"], "w") as f: f.write(more)
    pki.openssl("req", "-newkey", "rsa:%d" % bits, "-nodes", "-keyout", pki[name + ".key"], "-out", pki[name + ".csr"], "-subj", "/O=Live/CN=" + cn)
    pki.openssl("ca", "-batch", "-notext", "-config", pki["ca.cnf"], "-cert", pki[ca + ".pem"], "-keyfile", pki[(ca_key or ca) + ".key"], "-in",
                pki[name + ".csr"], "-out", pki[name + ".pem"], "-startdate", start, "-enddate", end, "-extfile", pki[name + ".ext"], "-md",
                digest, "-outdir", folder)


AUTHORITY = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n"
leaf("expired", end="20210101000000Z")
leaf("future", start="20390101000000Z")
leaf("middle", AUTHORITY, cn="Middle CA")
leaf("oldmiddle", AUTHORITY, cn="Old Middle CA", end="20210101000000Z")
leaf("othermiddle", AUTHORITY, cn="Other Middle CA")
leaf("below", ca="middle")
leaf("belowold", ca="oldmiddle")
leaf("belowleaf", ca="rsa")
leaf("address", USUAL + "subjectAltName=DNS:127.0.0.1\nextendedKeyUsage=serverAuth")
leaf("forclients", USUAL + "subjectAltName=DNS:localhost\nextendedKeyUsage=clientAuth")
leaf("small", bits=1024)
leaf("sha1", digest="sha1")
leaf("nameless", USUAL + "extendedKeyUsage=serverAuth")
leaf("star", USUAL + "subjectAltName=DNS:*.example.com\nextendedKeyUsage=serverAuth")
leaf("critical", USUAL + SAN + "\n1.2.3.4=critical,DER:0500")
leaf("crl", "basicConstraints=CA:FALSE\nkeyUsage=critical,cRLSign\n" + SAN)
leaf("oldclient", USUAL + "extendedKeyUsage=clientAuth", cn="client old", end="20210101000000Z")
pki.openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-keyout", pki["alone.key"], "-out", pki["alone.pem"], "-subj",
            "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
WEAK = ["-cipher", "DEFAULT@SECLEVEL=0"]
HOST_NAME = "localhost"
for what, name, chain, words, target in [
    ("expired", "expired", None, ["The leaf expired at 2021", "Renew the certificate"], HOST_NAME),
    ("not yet valid", "future", None, ["not valid before 2039", "Set the clock"], HOST_NAME),
    ("missing intermediate", "below", None, ["of its issuer, Middle CA, is missing", "name it with --ca", "Put the certificate of Middle CA"],
     HOST_NAME),
    ("the wrong intermediate", "below", "othermiddle", ["of its issuer, Middle CA, is missing", "--ca", "Put the certificate of Middle CA"],
     HOST_NAME),
    ("an intermediate that has expired", "belowold", "oldmiddle", ["Old Middle CA expired at 2021", "Send the authority's newer certificate"], HOST_NAME),
    ("an issuer that is no authority", "belowleaf", "rsa", ["does not belong to an authority", "Get a certificate that keeps"], HOST_NAME),
    ("self-signed", "alone", None, ["signed with its own key", "name it with --ca"], HOST_NAME),
    ("an address as dNSName", "address", None, ["stands as a dNSName", "with 127.0.0.1 in subjectAltName, as an iPAddress"], "127.0.0.1"),
    ("for clients", "forclients", None, ["not for TLS servers", "Get a certificate that keeps"], HOST_NAME),
    ("RSA of 1024 bits", "small", None, ["RSA key of 1024 bits", "Get a certificate that keeps"], HOST_NAME),
    ("SHA-1", "sha1", None, ["sha1WithRSAEncryption", "Get a certificate that keeps"], HOST_NAME),
    ("no alternative name", "nameless", None, ["only subjectAltName counts", "Get a certificate with localhost in subjectAltName"], HOST_NAME),
    ("a wildcard of another domain", "star", None, ["The leaf is for *.example.com", "--server-name", "Or: Get a certificate with localhost"],
     HOST_NAME),
    ("an unknown critical extension", "critical", None, ["critical extension that is not understood", "Get a certificate that keeps"], HOST_NAME),
    ("a key that may not sign", "crl", None, ["may be used for cRLSign", "Get a certificate that keeps"], HOST_NAME),
]:
    server, port = server_of(name, *WEAK, *(["-cert_chain", pki[chain + ".pem"]] if chain else []))
    last_line(what, "%s:%d" % (target, port), words)
    server.end()
server, port = server_of("rsa")
last_line("no authority is known", port, ["of its issuer, ca, is missing", "name it with --ca"], ca=None)
last_line("another pin", port, ["no pinned key", "If the server's new key is the right one, pin it: --trust pin:"], "--trust", "pin:" + "A" * 43 + "=")
server.end()

# A response of OCSP that says revoked.
code, text = run(["openssl", "x509", "-in", pki["rsa.pem"], "-noout", "-serial"])
with open(pki["revoked.txt"], "w") as f:
    f.write("R\t351231235959Z\t250101000000Z,keyCompromise\t%s\tunknown\t/CN=localhost\n" % text.decode().strip().split("=")[1])
pki.openssl("ocsp", "-issuer", pki["ca.pem"], "-cert", pki["rsa.pem"], "-reqout", pki["ocsp.req"])
pki.openssl("ocsp", "-index", pki["revoked.txt"], "-CA", pki["ca.pem"], "-rsigner", pki["ca.pem"], "-rkey", pki["ca.key"], "-reqin",
            pki["ocsp.req"], "-respout", pki["revoked.der"], "-ndays", "30")
for version in ("1_2", "1_3"):
    server, port = server_of("rsa", "-status_file", pki["revoked.der"], version=version)
    last_line("revoked, " + version, port, ["was revoked on 2025", "Make a new key"])
    server.end()

# Nothing in common.
for what, version, more, ours, words, without in [
    ("TLS 1.0 alone", "1", WEAK, [], ["protocol_version", "Enable TLS 1.2 or 1.3"], ["leave --tls"]),
    ("TLS 1.1 alone", "1_1", WEAK, [], ["protocol_version", "Enable TLS 1.2 or 1.3"], ["leave --tls"]),
    ("no group in common", "1_3", ["-groups", "X448"], [], ["handshake_failure", "Enable TLS 1.2", "no suite or no group"], ["leave --tls"]),
    ("no group of ours", "1_3", ["-groups", "X25519"], ["--group", "secp384r1"], ["handshake_failure", "leave --tls, --cipher and --group"], []),
    ("no group, TLS 1.2", "1_2", ["-groups", "X448", "-cipher", "ECDHE"], [], ["handshake_failure"], ["leave --tls"]),
    ("no suite of TLS 1.3 in common", "1_3", ["-ciphersuites", "TLS_AES_128_CCM_SHA256"], [], ["handshake_failure"], ["leave --tls"]),
    ("a suite that is not ours", "1_2", ["-cipher", "CAMELLIA256-SHA"], [], ["handshake_failure", "ECDHE suite"], ["leave --tls"]),
]:
    server, port = server_of("rsa", *more, version=version)
    last_line(what, port, words, *ours, without=without)
    server.end()

# Alerts of every kind, as the answer to a ClientHello.
ALERTS = {0: "close_notify", 10: "unexpected_message", 20: "bad_record_mac", 21: "decryption_failed", 22: "record_overflow",
          30: "decompression_failure", 40: "handshake_failure", 42: "bad_certificate", 43: "unsupported_certificate", 44: "certificate_revoked",
          45: "certificate_expired", 46: "certificate_unknown", 47: "illegal_parameter", 48: "unknown_ca", 49: "access_denied", 50: "decode_error",
          51: "decrypt_error", 60: "export_restriction", 70: "protocol_version", 71: "insufficient_security", 80: "internal_error",
          86: "inappropriate_fallback", 90: "user_canceled", 100: "no_renegotiation", 109: "missing_extension", 110: "unsupported_extension",
          112: "unrecognized_name", 113: "bad_certificate_status_response", 115: "unknown_psk_identity", 116: "certificate_required",
          120: "no_application_protocol", 200: "number 200"}
SAID = {0: ["close_notify before the handshake", "with the alert close_notify"], 40: ["Enable TLS 1.2"], 70: ["Enable TLS 1.2"],
        71: ["Enable TLS 1.2"], 90: ["with the alert user_canceled"], 112: ["Ask for a name that the server serves"],
        116: ["Give the client a certificate"], 120: ["--alpn"]}
for number, name in ALERTS.items():
    usual = ["answers the ClientHello with the alert " + name, "Read the server's log" if number not in SAID else ""]
    words = SAID[number] + ([] if number in (0, 90) else usual[:1]) if number in SAID else usual
    last_line("the alert " + name, says(record(21, bytes([2, number]))), words, "--timeout", "1", without=["leave --tls"])
last_line("the warning unrecognized_name and the end", says(record(21, b"\1\x70"), then=lambda c: None),
          ["with the alert unrecognized_name", "--server-name"])

# Other than an alert.
RANDOM = b"r" * 32
TLS_ON, LOG, OTHER = "Switch TLS on", "Read the server's log", "is another service"
for what, port, words in [
    ("a reset at once", one_server(resets), ["eset", TLS_ON]),
    ("an end at once", one_server(lambda c: None), ["Then the server", TLS_ON]),
    ("a reset after the hello", says(then=resets), ["No octet came after a ClientHello. Then the server reset", TLS_ON]),
    ("half a record and the end", says(b"\x16\3\3\0\x40abc", then=lambda c: None), ["61 octets short", "8 octets came", LOG]),
    ("half a record and silence", says(b"\x16\3\3\0\x40abc", then=lambda c: time.sleep(PATIENCE)), ["nothing more for 1 second", LOG]),
    ("a record that is too long", says(b"\x16\3\3\xff\xff" + b"a" * 65535), ["a record of 65535 octets; at most 16384"]),
    ("an empty record", says(record(22, b"")), ["an empty record of type handshake"]),
    ("data before the handshake", says(record(23, b"hello")), ["before there are keys"]),
    ("an unknown type of record", says(record(99, b"hello")), ["content type 99", "no record of TLS"]),
    ("an unknown message", says(record(22, b"\x63\0\0\1a")), ["handshake type 99"]),
    ("SSL 3.0", says(record(22, bytes([2, 0, 0, 38]) + b"\3\0" + RANDOM + b"\0\0\x2f\0", b"\3\0")), ["SSL 3.0"]),
    ("a suite that was not offered", says(record(22, bytes([2, 0, 0, 38]) + b"\3\3" + RANDOM + b"\0\0\5\0")), ["0x0005, which was not offered"]),
    ("FTP", says(b"220 (vsFTPd 3.0.3)\r\n"), ["a mail or FTP server", OTHER]),
    ("a mail server", says(b"220 mail.example ESMTP Postfix\r\n"), ["a mail or FTP server", OTHER]),
    ("IMAP", says(b"* OK IMAP4rev1 ready\r\n"), ["a mail or FTP server", OTHER]), ("POP3", says(b"+OK ready\r\n"), ["a mail", OTHER]),
    ("MySQL", says(b"\x4a\0\0\0\x0a8.0.36\0"), ["4a0000000a", "no record of TLS", TLS_ON]),
    ("VNC", says(b"RFB 003.008\n"), ["no record of TLS", TLS_ON]), ("Redis", says(b"-ERR unknown command\r\n"), ["no record of TLS"]),
    ("PostgreSQL", says(b"E\0\0\0\x8bSFATAL\0"), ["no record of TLS"]),
    ("a proxy", says(b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"), ["a page of plain HTTP", TLS_ON]),
    ("HTTP/2 without TLS", says(b"\0\0\x12\4\0\0\0\0\0\0\3\0\0\0\x64"), ["no record of TLS"]),
    ("a ServerHello of SSL 2", says(b"\x80\x0b\4\0\0\0\2\0\0\0\0\0\0"), ["no record of TLS"]),
]:
    last_line(what, port, words, "--timeout", "1")


def endless(connection):
    hello(connection)
    while True: connection.sendall(record(22, b"\x0b\xff\xff\xff" + b"a" * 16000))


last_line("an endless message", one_server(endless), ["announces 16777215 octets"])

# Something between changes or ends the connection.
KEY = ["does not have the private key of this certificate", "something on the way has changed the hellos"]
for what, version, more, change, words in [
    ("a changed ServerHello", "1_2", [], {"to_client": lambda n, o: flip(o, 20) if n == 0 else o}, KEY),
    ("a changed ClientHello", "1_2", [], {"to_server": lambda n, o: flip(o, 20) if n == 0 else o}, KEY),
    ("a changed record of the server", "1_2", [], {"to_client": lambda n, o: flip(o) if n >= 6 else o}, ["does not authenticate", "Something on the way"]),
    ("a changed Finished of the client", "1_2", [], {"to_server": lambda n, o: flip(o) if n == 3 else o}, ["bad_record_mac", LOG]),
    ("a changed ClientHello, RSA key transport", "1_2", ["-cipher", "AES128-SHA"], {"to_server": lambda n, o: flip(o, 20) if n == 0 else o},
     ["does not have the keys that the client has computed", "something on the way has changed a hello"]),
    ("a changed version, RSA key transport", "1_2", ["-cipher", "AES128-SHA"], {"to_client": lambda n, o: flip(o, 43) if n == 0 else o}, []),
    ("an end in the server's flight", "1_2", [], {"to_client": lambda n, o: None if n == 1 else o}, ["with ServerHello", "Then the server ended", LOG]),
    ("an end after the client's flight", "1_2", [], {"to_server": lambda n, o: None if n == 2 else o}, ["after the client had sent its Finished", LOG]),
    ("silence in the server's flight", "1_2", [], {"to_client": lambda n, o: b"" if n >= 1 else o}, ["with ServerHello, then nothing more", LOG]),
    ("a changed ServerHello", "1_3", [], {"to_client": lambda n, o: flip(o, 20) if n == 0 else o}, ["does not authenticate", "Something on the way"]),
    ("a changed ClientHello", "1_3", [], {"to_server": lambda n, o: flip(o, 20) if n == 0 else o}, ["does not authenticate", "Something on the way"]),
    ("a changed record of the server", "1_3", [], {"to_client": lambda n, o: flip(o) if n == 2 else o}, ["does not authenticate", "Something on the way"]),
    ("a changed Finished of the client", "1_3", [], {"to_server": lambda n, o: flip(o) if n == 2 else o}, ["bad_record_mac", LOG]),
    ("an end in the server's flight", "1_3", [], {"to_client": lambda n, o: None if n == 1 else o}, ["with ServerHello", "Then the server ended", LOG]),
    ("an end after the client's flight", "1_3", [], {"to_server": lambda n, o: None if n == 2 else o},
     ["the server may have refused them", LOG]),
    ("silence in the server's flight", "1_3", [], {"to_client": lambda n, o: b"" if n >= 1 else o}, ["with ServerHello, then nothing more", LOG]),
]:
    server, port = server_of("rsa", *more, version=version)
    last_line("%s, %s" % (what, version), Relay(port, **change).port, words, "--timeout", "2")
    server.end()

# No connection.
last_line("nothing listens", "localhost:%d" % free_port(), ["refused", "Start the server on port"])
last_line("an unknown name", "no-such-host.invalid:443", ["there is no host no-such-host.invalid", "Correct the name"])

# A certificate of the client.
for version in ("1_2", "1_3"):
    server, port = server_of("rsa", "-Verify", "1", "-verify_return_error", "-CAfile", pki["ca.pem"], version=version)
    last_line("a client's certificate that has expired, " + version, port,
              ["certificate_expired", "the client showed one", "that is valid now"], "--cert", pki["oldclient.pem"], "--key", pki["oldclient.key"])
    server.end()


# What listen says.
def listen(*more, name="rsa"):
    return Process([program, "listen", "--port", "0", "--cert", pki[name + ".pem"], "--key", pki[name + ".key"], *more])


def told(what, server, words):
    deadline = time.monotonic() + (PATIENCE / 2 if words else 1)
    while time.monotonic() < deadline and not (words and all(w.encode() in server.output for w in words)): time.sleep(0.1)
    if shows: print("%-40s - %s" % (what, b" | ".join(server.output.strip().splitlines()[-3:]).decode(errors="replace")))
    check(what, all(w.encode() in server.output for w in words), server.output[-800:])


def client(server, *args):
    run(["openssl", "s_client", "-connect", "%s:%d" % (HOST, server.port), "-servername", "localhost", *args], b"", 20)


ALLOW, CA = ["offers nothing that this server accepts", "leave --tls, --cipher and --group out"], ["--client-ca", pki["ca.pem"]]
MINE = ["that an authority of --client-ca has issued", "valid now"]
for what, more, args, words in [
    ("a client of TLS 1.0", [], ["-tls1", *WEAK], ALLOW),
    ("a client without our suites", ["--tls", "1.2"], ["-cipher", "CAMELLIA256-SHA", "-tls1_2"], ALLOW),
    ("a client without our groups", [], ["-groups", "X448", "-tls1_3"], ALLOW),
    ("a client for another host", ["--strict-server-name"], ["-servername", "other.example"], ["Get a certificate for that host", "--strict"]),
    ("a client that does not trust, TLS 1.2", [], ["-tls1_2", "-CAfile", pki["other.pem"], "-verify_return_error"], ["does not trust the authority"]),
    ("a client that does not trust, TLS 1.3", [], ["-tls1_3", "-CAfile", pki["other.pem"], "-verify_return_error"], ["does not trust the authority"]),
    ("an expired certificate of the server", [], ["-CAfile", pki["ca.pem"], "-verify_return_error"], ["its alert is certificate_expired", "trust show"]),
    ("a stranger's certificate", CA, ["-cert", pki["stranger.pem"], "-key", pki["stranger.key"]], ["does not come from an authority", *MINE]),
    ("an expired certificate of a client", CA, ["-cert", pki["oldclient.pem"], "-key", pki["oldclient.key"]], ["refuses the client's certificate", *MINE]),
    ("a server's certificate of a client", CA, ["-cert", pki["rsa.pem"], "-key", pki["rsa.key"]], ["refuses the client's certificate", *MINE]),
]:
    server = listen(*more, name="expired" if what.startswith("an expired certificate of the server") else "rsa")
    client(server, *args)
    told(what, server, words)
    server.end()
for what, octets, end, words in [
    ("a client that says nothing", b"", None, ["had sent nothing"]), ("a client that resets", b"", resets, ["had sent nothing"]),
    ("a client that stops in its hello", b"\x16\3\1\1\0\1", None, ["in the middle of its first message"]),
    ("garbage", b"\0" * 300, None, ["no record of TLS"]), ("a mail client", b"EHLO a\r\n", None, ["a mail client, without TLS"]),
    ("an old hello of SSL 2", b"\x80\x2e\1\0\2" + b"\0" * 43, None, ["no record of TLS"]),
]:
    server = listen()
    connection = socket.create_connection((HOST, server.port), PATIENCE)
    connection.sendall(octets)
    if end: end(connection)
    time.sleep(0.3)
    connection.close()
    told(what, server, words)
    server.end()
print("%d wrong" % len(wrong))
