#!/usr/bin/env python3
"""The other side of the live tests: Linux's TCP on a TUN device, in a network namespace made for the run.

  unshare -n [-r] python3 kernel.py SCENARIO DIRECTORY PROGRAM [ARGUMENT ...]

makes the device tun0 (10.9.0.1/24), runs PROGRAM with the arguments on it as 10.9.0.2, plays the scenario with ordinary
sockets, and prints one JSON object that says what has happened. It judges nothing. Nothing outlives it: the namespace
goes with its last process.

Scenarios: echo, echoes, serve, serve-closing-first, curl, interrupt, terminate, refused, silent, vanish,
idle. The files that are sent are in DIRECTORY.
"""
import json, os, signal, socket, struct, subprocess, sys, threading, time

KERNEL, STACK, ECHO, PORT = "10.9.0.1", "10.9.0.2", 7, 8000
# Seconds until a run counts as stuck. None is slow; the machine may be busy.
PATIENCE = 180
scenario, directory, command = sys.argv[1], sys.argv[2], sys.argv[3:]
facts = {}


def path(name):
    return os.path.join(directory, name)


def ip(*arguments):
    subprocess.run(("ip",) + arguments, check=True)


def is_stopped(pid):
    """Whether every thread of a process stands still."""
    def state(thread):
        with open("/proc/%d/task/%s/stat" % (pid, thread)) as stat:
            return stat.read().rpartition(")")[2].split()[0]
    return all(state(thread) == "T" for thread in os.listdir("/proc/%d/task" % pid))


def states():
    """The states of the kernel's TCP connections in this namespace, without listening sockets."""
    names = ["-", "ESTABLISHED", "SYN-SENT", "SYN-RECEIVED", "FIN-WAIT-1", "FIN-WAIT-2", "TIME-WAIT", "CLOSED",
             "CLOSE-WAIT", "LAST-ACK", "LISTEN", "CLOSING", "NEW"]
    with open("/proc/net/tcp") as table:
        rows = [line.split() for line in table.readlines()[1:]]
    return sorted(names[int(row[3], 16)] for row in rows if row[3] != "0A")


def receive_all(connection):
    received = bytearray()
    while True:
        octets = connection.recv(65536)
        if not octets:
            return bytes(received)
        received += octets


def exchange(connection, octets, received, closes_first):
    """Sends and receives at once; closes its direction when all is sent, or when the other side has."""
    ended = threading.Event()

    def send():
        connection.sendall(octets)
        if not closes_first:
            ended.wait(PATIENCE)
        connection.shutdown(socket.SHUT_WR)

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    received.append(receive_all(connection))
    ended.set()
    sender.join(PATIENCE)
    connection.close()


def passed():
    """How many datagrams have passed the device, in both directions."""
    with open("/proc/net/dev") as table:
        row = next(line for line in table if line.strip().startswith("tun0:"))
    numbers = row.split(":")[1].split()
    return int(numbers[1]) + int(numbers[9])


def captured():
    """How many datagrams are in the capture's file so far: its Enhanced Packet Blocks."""
    with open(path("device.pcapng"), "rb") as file:
        octets = file.read()
    count = at = 0
    while at + 8 <= len(octets):
        kind, length = struct.unpack_from("=II", octets, at)
        if length < 12 or at + length > len(octets):
            break
        count += kind == 6
        at += length
    return count


def start_capture():
    """Captures what passes the device, from outside. The buffer holds a run even if dumpcap has no turn for a while."""
    capture = subprocess.Popen(
        ["dumpcap", "-q", "-B", "64", "-i", "tun0", "-w", path("device.pcapng")], stderr=subprocess.PIPE, text=True)
    for line in capture.stderr:
        if line.startswith("File:"):
            break
    threading.Thread(target=capture.stderr.read, daemon=True).start()
    return capture, passed()


def end_capture(capture, before):
    """Waits until all that has passed is in the file: who stops dumpcap earlier loses what it has not read yet."""
    end = time.monotonic() + PATIENCE
    while captured() < passed() - before and time.monotonic() < end:
        time.sleep(0.1)
    capture.send_signal(signal.SIGINT)
    capture.wait(PATIENCE)


