#!/usr/bin/env python3
"""The other side of the tests of the whole stack: Linux's TCP and other people's TLS on a TUN device.

  unshare -n [-r] python3 stack.py DIRECTORY PROGRAM

makes the device tun0 (10.9.0.1/24), runs PROGRAM's listen and connect on it as 10.9.0.2, and prints one JSON object that says
what has happened. It judges nothing. Nothing outlives it: the namespace goes with its last process.
"""
import json, os, select, signal, socket, ssl, subprocess, sys, time

directory, program = sys.argv[1], sys.argv[2]
os.chdir(directory)
PATIENCE = 60
WIRE = ["--tun", "tun0", "--local", "10.9.0.2"]
REQUEST = "GET / HTTP/1.0\r\n\r\n"


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=PATIENCE, **options)


def start(name, *command):
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=open(name + ".out", "w"), stderr=open(name + ".err", "w"))


def wait_for(text, name):
    end = time.monotonic() + PATIENCE
    while text not in open(name).read() and time.monotonic() < end:
        time.sleep(0.02)


def connect(port, *options):
    result = run(
        program, "connect", "10.9.0.1:%d" % port, *WIRE, "--ca", "server.pem", "--server-name", "localhost", "--msl", "0",
        "--summary", *options)
    return {"status": result.returncode, "out": result.stdout, "err": result.stderr}


def listen(*options):
    """The server, a page of it, an open connection that the signal finds, and its end."""
    server = start("listen", program, "listen", "--port", "443", "--cert", "server.pem", "--key", "server.key", "--quiet",
                   "--summary", *WIRE, *options)
    wait_for("Listening", "listen.out")
    page = run("curl", "-sS", "--noproxy", "*", "-m", str(PATIENCE), "--cacert", "server.pem", "--connect-to",
               "localhost:443:10.9.0.2:443", "https://localhost/")
    client = ssl.create_default_context(cafile="server.pem").wrap_socket(
        socket.create_connection(("10.9.0.2", 443), PATIENCE), server_hostname="localhost",
        suppress_ragged_eofs=False)
    # Its tickets say that the server knows the handshake to be complete.
    select.select([client], [], [], PATIENCE)
    server.send_signal(signal.SIGTERM)
    begin, last = time.monotonic(), client.recv(1)
    client.close()
    status = server.wait(PATIENCE)
    return {"status": status, "page": page.stdout, "curl": page.returncode, "goodbye": last == b"",
            "seconds": time.monotonic() - begin, "out": open("listen.out").read()}


for command in (["link", "set", "lo", "up"], ["tuntap", "add", "dev", "tun0", "mode", "tun"],
                ["addr", "add", "10.9.0.1/24", "dev", "tun0"], ["link", "set", "tun0", "up"]):
    subprocess.run(["ip"] + command, check=True)
run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", "server.key", "-out", "server.pem",
    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", check=True)
facts = {"listen": listen("--json", "run.json", "--pcap", "listen.pcapng", "--loss", "0.05", "--seed", "3")}
start("server", "openssl", "s_server", "-www", "-accept", "10.9.0.1:4433", "-cert", "server.pem", "-key", "server.key")
wait_for("ACCEPT", "server.out")
facts["connect"] = connect(4433, "--send", REQUEST, "--pcap", "connect.pcapng")
facts["text"] = run("tshark", "-r", "connect.pcapng", "-q", "-z", "follow,tls,ascii,0").stdout
facts["refused"] = connect(9, "--json", "refused.json")
# There is a network behind the device, and nobody in it.
facts["dark"] = run(
    program, "connect", "10.9.0.9:443", *WIRE, "--ca", "server.pem", "--retries", "0", "--quiet").returncode
print(json.dumps(facts))
