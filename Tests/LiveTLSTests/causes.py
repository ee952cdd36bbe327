"""causes.py PROGRAM FOLDER: what connect and listen say when a connection fails: why, and what to try. Prints a line for each thing that
is wrong."""
import sys
from peers import *

program, folder = sys.argv[1:3]
pki = PKI(folder)
GET = "GET / HTTP/1.0\r\n\r\n"


def connect(port, *more, ca="ca.pem", send=GET, host="localhost"):
    p = subprocess.run([program, "connect", "%s:%d" % (host, port), *(["--ca", pki[ca]] if ca else []),
                        *(["--send", send] if send else []), "--quiet", *more], stdin=subprocess.DEVNULL,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
    return p.returncode, p.stdout, p.stderr.decode()


def listen(key="rsa", *more):
    return Process([program, "listen", "--port", "0", "--cert", pki[key + ".pem"], "--key", pki[key + ".key"], *more])


def server_of(*more):
    port = free_port()
    return Process(["openssl", "s_server", "-accept", "%s:%d" % (HOST, port), "-cert", pki["rsa.pem"], "-key", pki["rsa.key"],
                    "-quiet", *more], port), port


# The last line of connect says why, and what to try.
def last_line(what, port, words, *more, **others):
    code, out, errors = connect(port, *more, **others)
    last = (errors.strip().splitlines() or [""])[-1]
    check(what, code == 1 and last.startswith("Error: localhost:") and all(w in last for w in words), (code, errors))


for version in ("1.2", "1.3"):
    dashed = "-tls" + version.replace(".", "_")
    demanding, port = server_of(dashed, "-Verify", "1", "-verify_return_error", "-CAfile", pki["ca.pem"])
    last_line("TLS %s: a certificate is demanded" % version, port,
              ["The server asked for a certificate, the client showed none", "Try this: Give the client a certificate", "--cert"])
    last_line("TLS %s: a stranger's certificate is not shown" % version, port,
              ["have not issued ours, so none was shown"], "--cert", pki["stranger.pem"], "--key", pki["stranger.key"])
    demanding.end()
    demanding, port = server_of(dashed, "-Verify", "1", "-verify_return_error", "-verifyCAfile", pki["ca.pem"])
    last_line("TLS %s: a stranger's certificate is refused" % version, port,
              ["the client showed one", "one of the server's authorities has issued"], "--cert", pki["stranger.pem"], "--key",
              pki["stranger.key"])
    demanding.end()
server, port = server_of("-tls1_2")
last_line("a server of TLS 1.2 alone", port, ["protocol_version", "leave --tls, --cipher and --group out"], "--tls", "1.3")
server.end()
server, port = server_of("-tls1_3")
last_line("a server of TLS 1.3 alone", port, ["protocol_version", "leave --tls"], "--tls", "1.2")
server.end()
server, port = server_of("-tls1_2", "-cipher", "AES128-SHA")
last_line("no suite in common", port, ["handshake_failure", "leave --tls, --cipher"], "--cipher", "TLS_RSA_WITH_AES_256_CBC_SHA")
last_line("an authority that is not trusted", port, ["name it with --ca"], ca="other.pem")
last_line("a name that is not the server's", port, ["Ask for a name that the server serves (--server-name)"], "--server-name",
          "other.example")
server.end()
server, port = server_of("-tls1_3", "-psk", "00112233", "-psk_identity", "lamp")
last_line("another secret", port, ["The client offered a shared secret", "the same secret"], "--psk", "ffff", "--psk-identity", "lamp")
server.end()
server, port = server_of("-alpn", "h2")
last_line("no protocol in common", port, ["no_application_protocol", "--alpn"], "--alpn", "spdy")
server.end()
server, port = server_of("-servername", "only.example", "-servername_fatal", "-cert2", pki["rsa.pem"], "-key2", pki["rsa.key"])
last_line("an unknown name", port, ["unrecognized_name", "--server-name"])
server.end()
for greeting, words in [
    (b"HTTP/1.1 400 Bad Request\r\n\r\n", ["a page of plain HTTP", "Switch TLS on"]),
    (b"SSH-2.0-OpenSSH_9.2\r\n", ["an SSH server", "Use the port of the https server"]),
    (b"220 mail.example ESMTP\r\n", ["a mail or FTP server", "Use the port"]), (b"\0\0\0\0\0\0\0\0", ["no record of TLS"]),
]:
    last_line("%r" % greeting, one_server(lambda c: (c.recv(9999), c.sendall(greeting), c.recv(9999))), words)
last_line("silence", one_server(lambda c: time.sleep(PATIENCE)), ["No octet came after a ClientHello"], "--timeout", "1")
last_line("an end", one_server(lambda c: c.recv(9999)), ["Then the server"])


# What listen says.
def told(what, server, words):
    deadline = time.monotonic() + PATIENCE / 2
    while time.monotonic() < deadline and not all(w.encode() in server.output for w in words): time.sleep(0.1)
    check(what, all(w.encode() in server.output for w in words), server.output[-800:])


server = listen("rsa", "--alpn", "http/1.1")
for octets, words in [(b"GET / HTTP/1.1\r\n\r\n", ["The client speaks plain HTTP", "https://"]),
                      (b"SSH-2.0-x\r\n", ["The client speaks SSH"])]:
    client = socket.create_connection((HOST, server.port), PATIENCE)
    client.sendall(octets)
    client.recv(100)
    client.close()
    told("listen to %r" % octets, server, words)
connect(server.port, ca="other.pem")
told("a client that does not trust", server, ["does not trust the authority", "curl --cacert"])
connect(server.port, "--alpn", "h2")
told("a client with another protocol", server, ["no application protocol that this server speaks"])
server.end()
server = listen("rsa", "--client-ca", pki["ca.pem"])
connect(server.port)
told("a client without a certificate", server, ["which --client-ca demands", "curl --cert"])
server.end()
server = listen("rsa", "--psk", "00112233", "--psk-identity", "lamp")
connect(server.port, "--psk", "ff", "--psk-identity", "lamp")
told("a client with another secret", server, ["another secret by the name"])
server.end()


# A server that reads a part, answers and closes: the answer is delivered, and what was not taken is not counted as sent.
def answers_early(limit, answer):
    def behave(connection):
        t = context(pki, server=True).wrap_socket(connection, server_side=True)
        got = 0
        while got < limit:
            got += len(t.recv(65536)) or limit
        if answer:
            t.sendall(answer)
        try:
            t.settimeout(0.5)
            t.unwrap()
        except (OSError, ssl.SSLError):
            pass
        t.close()
    return behave


with open(pki["big"], "wb") as f:
    f.write(bytes(20_000_000))
for round in range(6):
    answer = b"HTTP/1.0 413 Too Large\r\n\r\n"
    code, out, errors = connect(one_server(answers_early(1 << 20, answer)), "--sendfile", pki["big"], "--summary", send=None)
    check("an answer before the break is delivered", out == answer, (code, out, errors))
    sent = int((re.search(r"\bsent=(\d+)", errors) or [0, -1])[1])
    check("sent is what was taken", code == 1 and 1 << 20 <= sent < 20_000_000, (code, errors))
    left = re.search(r"The other side has (?:closed|broken the connection)\. (\d+) octets of the data were not taken", errors)
    check("what was not taken is told", left and int(left[1]) == 20_000_000 - sent, errors)
    code, out, errors = connect(one_server(answers_early(1, b"")), "--sendfile", pki["big"], "--summary", send=None)
    sent = int((re.search(r"\bsent=(\d+)", errors) or [0, 1 << 60])[1])
    check("a server that does not read", code == 1 and sent < 20_000_000 and "not taken" in errors, (code, errors))

# Names are checked before anything is sent.
for name, words in [("localhost.", "no dot"), ("", "neither"), ("b\u00fccher.example", "xn--bcher-kva.example"), ("127.1", "neither"),
                    ("*.example.org", "neither"), ("a" * 64 + ".example", "neither")]:
    code, out, errors = connect(1, "--server-name", name)
    check("--server-name %s" % name, code == 64 and words in errors, (code, errors))
check("127.1 is no name", connect(1, host="127.1")[0] == 64)
server = listen("rsa", "--summary", "--quiet")
for more, sni in [([], "localhost"), (["--sni", "off"], "-"), (["--sni", "off", "--tls", "1.2"], "-")]:
    code, out, errors = connect(server.port, "--summary", *more)
    check("%s has the name %s" % (more, sni), code == 0 and " sni=%s " % sni in errors, errors)
server.end()

# Options that have no effect are refused.
for more, words in [
    (["--tls", "1.2", "--early-data", "100"], "--early-data"), (["--no-tickets", "--early-data", "100"], "--early-data"),
    (["--anti-replay", "window"], "--anti-replay"), (["--tls", "1.2", "--cookie"], "--cookie"),
    (["--no-tickets", "--tickets", "3"], "--tickets"), (["--tls", "1.2", "--pad", "64"], "--pad"),
]:
    code, text = run([program, "listen", "--port", "0", "--cert", pki["rsa.pem"], "--key", pki["rsa.key"], *more])
    check("listen %s" % more, code == 64 and words.encode() in text, (code, text))
if socket.has_ipv6 and os.path.exists("/proc/net/if_inet6") and os.path.getsize("/proc/net/if_inet6") + len(
        open("/proc/net/if_inet6").read()):
    server = listen("rsa", "--quiet", "--host", "[::1]")
    check("an address in brackets", b"[::1]:" in server.output, server.output)
    server.end()

# A session that was made with a certificate is not resumed without it.
for version in ("1.2", "1.3"):
    server = listen("rsa", "--quiet", "--client-ca", pki["ca.pem"])
    path = pki["identity" + version]
    mine = ["--cert", pki["client.pem"], "--key", pki["client.key"], "--session-file", path, "--tls", version]
    check("with a certificate", connect(server.port, *mine)[0] == 0)
    code, out, errors = connect(server.port, *mine)
    check("it is resumed with it", code == 0 and re.search(rb"Resumed +yes", out), (out, errors))
    code, out, errors = connect(server.port, "--session-file", path, "--tls", version)
    check("and not without", code == 1 and "No session is resumed" in errors, (code, out, errors))
    server.end()

# Nor is a certificate shown to authorities that have not issued it, in either version.
for version in ("1.2", "1.3"):
    server, port = server_of("-tls" + version.replace(".", "_"), "-www", "-verify", "1", "-CAfile", pki["other.pem"])
    code, out, errors = connect(port, "--cert", pki["client.pem"], "--key", pki["client.key"], "--summary")
    check("TLS %s: no certificate for a stranger" % version, " client_cert=no " in errors, errors)
    server.end()
print("%d wrong" % len(wrong))
