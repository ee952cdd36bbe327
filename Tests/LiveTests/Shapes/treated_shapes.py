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
