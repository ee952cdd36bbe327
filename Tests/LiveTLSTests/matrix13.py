"""matrix13.py PROGRAM FOLDER short|full: TLS 1.3, our client and our server against others, as one table.

A line of the table for each role, peer and feature. The last line is the number of cells that are not as they should be."""
import concurrent.futures, itertools, sys, threading
from peers import *

program, folder, size = sys.argv[1:4]
pki = PKI(folder)
with open(pki["request"], "wb") as f:
    f.write(REQUEST)
SUITES = ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"]
LABEL, PSK, PSK_NAME = "EXPORTER-HandshakeSim-test", "00112233445566778899aabbccddeeff", "a friend"
scratch = itertools.count(1)
lock = threading.Lock()


def temporary(name):
    with lock:
        return pki["%s-%d" % (name, next(scratch))]


def gnutls(suite=None, *groups):
    names = {"TLS_AES_128_GCM_SHA256": "AES-128-GCM", "TLS_AES_256_GCM_SHA384": "AES-256-GCM",
             "TLS_CHACHA20_POLY1305_SHA256": "CHACHA20-POLY1305"}
    parts = ["NORMAL", "-VERS-ALL", "+VERS-TLS1.3"]
    if suite:
        parts += ["-CIPHER-ALL", "+" + names[suite]]
    if groups:
        parts += ["-GROUP-ALL"] + ["+GROUP-" + g for g in groups]
    return ":".join(parts)


# MARK: Our server

def listen(*more, key="rsa"):
    return Process([program, "listen", "--port", "0", "--cert", pki[key + ".pem"], "--key", pki[key + ".key"], "--quiet",
                    "--timeout", "60", "--summary", "--export", LABEL + "::32", *more])


ours = {
    "plain": listen("--pcap", pki["server.pcapng"]), "ec": listen(key="ec"), "1.3 alone": listen("--tls", "1.3"),
    "only x25519": listen("--group", "x25519"), "only P-256": listen("--group", "secp256r1"),
    "client certificate": listen("--client-ca", pki["ca.pem"]),
    "psk": listen("--psk", PSK, "--psk-identity", PSK_NAME), "cookie": listen("--cookie"),
    "early": listen("--early-data", "1000"), "cookie, P-256": listen("--cookie", "--group", "secp256r1"),
    "Ed25519": listen("--client-ca", pki["ca.pem"], key="ed"),
    "new keys": listen("--key-update", "request", "--pad", "64", "--no-compat"),
}


def page_is_right(page, **wanted):
    text = page.decode("latin1")
    rows = {"Version": "TLS 1.3", "Handshake": "full", "HelloRetryRequest": "no", "Client certificate": "none",
            **{k.replace("_", " "): v for k, v in wanted.items()}}
    for name, value in rows.items():
        if not re.search(r"%s +%s *\n" % (name, value), text):
            return "no %s %s in: %s" % (name, value, text[-700:])
    return None


def s_client(server, *more):
    return ["openssl", "s_client", "-connect", "localhost:%d" % ours[server].port, "-CAfile", pki["ca.pem"],
            "-verify_return_error", "-verify_hostname", "localhost", "-tls1_3", *more]


def gnutls_cli(server, priority, *more):
    return ["gnutls-cli", "--logfile=" + temporary("gnutls"), "localhost", "-p", str(ours[server].port),
            "--x509cafile", pki["ca.pem"], "--priority", priority, *more]


def curl(server, *more):
    return ["curl", "-sS", "--http1.0", "-i", "--cacert", pki["ca.pem"],
            "https://localhost:%d/" % ours[server].port, *more]


def python(server, session=None, c=None):
    c = c or context(pki, version=ssl.TLSVersion.TLSv1_3)
    raw = socket.create_connection(("localhost", ours[server].port), PATIENCE)
    t = c.wrap_socket(raw, server_hostname="localhost", session=session, suppress_ragged_eofs=False)
    t.sendall(REQUEST)
    got = b""
    while part := t.recv(65536):
        got += part
    return c, t, got


