"""Two machines in network namespaces of their own, the ways between them, and recorders at each place.

There are three ways: a pair of Ethernet devices with all offloads, a line of this program's own with a delay and a rate, whose
middle is recorded too, and the loopback interface of the client.
"""
import collections, contextlib, ctypes, fcntl, heapq, itertools, os, socket, struct, subprocess, threading, time

PATIENCE = 20
libc = ctypes.CDLL(None, use_errno=True)


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE, **options)


class Machine:
    """A network namespace. What is made within `inside` belongs to it."""

    def __init__(self):
        def make():
            if libc.unshare(0x40000000):
                raise OSError(ctypes.get_errno(), "unshare")
            self.descriptor = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        thread = threading.Thread(target=make)
        thread.start()
        thread.join()
        self.path = "/proc/%d/fd/%d" % (os.getpid(), self.descriptor)
        with self.inside():
            run("ip", "link", "set", "lo", "up")

    @contextlib.contextmanager
    def inside(self):
        home = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        libc.setns(self.descriptor, 0x40000000)
        try:
            yield
        finally:
            libc.setns(home, 0x40000000)
            os.close(home)

    def ip(self, *words):
        with self.inside():
            run("ip", *words)

    def set(self, **values):
        """Settings of TCP, such as `tcp_sack`."""
        with self.inside():
            for name, value in values.items():
                with open("/proc/sys/net/ipv4/" + name, "w") as file:
                    file.write(str(value))

    def tun(self, name):
        with self.inside():
            file = os.open("/dev/net/tun", os.O_RDWR)
            fcntl.ioctl(file, 0x400454CA, struct.pack("16sH22x", name.encode(), 0x1001))
        return file


Packet = collections.namedtuple("Packet", "time octets")


class Recorder:
    """The packets of an interface, with the kernel's times. Without an interface: of all, with a cooked header."""

    def __init__(self, machine, interface=None):
        with machine.inside():
            self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW if interface else socket.SOCK_DGRAM, socket.htons(3))
        if interface:
            self.socket.bind((interface, 0))
        self.isLoopback = interface == "lo"
        self.isCooked = not interface
        self.link = 113 if self.isCooked else 101 if interface == "line" else 1
        try:
            self.socket.setsockopt(socket.SOL_SOCKET, 33, 64 << 20)
        except PermissionError:
            # Within a user namespace the system's limit holds.
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 << 20)
        self.socket.setsockopt(socket.SOL_SOCKET, 35, 1)
        self.packets = []
        threading.Thread(target=self.record, daemon=True).start()

    def record(self):
        while True:
            octets, extra, _, address = self.socket.recvmsg(1 << 17, 64)
            if self.isLoopback and address[2] == 4 or self.isCooked and address[0] == "lo":
                continue
            seconds, nanoseconds = struct.unpack("qq", extra[0][2])
            if self.isCooked:
                octets = struct.pack(">HHH8sH", address[2], address[3], len(address[4]), address[4].ljust(8, b"\0"), address[1]) + octets
            self.packets.append(Packet(seconds * 10**9 + nanoseconds, octets))


class Line:
    """Carries the packets of two TUN devices, each later by the delay of its port, and records them on half of the way."""

    def __init__(self, client, server):
        self.files = [client.tun("line"), server.tun("line")]
        self.link = 101
        self.packets = []
        self.ways = {}
        self.queue = []
        self.free = collections.defaultdict(float)
        self.count = collections.Counter()
        self.order = itertools.count()
        self.lock = threading.Condition()
        for side in (0, 1):
            threading.Thread(target=self.take, args=(side,), daemon=True).start()
        threading.Thread(target=self.give, daemon=True).start()

    def take(self, side):
        while True:
            octets = os.read(self.files[side], 1 << 16)
            ports = ports_of(octets)
            way = next((self.ways[port] for port in ports if port in self.ways), {})
            port = next((port for port in ports if port in self.ways), None)
            with self.lock:
                now = time.time()
                number = self.count[(side, port)]
                self.count[(side, port)] += 1
                begin = max(now, self.free[(side, port)])
                sent = begin + len(octets) * 8 / way["rate"] if "rate" in way else begin
                self.free[(side, port)] = sent
                half = way.get("delay", 0.01) / 2
                late = way.get("late", {}).get((side, number), 0)
                if way.get("drops", lambda *_: False)(side, number, octets):
                    # It is lost on the second half of the way.
                    heapq.heappush(self.queue, (sent + half, next(self.order), None, octets))
                    continue
                for copy in range(2 if (side, number) in way.get("twice", ()) else 1):
                    at = sent + copy * 0.0003
                    heapq.heappush(self.queue, (at + half + late, next(self.order), None, octets))
                    heapq.heappush(self.queue, (at + 2 * half + late, next(self.order), 1 - side, octets))
                self.lock.notify()

    def give(self):
        while True:
            with self.lock:
                while not self.queue or self.queue[0][0] > time.time():
                    self.lock.wait(max(0.0001, self.queue[0][0] - time.time()) if self.queue else None)
                at, _, side, octets = heapq.heappop(self.queue)
            if side is None:
                self.packets.append(Packet(int(at * 10**9), octets))
                continue
            with contextlib.suppress(OSError):
                # The device may not be up yet.
                os.write(self.files[side], octets)


