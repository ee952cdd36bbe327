#!/usr/bin/env python3
"""Healthy conversations of other people's programs, recorded.

  unshare -n [-r] python3 healthy.py DIRECTORY

plays each conversation on the loopback interface of a network of its own, writes its packets to NAME.pcap and its secrets, where
the name ends in "-open", to NAME.keys, and prints the names as a JSON array. It judges nothing. A conversation is left out where
its program is not there.
"""
import json, os, shutil, socket, ssl, struct, subprocess, sys, threading, time

os.chdir(sys.argv[1])
PATIENCE = 20
LARGE = 1 << 20
names = []


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE, **options)


class Recorder:
    """All packets of the loopback interface, each once, with the kernel's times."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
        self.socket.bind(("lo", 0))
        self.socket.setsockopt(socket.SOL_SOCKET, 33, 32 << 20)
        self.socket.setsockopt(socket.SOL_SOCKET, 35, 1)
        self.socket.settimeout(0.03)

    def packets(self):
        """What has come, until nothing more comes."""
        while True:
            try:
                octets, extra, _, address = self.socket.recvmsg(1 << 17, 64)
            except TimeoutError:
                return
            if address[2] != 4:
                seconds, nanoseconds = struct.unpack("qq", extra[0][2])
                yield struct.pack("<IIII", seconds, nanoseconds // 1000, len(octets), len(octets)) + octets

    def write(self, name):
        with open(name + ".pcap", "wb") as file:
            file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 1 << 18, 1) + b"".join(self.packets()))
        names.append(name)


class Server:
    """openssl s_server on a port of its own."""

    def __init__(self, *options):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            ["openssl", "s_server", "-accept", "127.0.0.1:%d" % self.port, "-cert", "server.pem", "-key", "server.key", *options],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while self.process.poll() is None:
            try:
                return socket.create_connection(("127.0.0.1", self.port), PATIENCE).close()
            except ConnectionRefusedError:
                time.sleep(0.01)
        sys.exit("s_server did not start: %s" % (options,))


class PythonServer:
    """A server of Python's: it sends back what it gets, and ends when the client does."""

    def __init__(self, version=None, greeting=0):
        self.greeting = greeting
        self.context = None
        if version:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain("server.pem", "server.key")
            self.context.minimum_version = self.context.maximum_version = version
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            threading.Thread(target=self.talk, args=(self.socket.accept()[0],), daemon=True).start()

    def talk(self, peer):
        if self.context:
            peer = self.context.wrap_socket(peer, server_side=True)
        peer.sendall(b"x" * self.greeting)
        while octets := peer.recv(1 << 16):
            peer.sendall(octets)
        if self.context:
            peer = peer.unwrap()
        peer.close()


def client(server, version=None, keys=None):
    peer = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    if not version:
        return peer
    context = ssl.create_default_context(cafile="server.pem")
    context.minimum_version = context.maximum_version = version
    if keys:
        context.keylog_filename = keys
    return context.wrap_socket(peer, server_hostname="localhost")


def echo(server, *, octets=5_000, version=None, keys=None):
    peer = client(server, version, keys)
    # Only without TLS both directions are used at once: an object of Python's TLS is for one thread.
    if version:
        peer.sendall(b"y" * octets)
    else:
        threading.Thread(target=peer.sendall, args=(b"y" * octets,), daemon=True).start()
    left = octets + server.greeting
    while left:
        left -= len(peer.recv(1 << 16))
    (peer.unwrap() if version else peer).close()


def curl(server, *options, keys=None, pages=1):
    addresses = ["https://localhost:%d/" % server.port] * pages
    return run("curl", "-sS", "--noproxy", "*", "--cacert", "server.pem", "--resolve", "localhost:%d:127.0.0.1" % server.port,
               *options, *addresses, env=dict(os.environ, **({"SSLKEYLOGFILE": keys} if keys else {})))


