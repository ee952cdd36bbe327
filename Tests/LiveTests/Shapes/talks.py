"""Conversations between two machines, played and written as captures."""
import concurrent.futures, gzip, os, random, socket, ssl, sys, threading, time
from network import Frame, Line, Machine, Packet, PATIENCE, Recorder, of_ports, pcap, run, stretch

os.chdir(sys.argv[1])
wanted = sys.argv[2:]
client, server = Machine(), Machine()
client.ip("link", "add", "ether", "type", "veth", "peer", "name", "ether", "netns", server.path)
line = Line(client, server)
for machine, own, other in ((client, 1, 2), (server, 2, 1)):
    machine.ip("link", "set", "lo", "mtu", "65536")
    machine.ip("addr", "add", "10.7.0.%d/24" % own, "dev", "ether")
    machine.ip("addr", "add", "fd07::%d/64" % own, "dev", "ether", "nodad")
    machine.ip("link", "set", "ether", "up")
    machine.ip("link", "set", "line", "up")
    machine.ip("addr", "add", "10.8.0.%d" % own, "peer", "10.8.0.%d" % other, "dev", "line")
    machine.ip("addr", "add", "fd08::%d/64" % own, "dev", "line", "nodad")
recorders = {
    "line": {"client": Recorder(client, "line"), "middle": line, "server": Recorder(server, "line"), "any": Recorder(client)},
    "ether": {"client": Recorder(client, "ether"), "server": Recorder(server, "ether"), "any": Recorder(server)},
    "lo": {"client": Recorder(client, "lo")},
}
addresses = {("line", 4): "10.8.0.2", ("line", 6): "fd08::2", ("ether", 4): "10.7.0.2", ("ether", 6): "fd07::2", ("lo", 4): "127.0.0.1"}
run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", "server.key", "-out", "server.pem", "-subj",
    "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:10.8.0.2,IP:10.7.0.2,IP:127.0.0.1")
T12, T13 = ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3
noise = random.Random(7)
GET = b"GET /page HTTP/1.1\r\nHost: localhost\r\nUser-Agent: shapes\r\nAccept: */*\r\n\r\n"


def answer(size, words=b"200 OK"):
    return b"HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n" % (words, size) + noise.randbytes(size)


def take(peer, size):
    """Reads so many octets."""
    while size > 0:
        octets = peer.recv(min(size, 1 << 16))
        if not octets:
            raise EOFError
        size -= len(octets)


def context(side, version):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER if side else ssl.PROTOCOL_TLS_CLIENT)
    if side:
        made.load_cert_chain("server.pem", "server.key")
    else:
        made.load_verify_locations("server.pem")
    made.minimum_version = made.maximum_version = version
    return made


