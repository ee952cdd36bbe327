"""The packets of healthy conversations, recorded or treated in another way."""
import struct
from network import Frame, Packet
from talks import derived


def anonymised(frames):
    """Other addresses, the checksums as they were."""
    for frame in frames:
        for place in range(frame.ip + 12, frame.ip + 20, 4):
            frame.octets[place:place + 2] = b"\xac\x1e"
    return frames


def edited(number):
    def change(frames):
        data = [frame for frame in frames if frame.end > frame.data + 20]
        frame = data[min(number, len(data) - 1)]
        frame.octets[frame.end - 3] ^= 0x5A
        return frames
    return change


def without(*numbers):
    """Data segments that the capture has missed, by their places among the server's."""
    def change(frames):
        own = [frame for frame in frames if frame.ports[0] < 30_000 and frame.end > frame.data and frame.ports[0] >= 20_000]
        gone = [own[number] for number in numbers if number < len(own)]
        return [frame for frame in frames if frame not in gone]
    return change


def at_zero(frames):
    begin = frames[0].time
    for frame in frames:
        frame.time -= begin
    return frames


def in_vlan(frames):
    for frame in frames:
        frame.octets[12:12] = b"\x81\x00\x00\x2a"
    return frames


def on_ethernet(frames):
    for frame in frames:
        frame.octets[0:0] = b"\x02" + b"\0" * 4 + b"\x01\x02" + b"\0" * 4 + b"\x02" + (b"\x86\xdd" if frame.isV6 else b"\x08\x00")
        # Ethernet pads its frames to 60 octets.
        frame.octets += b"\0" * (60 - len(frame.octets))
    return frames


def twice(frames):
    copies = []
    for frame in frames:
        copies += [frame, Frame(Packet(frame.time + 9_000, bytes(frame.octets)), 101)]
    return copies


for source, snap in (("one-page.client", 64), ("one-page.client", 96), ("kept-alive.client", 64), ("tls-12.client", 64),
                     ("tls-12.client", 96), ("tls-13.client", 96), ("tls-13.server", 256), ("large.client", 96), ("large.server", 64),
                     ("typing.client", 64), ("push-13.client", 96), ("quiet-hour.client", 64), ("connect.client", 128)):
    derived("%s-cut-%d" % (source, snap), source, "cut to %d octets" % snap, lacks=True, snap=snap)
for source in ("one-page.client", "tls-12.client", "tls-13.server", "large-far.client", "typing.server", "browser-closes-13.client"):
    derived(source + "-anonymised", source, "other addresses, old checksums", anonymised)
derived("one-page-edited", "one-page.client", "one segment was edited", edited(3))
derived("kept-alive-edited", "kept-alive.server", "one segment was edited", edited(4))
derived("large-edited", "large-far.middle", "one segment was edited", edited(30))
derived("one-page-zipped", "one-page.client", "compressed with gzip", zipped=True)
derived("tls-13-zipped", "tls-13.client", "compressed with gzip", zipped=True)
derived("tls-12-at-zero", "tls-12.client", "times begin at zero", at_zero)
derived("tls-13-at-zero", "tls-13.client", "times begin at zero", at_zero)
derived("page-nanoseconds", "one-page.client", "nanoseconds, big-endian", nano=True, order=">")
derived("page-padded", "typing.client", "short frames of Ethernet, padded", on_ethernet, link=1)
derived("large-vlan", "large.client", "a VLAN", in_vlan)
derived("page-twice", "one-page.client", "each packet twice in the capture", twice)
for source in ("tls-12.client", "tls-13.server", "kept-alive.client", "large-far.server", "quiet-hour.client", "typing.server",
               "push-12.client", "half-closed.client", "browser-closes-12.client", "bgp.client"):
    for share in (0.15, 0.5, 0.85):
        derived("%s-late-%d" % (source, share * 100), source, "the capture begins when %d %% have passed" % (share * 100),
                lambda frames: frames[int(len(frames) * share):], lacks=True)
        derived("%s-early-%d" % (source, share * 100), source, "the capture ends when %d %% have passed" % (share * 100),
                lambda frames: frames[:int(len(frames) * share)], lacks=True)
