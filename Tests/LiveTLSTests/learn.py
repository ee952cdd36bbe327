"""learn before other people's servers and clients, on the loopback interface: what it makes of them, and of peers that are no machine.

python3 learn.py PROGRAM FOLDER [full]"""
import json, os, shutil, sys
from peers import *

program, folder = sys.argv[1:3]
full = sys.argv[3:] == ["full"]
pki = PKI(folder)
# Without "full" the alphabet is smaller and the tests are fewer: a minute for all.
QUICK = [] if full else ["--depth", "1", "--tests", "0", "--pump", "0", "--timeout", "100"]
LETTERS = {
    "1.2": "client-hello,client-key-exchange,change-cipher-spec,finished,wrong-finished,data",
    "1.3": "client-hello,change-cipher-spec,finished,wrong-finished,data",
    "client 1.2": "server-hello,certificate,server-key-exchange,server-hello-done,change-cipher-spec,finished,wrong-finished",
    "client 1.3": "server-hello,encrypted-extensions,certificate,certificate-verify,finished,wrong-finished",
}


def learn(*words, quick=QUICK):
    """Status, what was printed, and the JSON."""
    path = pki["machine.json"]
    if os.path.exists(path):
        os.remove(path)
    letters = []
    if not full and "--alphabet" not in words:
        version = words[words.index("--tls") + 1] if "--tls" in words else "1.2"
        letters = ["--alphabet", LETTERS[("client " if "client" in words else "") + version]]
    # A command of a client stands at the end.
    args = [program, "learn", *letters, *quick, "--json", path, *words]
    code, text = run(args, seconds=900)
    machine = None
    if os.path.exists(path):
        with open(path) as f:
            machine = json.load(f)
    return code, text.decode(), machine


def answers(machine, word):
    """What the machine answers to a word."""
    state, said = 0, []
    for letter in word:
        edge = next(e for e in machine["states"][state]["edges"] if e["letter"] == letter)
        said.append(edge["messages"] + (["closed"] if edge["closed"] else []))
        state = edge["to"]
    return said


def openssl_server(version):
    port = free_port()
    # It reads from a pipe that stays open: at the end of its input it would end.
    reader, writer = os.pipe()
    args = ["openssl", "s_server", "-accept", "%s:%d" % (HOST, port), "-cert", pki["rsa.pem"], "-key", pki["rsa.key"],
            "-tls" + version.replace(".", "_"), "-quiet"]
    process = subprocess.Popen(args, stdin=reader, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    atexit.register(process.kill)
    for _ in range(500):
        try:
            socket.create_connection((HOST, port), 1).close()
            break
        except OSError:
            time.sleep(0.02)
    return port, lambda: (process.kill(), os.close(writer))


def gnutls_server(version):
    port = free_port()
    server = Process(["gnutls-serv", "--echo", "-p", str(port), "--x509certfile", pki["rsa.pem"], "--x509keyfile", pki["rsa.key"],
                      "--disable-client-cert", "--priority", "NORMAL:-VERS-ALL:+VERS-TLS" + version], port)
    return port, server.end


def python_server(version):
    v = ssl.TLSVersion.TLSv1_3 if version == "1.3" else ssl.TLSVersion.TLSv1_2
    c = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    c.minimum_version = c.maximum_version = v
    c.load_cert_chain(pki["rsa.pem"], pki["rsa.key"])
    listener = socket.create_server((HOST, 0), backlog=64)

    def answer(connection):
        try:
            t = c.wrap_socket(connection, server_side=True)
            while got := t.recv(4096):
                t.sendall(got)
            t.unwrap()
            t.close()
        except (ssl.SSLError, OSError):
            connection.close()

    def serve():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=answer, args=(connection,), daemon=True).start()
    threading.Thread(target=serve, daemon=True).start()
    return listener.getsockname()[1], lambda: None


def own_server(version):
    server = Process([program, "listen", "--port", "0", "--cert", pki["rsa.pem"], "--key", pki["rsa.key"], "--quiet", "--echo"])
    return server.port, server.end


def nginx_server(version):
    port = free_port()
    with open(pki["nginx.conf"], "w") as f:
        f.write("""daemon off; master_process off; pid %s; error_log /dev/null;
events {}
http { access_log off; server { listen %s:%d ssl; ssl_certificate %s; ssl_certificate_key %s; ssl_protocols TLSv%s;
  client_body_temp_path %s; location / { return 200 hello; } } }
""" % (pki["nginx.pid"], HOST, port, pki["rsa.pem"], pki["rsa.key"], version, pki["bodies"]))
    server = Process(["nginx", "-c", pki["nginx.conf"], "-e", "stderr"], port)
    return port, server.end


GOOD = {
    "1.2": ["client-hello", "client-key-exchange", "change-cipher-spec", "finished", "data"],
    "1.3": ["client-hello", "finished", "data"],
}
FLIGHT = {
    "1.2": ["ServerHello", "Certificate", "ServerKeyExchange", "ServerHelloDone"],
    "1.3": ["ServerHello", "EncryptedExtensions", "Certificate", "CertificateVerify", "Finished"],
}

SERVERS = [("openssl", openssl_server), ("gnutls", gnutls_server), ("python", python_server), ("ours", own_server)]
if shutil.which("nginx"):
    SERVERS.append(("nginx", nginx_server))
