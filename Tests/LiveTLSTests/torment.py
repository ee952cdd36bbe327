"""torment.py PROGRAM FOLDER COUNT: what becomes of our server under COUNT connections that are malformed, cut short or silent.

Prints a line for each thing that is not as it should be, then the figures."""
import random, sys
from peers import *

program, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
pki = PKI(folder)
dice = random.Random(1)
failures = []


def hello():
    """A ClientHello as Python makes one."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = context(pki).wrap_bio(incoming, outgoing, server_hostname="localhost")
    try:
        client.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


HELLO = hello()


def damaged():
    octets = bytearray(HELLO)
    for _ in range(dice.randint(1, 8)):
        octets[dice.randrange(len(octets))] = dice.randrange(256)
    return bytes(octets)


ATTACKS = [
    lambda: b"", lambda: b"GET / HTTP/1.0\r\n\r\n", lambda: dice.randbytes(dice.randint(1, 2000)),
    lambda: HELLO[: dice.randrange(1, len(HELLO))], damaged, lambda: HELLO + damaged(), lambda: HELLO,
    lambda: b"\x16\x03\x01\xff\xff" + dice.randbytes(500), lambda: b"\x15\x03\x03\x00\x02\x01\x00" * 40,
    lambda: b"\x16\x03\x03\x40\x00\x0b\xff\xff\xff" + bytes(16380), lambda: HELLO + b"\x14\x03\x03\x00\x01\x01",
    lambda: b"\x80\x2e\x01\x00\x02", lambda: b"\x16\x03\x03\x00\x00" * 50,
]


def attack(port, octets, how):
    s = socket.create_connection((HOST, port), PATIENCE)
    s.settimeout(PATIENCE)
    try:
        s.sendall(octets)
        if how == "reset":
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        elif how == "half-close":
            s.shutdown(socket.SHUT_WR)
            while s.recv(65536):
                pass
        elif how == "answer":
            s.recv(65536)
    except OSError:
        pass
    s.close()


def is_good(port):
    try:
        t = context(pki).wrap_socket(socket.create_connection(("localhost", port), PATIENCE), server_hostname="localhost",
                                     suppress_ragged_eofs=False)
        t.sendall(b"GET / HTTP/1.0\r\n\r\n")
        page = b""
        while part := t.recv(65536):
            page += part
        t.close()
        return b"200 OK" in page
    except OSError as error:
        failures.append("a good client is not served: %s" % error)
        return True


server = Process([program, "listen", "--port", "0", "--cert", pki["rsa.pem"], "--key", pki["rsa.key"], "--quiet",
                  "--max-connections", "16", "--timeout", "2"])
port = server.port
for _ in range(20):
    attack(port, HELLO, "reset")
if not is_good(port):
    failures.append("the first good client is not served")
before = server.descriptors, server.resident
for number in range(1, count + 1):
    attack(port, dice.choice(ATTACKS)(), dice.choice(["close", "close", "reset", "answer" if number % 20 == 0 else "close",
                                                     "half-close" if number % 5 == 0 else "reset"]))
    if number % max(1, count // 10) == 0 and not is_good(port):
        failures.append("no page for a good client after %d bad connections" % number)
# Silent ones: more of them than there is room for. Who comes after them is served all the same.
silent = [socket.create_connection((HOST, port), PATIENCE) for _ in range(24)]
for s in silent[::2]:
    s.sendall(HELLO[:20])
if not is_good(port):
    failures.append("no page for a good client beside silent ones")
for s in silent:
    s.close()
# A slow one: an octet now and then, which is no progress.
slow = socket.create_connection((HOST, port), PATIENCE)
slow.settimeout(0.2)
start, closed = time.monotonic(), False
for octet in HELLO:
    try:
        slow.sendall(bytes([octet]))
        closed = slow.recv(1) == b""
    except TimeoutError:
        continue
    except OSError:
        closed = True
    if closed:
        break
span = time.monotonic() - start
slow.close()
if not closed or not 1 < span < PATIENCE / 2:
    failures.append("a slow handshake is %s after %.1f s" % ("ended" if closed else "still open", span))
deadline = time.monotonic() + PATIENCE
while server.descriptors > before[0] and time.monotonic() < deadline:
    time.sleep(0.1)
after = server.descriptors, server.resident
if after[0] > before[0]:
    failures.append("%d descriptors before, %d after" % (before[0], after[0]))
if after[1] - before[1] > 32 << 10:
    failures.append("%d KiB before, %d after" % (before[1], after[1]))
# Connections of all kinds are open when it is asked to end.
s = context(pki).wrap_socket(socket.create_connection(("localhost", port)), server_hostname="localhost")
half = socket.create_connection((HOST, port))
status, seconds = server.end(signal.SIGINT)
if status != 0 or seconds > AT_ONCE:
    failures.append("after SIGINT it ends with %s after %.1f s" % (status, seconds))
if s.recv(1) != b"":
    failures.append("no close_notify when the program ends")
for line in failures:
    print("WRONG:", line)
print("%d bad connections: %d descriptors before, %d after; %d KiB before, %d after; %d wrong" % (
    count, before[0], after[0], before[1], after[1], len(failures)))
