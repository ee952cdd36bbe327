"""Healthy conversations whose segments, options or paths are odd."""
import socket, threading, time
from talks import GET, T13, Talk, answer, client, goodbye_both, noise, server, shape, take
from tcp_shapes import EVERYWHERE


# Small segments

def typing(size, pauses, echoed=True):
    def play(t):
        for number in range(24):
            t.say(b"x" * size)
            if echoed:
                t.tell(b"x" * size)
            time.sleep(pauses[number % len(pauses)])
        t.close()
    return play


shape("typing", "a person types, each letter comes back", EVERYWHERE, nodelay=True)(typing(1, (0.05, 0.12, 0.02, 0.2)))
shape("typing-nagle", "the same with Nagle's algorithm", "client server")(typing(1, (0.05, 0.12, 0.02, 0.2)))
shape("typing-ssh", "a person types over SSH, 36 octets a letter", "client server", nodelay=True)(typing(36, (0.07, 0.1)))
shape("typing-unseen", "a person types, nothing comes back", "client server", nodelay=True)(typing(1, (0.07, 0.03)))
shape("typing-near", "a person types, beside the server", "client server", way="ether", nodelay=True)(typing(1, (0.05, 0.12, 0.02)))


@shape("typing-13", "a person types over TLS 1.3", "client server", nodelay=True)
def _(t):
    t.secure(T13)
    for number in range(20):
        t.say(b"x")
        t.tell(b"x")
        time.sleep(0.05)
    goodbye_both(t)


@shape("small-answers", "a hundred small questions and answers in turn", "client server", way="ether", nodelay=True)
def _(t):
    for _ in range(100):
        t.say(b"\x00\x20" + noise.randbytes(32))
        t.tell(b"\x00\x50" + noise.randbytes(80))
    t.close()


@shape("counted", "a sensor says a number ten times a second", "client server", nodelay=True)
def _(t):
    for number in range(15):
        t.say(b"%08d" % number)
        time.sleep(0.1)
    t.close()


# Large data

@shape("large", "two megabytes, with segments larger than the wire carries", "client server any", way="ether")
def _(t):
    t.ask(2_000_000)
    t.close()


@shape("large-up", "two megabytes from the client", "client server", way="ether")
def _(t):
    t.say(b"PUT /file HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n" + noise.randbytes(2_000_000))
    t.tell(answer(10))
    t.close()


@shape("large-both", "a megabyte in each direction at the same time", "client server", way="ether")
def _(t):
    other = threading.Thread(target=t.tell, args=(noise.randbytes(1_000_000),))
    other.start()
    t.say(noise.randbytes(1_000_000))
    other.join()
    t.close()


@shape("loopback", "the loopback interface, segments of 64 kB, checksums that nobody computes", way="lo")
def _(t):
    t.ask(2_000_000)
    t.close()


@shape("large-far", "300 kB over 20 ms", EVERYWHERE)
def _(t):
    t.ask(300_000)
    t.close()


@shape("large-13", "TLS 1.3 with 500 kB", "client server", way="ether")
def _(t):
    t.secure(T13)
    t.ask(500_000)
    goodbye_both(t)


@shape("slow-line", "2 Mbit/s, 30 kB", EVERYWHERE, rate=2e6)
def _(t):
    t.ask(30_000)
    t.close()


@shape("slow-line-up", "1 Mbit/s, 15 kB from the client in one write, another 3 kB after it", "client server", rate=1e6)
def _(t):
    t.say(noise.randbytes(15_000))
    t.say(noise.randbytes(3_000))
    t.tell(b"thanks")
    t.close()


@shape("small-buffer", "a client with a small buffer and small answers", "client server",
       before=lambda c, s: c.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096))
def _(t):
    for _ in range(6):
        t.ask(600)
        time.sleep(0.1)
    t.close()


@shape("slow-reader", "a reader that reads a kilobyte when it likes; the sender sends no faster", "client server")
def _(t):
    t.say(GET)
    for _ in range(15):
        t.tell(noise.randbytes(1_000))
        time.sleep(0.08)
    t.close()


@shape("short-stop", "a reader stops for a tenth of a second with its window shut", "client server", way="ether",
       before=lambda c, s: c.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 20_000))
