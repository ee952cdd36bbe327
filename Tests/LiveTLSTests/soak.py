"""soak.py PROGRAM FOLDER SECONDS PATIENCE: whether a good client is served while hundreds of bad ones hold on to the server.

600 bad clients of eight kinds come again as soon as they are turned away. One good client a second asks for a page; each has to have
it within PATIENCE seconds. Then the same with fewer descriptors than bad clients. In the end the server is asked to end, with
hundreds of clients that are deaf. Prints a line for each thing that is not as it should be, then the figures."""
import asyncio, random, resource, struct, sys
from peers import *

GET = b"GET / HTTP/1.0\r\n\r\n"


# The bad clients, in a process of their own: soak.py bad PORT COUNT.

class Bad:
    """A connection that does no good. It speaks TLS where it has to, without help from the loop."""

    def __init__(self, port, dice):
        self.port, self.dice = port, dice

    async def open(self):
        s = socket.socket()
        s.setblocking(False)
        # A deaf one has little room for what it does not read.
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        await loop().sock_connect(s, (HOST, self.port))
        return s

    async def handshake(self, s):
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        tls = careless().wrap_bio(incoming, outgoing, server_hostname="localhost")
        while True:
            try:
                tls.do_handshake()
                await loop().sock_sendall(s, outgoing.read())
                return tls, outgoing
            except ssl.SSLWantReadError:
                await loop().sock_sendall(s, outgoing.read())
                octets = await loop().sock_recv(s, 65536)
                if not octets:
                    raise ConnectionError("turned away")
                incoming.write(octets)

    async def hold(self, s):
        """Until the server hangs up."""
        while await loop().sock_recv(s, 65536):
            pass

    async def drip(self, s, pieces):
        """An octet or a record in a while, and no more."""
        for piece in pieces:
            await loop().sock_sendall(s, piece)
            try:
                if not await asyncio.wait_for(loop().sock_recv(s, 65536), 1 + 3 * self.dice.random()):
                    return
            except asyncio.TimeoutError:
                pass

    async def silent(self, s):
        await self.hold(s)

    async def half_hello(self, s):
        await loop().sock_sendall(s, HELLO[: self.dice.randrange(1, len(HELLO))])
        await self.hold(s)

    async def slow_hello(self, s):
        await self.drip(s, [bytes([octet]) for octet in HELLO])

    async def no_answer(self, s):
        await loop().sock_sendall(s, HELLO)
        await self.hold(s)

    async def no_request(self, s):
        await self.handshake(s)
        await self.hold(s)

    async def slow_request(self, s):
        tls, outgoing = await self.handshake(s)

        def records():
            for octet in GET * 100:
                tls.write(bytes([octet]))
                yield outgoing.read()

        await self.drip(s, records())

    async def deaf(self, s):
        tls, outgoing = await self.handshake(s)
        tls.write(GET)
        await loop().sock_sendall(s, outgoing.read())
        # Reads nothing, and says no goodbye.
        await asyncio.sleep(5)

    async def rude(self, s):
        await loop().sock_sendall(s, self.dice.choice([HELLO, b"\x16\x03\x03\x00\x00" * 50, self.dice.randbytes(500)]))
        await asyncio.sleep(self.dice.random())
        s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    async def live(self, kind):
        while True:
            s = None
            try:
                s = await self.open()
                await kind(self, s)
            except (OSError, ssl.SSLError):
                pass
            if s:
                s.close()
            await asyncio.sleep(self.dice.uniform(1, 4))


KINDS = [Bad.silent, Bad.half_hello, Bad.slow_hello, Bad.no_answer, Bad.no_request, Bad.slow_request, Bad.deaf, Bad.rude]


def loop():
    return asyncio.get_running_loop()


def careless(contexts=[]):
    if not contexts:
        c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        c.minimum_version = c.maximum_version = ssl.TLSVersion.TLSv1_2
        c.check_hostname = False
        c.verify_mode = ssl.CERT_NONE
        c.set_ciphers("ECDHE-RSA-AES128-GCM-SHA256")
        contexts.append(c)
    return contexts[0]


def hello():
    outgoing = ssl.MemoryBIO()
    try:
        careless().wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname="localhost").do_handshake()
    except ssl.SSLWantReadError:
        return outgoing.read()


HELLO = hello()


async def bad(port, count, kinds):
    await asyncio.gather(*[Bad(port, random.Random(number)).live(kinds[number % len(kinds)]) for number in range(count)])


def descriptors(count):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (count if hard < 0 else min(count, hard), hard))


KIND_NAMES = [kind.__name__ for kind in KINDS]

if sys.argv[1] == "bad":
    descriptors(4096)
    chosen = [KINDS[KIND_NAMES.index(name)] for name in sys.argv[4].split(",")]
    asyncio.run(bad(int(sys.argv[2]), int(sys.argv[3]), chosen))


# The server, the good clients, the judgment.

program, folder, seconds, patience = sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
pki = PKI(folder)
failures = []


def good(port):
    """How long a good client waits for its page."""
    start = time.monotonic()
    try:
        with socket.create_connection((HOST, port), 4 * patience) as s:
            t = context(pki).wrap_socket(s, server_hostname="localhost", suppress_ragged_eofs=False)
            t.sendall(GET)
            page = b""
            while part := t.recv(65536):
                page += part
            t.close()
        if b"200 OK" not in page:
            return "no page"
    except OSError as error:
        return "not served after %.1f s: %s" % (time.monotonic() - start, error)
    return time.monotonic() - start


def soak(title, span, count, kinds, *more, files=None):
    """The waits of the good clients, and how the server ends."""
    args = [program, "listen", "--port", "0", "--cert", pki["rsa.pem"], "--key", pki["rsa.key"], "--quiet", *more]
    server = Process(args if files is None else ["sh", "-c", 'ulimit -n %d && exec "$@"' % files, "sh", *args])
    before = server.resident
    crowd = subprocess.Popen([sys.executable, __file__, "bad", str(server.port), str(count), ",".join(kinds)])
    waits = []
    try:
        # They have to be there before it counts.
        time.sleep(2)
        end = time.monotonic() + span
        while time.monotonic() < end:
            wait = good(server.port)
            if isinstance(wait, str) or wait > patience:
                failures.append("%s: a good client is %s" % (title, wait if isinstance(wait, str) else "served after %.1f s" % wait))
            waits.append(wait if isinstance(wait, float) else 4 * patience)
            time.sleep(max(0, 1 - waits[-1]))
        held, cpu = server.descriptors, server.cpu
        after = server.resident
        status, ending = server.end(signal.SIGTERM)
    finally:
        crowd.kill()
        crowd.wait()
    if status != 0 or ending > AT_ONCE:
        failures.append("%s: after SIGTERM it ends with %s after %.1f s" % (title, status, ending))
    if after - before > 64 << 10:
        failures.append("%s: %d KiB before, %d after" % (title, before, after))
    waits.sort()
    print("%s: %d good clients among %d bad ones, %d descriptors held; they wait %.0f ms in the middle, %.0f at most; "
          "%.1f s of processor time; ends after %.0f ms; %d KiB before, %d after" % (
              title, len(waits), count, held, 1000 * waits[len(waits) // 2], 1000 * waits[-1], cpu, 1000 * ending,
              before, after))


soak("all kinds", seconds, 600, KIND_NAMES)
soak("slow requests", max(4, seconds / 20), 400, ["slow_request", "no_request"])
soak("few descriptors", max(4, seconds / 20), 200, KIND_NAMES, files=64)
for line in failures:
    print("WRONG:", line)
print("%d wrong" % len(failures))
