"""matrix.py PROGRAM FOLDER short|full SUITES GROUPS: our client and our server against others, as one table.

A line of the table for each suite, role and peer. The last line is the number of cells that are not as they should be."""
import concurrent.futures, itertools, os, subprocess, sys, threading
from peers import *

program, folder, size = sys.argv[1:4]
suites, groups = sys.argv[4].split(","), sys.argv[5].split(",")
pki = PKI(folder)
with open(pki["request"], "wb") as f:
    f.write(REQUEST)
# A feature of the suites with ECDSA: the server and the client have keys for Ed25519 (RFC 8422 section 5.1.1).
EDWARDS = "Ed25519 on both sides"
# The client that shows its certificate, and its name.
SHOWN = {"client certificate": ("client", "client one"), EDWARDS: ("edclient", "client three")}
FEATURES = ["plain", "client certificate", "resumed by ticket", "resumed by name"]
SIZES = [1, 16_384, 16_385, 1 << 20]
scratch = itertools.count(1)
lock = threading.Lock()


def kind(suite):
    return "ec" if "_ECDSA_" in suite else "rsa"


def temporary(name):
    with lock:
        return pki["%s-%d" % (name, next(scratch))]


# MARK: Our server

def listen(key, *more):
    return Process([program, "listen", "--port", "0", "--cert", pki[key + ".pem"], "--key", pki[key + ".key"],
                    "--group", sys.argv[5],
                    "--quiet", "--timeout", "60", "--alpn", "http/1.1,http/1.0", *more])


ours = {}
for key in ("rsa", "ec"):
    ours[key, "plain"] = ours[key, "resumed by ticket"] = listen(key)
    ours[key, "resumed by name"] = listen(key, "--no-tickets")
    ours[key, "client certificate"] = listen(key, "--client-ca", pki["ca.pem"])
    ours[key, "echo"] = listen(key, "--echo")
ours["ec", EDWARDS] = listen("ed", "--client-ca", pki["ca.pem"])


def page_is_right(page, suite, feature, group=None):
    text = page.decode("latin1")
    wanted = ["HTTP/1.0 200 OK", r"Cipher suite +%s\n" % suite]
    if group:
        wanted.append(r"Group +%s\n" % group)
    wanted.append(r"Resumed +%s\n" % ("yes" if feature.startswith("resumed") else "no"))
    wanted.append(r"Client certificate +%s" % ("[^\n]*" + SHOWN[feature][1] if feature in SHOWN else "none"))
    missing = [w for w in wanted if not re.search(w, text)]
    return None if not missing else "no %s in: %s" % (missing[0], text[-600:])


def to_ours_openssl(suite, feature, group):
    port = ours[kind(suite), feature].port
    args = ["openssl", "s_client", "-connect", "localhost:%d" % port, "-CAfile", pki["ca.pem"], "-verify_return_error",
            "-verify_hostname", "localhost", "-tls1_2", "-cipher", openssl_name(suite)]
    if feature in SHOWN:
        args += ["-cert", pki[SHOWN[feature][0] + ".pem"], "-key", pki[SHOWN[feature][0] + ".key"]]
    if group:
        args += ["-groups", {"secp256r1": "P-256", "x25519": "X25519"}.get(group, group)]
    if feature == "resumed by name":
        args += ["-no_ticket"]
    if feature.startswith("resumed"):
        session = temporary("session")
        talk(args + ["-sess_out", session])
        args += ["-sess_in", session]
    page = talk(args)
    if feature.startswith("resumed") and b"\nReused, " not in page:
        return "openssl does not say that it is reused"
    return page_is_right(page, suite, feature, group)


def to_ours_gnutls(suite, feature, group):
    port = ours[kind(suite), feature].port
    priority = gnutls_priority(suite, group)
    if feature == "resumed by name":
        priority += ":%NO_TICKETS"
    args = ["gnutls-cli", "--logfile=" + temporary("gnutls"), "localhost", "-p", str(port), "--x509cafile",
            pki["ca.pem"], "--priority", priority]
    if feature in SHOWN:
        args += ["--x509certfile", pki[SHOWN[feature][0] + ".pem"], "--x509keyfile", pki[SHOWN[feature][0] + ".key"]]
    if feature.startswith("resumed"):
        args += ["--resume", "--waitresumption"]
    return page_is_right(talk(args), suite, feature, group)


def to_ours_curl(suite, feature, group):
    url = "https://localhost:%d/" % ours[kind(suite), feature].port
    args = ["curl", "-sS", "--http1.0", "-i", "--cacert", pki["ca.pem"], "--tlsv1.2", "--tls-max", "1.2", "--ciphers",
            openssl_name(suite), url]
    if feature in SHOWN:
        args += ["--cert", pki[SHOWN[feature][0] + ".pem"], "--key", pki[SHOWN[feature][0] + ".key"]]
    if group:
        args += ["--curves", {"secp256r1": "P-256", "x25519": "X25519"}[group]]
    if feature.startswith("resumed"):
        args += [url]
    code, page = run(args)
    if code:
        return "curl ends with status %d: %s" % (code, page[-300:])
    return page_is_right(page[page.rindex(b"HTTP/1.0"):], suite, feature, group)