for source in ("tls-12.client", "tls-13.client", "tls-12.server", "large-far.client", "kept-alive.client", "push-13.client",
               "browser-closes-13.client", "typing.client"):
    for number in (0, 1, 2, 5):
        derived("%s-without-%d" % (source, number), source, "data segment %d of the server is not in the capture" % number,
                without(number), lacks=True)
for source in ("tls-12.client", "one-page.client", "large-far.client", "kept-alive.server", "quiet-hour.client", "half-closed.client"):
    for side in (0, 1):
        derived("%s-one-side-%d" % (source, side), source, "one direction only",
                lambda frames: [frame for frame in frames if (20_000 <= frame.ports[0] < 30_000) == bool(side)], lacks=True)


# Clocks

def rounded(unit):
    def change(frames):
        for frame in frames:
            frame.time -= frame.time % unit
        return frames
    return change


def shuffled(frames):
    """Each eighth frame changes its place with the next one, as parallel queues do it."""
    for place in range(4, len(frames) - 1, 8):
        frames[place], frames[place + 1] = frames[place + 1], frames[place]
    return frames


for source in ("one-page.client", "tls-12.server", "large.client", "typing.client", "large-far.server"):
    derived(source + "-milliseconds", source, "times in milliseconds", rounded(10**6))
    derived(source + "-hundredths", source, "times in hundredths of a second", rounded(10**7))
    derived(source + "-shuffled", source, "some frames stand behind the next one", shuffled)
derived("kept-alive-seconds", "kept-alive.client", "times in seconds", rounded(10**9))
derived("page-1970", "one-page.server", "times begin at zero", at_zero)


# Numbers

def edges(frame):
    """The places of the numbers in selective acknowledgments (RFC 2018)."""
    place, end = frame.tcp + 20, frame.tcp + (frame.octets[frame.tcp + 12] >> 4) * 4
    while place + 1 < min(end, len(frame.octets)) and frame.octets[place] != 0:
        length = 1 if frame.octets[place] == 1 else max(2, frame.octets[place + 1])
        if frame.octets[place] == 5:
            yield from range(place + 2, min(place + length, len(frame.octets) - 3), 4)
        place += length


def add(frame, at, shift):
    value = (int.from_bytes(frame.octets[at:at + 4], "big") + shift) & 0xFFFFFFFF
    frame.octets[at:at + 4] = value.to_bytes(4, "big")


def moved(sequence=0, stamp=0, identification=None, far=None):
    """Other sequence numbers, time stamps, identifications or distances; a number may go around."""
    def change(frames):
        begin = frames[0].source
        for frame in frames:
            own = frame.source == begin
            for place, shift in ((4, sequence if own else 0), (8, 0 if own else sequence)):
                if place == 4 or frame.octets[frame.tcp + 13] & 16:
                    add(frame, frame.tcp + place, shift)
            for at in edges(frame):
                add(frame, at, 0 if own else sequence)
            if frame.stamps and stamp:
                value, echo = struct.unpack_from(">II", frame.octets, frame.stamps)
                struct.pack_into(">II", frame.octets, frame.stamps, (value + stamp) & 0xFFFFFFFF,
                                 (echo + stamp) & 0xFFFFFFFF if echo else 0)
            if identification is not None:
                struct.pack_into(">H", frame.octets, frame.ip + 4, identification)
            if far is not None:
                frame.octets[frame.ip + 8] = far[0 if own else 1]
            frame.sum()
        return frames
    return change


def wrapping(frames):
    """The client's and the server's numbers go around within the data."""
    for side in (0, 1):
        own = [frame for frame in frames if (frame.source == frames[0].source) == (side == 0)]
        first = int.from_bytes(own[0].octets[own[0].tcp + 4:own[0].tcp + 8], "big")
        shift = -first - 200
        for frame in frames:
            at = frame.tcp + (4 if frame in own else 8)
            if frame in own or frame.octets[frame.tcp + 13] & 16:
                add(frame, at, shift)
            if frame not in own:
                for edge in edges(frame):
                    add(frame, edge, shift)
    for frame in frames:
        frame.sum()
    return frames