class Talk:
    """One connection, both ends of it."""

    def __init__(self, port, way="line", family=4, before=None, source=None, nodelay=False, accepts_late=False, **_):
        self.pauses = []
        self.place = (addresses[(way, family)], port)
        kind = socket.AF_INET if family == 4 else socket.AF_INET6
        with (client if way == "lo" else server).inside():
            self.listener = socket.socket(kind, socket.SOCK_STREAM)
        with client.inside():
            self.c = socket.socket(kind, socket.SOCK_STREAM)
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if before:
            before(self.c, self.listener)
        self.listener.bind(self.place)
        self.listener.listen(64)
        if source:
            self.c.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.c.bind(("", source))
        self.listener.settimeout(PATIENCE)
        self.c.settimeout(PATIENCE)
        self.c.connect(self.place)
        if not accepts_late:
            self.accept()
        if nodelay:
            for end in (self.c, self.s):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def accept(self):
        self.s = self.listener.accept()[0]
        self.s.settimeout(PATIENCE)

    def again(self, source=None):
        """Another connection to the same listener."""
        with client.inside():
            self.c = socket.socket(self.listener.family, socket.SOCK_STREAM)
        if source:
            self.c.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.c.bind(("", source))
        self.c.settimeout(PATIENCE)
        self.c.connect(self.place)
        self.accept()

    def secure(self, version, **options):
        """TLS from here on."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            other = pool.submit(context(True, version).wrap_socket, self.s, server_side=True)
            self.c = context(False, version).wrap_socket(self.c, server_hostname="localhost")
            self.s = other.result()

    def say(self, octets, *, to=None):
        """The client says something, and the server reads it; or the other way round."""
        source, sink = (self.c, self.s) if to is None else (self.s, self.c)
        thread = threading.Thread(target=source.sendall, args=(octets,))
        thread.start()
        take(sink, len(octets))
        thread.join()

    def tell(self, octets):
        self.say(octets, to="client")

    def ask(self, size=1000, question=GET):
        self.say(question)
        self.tell(answer(size))

    def rest(self, seconds):
        """A pause of so many seconds in the capture."""
        time.sleep(0.35)
        self.pauses.append((time.time_ns() - 10**7, seconds))
        time.sleep(0.05)

    def close(self, first="client", pause=0.05):
        ends = [self.c, self.s] if first == "client" else [self.s, self.c]
        for end in ends:
            end.close()
            time.sleep(pause)


def goodbye(peer):
    try:
        peer.unwrap()
    except OSError:
        pass


def goodbye_both(t, first="client"):
    ends = [t.c, t.s] if first == "client" else [t.s, t.c]
    threads = [threading.Thread(target=goodbye, args=(end,)) for end in ends]
    for thread in threads:
        thread.start()
        time.sleep(0.03)
    for thread in threads:
        thread.join()
    t.close(first)


jobs = []
port_of_next = 20_000


def shape(name, odd, seen="client", *, at=None, lacks=False, serially=False, **options):
    """Registers a conversation. Each place where it is seen gives a capture."""
    global port_of_next
    port, port_of_next = at or port_of_next, port_of_next + 1

    def register(play):
        if not wanted or any(name.startswith(word) or word.startswith(name) for word in wanted):
            jobs.append((name, odd, seen.split(), lacks, [port], serially, options, play))
        return play
    return register


written = []
kept = {}


def write(name, odd, frames, link, lacks=False, zipped=False, **options):
    octets = pcap(frames, link, **options)
    with open(name + ".pcap" + (".gz" if zipped else ""), "wb") as file:
        file.write(gzip.compress(octets) if zipped else octets)
    written.append({"name": name, "odd": odd, "file": file.name, "lacks": lacks})


def play(job):
    name, odd, seen, lacks, ports, _, options, conversation = job
    for port in ports:
        line.ways[port] = {key: options[key] for key in ("delay", "rate", "late", "twice", "drops") if key in options}
    if conversation.__code__.co_varnames[:1] == ("t",):
        talk = Talk(ports[0], **options)
        conversation(talk)
        pauses = talk.pauses
        talk.listener.close()
    else:
        pauses = conversation(ports[0]) or []
    time.sleep(0.15)
    for place in seen:
        recorder = recorders[options.get("way", "line")][place]
        frames = [Frame(packet, recorder.link) for packet in of_ports(list(recorder.packets), recorder.link, ports)]
        stretch(frames, pauses)
        whole = name if len(seen) == 1 else name + "." + place
        kept[whole] = (frames, recorder.link, pauses)
        write(whole, odd, frames, recorder.link, lacks)


def play_all():
    problems = []

    def guarded(job):
        try:
            play(job)
        except Exception as problem:
            problems.append("%s: %r" % (job[0], problem))
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        list(pool.map(guarded, [job for job in jobs if not job[5]]))
    for job in jobs:
        if job[5]:
            guarded(job)
    if problems:
        sys.exit("\n".join(problems))


def derived(name, source, odd, change=lambda frames: frames, lacks=False, link=None, **options):
    """Another capture of the same packets, changed."""
    if source in kept and (not wanted or any(name.startswith(word) for word in wanted)):
        frames, known, pauses = kept[source]
        copies = []
        for frame in frames:
            # The header of the link counts for the places in a frame: so a copy is made by hand.
            copy = Frame(Packet(frame.time, bytes(frame.octets)), known)
            copies.append(copy)
        write(name, odd, change(copies), known if link is None else link, lacks, **options)