def to_ours_resumed_openssl():
    path = temporary("session")
    talk(s_client("plain", "-sess_out", path))
    page = talk(s_client("plain", "-sess_in", path))
    if b"\nReused, TLSv1.3" not in page:
        return "openssl does not say that it is reused: %s" % page[-500:]
    return page_is_right(page, Handshake="resumed with a PSK")


def to_ours_resumed_python():
    c, t, page = python("plain")
    _, t, page = python("plain", session=t.session, c=c)
    return page_is_right(page, Handshake="resumed with a PSK") if t.session_reused else "python does not reuse"


def to_ours_exporter(version="-tls1_3"):
    text = talk([version if x == "-tls1_3" else x for x in s_client(
        "plain", "-keymatexport", LABEL, "-keymatexportlen", "32")])
    told = re.search(rb"Keying material: ([0-9A-F]{64})", text)
    if not told:
        return "openssl exports nothing: %s" % text[-500:]
    wanted = b"exporter=" + told.group(1).lower()
    deadline = time.monotonic() + AT_ONCE
    while wanted not in ours["plain"].output and time.monotonic() < deadline:
        time.sleep(0.05)
    return None if wanted in ours["plain"].output else "%s is not in %s" % (wanted, ours["plain"].output[-500:])


def to_ours_new_keys():
    before = len(ours["new keys"].output)
    why = page_is_right(talk(s_client("new keys")))
    deadline = time.monotonic() + AT_ONCE
    while not why and b"key_updates=1/" not in ours["new keys"].output[before:]:
        if time.monotonic() > deadline:
            return "no key update: %s" % ours["new keys"].output[before:]
        time.sleep(0.05)
    return why


def to_ours_early():
    """openssl sends its request early; a copy of the ticket's use is refused the data, and served all the same."""
    path = temporary("session")
    talk(s_client("early", "-sess_out", path))
    pages = []
    for _ in range(2):
        pages.append(talk(s_client("early", "-sess_in", path, "-early_data", pki["request"])))
    why = page_is_right(pages[0], Handshake="resumed with a PSK", Early_data="accepted, %d octets" % len(REQUEST))
    return why or page_is_right(pages[1], Handshake="resumed with a PSK", Early_data="rejected")


