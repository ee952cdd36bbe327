"""Healthy conversations whose TCP or application is odd."""
import socket, struct, threading, time
from talks import GET, T12, T13, answer, client, goodbye, goodbye_both, noise, server, shape, take, Talk

LINGER = struct.pack("ii", 1, 0)
EVERYWHERE = "client middle server"


# HTTP

@shape("one-page", "one request, the client closes", EVERYWHERE)
def _(t):
    t.ask(20_000)
    t.close()


@shape("one-page-any", "recorded on all interfaces, with a cooked header", "any")
def _(t):
    t.ask(20_000)
    t.close()


@shape("server-closes", "HTTP/1.0: the server closes first", "client server")
def _(t):
    t.ask(3_000)
    t.close("server")


@shape("kept-alive", "five requests with a pause before each", "client server")
def _(t):
    for size in (500, 30_000, 10, 2_000, 7):
        t.ask(size)
        t.rest(20)
    t.close()


@shape("pipelined", "five requests at once, five answers in their order", "client server")
def _(t):
    t.say(GET * 5)
    for size in (500, 30_000, 10, 2_000, 7):
        t.tell(answer(size))
    t.close("server")


@shape("continued", "100 Continue before the body")
def _(t):
    t.say(b"POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\nExpect: 100-continue\r\n\r\n")
    t.tell(b"HTTP/1.1 100 Continue\r\n\r\n")
    t.say(noise.randbytes(9_000))
    t.tell(answer(10))
    t.close()


@shape("slow-upload", "the client sends its body in pieces, with pauses; the answer comes at once", "client server")
def _(t):
    t.say(b"POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n\r\n")
    for _ in range(4):
        t.rest(4)
        t.say(noise.randbytes(1_000))
    t.tell(answer(10))
    t.close()


@shape("events", "events of a server over HTTP: the answer begins at once and goes on for minutes", "client server")
def _(t):
    t.say(GET)
    t.tell(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
    for number in range(4):
        t.rest(25)
        t.tell(b"data: %d\n\n" % number)
    t.close()


@shape("many-short", "thirty connections one after the other", "client server")
def _(t):
    for number in range(30):
        t.ask(200)
        t.close(pause=0)
        if number < 29:
            t.again()


@shape("same-port", "a client that uses the same port three times", "client server", source=31_000)
def _(t):
    for number in range(3):
        t.ask(200)
        t.close("server")
        if number < 2:
            time.sleep(0.1)
            t.again(31_000)


@shape("over-ipv6", "IPv6", "client middle", family=6)
def _(t):
    t.ask(20_000)
    t.close()


# The end of a connection

@shape("nothing-said", "a health check: opened and closed", "client server")
def _(t):
    t.close()


@shape("half-closed", "the client closes its side, then the answer comes in pieces", "client server")
def _(t):
    t.say(b"list\n")
    t.c.shutdown(socket.SHUT_WR)
    for _ in range(3):
        time.sleep(0.06)
        t.tell(noise.randbytes(2_000))
    t.close("server")


@shape("half-closed-long", "the same, and the answer takes 50 seconds in pieces")
def _(t):
    t.say(b"list\n")
    t.c.shutdown(socket.SHUT_WR)
    for _ in range(2):
        t.rest(25)
        t.tell(noise.randbytes(2_000))
    t.close("server")


@shape("both-close", "both sides close at the same time", EVERYWHERE, delay=0.03)
def _(t):
    t.ask(1_000)
    time.sleep(0.1)
    t.s.close()
    t.c.close()


@shape("reset-after-all", "the server has closed, the client saves TIME-WAIT with a reset", "client server")
def _(t):
    t.ask(1_000)
    t.s.close()
    time.sleep(0.05)
    t.c.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER)
    t.c.close()


def early_close(version):
    def play(t):
        t.secure(version)
        t.ask(3_000)
        # The server's goodbye meets a closed socket.
        threading.Timer(0.005, t.s._sslobj.shutdown if False else lambda: goodbye(t.s)).start()
        t.c.close()
        time.sleep(0.2)
        t.s.close()
    return lambda t: play(t)


for version, name in ((T12, "12"), (T13, "13")):
    shape("browser-closes-" + name, "the client has its answer and closes without a goodbye; the server's goodbye meets a closed socket",
          "client server")(early_close(version))


def crossing(t):
    t.secure(T13)
    t.ask(3_000)
    other = threading.Thread(target=goodbye, args=(t.s,))
    other.start()
    goodbye(t.c)
    other.join()
    t.close()


shape("goodbyes-cross", "both sides say goodbye at once", "client server", delay=0.03)(lambda t: crossing(t))


@shape("closed-after-30s", "the server closes half a minute after the client")
def _(t):
    t.ask(1_000)
    t.c.close()
    t.rest(30)
    t.s.close()


# Silence

