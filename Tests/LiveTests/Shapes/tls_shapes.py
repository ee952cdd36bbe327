"""Healthy conversations over TLS."""
import shutil, socket, subprocess, sys, threading, time
from talks import GET, PATIENCE, T12, T13, answer, client, goodbye, goodbye_both, noise, run, server, shape
from tcp_shapes import EVERYWHERE


def talk_of(version, way="line", **options):
    def play(t):
        t.secure(version)
        for size in (4_000, 200):
            t.ask(size)
        goodbye_both(t)
    return play


for version, name in ((T12, "12"), (T13, "13")):
    shape("tls-" + name, "TLS in Python", EVERYWHERE)(talk_of(version))
    shape("tls-%s-ipv6" % name, "TLS over IPv6", family=6)(talk_of(version))
    shape("tls-%s-near" % name, "TLS on Ethernet with offloads", "client server", way="ether")(talk_of(version))


@shape("tls-idle", "TLS 1.2 with an hour of silence, closed by the server", "client server")
def _(t):
    t.secure(T12)
    t.ask(1_000)
    t.rest(3_600)
    goodbye_both(t, "server")


def prelude(*lines, version=T13):
    def play(t):
        for number, line in enumerate(lines):
            (t.say if number % 2 else t.tell)(line) if lines[0][:3] in (b"220", b"* O", b"+OK") else (
                t.tell if number % 2 else t.say)(line)
        t.secure(version)
        t.ask(500)
        goodbye_both(t)
    return play


shape("starttls-smtp", "TLS after SMTP's STARTTLS", "client server")(prelude(
    b"220 mail\r\n", b"EHLO a\r\n", b"250-mail\r\n250 STARTTLS\r\n", b"STARTTLS\r\n", b"220 Ready\r\n"))
shape("starttls-imap", "TLS after IMAP's STARTTLS")(prelude(
    b"* OK ready\r\n", b"a STARTTLS\r\n", b"a OK begin\r\n"))
shape("starttls-pop", "TLS 1.2 after POP3's STLS")(prelude(b"+OK ready\r\n", b"STLS\r\n", b"+OK begin\r\n", version=T12))
shape("connect", "TLS behind a proxy's CONNECT", "client server")(prelude(
    b"CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443\r\n\r\n", b"HTTP/1.1 200 Connection established\r\n\r\n"))
shape("postgres", "TLS after PostgreSQL's request")(prelude(bytes.fromhex("0000000804d2162f"), b"S"))