def receive_all(t):
    got = b""
    while part := t.recv(65536):
        got += part
    return got


def exchange(t, data):
    """Sends the data and receives as much. One thread does both: an SSL object of Python is not made for two."""
    t.setblocking(False)
    sent, got, deadline = 0, bytearray(), time.monotonic() + PATIENCE
    while len(got) < len(data):
        if time.monotonic() > deadline:
            raise TimeoutError("%d of %d octets sent, %d came back" % (sent, len(data), len(got)))
        moved = False
        try:
            # The same octets are offered again where they were not taken, as SSL_write wants it.
            if sent < len(data):
                sent += t.send(data[sent:sent + 16384])
                moved = True
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            pass
        try:
            part = t.recv(65536)
            if not part:
                break
            got += part
            moved = True
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            pass
        if not moved:
            select.select([t], [t] if sent < len(data) else [], [], 1)
    t.settimeout(PATIENCE)
    return bytes(got)


def python_session(suite, feature, data=None, session=None, c=None, port=None):
    c = c or context(pki, suite=suite, client=SHOWN[feature][0] if feature in SHOWN else None)
    if feature == "resumed by name":
        c.options |= ssl.OP_NO_TICKET
    raw = socket.create_connection(("localhost", port or ours[kind(suite), feature].port), PATIENCE)
    t = c.wrap_socket(raw, server_hostname="localhost", session=session, suppress_ragged_eofs=False)
    if data is None:
        t.sendall(REQUEST)
        got = receive_all(t)
    else:
        got = exchange(t, data)
        t.unwrap()
    return c, t, got


def to_ours_python(suite, feature, group):
    c, t, page = python_session(suite, feature)
    if feature.startswith("resumed"):
        _, t, page = python_session(suite, feature, session=t.session, c=c)
        if not t.session_reused:
            return "python does not say that it is reused"
    if t.cipher()[0] != openssl_name(suite) or t.version() != "TLSv1.2":
        return "python says %s, %s" % (t.cipher()[0], t.version())
    return page_is_right(page, suite, feature, group)


def to_ours_data(suite, size):
    data = os.urandom(size)
    _, _, got = python_session(suite, "plain", data=data, port=ours[kind(suite), "echo"].port)
    return None if got == data else "%d of %d octets came back" % (len(got), len(data))


# MARK: Our client

def openssl_server(*more, keys=("rsa", "ec")):
    port = free_port()
    own = []
    for place, key in zip(("", "d"), keys):
        own += ["-%scert" % place, pki[key + ".pem"], "-%skey" % place, pki[key + ".key"]]
    return Process(["openssl", "s_server", "-accept", "%s:%d" % (HOST, port), *own, "-CAfile", pki["ca.pem"],
                    "-tls1_2", "-cipher", "ALL:@SECLEVEL=1", "-www", "-alpn", "other,http/1.1", *more], port)


def gnutls_server(*more, keys=("rsa", "ec")):
    port = free_port()
    own = []
    for key in keys:
        own += ["--x509certfile", pki[key + ".pem"], "--x509keyfile", pki[key + ".key"]]
    priority = "NORMAL:-VERS-ALL:+VERS-TLS1.2:+RSA:+DHE-RSA:+AES-128-CBC:+AES-256-CBC:+SHA384:+SHA256:+SHA1"
    return Process(["gnutls-serv", "--http", "-p", str(port), *own, "--x509cafile", pki["ca.pem"], "--priority",
                    priority, *more], port)


theirs = {
    ("openssl", "plain"): openssl_server(),
    ("openssl", "client certificate"): openssl_server("-Verify", "3", "-verify_return_error"),
    ("openssl", "resumed by name"): openssl_server("-no_ticket"),
    ("gnutls", "plain"): gnutls_server("--disable-client-cert"),
    ("gnutls", "client certificate"): gnutls_server("--require-client-cert", "--verify-client-cert"),
    ("gnutls", "resumed by name"): gnutls_server("--disable-client-cert", "--noticket"),
    ("python", "plain"): PythonServer(pki),
    ("python", "client certificate"): PythonServer(pki, verify=True),
    ("python", "resumed by name"): PythonServer(pki, tickets=False),
    ("openssl", EDWARDS): openssl_server("-Verify", "3", "-verify_return_error", keys=["ed"]),
    ("gnutls", EDWARDS): gnutls_server("--require-client-cert", "--verify-client-cert", keys=["ed"]),
    ("python", EDWARDS): PythonServer(pki, verify=True, kinds=["ed"]),
}
for peer in ("openssl", "gnutls", "python"):
    theirs[peer, "resumed by ticket"] = theirs[peer, "plain"]