@shape("quiet-hour", "an hour of silence, then another request", EVERYWHERE)
def _(t):
    t.ask(1_000)
    t.rest(3_600)
    t.ask(2_000)
    t.close()


@shape("quiet-hour-closed", "an hour of silence, then the server closes", "client server")
def _(t):
    t.ask(1_000)
    t.rest(3_600)
    t.close("server")


@shape("quiet-day-13", "TLS 1.3 with twenty hours of silence")
def _(t):
    t.secure(T13)
    t.ask(1_000)
    t.rest(72_000)
    t.ask(1_000)
    goodbye_both(t)


@shape("probed", "keep-alive probes while nobody speaks", "client server")
def _(t):
    for end in (t.c, t.s):
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 1)
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 1)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    t.ask(100)
    time.sleep(2.3)
    t.ask(100)
    t.close()


# Protocols in which a side speaks when it likes

@shape("pushed", "the server speaks when it has something", "client server")
def _(t):
    t.say(b"SUBSCRIBE prices\n")
    for number in range(5):
        t.rest(2 + 3 * number)
        t.tell(b"price %d\n" % number)
    t.close()


@shape("banner", "the server speaks first, then commands as in SMTP", "client server")
def _(t):
    t.tell(b"220 mail.example.org ESMTP\r\n")
    for words in (b"EHLO client\r\n", b"MAIL FROM:<a@b.org>\r\n", b"RCPT TO:<c@d.org>\r\n", b"DATA\r\n", b"hello\r\n.\r\n", b"QUIT\r\n"):
        t.say(words)
        t.tell(b"250 Ok\r\n")
    t.close("server")


@shape("web-socket", "HTTP's upgrade, then both sides speak when they like", "client server")
def _(t):
    t.say(GET.replace(b"\r\n\r\n", b"\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"))
    t.tell(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
    for number in range(3):
        t.rest(7)
        t.tell(b"\x81\x7e\x01\x00" + noise.randbytes(256))
        t.rest(11)
        t.say(b"\x81\xfe\x00\xc8" + noise.randbytes(204))
    t.close()


@shape("chat", "a chat: each person answers after some seconds", "client server")
def _(t):
    for number in range(4):
        t.say(b":ann PRIVMSG #room :hello %d\r\n" % number)
        t.rest(9)
        t.tell(b":bob PRIVMSG #room :how are you\r\n")
        t.rest(5)
    t.close()


@shape("mqtt", "a ping a minute, and messages between", "client server")
def _(t):
    t.say(bytes.fromhex("101000044d5154540402003c000461626364"))
    t.tell(bytes.fromhex("20020000"))
    for number in range(5):
        t.rest(30)
        t.tell(b"\x30\x20\x00\x05state" + noise.randbytes(25))
        t.rest(30)
        t.say(b"\xc0\x00")
        t.tell(b"\xd0\x00")
    t.close()


@shape("bgp", "messages of 19 octets, from both sides, every half minute", "client server")
def _(t):
    message = b"\xff" * 16 + b"\x00\x13\x04"
    t.say(message)
    t.tell(message)
    for _ in range(5):
        t.rest(17)
        t.say(message)
        t.rest(13)
        t.tell(message)
    t.close()


@shape("push-13", "TLS 1.3, in which the server speaks when it likes", "client server")
def _(t):
    t.secure(T13)
    t.say(b"SUBSCRIBE")
    for size in (80, 1_200, 300, 300):
        t.rest(6)
        t.tell(noise.randbytes(size))
    goodbye_both(t)


@shape("push-12", "TLS 1.2, in which both sides speak when they like", "client server")
def _(t):
    t.secure(T12)
    for size in (80, 1_200, 300, 300):
        t.rest(6)
        t.tell(noise.randbytes(size))
        t.rest(8)
        t.say(noise.randbytes(size))
    goodbye_both(t)


# Small segments

def typing(size, pauses, echoed=True):
    def play(t):
        for number in range(24):
            t.say(b"x" * size)
            if echoed:
                t.tell(b"x" * size)
            time.sleep(pauses[number % len(pauses)])
        t.close()
    return lambda t: play(t)


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


def small_buffer(end, other):
    (end if end else other).setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)


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


@shape("congestion-marks", "both sides can do ECN", serially=True)
def _(t):
    t.ask(20_000)
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
    return lambda port: play(port)


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


# More protocols

@shape("ssh-on-443", "the server's SSH banner on port 443", "client server", at=443)
def _(t):
    t.tell(b"SSH-2.0-OpenSSH_9.6\r\n")
    t.say(b"SSH-2.0-OpenSSH_9.6\r\n")
    t.say(noise.randbytes(1_500))
    t.tell(noise.randbytes(1_100))
    for _ in range(3):
        t.rest(3)
        t.say(noise.randbytes(36))
        t.tell(noise.randbytes(36))
    t.close()