def from_ours_early(*more, early="accepted"):
    """Our client's early data, at our server: openssl's takes it with an interface of its own only."""
    path = temporary("our-session")
    port = ours["early"].port
    for number in range(2):
        p = subprocess.run([program, "connect", "localhost:%d" % port, "--ca", pki["ca.pem"], "--quiet", "--summary",
                            "--session-file", path] + (["--early-data", pki["request"]] if number else
                                                       ["--sendfile", pki["request"]]),
                           stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    errors = p.stderr.decode()
    wanted = "early=accepted early_octets=%d" % len(REQUEST)
    return None if p.returncode == 0 and b"200" in p.stdout and wanted in errors else "%s: %s" % (p.stdout[-300:], errors)


def from_ours_hybrid():
    code, page, errors = connect(ours["plain"].port)
    return page_is_right(page, Group="X25519MLKEM768") if code == 0 else errors


def from_ours_early_to_gnutls():
    path = temporary("our-session")
    return (from_ours("gnutls", "early", "--session-file", path)
            or from_ours("gnutls", "early", "--session-file", path, "--early-data", pki["request"], mode="psk_dhe_ke",
                         early="accepted", early_octets=str(len(REQUEST))))


def to_ours_tls12():
    """A client of TLS 1.2 is told by the sentinel that TLS 1.3 is spoken."""
    text = talk(["openssl", "s_client", "-connect", "localhost:%d" % ours["plain"].port, "-tls1_2", "-msg",
                 "-CAfile", pki["ca.pem"]])
    octets = re.sub(rb"[^0-9a-f]", b"", text[text.index(b"ServerHello"):][:600].split(b"\n", 1)[1])
    return None if b"444f574e47524401" in octets else "no sentinel: %s" % octets


# MARK: Our client

def openssl_server(*more, keys=("rsa", "ec")):
    port = free_port()
    own = []
    for place, key in zip(("", "d"), keys):
        own += ["-%scert" % place, pki[key + ".pem"], "-%skey" % place, pki[key + ".key"]]
    return Process(["openssl", "s_server", "-accept", "%s:%d" % (HOST, port), *own, "-CAfile", pki["ca.pem"],
                    "-www", *more], port)


with open(pki["psk"], "w") as f:
    f.write("%s:%s\n" % (PSK_NAME, PSK))


def gnutls_server(*options, groups=(), more="", key="rsa"):
    port = free_port()
    return Process(["gnutls-serv", "--http", "-p", str(port), "--x509certfile", pki[key + ".pem"], "--x509keyfile",
                    pki[key + ".key"], "--x509cafile", pki["ca.pem"], "--priority", gnutls(None, *groups) + more, *options], port)


theirs = {
    ("openssl", "plain"): openssl_server(),
    ("openssl", "all groups"): openssl_server("-groups", "X25519:P-256:P-384:ffdhe2048:ffdhe3072"), ("openssl", "only P-256"): openssl_server("-groups", "P-256"),
    ("openssl", "client certificate"): openssl_server("-Verify", "3", "-verify_return_error"),
    ("openssl", "psk"): openssl_server("-psk", PSK, "-psk_identity", PSK_NAME),
    ("openssl", "1.2"): openssl_server("-tls1_2"),
    ("gnutls", "plain"): gnutls_server("--disable-client-cert"),
    ("gnutls", "only P-256"): gnutls_server("--disable-client-cert", groups=["SECP256R1"]),
    ("gnutls", "client certificate"): gnutls_server("--require-client-cert", "--verify-client-cert"),
    ("gnutls", "psk"): gnutls_server("--disable-client-cert", "--pskpasswd", pki["psk"], more=":-KX-ALL:+DHE-PSK"),
    ("gnutls", "early"): gnutls_server("--disable-client-cert", "--earlydata", "--maxearlydata", "1000"),
    ("openssl", "Ed25519"): openssl_server("-Verify", "3", "-verify_return_error", keys=["ed"]),
    ("gnutls", "Ed25519"): gnutls_server("--require-client-cert", "--verify-client-cert", key="ed"),
    ("python", "Ed25519"): PythonServer(pki, version=ssl.TLSVersion.TLSv1_3, verify=True, kinds=["ed"]),
    ("python", "late"): PythonServer(pki, version=ssl.TLSVersion.TLSv1_3, verify=True, late=True),
    ("python", "plain"): PythonServer(pki, version=ssl.TLSVersion.TLSv1_3),
    ("python", "client certificate"): PythonServer(pki, version=ssl.TLSVersion.TLSv1_3, verify=True),
}


def connect(port, *more):
    args = [program, "connect", "localhost:%d" % port, "--ca", pki["ca.pem"], "--timeout", "60", "--sendfile",
            pki["request"], "--quiet", "--summary", *more]
    try:
        p = subprocess.run(args, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
        return p.returncode, p.stdout, p.stderr.decode()
    except subprocess.TimeoutExpired:
        return -1, b"", "hangs"


def from_ours(peer, server, *more, says=b"200", **wanted):
    code, page, errors = connect(theirs[peer, server].port, *more)
    if code or says not in page:
        return "status %d, %s: %s" % (code, page[:60], errors[-600:])
    for key, value in {"version": "1.3", "mode": "full", "hrr": "no", "ok": "yes", **wanted}.items():
        if not re.search(r" %s=%s(?=\s)" % (key, value), errors):
            return "no %s=%s in %s" % (key, value, errors)
    return None


def from_ours_resumed(peer):
    path = temporary("our-session")
    return (from_ours(peer, "plain", "--session-file", path, client_cert="no")
            or from_ours(peer, "plain", "--session-file", path, mode="psk_dhe_ke", scheme="-"))


def captured():
    """A capture of ours with new keys in it, which others read without a file of keys."""
    path = pki["client.pcapng"]
    why = from_ours("openssl", "plain", "--pcap", path, "--key-update", "request", key_updates="1/1")
    if why:
        return why
    code, text = run(["tshark", "-n", "-r", path, "-d", "tcp.port==%d,tls" % theirs["openssl", "plain"].port, "-Y", "http", "-o", "http.desegment_body:FALSE",
                      "-T", "fields", "-e", "http.request.method", "-e", "http.response.code"])
    return None if b"GET" in text and b"200" in text else "tshark sees %s" % text


# MARK: The table

cells = []


def cell(role, peer, feature, body, isShort=False):
    if size == "full" or isShort:
        cells.append((role, peer, feature, body))


for number, suite in enumerate(SUITES):
    cell("server", "openssl", suite, lambda s=suite: page_is_right(
        talk(s_client("plain", "-ciphersuites", s)), Cipher_suite=s), number == 1)
    cell("server", "gnutls", suite, lambda s=suite: page_is_right(
        talk(gnutls_cli("plain", gnutls(s))), Cipher_suite=s), number == 2)
    cell("server", "curl", suite, lambda s=suite: page_is_right(
        run(curl("ec", "--tls13-ciphers", s))[1], Cipher_suite=s), number == 0)
    for peer in ("openssl", "gnutls", "python"):
        cell("client", peer, suite, lambda p=peer, s=suite: from_ours(p, "plain", "--cipher", s, suite=s),
             SUITES[number] == {"openssl": SUITES[2], "gnutls": SUITES[0], "python": SUITES[1]}[peer])
for server in ("plain", "ec", "1.3 alone"):
    cell("server", "python", server, lambda s=server: page_is_right(python(s)[2]))
for group, name in [("secp256r1", "P-256"), ("secp384r1", "P-384"), ("x25519", "X25519"), ("ffdhe2048", "ffdhe2048"),
                    ("ffdhe3072", "ffdhe3072")]:
    cell("server", "openssl", group, lambda g=group, n=name: page_is_right(talk(s_client("plain", "-groups", n)), Group=g),
         group == "secp384r1")
    cell("server", "gnutls", group, lambda g=group: page_is_right(talk(gnutls_cli("plain", gnutls(None, g.upper()))), Group=g),
         group == "ffdhe2048")
    for peer in ("openssl", "gnutls"):
        cell("client", peer, group, lambda p=peer, g=group: from_ours(
            p, "all groups" if p == "openssl" else "plain", "--group", g, "--tls", "1.3", group=g),
             (peer, group) in (("gnutls", "secp256r1"), ("openssl", "secp384r1")))
# OpenSSL has the hybrid group from 3.5 on: where it does not, it is tried with ourselves.
if b"X25519MLKEM768" in run(["openssl", "list", "-kem-algorithms"])[1]:
    cell("server", "openssl", "X25519MLKEM768", lambda: page_is_right(
        talk(s_client("plain", "-groups", "X25519MLKEM768")), Group="X25519MLKEM768"), True)
    cell("client", "openssl", "X25519MLKEM768", lambda: from_ours("openssl", "plain", group="X25519MLKEM768"), True)
cell("client", "ours", "X25519MLKEM768", from_ours_hybrid)
cell("server", "openssl", "HelloRetryRequest", lambda: page_is_right(
    talk(s_client("only x25519", "-groups", "P-256:X25519")), HelloRetryRequest="yes", Group="x25519"), True)
cell("server", "gnutls", "HelloRetryRequest", lambda: page_is_right(
    talk(gnutls_cli("only P-256", gnutls(None, "SECP384R1", "SECP256R1"))), HelloRetryRequest="yes"), True)
cell("client", "openssl", "HelloRetryRequest", lambda: from_ours("openssl", "only P-256", hrr="yes", group="secp256r1"), True)
cell("client", "gnutls", "HelloRetryRequest", lambda: from_ours("gnutls", "only P-256", hrr="yes", group="secp256r1"))
cell("client", "python", "HelloRetryRequest, no share", lambda: from_ours("python", "plain", "--shares", "none", hrr="yes"))
cell("server", "openssl", "resumed", to_ours_resumed_openssl, True)
cell("server", "python", "resumed", to_ours_resumed_python)
cell("server", "gnutls", "resumed", lambda: page_is_right(
    talk(gnutls_cli("plain", gnutls(), "--resume", "--waitresumption")), Handshake="resumed with a PSK"), True)
for peer in ("openssl", "gnutls", "python"):
    cell("client", peer, "resumed", lambda p=peer: from_ours_resumed(p), peer != "python")
    for key in ("client", "ecclient"):
        cell("client", peer, "client certificate, " + key, lambda p=peer, k=key: from_ours(
            p, "client certificate", "--cert", pki[k + ".pem"], "--key", pki[k + ".key"], client_cert="yes"),
            (peer, key) == ("gnutls", "ecclient"))
known = {"Client_certificate": "[^\n]*client one[^\n]*"}
cell("server", "openssl", "client certificate", lambda: page_is_right(
    talk(s_client("client certificate", "-quiet", "-cert", pki["client.pem"], "-key", pki["client.key"])), **known), True)
cell("server", "gnutls", "client certificate", lambda: page_is_right(talk(gnutls_cli(
    "client certificate", gnutls(), "--x509certfile", pki["client.pem"], "--x509keyfile", pki["client.key"])), **known))
cell("server", "curl", "client certificate", lambda: page_is_right(run(curl(
    "client certificate", "--cert", pki["client.pem"], "--key", pki["client.key"]))[1], **known))
for peer, body in [
        ("openssl", lambda: talk(s_client("Ed25519", "-quiet", "-cert", pki["edclient.pem"], "-key", pki["edclient.key"]))),
        ("gnutls", lambda: talk(gnutls_cli("Ed25519", gnutls(), "--x509certfile", pki["edclient.pem"], "--x509keyfile",
                                           pki["edclient.key"]))),
        ("curl", lambda: run(curl("Ed25519", "--cert", pki["edclient.pem"], "--key", pki["edclient.key"]))[1])]:
    cell("server", peer, "Ed25519 on both sides", lambda b=body: page_is_right(
        b(), Client_certificate="[^\n]*client three[^\n]*"), peer != "curl")
for peer in ("openssl", "gnutls", "python"):
    cell("client", peer, "Ed25519 on both sides", lambda p=peer: from_ours(
        p, "Ed25519", "--cert", pki["edclient.pem"], "--key", pki["edclient.key"], client_cert="yes", scheme="ed25519"),
        peer != "python")
cell("server", "openssl", "new keys, padding", to_ours_new_keys, True)
cell("server", "curl", "new keys, padding", lambda: page_is_right(run(curl("new keys"))[1]))
cell("client", "openssl", "new keys in a capture", captured, True)
cell("client", "gnutls", "new keys, padding", lambda: from_ours(
    "gnutls", "plain", "--key-update", "request", "--pad", "256", "--no-compat", key_updates="1/1"))
cell("server", "openssl", "external PSK", lambda: page_is_right(
    talk(s_client("psk", "-psk", PSK, "-psk_identity", PSK_NAME)), Handshake="with an external PSK"), True)
cell("client", "openssl", "external PSK", lambda: from_ours(
    "openssl", "psk", "--psk", PSK, "--psk-identity", PSK_NAME, mode="psk_dhe_ke", scheme="-"), True)
cell("server", "gnutls", "external PSK", lambda: page_is_right(talk(gnutls_cli(
    "psk", gnutls() + ":-KX-ALL:+DHE-PSK", "--pskusername", PSK_NAME, "--pskkey", PSK)), Handshake="with an external PSK"))
cell("client", "gnutls", "external PSK", lambda: from_ours(
    "gnutls", "psk", "--psk", PSK, "--psk-identity", PSK_NAME, mode="psk_dhe_ke", scheme="-"))
cell("client", "python", "late client certificate", lambda: from_ours(
    "python", "late", "--cert", pki["client.pem"], "--key", pki["client.key"], "--post-handshake-auth", says=b"client one"))
cell("client", "gnutls", "records of 512 octets", lambda: from_ours("gnutls", "plain", "--max-fragment", "512"))
cell("client", "openssl", "records of 512 octets", lambda: from_ours("openssl", "plain", "--max-fragment", "512"))
cell("server", "openssl", "certificate in the place of a PSK", lambda: page_is_right(talk(s_client("psk"))))
# GnuTLS 3.7 cannot answer a HelloRetryRequest with a cookie alone, which RFC 8446 section 4.1.4 allows: it looks for the group in it, and
# gives up with illegal_parameter before it has a second hello. With a group it can.
cell("server", "gnutls", "cookie, and another group", lambda: page_is_right(
    talk(gnutls_cli("cookie, P-256", gnutls(None, "SECP384R1", "SECP256R1"))), HelloRetryRequest="yes", Group="secp256r1"))
for peer, body in [("openssl", lambda: talk(s_client("cookie"))), ("curl", lambda: run(curl("cookie"))[1])]:
    cell("server", peer, "cookie", lambda b=body: page_is_right(b(), HelloRetryRequest="yes"), peer != "curl")
cell("server", "openssl", "early data, and again", to_ours_early, True)
cell("server", "gnutls", "early data", lambda: page_is_right(
    talk(gnutls_cli("early", gnutls(), "--resume", "--waitresumption", "--earlydata", pki["request"])),
    Handshake="resumed with a PSK", Early_data="accepted, %d octets" % len(REQUEST)))
cell("client", "ours", "early data", from_ours_early, True)
cell("client", "gnutls", "early data", from_ours_early_to_gnutls)
cell("server", "openssl", "exporter", to_ours_exporter, True)
cell("server", "openssl", "exporter of TLS 1.2", lambda: to_ours_exporter("-tls1_2"), True)
cell("server", "openssl", "TLS 1.2 with the sentinel", to_ours_tls12, True)
cell("client", "openssl", "TLS 1.2", lambda: from_ours("openssl", "1.2", version="1.2"), True)


def judge(entry):
    try:
        why = entry[-1]()
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        why = "%s: %s" % (type(error).__name__, error)
    return "ok" if why is None else "WRONG: " + why


with concurrent.futures.ThreadPoolExecutor(4) as pool:
    results = list(pool.map(judge, cells))
wrong = sum(result.startswith("WRONG") for result in results)
for (role, peer, feature, _), result in zip(cells, results):
    print("| %s | %s | %s | %s |" % (role, peer, feature, result.replace("\n", " ").replace("|", "/")))
for server in ours.values():
    status, seconds = server.end()
    if status != 0 or seconds > AT_ONCE:
        wrong += 1
        print("| server | SIGTERM | status %s after %.1f s | WRONG |" % (status, seconds))
for server in theirs.values():
    if isinstance(server, Process):
        server.process.kill()
code, text = run(["tshark", "-n", "-r", pki["server.pcapng"], "-d", "tcp.port==%d,tls" % ours["plain"].port, "-Y", "http.request",
                  "-T", "fields", "-e", "http.request.method"])
if text.count(b"GET") < 3:
    wrong += 1
    print("| server | tshark | WRONG: %s |" % text)
print("%d cells, %d wrong" % (len(cells), wrong))
