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
        threading.Timer(0.005, goodbye, (t.s,)).start()
        t.c.close()
        time.sleep(0.2)
        t.s.close()
    return play


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


shape("goodbyes-cross", "both sides say goodbye at once", "client server", delay=0.03)(crossing)


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