def connect(port, suite, *more, send="--sendfile", what=None, trace=False):
    args = [program, "connect", "localhost:%d" % port, "--cipher", suite, "--ca", pki["ca.pem"], "--timeout",
            "60", send, what or pki["request"], *more] + ([] if trace else ["--quiet"])
    try:
        p = subprocess.run(args, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
        return p.returncode, p.stdout, p.stderr.decode()
    except subprocess.TimeoutExpired:
        return -1, b"", "hangs"


def from_ours(peer, suite, feature, group):
    port = theirs[peer, feature].port
    more = ["--group", group] if group else []
    if feature in SHOWN:
        key = "ecclient" if feature != EDWARDS and kind(suite) == "ec" else SHOWN[feature][0]
        more += ["--cert", pki[key + ".pem"], "--key", pki[key + ".key"]]
    if feature.startswith("resumed"):
        more += ["--session-file", temporary("our-session")]
        code, _, errors = connect(port, suite, *more)
        if code:
            return "the first connection ends with status %d: %s" % (code, errors)
    code, page, errors = connect(port, suite, *more, trace=feature.startswith("resumed"))
    if code:
        return "status %d: %s" % (code, errors[-600:])
    if b"200" not in page:
        return "no page: %s" % page[-300:]
    if peer != "gnutls" and not re.search((r"Cipher (is|    :) %s\b" % openssl_name(suite)).encode(), page):
        return "the page names another suite: %s" % page[-300:]
    if feature.startswith("resumed") and "Secured, with new keys" not in errors:
        return "it is not resumed: %s" % errors[-600:]
    return None


def from_ours_data(suite, size):
    data = os.urandom(size)
    path = temporary("data")
    with open(path, "wb") as f:
        f.write(data)
    code, got, errors = connect(theirs["python", "plain"].port, suite, "--linger", "0.5", what=path)
    return None if code == 0 and got == data else "status %d, %d of %d octets: %s" % (code, len(got), size, errors)


# MARK: The table

clients = {"openssl": to_ours_openssl, "gnutls": to_ours_gnutls, "curl": to_ours_curl, "python": to_ours_python}
cells = []


def cell(role, peer, suite, feature, body, group=None):
    cells.append((role, peer, suite, feature, group, body))


for number, suite in enumerate(suites):
    for place, peer in enumerate(clients):
        for shift, feature in enumerate(FEATURES):
            if size == "full" or (number + place) % 4 == shift:
                cell("server", peer, suite, feature, lambda s=suite, p=peer, f=feature: clients[p](s, f, None))
    for place, peer in enumerate(("openssl", "gnutls", "python")):
        for shift, feature in enumerate(FEATURES):
            if size == "full" or (number + place) % 4 == shift:
                cell("client", peer, suite, feature, lambda s=suite, p=peer, f=feature: from_ours(p, s, f, None))
    if kind(suite) == "ec" and (size == "full" or number % 2 == 0):
        for peer in clients:
            cell("server", peer, suite, EDWARDS, lambda s=suite, p=peer: clients[p](s, EDWARDS, None))
            if peer != "curl":
                cell("client", peer, suite, EDWARDS, lambda s=suite, p=peer: from_ours(p, s, EDWARDS, None))
    for place, count in enumerate(SIZES):
        if size == "full" or number % 4 == place:
            cell("server", "python", suite, "%d octets both ways" % count,
                 lambda s=suite, c=count: to_ours_data(s, c))
            cell("client", "python", suite, "%d octets both ways" % count,
                 lambda s=suite, c=count: from_ours_data(s, c))
for group in groups:
    if group.startswith("ffdhe"):
        suite, peers = "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", ["gnutls"]
        if size == "short" and group in ("ffdhe6144", "ffdhe8192"):
            continue
    else:
        suite, peers = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", ["openssl", "gnutls", "curl"]
    for peer in peers:
        cell("server", peer, suite, "plain", lambda s=suite, p=peer, g=group: clients[p](s, "plain", g), group)
        if peer != "curl":
            cell("client", peer, suite, "plain", lambda s=suite, p=peer, g=group: from_ours(p, s, "plain", g), group)


def judge(entry):
    try:
        why = entry[-1]()
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        why = "%s: %s" % (type(error).__name__, error)
    return "ok" if why is None else "WRONG: " + why


with concurrent.futures.ThreadPoolExecutor(4) as pool:
    results = list(pool.map(judge, cells))
wrong = 0
rows = {}
for (role, peer, suite, feature, group, _), result in zip(cells, results):
    wrong += result.startswith("WRONG")
    rows.setdefault((role, peer, suite, group), []).append((feature, result))
for (role, peer, suite, group), entries in rows.items():
    good = ", ".join(f for f, r in entries if r == "ok")
    rest = "; ".join("%s %s" % (f, r) for f, r in entries if r != "ok")
    print("| %s | %s | %s%s | %s |" % (role, peer, suite, ", " + group if group else "", "; ".join(
        x for x in (good, rest) if x).replace("\n", " ").replace("|", "/")))
for server in set(ours.values()):
    status, seconds = server.end()
    if status != 0 or seconds > AT_ONCE:
        wrong += 1
        print("| server | SIGTERM | status %s after %.1f s | WRONG |" % (status, seconds))
for server in set(theirs.values()):
    if isinstance(server, Process):
        server.process.kill()
print("%d cells, %d wrong" % (len(cells), wrong))