@shape("plain-on-8443", "HTTP without TLS on port 8443, answered", at=8443)
def _(t):
    t.ask(3_000)
    t.ask(10)
    t.close()


@shape("plain-on-443", "HTTP without TLS on port 443, answered", at=443, way="ether")
def _(t):
    t.ask(3_000)
    t.close()


@shape("tunnel", "HTTP CONNECT, and SSH in the tunnel: either side speaks when it likes", "client server")
def _(t):
    t.say(b"CONNECT host:22 HTTP/1.1\r\nHost: host:22\r\n\r\n")
    t.tell(b"HTTP/1.1 200 Connection established\r\n\r\n")
    t.tell(b"SSH-2.0-OpenSSH_9.6\r\n")
    t.say(b"SSH-2.0-OpenSSH_9.6\r\n")
    for number in range(3):
        t.say(noise.randbytes(52))
        t.rest(4 + number)
        t.tell(noise.randbytes(100))
    t.close()


@shape("blocked-pop", "Redis: a command that waits for an element by design", "client server")
def _(t):
    for seconds in (0, 9, 12):
        t.say(b"*3\r\n$5\r\nBLPOP\r\n$4\r\njobs\r\n$1\r\n0\r\n")
        if seconds:
            t.rest(seconds)
        t.tell(b"*2\r\n$4\r\njobs\r\n$2\r\nab\r\n")
    t.close()


@shape("redis", "Redis: ten commands in one segment, ten answers", "client server", way="ether")
def _(t):
    for _ in range(5):
        t.say(b"*2\r\n$3\r\nGET\r\n$1\r\na\r\n" * 10)
        t.tell(b"$1\r\nx\r\n" * 10)
    t.close()


@shape("dns", "DNS over TCP: two questions, the answers in another order", "client server")
def _(t):
    t.say(b"\x00\x1d\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x07example\x03org\x00\x00\x01\x00\x01" * 2)
    for _ in range(2):
        t.tell(b"\x00\x2d" + noise.randbytes(45))
    t.close()


@shape("beats", "AMQP: a heartbeat of 8 octets from each side every half minute")
def _(t):
    t.say(b"AMQP\x00\x00\x09\x01")
    t.tell(b"\x01\x00\x00" + noise.randbytes(300))
    for _ in range(4):
        t.rest(15)
        t.tell(b"\x08\x00\x00\x00\x00\x00\x00\xce")
        t.rest(15)
        t.say(b"\x08\x00\x00\x00\x00\x00\x00\xce")
    t.close()


@shape("slow-mail", "SMTP: the server thinks three seconds about a recipient", "client server")
def _(t):
    t.tell(b"220 mail.example.org ESMTP\r\n")
    for words, seconds in ((b"EHLO client\r\n", 0), (b"MAIL FROM:<a@b.org>\r\n", 0), (b"RCPT TO:<c@d.org>\r\n", 3), (b"QUIT\r\n", 0)):
        t.say(words)
        if seconds:
            t.rest(seconds)
        t.tell(b"250 Ok\r\n")
    t.close("server")


@shape("like-tls", "a protocol of its own whose lengths look like records of TLS")
def _(t):
    for _ in range(4):
        t.say(b"\x17\x03\x03\x00\x40" + noise.randbytes(64))
        t.tell(b"\x16\x03\x01\x00\x20" + noise.randbytes(32))
    t.close()


@shape("upload-after-end", "the server closes its side first, and the client goes on to send", "client server")
def _(t):
    t.say(b"send\n")
    t.tell(b"go on\n")
    t.s.shutdown(socket.SHUT_WR)
    for _ in range(4):
        time.sleep(0.05)
        t.say(noise.randbytes(2_000))
    t.close()


@shape("pool", "a server closes after a minute of silence, and the client half a minute later", "client server")
def _(t):
    t.ask(500)
    t.rest(60)
    t.s.close()
    t.rest(30)
    t.c.close()


@shape("think-time", "half a minute before each request", "client server")
def _(t):
    for size in (500, 30_000, 2_000):
        t.rest(30)
        t.ask(size)
    t.close()


@shape("streamed", "an answer in chunks, two seconds between them", "client server")
def _(t):
    t.say(GET)
    t.tell(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    for size in (0x400, 0x800, 0x100):
        t.rest(2)
        t.tell(b"%x\r\n" % size + noise.randbytes(size) + b"\r\n")
    t.tell(b"0\r\n\r\n")
    t.close()


@shape("crowd", "forty connections at the same time", "client server", way="ether")
def _(t):
    others = []
    for _ in range(39):
        others.append((t.c, t.s))
        t.again()
    for c, s in others:
        c.sendall(GET)
    for c, s in others:
        take(s, len(GET))
        page = answer(3_000)
        s.sendall(page)
        take(c, len(page))
    for c, s in others:
        c.close()
        s.close()
    t.ask(10)
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