def start_program():
    errors = open(path("stderr"), "w+")
    program = subprocess.Popen(command, stdout=open(path("stdout"), "wb"), stderr=errors, stdin=subprocess.DEVNULL)
    end = time.monotonic() + PATIENCE
    while "Ctrl-C ends." not in open(path("stderr")).read() and program.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    return program


def echo(octets, received, failures):
    try:
        connection = socket.create_connection((STACK, ECHO), timeout=PATIENCE)
        exchange(connection, octets, received, closes_first=True)
    except OSError as error:
        failures.append(str(error))


def play(program_starter):
    octets = open(path("kernel"), "rb").read() if os.path.exists(path("kernel")) else b""
    received, failures = [], []
    if scenario in ("serve", "serve-closing-first"):
        listener = socket.socket()
        listener.bind((KERNEL, PORT))
        listener.listen()
        listener.settimeout(PATIENCE)
        program = program_starter()
        connection, _ = listener.accept()
        connection.settimeout(PATIENCE)
        listener.close()
        exchange(connection, octets, received, closes_first=scenario == "serve-closing-first")
    else:
        program = program_starter()
        if scenario == "echo":
            echo(octets, received, failures)
        elif scenario == "echoes":
            clients = [threading.Thread(target=echo, args=(octets, received, failures)) for _ in range(8)]
            for client in clients:
                client.start()
            for client in clients:
                client.join(PATIENCE)
        elif scenario == "curl":
            result = subprocess.run(
                ["curl", "-s", "-S", "-m", str(PATIENCE), "--noproxy", "*", "http://%s/" % STACK], capture_output=True)
            received.append(result.stdout)
            facts["curl"] = result.returncode
        elif scenario in ("interrupt", "terminate"):
            connection = socket.create_connection((STACK, ECHO), timeout=PATIENCE)
            connection.sendall(b"still here?")
            facts["echoed"] = connection.recv(100).decode()
            program.send_signal(signal.SIGINT if scenario == "interrupt" else signal.SIGTERM)
            try:
                facts["after"] = "received %d" % len(connection.recv(100))
            except ConnectionResetError:
                facts["after"] = "reset"
            connection.close()
        elif scenario == "silent":
            # An open connection on which nothing is sent, until two probes have been answered.
            connection = socket.create_connection((STACK, ECHO), timeout=PATIENCE)
            opened, end = passed(), time.monotonic() + PATIENCE
            while passed() - opened < 4 and time.monotonic() < end:
                time.sleep(0.02)
            connection.close()
        elif scenario == "vanish":
            # The data is in the device when the program goes on, and the kernel has the address no more when it answers.
            connection = socket.create_connection((STACK, ECHO), timeout=PATIENCE)
            program.send_signal(signal.SIGSTOP)
            # The signal is on its way. A program that still runs would answer in time.
            while not is_stopped(program.pid):
                time.sleep(0.005)
            connection.sendall(b"still here?")
            ip("addr", "del", KERNEL + "/24", "dev", "tun0")
            program.send_signal(signal.SIGCONT)
        # "refused" and "idle" are between the program and nobody.
    facts["failures"] = failures
    facts["received"] = len(received)
    for number, data in enumerate(received):
        with open(path("received-%d" % number), "wb") as file:
            file.write(data)
    try:
        facts["status"] = program.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        program.kill()
        facts["status"] = None
        facts["hung"] = True


ip("link", "set", "lo", "up")
ip("tuntap", "add", "dev", "tun0", "mode", "tun")
ip("addr", "add", KERNEL + "/24", "dev", "tun0")
# No solicitations of IPv6 among the datagrams, where that can be had.
try:
    with open("/proc/sys/net/ipv6/conf/tun0/disable_ipv6", "w") as switch:
        switch.write("1")
except OSError:
    pass
ip("link", "set", "tun0", "up")
capture = start_capture() if "--pcap" in command else None
play(start_program)
if capture:
    end_capture(*capture)
facts["kernel"] = states()
facts["stderr"] = open(path("stderr")).read()
print(json.dumps(facts))