def ports_of(octets):
    """The ports of an IP packet with TCP; empty for another."""
    if octets[0] >> 4 == 4 and octets[9] == 6:
        start = (octets[0] & 15) * 4
    elif octets[0] >> 4 == 6 and octets[6] == 6:
        start = 40
    else:
        return ()
    return struct.unpack_from(">HH", octets, start)


def start_of_ip(octets, link):
    """Where the IP header begins; nil if there is none."""
    start = {1: 14, 101: 0, 113: 16}[link]
    if link == 1 and octets[12:14] not in (b"\x08\x00", b"\x86\xdd"):
        return None
    return start if len(octets) > start + 20 else None


def of_ports(packets, link, ports):
    for packet in packets:
        start = start_of_ip(packet.octets, link)
        if start is not None and any(port in ports for port in ports_of(packet.octets[start:])):
            yield packet


def checksum(octets):
    if len(octets) % 2:
        octets += b"\0"
    total = sum(struct.unpack(">%dH" % (len(octets) // 2), octets))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


class Frame:
    """A frame that can be changed."""

    def __init__(self, packet, link):
        self.time = packet.time
        self.octets = bytearray(packet.octets)
        self.ip = start_of_ip(self.octets, link)
        self.isV6 = self.octets[self.ip] >> 4 == 6
        self.tcp = self.ip + (40 if self.isV6 else (self.octets[self.ip] & 15) * 4)
        whole = 40 + int.from_bytes(self.octets[self.ip + 4:self.ip + 6], "big") if self.isV6 else int.from_bytes(
            self.octets[self.ip + 2:self.ip + 4], "big")
        self.end = self.ip + whole
        self.data = self.tcp + (self.octets[self.tcp + 12] >> 4) * 4
        self.source = bytes(self.octets[self.ip + 8:self.ip + 24] if self.isV6 else self.octets[self.ip + 12:self.ip + 16])
        self.ports = struct.unpack_from(">HH", self.octets, self.tcp)
        self.stamps = self.find_stamps()

    def find_stamps(self):
        place = self.tcp + 20
        while place < self.data:
            kind = self.octets[place]
            if kind == 8:
                return place + 2
            if kind == 0:
                return None
            place += 1 if kind == 1 else max(2, self.octets[place + 1])
        return None

    def sum(self):
        """Computes the checksum anew."""
        self.octets[self.tcp + 16:self.tcp + 18] = b"\0\0"
        addresses = self.octets[self.ip + 8:self.ip + 40] if self.isV6 else self.octets[self.ip + 12:self.ip + 20]
        segment = bytes(self.octets[self.tcp:self.end])
        pseudo = bytes(addresses) + struct.pack(">IHH", len(segment), 0, 6)
        struct.pack_into(">H", self.octets, self.tcp + 16, checksum(pseudo + segment) or 0xFFFF)


def stretch(frames, pauses):
    """Makes pauses longer: what comes after the time of a pause comes later, and its time stamps are later, too."""
    known = {}
    for frame in frames:
        shift = sum(length for at, length in pauses if frame.time > at)
        frame.time += int(shift * 10**9)
        if frame.stamps is None or not pauses:
            continue
        value, echo = struct.unpack_from(">II", frame.octets, frame.stamps)
        later = (value + int(shift * 1000)) & 0xFFFFFFFF
        known[(frame.ports, value)] = later
        echo = known.get((frame.ports[::-1], echo), echo)
        struct.pack_into(">II", frame.octets, frame.stamps, later, echo)
        frame.sum()


def pcap(frames, link, snap=1 << 18, order="<", nano=False):
    file = struct.pack(order + "IHHiIII", 0xA1B23C4D if nano else 0xA1B2C3D4, 2, 4, 0, 0, snap, link)
    for frame in frames:
        kept = bytes(frame.octets[:snap])
        part = frame.time % 10**9
        file += struct.pack(order + "IIII", frame.time // 10**9, part if nano else part // 1000, len(kept), len(frame.octets)) + kept
    return file
