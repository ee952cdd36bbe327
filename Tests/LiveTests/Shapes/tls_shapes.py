"""Healthy conversations over TLS."""
import shutil, socket, struct, subprocess, sys, time
from talks import GET, PATIENCE, T12, T13, answer, client, goodbye, goodbye_both, noise, run, server, shape
from tcp_shapes import EVERYWHERE


def talk_of(version, way="line", **options):
    def play(t):
        t.secure(version)
        for size in (4_000, 200):
            t.ask(size)
        goodbye_both(t)
    return lambda t: play(t)


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
    return lambda t: play(t)


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
    return lambda port: play(port)


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