def _(t):
    t.say(GET)
    page = answer(60_000)
    sender = threading.Thread(target=t.s.sendall, args=(page,))
    sender.start()
    time.sleep(0.09)
    take(t.c, len(page))
    sender.join()
    t.close("server")


# TCP's options

def with_maximum(c, s):
    for end in (c, s):
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)


@shape("small-segments", "an MSS of 536", "client server", before=with_maximum)
def _(t):
    t.ask(20_000)
    t.close()


@shape("urgent", "urgent data, as telnet sends it")
def _(t):
    t.ask(100)
    t.c.send(b"!", socket.MSG_OOB)
    t.say(b"go on")
    t.close()


def with_settings(size=20_000, **settings):
    def play(port):
        for machine in (client, server):
            machine.set(**settings)
        t = Talk(port)
        t.ask(size)
        t.ask(100)
        t.close()
        for machine in (client, server):
            machine.set(tcp_timestamps=1, tcp_sack=1, tcp_window_scaling=1, tcp_ecn=2)
        return t.pauses
    return play


shape("no-timestamps", "no time stamps", EVERYWHERE, serially=True)(with_settings(tcp_timestamps=0))
shape("no-options", "no time stamps, no SACK, no window scale", EVERYWHERE, serially=True)(
    with_settings(tcp_timestamps=0, tcp_sack=0, tcp_window_scaling=0))
shape("ecn", "ECN is agreed on", "client", serially=True)(with_settings(tcp_ecn=1))


# A path that is not quite straight

@shape("overtaken", "two packets overtake others by a millisecond, nothing is lost", EVERYWHERE,
       late={(1, 9): 0.001, (1, 14): 0.001})
def _(t):
    t.say(GET)
    for _ in range(12):
        t.tell(noise.randbytes(3_000))
        time.sleep(0.01)
    t.close()


@shape("doubled", "the path doubles two packets", "client server", twice={(1, 6), (0, 8)})
def _(t):
    for _ in range(8):
        t.ask(500)
    t.close()


# Segments and answers

@shape("tiny-segments", "an MSS of 88", "client server",
       before=lambda c, s: [end.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 88) for end in (c, s)])
def _(t):
    t.ask(3_000)
    t.close()


@shape("two-writes", "header and body in two writes, once, with Nagle's algorithm", "client server")
def _(t):
    t.say(b"POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n")
    t.say(b"x" * 20)
    t.tell(answer(10))
    t.close()


@shape("lines", "lines in a row from both sides, each write a segment", "client server", nodelay=True)
def _(t):
    for number in range(30):
        t.c.sendall(b"line %d\n" % number)
        t.s.sendall(b"other line %d\n" % number)
        time.sleep(0.01)
    take(t.s, sum(len(b"line %d\n" % number) for number in range(30)))
    take(t.c, sum(len(b"other line %d\n" % number) for number in range(30)))
    t.close()


@shape("late-answers", "answers of a server within 0.8 s", "client server")
def _(t):
    for seconds in (0.3, 0.8, 0.6):
        t.say(GET)
        time.sleep(seconds)
        t.tell(answer(400))
    t.close()


@shape("far-away", "a round trip of 600 ms, as by satellite", EVERYWHERE, delay=0.3)
def _(t):
    t.ask(20_000)
    t.ask(400)
    t.close()


@shape("far-away-13", "TLS 1.3 over a round trip of 600 ms", "client server", delay=0.3)
def _(t):
    t.secure(T13)
    t.ask(4_000)
    t.ask(4_000)
    goodbye_both(t)


@shape("deferred", "the server waits for data before it accepts",
       before=lambda c, s: s.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, 5), accepts_late=True)
def _(t):
    t.c.sendall(GET)
    t.accept()
    take(t.s, len(GET))
    t.tell(answer(100))
    t.close()


@shape("bulk-and-typing", "a page while single octets go the other way", "client server")
def _(t):
    other = threading.Thread(target=t.tell, args=(noise.randbytes(150_000),))
    other.start()
    for _ in range(10):
        t.say(b"k")
        time.sleep(0.01)
    other.join()
    t.close()
