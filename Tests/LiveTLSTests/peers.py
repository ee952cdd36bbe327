"""Other people's TLS as tools: certificates from OpenSSL, and peers of OpenSSL, GnuTLS, curl and Python."""
import atexit, os, re, select, signal, socket, ssl, subprocess, sys, threading, time

HOST = "127.0.0.1"
# Seconds until something counts as stuck. Nothing is slow; the machine may be busy.
PATIENCE = 120
# Seconds within which a server ends that waits for nobody: far fewer than any time-out of its own.
AT_ONCE = 3
REQUEST = b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n"


def run(args, data=b"", seconds=PATIENCE):
    """Runs a program to its end; its status and all that it says."""
    try:
        p = subprocess.run(args, input=data, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds)
        return p.returncode, p.stdout
    except subprocess.TimeoutExpired as e:
        return -1, (e.stdout or b"") + b"\n(hangs)"


def talk(args, seconds=PATIENCE):
    """A client that is given the request, and whose input stays open until the page has come."""
    p = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    timer = threading.Timer(seconds, p.kill)
    timer.start()
    try:
        p.stdin.write(REQUEST)
        p.stdin.flush()
        got = b""
        for line in p.stdout:
            got += line
        p.stdin.close()
        p.wait()
    except BrokenPipeError:
        got = p.stdout.read()
        p.wait()
    finally:
        timer.cancel()
    return got


class PKI:
    """An authority, servers with an RSA, an ECDSA and an Ed25519 key for localhost, their clients, and another authority's client.

    They are made in a folder that does not hold them yet."""

    def __init__(self, folder):
        self.folder = folder
        if not os.path.exists(self["dh.pem"]):
            self.make()

    def make(self):
        for name in ("ca", "other"):
            self.openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-sha256", "-days", "30", "-keyout",
                         self[name + ".key"], "-out", self[name + ".pem"], "-subj", "/O=Live/CN=" + name,
                         "-addext", "basicConstraints=critical,CA:TRUE",
                         "-addext", "keyUsage=critical,keyCertSign,cRLSign")
        san = "subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth"
        self.leaf("rsa", "localhost", ["rsa:2048"], "digitalSignature,keyEncipherment", san)
        self.leaf("signs", "localhost", ["rsa:2048"], "digitalSignature", san)
        self.leaf("ec", "localhost", ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"], "digitalSignature", san)
        self.leaf("ed", "localhost", ["ed25519"], "digitalSignature", san)
        client = "extendedKeyUsage=clientAuth"
        self.leaf("client", "client one", ["rsa:2048"], "digitalSignature", client)
        self.leaf("ecclient", "client two", ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
                  "digitalSignature", client)
        self.leaf("edclient", "client three", ["ed25519"], "digitalSignature", client)
        self.leaf("stranger", "client evil", ["rsa:2048"], "digitalSignature", client, "other")
        self.openssl("genpkey", "-genparam", "-algorithm", "DH", "-pkeyopt", "group:ffdhe2048", "-out",
                     self["dh.pem"])

    def __getitem__(self, name):
        return os.path.join(self.folder, name)

    def openssl(self, *args):
        code, text = run(["openssl", *args])
        if code:
            raise SystemExit("openssl %s: %s" % (args[0], text.decode()))

    def leaf(self, name, cn, key, usage, more, ca="ca"):
        with open(self[name + ".ext"], "w") as f:
            f.write("basicConstraints=CA:FALSE\nkeyUsage=critical,%s\n%s\n" % (usage, more))
        self.openssl("req", "-newkey", *key, "-nodes", "-keyout", self[name + ".key"], "-out", self[name + ".csr"],
                     "-subj", "/O=Live/CN=" + cn)
        self.openssl("x509", "-req", "-in", self[name + ".csr"], "-CA", self[ca + ".pem"], "-CAkey",
                     self[ca + ".key"], "-set_serial", str(int.from_bytes(os.urandom(8), "big") | 1), "-sha256",
                     "-days", "30", "-extfile", self[name + ".ext"], "-out", self[name + ".pem"])


def openssl_name(suite):
    """A suite as OpenSSL calls it."""
    kx, cipher = re.fullmatch(r"TLS_(.*)_WITH_(.*)", suite).groups()
    kx = {"ECDHE_ECDSA": "ECDHE-ECDSA-", "ECDHE_RSA": "ECDHE-RSA-", "DHE_RSA": "DHE-RSA-", "RSA": ""}[kx]
    if cipher.startswith("CHACHA20"):
        return kx + "CHACHA20-POLY1305"
    bits, mode, mac = re.fullmatch(r"AES_(\d+)_(GCM|CBC)_(SHA\d*)", cipher).groups()
    return kx + "AES" + bits + ("-GCM" if mode == "GCM" else "") + "-" + mac


def gnutls_priority(suite, group=None):
    """Exactly this suite, as a priority string of GnuTLS."""
    kx, cipher = re.fullmatch(r"TLS_(.*)_WITH_(.*)", suite).groups()
    if cipher.startswith("CHACHA20"):
        name, mac = "CHACHA20-POLY1305", "AEAD"
    else:
        bits, mode, mac = re.fullmatch(r"AES_(\d+)_(GCM|CBC)_(SHA\d*)", cipher).groups()
        name, mac = "AES-%s-%s" % (bits, mode), "AEAD" if mode == "GCM" else {"SHA": "SHA1"}.get(mac, mac)
    groups = [group.upper()] if group else ["X25519", "SECP256R1", "FFDHE2048", "FFDHE3072", "FFDHE4096"]
    return ":".join(["NONE", "+CTYPE-X509", "+COMP-NULL", "+VERS-TLS1.2", "+" + kx.replace("_", "-"), "+" + name,
                     "+" + mac, "+SIGN-ALL"] + ["+GROUP-" + g for g in groups])


def context(pki, server=False, suite=None, client=None, verify=False, alpn=None, tickets=True,
            version=ssl.TLSVersion.TLSv1_2, late=False, kinds=("rsa", "ec")):
    """A context of Python's ssl for one version, of a server with keys of these kinds; `late`: a client's certificate is asked for
    after the handshake."""
    c = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER if server else ssl.PROTOCOL_TLS_CLIENT)
    c.minimum_version = c.maximum_version = version
    c.load_verify_locations(pki["ca.pem"])
    if suite:
        c.set_ciphers(openssl_name(suite))
    else:
        c.set_ciphers("ALL:@SECLEVEL=1")
    if server:
        for kind in kinds:
            c.load_cert_chain(pki[kind + ".pem"], pki[kind + ".key"])
        c.load_dh_params(pki["dh.pem"])
        c.verify_mode = ssl.CERT_REQUIRED if verify else ssl.CERT_NONE
        c.post_handshake_auth = late
    elif client:
        c.load_cert_chain(pki[client + ".pem"], pki[client + ".key"])
    if not tickets:
        c.options |= ssl.OP_NO_TICKET
    if alpn:
        c.set_alpn_protocols(alpn)
    return c


