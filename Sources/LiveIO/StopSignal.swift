import Synchronization

/// The wish of the user, or of the system, that this program end: SIGINT (Ctrl-C) or SIGTERM.
///
/// As long as one exists, these signals do not end the program but raise it, and a pipe whose reader has gone away ends nothing
/// either: there are connections to be closed first. There should be one at a time.
package struct StopSignal: ~Copyable {
    /// Where the signals' handler writes. A handler can be given nothing else than what is global.
    private static let pipe = Atomic<Int32>(-1)

    /// Becomes readable when the signal comes.
    let descriptor: Int32
    private let writer: Int32

    /// Begins to listen for the signals.
    ///
    /// - Throws: ``FileError`` if the program may open no more descriptors.
    package init() throws(FileError) {
        var ends: [Int32] = [-1, -1]
        guard OperatingSystem.pipe(&ends) == 0 else { throw FileError(.read, "a pipe", errno: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        descriptor = ends[0]
        writer = ends[1]
        Self.pipe.store(writer, ordering: .sequentiallyConsistent)
        for number in [SIGINT, SIGTERM] {
            _ = signal(number) { _ in
                let before = errno
                var octet: UInt8 = 0
                _ = write(StopSignal.pipe.load(ordering: .sequentiallyConsistent), &octet, 1)
                errno = before
            }
        }
        _ = signal(SIGPIPE, SIG_IGN)
    }

    deinit {
        for number in [SIGINT, SIGTERM, SIGPIPE] { _ = signal(number, SIG_DFL) }
        Self.pipe.store(-1, ordering: .sequentiallyConsistent)
        close(descriptor)
        close(writer)
    }

    /// Whether a signal has come.
    package var isRaised: Bool {
        var descriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0
    }
}