for name, start in SERVERS:
    for version in ("1.2", "1.3"):
        what = "%s %s" % (name, version)
        port, end = start(version)
        place = "localhost:%d" % port
        compare = ["--compare", "self"] if name == "ours" else []
        code, text, machine = learn(place, "--tls", version, *compare)
        # Another seed asks other questions, and finds the same machine.
        if machine and (full or name == "ours"):
            os.replace(pki["machine.json"], pki["first.json"])
            again, said, other = learn(place, "--tls", version, "--seed", "2", "--compare", pki["first.json"])
            check(what + ": twice", other and "No difference" in said and len(other["states"]) == len(machine["states"]), (again, said))
        end()
        check(what + ": learned", code in ([0, 3] if full else [0]) and machine, (code, text))
        if not machine:
            continue
        print("%s: %d states, %d questions, %.1f s" % (
            what, len(machine["states"]), machine["costs"]["questions"], machine["costs"]["milliseconds"] / 1000))
        said = answers(machine, GOOD[version])
        # A ChangeCipherSpec of TLS 1.3 means nothing, and tickets may stand in several places.
        check(what + ": the first flight", [m for m in said[0] if m not in ("NewSessionTicket", "ChangeCipherSpec")] == FLIGHT[version], said)
        data = [] if name == "openssl" else ["ApplicationData"]
        check(what + ": data", said[-1] == data, said)
        check(what + ": no shortcut", machine["shortcuts"] == [], machine["shortcuts"])
        wrong_one = answers(machine, GOOD[version][:-2] + ["wrong-finished"])[-1]
        check(what + ": a Finished of zeros", wrong_one[0] == "fatal decrypt_error" and wrong_one[-1] == "closed", wrong_one)

# The same machine, an earlier file, and a file that is none.
port, end = python_server("1.2")
place = "localhost:%d" % port
code, text, machine = learn(place)
with open(pki["before.json"], "w") as f:
    json.dump(machine, f)
check("no difference", learn(place, "--compare", pki["before.json"])[0] == 0)
machine["states"][0]["edges"][0]["messages"] = ["ServerHello"]
with open(pki["before.json"], "w") as f:
    json.dump(machine, f)
code, text, _ = learn(place, "--compare", pki["before.json"])
check("a difference", code == 3 and "1 difference" in text, (code, text))
with open(pki["before.json"], "w") as f:
    f.write('{"schema":"handshakesim.machine","version":1,"peer":"x","role":"server","tls":"1.2","alphabet":["data"],"states":[{}]}')
code, text, _ = learn(place, "--compare", pki["before.json"])
check("no machine in the file", code == 64 and "edges" in text, (code, text))
# A judge of the chain, and a capture that opens.
for ca, words in (("ca.pem", "hold for localhost under"), ("other.pem", "do not hold for localhost")):
    code, text, _ = learn(place, "--alphabet", "client-hello", "--ca", pki[ca])
    check("the chain under " + ca, code == 0 and words in " ".join(text.split()), (code, text))
if shutil.which("tshark"):
    code, text, machine = learn(place, "--pcap", pki["questions.pcapng"])
    lines = run(["tshark", "-r", pki["questions.pcapng"], "-T", "fields", "-e", "frame.comment", "-e", "http.request.method"])[1].decode()
    check("the capture", lines.count("Question ") >= machine["costs"]["questions"] and "GET" in lines, (code, lines[:500]))
code, text, _ = learn(place, "--limit", "10")
check("the limit", code == 4 and "--limit" in text, (code, text))
code, text, _ = learn(place, "--alphabet", "client-hello,server-hello")
check("a message of the other side", code == 64 and "client-key-exchange" in text, (code, text))
code, text, _ = learn("localhost:%d" % free_port())
check("no server", code == 1 and "cannot connect" in text, (code, text))


# Peers that are no TLS, or that do not stop: a question ends, and the program says what it heard.
def odd(behave):
    listener = socket.create_server((HOST, 0), backlog=64)

    def answer(connection):
        try:
            behave(connection)
        except OSError:
            pass
        connection.close()

    def serve():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=answer, args=(connection,), daemon=True).start()
    threading.Thread(target=serve, daemon=True).start()
    return "localhost:%d" % listener.getsockname()[1]


def flood(connection):
    connection.recv(4096)
    while True:
        connection.sendall(bytes([23, 3, 3, 4, 0]) + bytes(1024))


def web(connection):
    if connection.recv(4096):
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


turn = [0]


def capricious(connection):
    if connection.recv(4096):
        turn[0] += 1
        connection.sendall(bytes([21, 3, 3, 0, 2, 2, (40, 10, 80)[turn[0] % 3]]))


TWO = ["--alphabet", "client-hello,data"]
for name, behave, status, words in (
    ("closes at once", lambda c: None, 0, "closes"), ("floods", flood, 0, "more than 1048576 octets"),
    ("is a web server", web, 0, "no TLS record"), ("answers as it likes", capricious, 4, "not a machine"),
    ("is silent", lambda c: time.sleep(60), 0, "nothing"),
):
    code, text, machine = learn(odd(behave), *TWO)
    check("a peer that %s" % name, code == status and words in text, (code, text))

# Clients.
for name, command in (
    ("openssl", ["openssl", "s_client", "-connect", "localhost:{port}", "-quiet"]),
    ("curl", ["curl", "--silent", "--insecure", "https://localhost:{port}"]),
):
    for version in ("1.2", "1.3"):
        extra = {"openssl": ["-tls" + version.replace(".", "_")], "curl": ["--tlsv" + version, "--tls-max", version]}[name]
        code, text, machine = learn("--role", "client", "--tls", version, "--", *command, *extra)
        what = "client %s %s" % (name, version)
        check(what + ": learned", code in ([0, 3] if full else [0]) and machine, (code, text))
        if machine:
            print("%s: %d states, %d questions, %.1f s" % (
                what, len(machine["states"]), machine["costs"]["questions"], machine["costs"]["milliseconds"] / 1000))
            check(what + ": no shortcut", machine["shortcuts"] == [], machine["shortcuts"])
print("%d wrong" % len(wrong))