class PythonServer:
    """A server of Python's ssl: a page about the connection for GET, and everything else comes back."""

    def __init__(self, pki, **options):
        self.context = context(pki, server=True, **options)
        self.isLate = options.get("late", False)
        self.listener = socket.create_server((HOST, 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection):
        connection.settimeout(PATIENCE)
        try:
            t = self.context.wrap_socket(connection, server_side=True)
            got = t.recv(65536)
            if got.startswith(b"GET"):
                if self.isLate:
                    self.ask(t)
                peer = dict(x[0] for x in (t.getpeercert() or {}).get("subject", ()))
                t.sendall(("HTTP/1.0 200 OK\r\n\r\nCipher is %s\nReused %s\nALPN %s\nPeer %s\n" % (
                    t.cipher()[0], t.session_reused, t.selected_alpn_protocol(), peer)).encode())
            else:
                while got:
                    t.sendall(got)
                    got = t.recv(65536)
            try:
                t.unwrap()
            except (ssl.SSLError, OSError):
                pass
            t.close()
        except (ssl.SSLError, OSError):
            connection.close()


    def ask(self, t):
        """Asks for a certificate, and takes in what the client answers: no data comes behind it."""
        t.verify_client_post_handshake()
        t.settimeout(1)
        try:
            t.recv(1)
        except TimeoutError:
            pass
        t.settimeout(PATIENCE)


def free_port():
    with socket.create_server((HOST, 0)) as s:
        return s.getsockname()[1]


class Process:
    """A server in a process of its own, until it is ended, at the latest with the script that has started it."""

    def __init__(self, args, port=None):
        self.process = subprocess.Popen(args, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT)
        # One that is not ended, be it after an error, would listen for ever.
        atexit.register(self.process.kill)
        self.output = b""
        self.port = port
        deadline = time.monotonic() + PATIENCE
        while port and time.monotonic() < deadline:
            try:
                socket.create_connection((HOST, port), 1).close()
                break
            except OSError:
                time.sleep(0.02)
        if not port:
            match = None
            # A warning may stand before it.
            while not match and (line := self.process.stdout.readline()):
                self.output += line
                match = re.search(rb":(\d+)\. Ctrl-C ends", line)
            if not match:
                raise SystemExit("no port: %r" % self.output)
            self.port = int(match.group(1))
        threading.Thread(target=self.drain, daemon=True).start()

    def drain(self):
        for line in self.process.stdout:
            self.output += line

    @property
    def descriptors(self):
        return len(os.listdir("/proc/%d/fd" % self.process.pid))

    @property
    def resident(self):
        """Resident memory in KiB."""
        with open("/proc/%d/status" % self.process.pid) as f:
            return int(re.search(r"VmRSS:\s+(\d+)", f.read()).group(1))

    @property
    def cpu(self):
        """Seconds of processor time."""
        with open("/proc/%d/stat" % self.process.pid) as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self, how=signal.SIGTERM):
        """Ends it; its status, and how many seconds that took."""
        start = time.monotonic()
        self.process.send_signal(how)
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = None
        return status, time.monotonic() - start


if __name__ == "__main__":
    PKI(sys.argv[1])


# What check() found wrong.
wrong = []


def check(what, condition, more=""):
    """Prints a line for a thing that is wrong, and counts it."""
    if not condition:
        wrong.append(what)
        print("WRONG: %s %r" % (what, str(more)[-1500:]))


def one_server(behave):
    """A server for one connection. The behaviour gets its socket."""
    listener = socket.create_server((HOST, 0))

    def serve():
        connection, _ = listener.accept()
        try:
            behave(connection)
        except OSError:
            pass
        connection.close()
    threading.Thread(target=serve, daemon=True).start()
    return listener.getsockname()[1]