def s_client(server, words, *options):
    """OpenSSL's client with some lines; a pause after each, so that a command stands alone."""
    process = subprocess.Popen(
        ["openssl", "s_client", "-connect", "127.0.0.1:%d" % server.port, "-CAfile", "server.pem", "-servername", "localhost",
         *options], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for word in words:
        time.sleep(0.05)
        process.stdin.write(word.encode())
        process.stdin.flush()
    process.wait(PATIENCE)


for command in (["link", "set", "lo", "up"], ["link", "set", "lo", "mtu", "1500"]):
    run("ip", *command)
run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", "server.key", "-out", "server.pem", "-subj",
    "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
T12, T13 = ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3
GET = "GET / HTTP/1.0\r\n\r\n"
recorder = Recorder()
page, retry, early = Server("-www"), Server("-www", "-groups", "P-256"), Server("-early_data")
talk = Server("-quiet")
plain, large = PythonServer(), PythonServer(greeting=LARGE)
python12, python13, large13 = PythonServer(T12), PythonServer(T13), PythonServer(T13, LARGE)
time.sleep(0.1)
for _ in recorder.packets():
    pass


def conversation(name, play, *arguments, **options):
    play(*arguments, **options)
    recorder.write(name)


conversation("curl-13", curl, page)
conversation("curl-12", curl, page, "--tls-max", "1.2")
conversation("curl-13-open", curl, page, keys="curl-13-open.keys")
conversation("curl-12-open", curl, page, "--tls-max", "1.2", keys="curl-12-open.keys")
conversation("curl-12-cbc", curl, page, "--tls-max", "1.2", "--ciphers", "ECDHE-RSA-AES256-SHA")
conversation("curl-12-key-transport", curl, page, "--tls-max", "1.2", "--ciphers", "AES128-GCM-SHA256")
conversation("curl-retry", curl, retry, "--curves", "X25519:P-256")
conversation("openssl-13", s_client, page, [GET], "-quiet")
conversation("openssl-12", s_client, page, [GET], "-quiet", "-tls1_2")
conversation("openssl-12-session", s_client, page, [GET], "-quiet", "-tls1_2", "-sess_out", "session12")
conversation("openssl-12-resumed", s_client, page, [GET], "-quiet", "-tls1_2", "-sess_in", "session12")
conversation("openssl-13-session", s_client, early, ["hello\n", "Q\n"], "-sess_out", "session13")
with open("early", "w") as file:
    file.write(GET)
conversation("openssl-13-early-open", s_client, early, ["Q\n"], "-sess_in", "session13", "-early_data", "early", "-keylogfile",
             "openssl-13-early-open.keys")
conversation("openssl-key-update", s_client, talk, ["hello\n", "K\n", "again\n", "k\n", "Q\n"])
conversation("python-plain", echo, plain)
conversation("python-12", echo, python12, version=T12)
conversation("python-13", echo, python13, version=T13)
conversation("python-13-open", echo, python13, version=T13, keys="python-13-open.keys")
conversation("large-plain", echo, large, octets=LARGE)
conversation("large-13", echo, large13, octets=1_000, version=T13)


def idle():
    peer = client(plain)
    for option, value in ((socket.TCP_KEEPIDLE, 1), (socket.TCP_KEEPINTVL, 1), (socket.TCP_KEEPCNT, 3)):
        peer.setsockopt(socket.IPPROTO_TCP, option, value)
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    peer.sendall(b"z")
    peer.recv(1)
    time.sleep(1.2)
    peer.close()


def crowd(size):
    threads = [threading.Thread(target=echo, args=(python13,), kwargs={"version": T13}) for _ in range(size)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


conversation("keep-alive", idle)
conversation("crowd", crowd, 20)
if shutil.which("gnutls-cli"):
    for version in ("1.2", "1.3"):
        conversation("gnutls-" + version.replace(".", ""), run, "gnutls-cli", "--x509cafile", "server.pem", "-p", str(page.port),
                     "--priority", "NORMAL:-VERS-ALL:+VERS-TLS" + version, "localhost", input=GET.encode())
print(json.dumps(names))