def stamps_wrap(frames):
    first = next(frame for frame in frames if frame.stamps)
    return moved(stamp=(-struct.unpack_from(">I", first.octets, first.stamps)[0] - 40) & 0xFFFFFFFF)(frames)


for source in ("one-page.client", "tls-13.client", "kept-alive.server", "large-up.client", "browser-closes-12.client"):
    derived(source + "-around", source, "sequence numbers go around", wrapping)
    derived(source + "-unnumbered", source, "the identification is always 0", moved(identification=0))
    derived(source + "-far", source, "times to live of another system", moved(far=(117, 241)))
derived("large-far-stamps", "large-far.client", "time stamps go around", stamps_wrap)
derived("both-close-far", "both-close.middle", "times to live of other systems", moved(far=(250, 40)))


# Links and tunnels

def link(header):
    """Another header before the IP packet."""
    def change(frames):
        for frame in frames:
            frame.octets[0:frame.ip] = header(frame) if callable(header) else header
        return frames
    return change


def outer(protocol, inner):
    """An IPv4 header around the packet, with what is between."""
    def change(frames):
        for frame in frames:
            packet = bytes(frame.octets[frame.ip:])
            between = inner(packet)
            whole = between + packet
            head = struct.pack(">BBHHHBBHII", 0x45, 0, 20 + len(whole), 9, 0, 64, protocol, 0, 0xC0000201, 0xC0000202)
            frame.octets[:] = b"\x02\0\0\0\0\x01\x02\0\0\0\0\x02\x08\x00" + head + whole
        return frames
    return change


def vxlan(packet):
    ether = b"\x02\0\0\0\0\x03\x02\0\0\0\0\x04\x08\x00"
    return struct.pack(">HHHH", 50_000, 4_789, 16 + len(ether) + len(packet), 0) + b"\x08\0\0\0\0\0\x2a\0" + ether


ETHER = b"\x02\0\0\0\0\x01\x02\0\0\0\0\x02"
for name, number, header in (
        ("ipv4", 228, b""), ("raw-old", 12, b""), ("null", 0, b"\x02\0\0\0"), ("loop", 108, b"\0\0\0\x02"), ("ppp", 9, b"\xff\x03\0\x21"),
        ("cooked-2", 276, b"\x08\x00\0\0\0\0\0\x02\0\x01\0\x06" + b"\x02\0\0\0\0\x01\0\0"),
        ("double-tagged", 1, ETHER + b"\x88\xa8\0\x05\x81\0\0\x06\x08\x00"), ("mpls", 1, ETHER + b"\x88\x47\0\0\x11\x40"),
        ("pppoe", 1, lambda frame: ETHER + b"\x88\x64\x11\0\0\x07" + struct.pack(">H", frame.end - frame.ip + 2) + b"\0\x21")):
    derived("page-on-" + name, "one-page.client", name, link(header), link=number)
derived("page-in-gre", "one-page.client", "GRE", outer(47, lambda packet: b"\0\0\x08\0"), link=1)
derived("page-in-ip", "one-page.client", "IP in IP", outer(4, lambda packet: b""), link=1)
derived("page-in-vxlan", "one-page.client", "VXLAN", outer(17, vxlan), link=1)
derived("tls-in-vxlan", "tls-13.client", "VXLAN", outer(17, vxlan), link=1)


def routed(frames):
    """Recorded on both sides of a router: each packet comes again with one hop less."""
    copies = []
    for frame in frames:
        copy = Frame(Packet(frame.time + 35_000, bytes(frame.octets)), 101)
        copy.octets[copy.ip + 8] -= 1
        copies += [frame, copy]
    return sorted(copies, key=lambda frame: frame.time)


for source in ("one-page.client", "tls-13.client", "browser-closes-13.server", "kept-alive.client", "typing.client"):
    derived(source + "-routed", source, "recorded on both sides of a router", routed)