def s_server(port, *options):
    with server.inside():
        process = subprocess.Popen(
            ["openssl", "s_server", "-accept", "10.8.0.2:%d" % port, "-cert", "server.pem", "-key", "server.key", *options],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(500):
            # The server's own machine tells when it listens; a connection would be in the capture.
            if any(":%04X " % port in row and " 0A " in row for row in open("/proc/thread-self/net/tcp")):
                return process
            time.sleep(0.01)
    sys.exit("s_server did not start")


def from_client(*command, **options):
    with client.inside():
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    return process


def program(serving, *command, words=(GET,)):
    def play(port):
        host = s_server(port, *serving)
        caller = from_client(*[word.replace("PORT", str(port)) for word in command])
        for word in words:
            time.sleep(0.12)
            caller.stdin.write(word)
            caller.stdin.flush()
        if words:
            time.sleep(0.2)
        caller.stdin.close()
        caller.wait(PATIENCE)
        time.sleep(0.1)
        host.kill()
    return play


CURL = ("curl", "-sS", "--noproxy", "*", "--cacert", "server.pem", "https://10.8.0.2:PORT/")
S_CLIENT = ("openssl", "s_client", "-connect", "10.8.0.2:PORT", "-CAfile", "server.pem", "-servername", "localhost", "-quiet")
shape("curl-far", "curl, TLS 1.3, 20 ms", "client server")(program(["-www"], *CURL, words=()))
shape("curl-far-12", "curl, TLS 1.2, 20 ms", "client server")(program(["-www"], *CURL, "--tls-max", "1.2", words=()))
shape("curl-retry", "curl, HelloRetryRequest")(program(["-www", "-groups", "P-256"], *CURL, "--curves", "X25519:P-256", words=()))
shape("s-client", "openssl s_client, the server closes", "client server")(program(["-www"], *S_CLIENT))
shape("s-client-dhe", "openssl, DHE with TLS 1.2")(program(["-www"], *S_CLIENT, "-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"))
shape("s-client-chacha", "openssl, ChaCha20 with TLS 1.3")(program(["-www"], *S_CLIENT, "-ciphersuites", "TLS_CHACHA20_POLY1305_SHA256"))
shape("mutual-13", "a client certificate, TLS 1.3")(program(
    ["-www", "-Verify", "2", "-CAfile", "server.pem"], *S_CLIENT, "-cert", "server.pem", "-key", "server.key"))
shape("mutual-12", "a client certificate, TLS 1.2")(program(
    ["-www", "-Verify", "2", "-CAfile", "server.pem"], *S_CLIENT, "-cert", "server.pem", "-key", "server.key", "-tls1_2"))
shape("renegotiated", "TLS 1.2, a second handshake in the session", "client server")(program(
    ["-client_renegotiation"], *S_CLIENT[:-1], "-tls1_2", words=(b"hello\n", b"R\n", b"again\n", b"Q\n")))
shape("long-names", "ALPN and a long list of groups")(program(
    ["-www", "-alpn", "h2,http/1.1"], *S_CLIENT, "-alpn", "spdy/3,http/1.1", "-groups", "X25519:P-256:P-384:P-521:X448"))
if shutil.which("gnutls-cli"):
    GNUTLS = ("gnutls-cli", "--x509cafile", "server.pem", "-p", "PORT", "--sni-hostname", "localhost", "--verify-hostname",
              "localhost", "10.8.0.2")
    shape("gnutls-13-far", "GnuTLS, TLS 1.3", "client server")(program(["-www"], *GNUTLS))
    shape("gnutls-12-far", "GnuTLS, TLS 1.2", "client server")(
        program(["-www"], *GNUTLS, "--priority", "NORMAL:-VERS-ALL:+VERS-TLS1.2"))
run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-keyout", "ec.key",
    "-out", "ec.pem", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
run("openssl", "req", "-x509", "-newkey", "ed25519", "-nodes", "-days", "2", "-keyout", "ed.key", "-out", "ed.pem", "-subj",
    "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
with open("ca.pem", "w") as file:
    file.write("".join(open(name).read() for name in ("server.pem", "ec.pem", "ed.pem")))
T = ("-tls1_2",)
shape("optional-13", "a client certificate is asked for, none is shown, and all goes on; TLS 1.3", "client server")(program(
    ["-www", "-verify", "2"], *S_CLIENT))
shape("optional-12", "a client certificate is asked for, none is shown, and all goes on; TLS 1.2", "client server")(program(
    ["-www", "-verify", "2"], *S_CLIENT, *T))
shape("name-warned", "the server does not know the name, warns, and goes on", "client server")(program(
    ["-www", "-servername", "other.example.org", "-cert2", "ec.pem", "-key2", "ec.key"], *S_CLIENT, *T))
shape("ec-12", "an elliptic key, TLS 1.2")(program(["-www", "-cert", "ec.pem", "-key", "ec.key"], *S_CLIENT, *T))
shape("ec-13", "an elliptic key, TLS 1.3")(program(["-www", "-cert", "ec.pem", "-key", "ec.key"], *S_CLIENT))
shape("ed-13", "an Edwards key, TLS 1.3")(program(["-www", "-cert", "ed.pem", "-key", "ed.key"], *S_CLIENT))
shape("psk-13", "an external key, no certificate, TLS 1.3", "client server")(program(
    ["-www", "-psk", "1a2b3c4d", "-nocert"], *S_CLIENT, "-psk", "1a2b3c4d"))
shape("psk-12", "an external key, no certificate, TLS 1.2")(program(
    ["-www", "-psk", "1a2b3c4d", "-nocert"], *S_CLIENT, "-psk", "1a2b3c4d", *T, "-cipher", "PSK-AES128-GCM-SHA256"))
shape("no-ticket", "no tickets, TLS 1.3")(program(["-www", "-no_ticket", "-num_tickets", "0"], *S_CLIENT))
shape("small-records", "records of 512 octets", "client server")(program(["-www", "-max_send_frag", "512"], *S_CLIENT))
shape("padded-records", "records padded to 4,096 octets, TLS 1.3", "client server")(program(
    ["-www", "-record_padding", "4096"], *S_CLIENT, "-record_padding", "1024"))
shape("long-hello", "a ClientHello in two segments", "client server")(program(
    ["-www"], *S_CLIENT, "-alpn", ",".join("protocol-number-%03d" % number for number in range(90))))
shape("key-update", "new keys within the session", "client server")(program(
    [], *S_CLIENT[:-1], words=(b"hello\n", b"K\n", b"again\n", b"k\n", b"Q\n")))
shape("cbc-mac", "CBC with encrypt-then-MAC, TLS 1.2", "client server")(program(
    ["-www"], *S_CLIENT, *T, "-cipher", "ECDHE-RSA-AES128-SHA256"))
shape("key-transport", "RSA key transport, TLS 1.2")(program(["-www"], *S_CLIENT, *T, "-cipher", "AES128-SHA256"))
shape("only-handshake-13", "a health check: handshake, goodbye", "client server")(program([], *S_CLIENT[:-1], words=(b"Q\n",)))
shape("only-handshake-12", "a health check: handshake, goodbye; TLS 1.2", "client server")(
    program([], *S_CLIENT[:-1], *T, words=(b"Q\n",)))


def resumed(*version):
    def play(port):
        host = s_server(port, "-www")
        name = "session-%d" % port
        for option in ("-sess_out", "-sess_in"):
            caller = from_client(*[word.replace("PORT", str(port)) for word in S_CLIENT], option, name, *version)
            time.sleep(0.15)
            caller.stdin.write(GET)
            caller.stdin.flush()
            time.sleep(0.2)
            caller.stdin.close()
            caller.wait(PATIENCE)
        time.sleep(0.1)
        host.kill()
    return play


shape("resumed-13", "a session and its resumption, TLS 1.3", "client server")(resumed())
shape("resumed-12", "a session and its resumption, TLS 1.2", "client server")(resumed("-tls1_2"))
shape("resumed-id", "a session and its resumption by its identifier", "client server")(resumed("-tls1_2", "-no_ticket"))


def secured(version, change=lambda t: None, **options):
    def play(t):
        t.secure(version)
        change(t)
        goodbye_both(t)
    return play


def messages(t):
    t.say(b"\x10\x20" + noise.randbytes(32))
    t.tell(b"\x20\x02\x00\x00")
    t.say(b"\x82\x10" + noise.randbytes(16))
    t.tell(b"\x90\x03" + noise.randbytes(3))
    for seconds in (8, 3, 14, 20):
        t.rest(seconds)
        t.tell(b"\x30\x80" + noise.randbytes(128))


shape("mqtt-13", "MQTT over TLS 1.3: the server speaks when it has something", "client server")(secured(T13, messages))
shape("mqtt-12", "MQTT over TLS 1.2: the server speaks when it has something", "client server")(secured(T12, messages))


def thinks(t):
    for _ in range(3):
        t.rest(12)
        t.ask(900)


shape("think-time-13", "TLS 1.3, twelve seconds before each request", "client server")(secured(T13, thinks))
shape("think-time-12", "TLS 1.2, twelve seconds before each request", "client server")(secured(T12, thinks))


def typed(t):
    for _ in range(15):
        t.say(b"x")
        t.tell(b"x")
        time.sleep(0.06)


shape("typing-12", "a person types over TLS 1.2", "client server", nodelay=True)(secured(T12, typed))
tiny = dict(before=lambda c, s: [end.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 120) for end in (c, s)])
shape("tls-13-tiny", "TLS 1.3 in segments of 108 octets", "client server", **tiny)(secured(T13, lambda t: t.ask(900)))
shape("tls-12-tiny", "TLS 1.2 in segments of 108 octets", "client server", **tiny)(secured(T12, lambda t: t.ask(900)))


def quiet_close(t):
    t.secure(T13)
    t.ask(2_000)
    t.rest(30)
    t.c.close()
    time.sleep(0.05)
    goodbye(t.s)
    t.s.close()


shape("browser-quiet-13", "the client closes without a goodbye after half a minute, the server says goodbye", "client server")(
    quiet_close)


def server_first(t):
    t.secure(T13)
    t.ask(2_000)
    t.rest(10)
    # The server says goodbye and closes; the client closes later, and never reads the goodbye.
    threading.Thread(target=goodbye, args=(t.s,)).start()
    time.sleep(0.1)
    t.c.close()
    time.sleep(0.1)
    t.s.close()


shape("goodbye-unread", "the server says goodbye, and the client closes without reading it", "client server")(
    server_first)


def socks(t):
    t.say(b"\x05\x01\x00")
    t.tell(b"\x05\x00")
    t.say(b"\x05\x01\x00\x03\x09localhost\x01\xbb")
    t.tell(b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")
    t.secure(T13)
    t.ask(500)
    goodbye_both(t)


shape("socks", "TLS behind SOCKS 5", "client server")(socks)
shape("ftp-tls", "TLS after FTP's AUTH")(prelude(b"220 ftp\r\n", b"AUTH TLS\r\n", b"234 go\r\n", version=T12))
