import Synchronization

/// The request of the user, or of the system, that this program end: SIGINT (Ctrl-C) or SIGTERM.
///
/// While a `StopSignal` exists, these signals only raise it and do not end the program, so that the program can close its
/// connections first. SIGPIPE, which comes when the reader of a pipe has gone, is ignored. At most one should exist at a time.
package struct StopSignal: ~Copyable {
    /// The descriptor to which the signals' handler writes. It is global, because a handler can use nothing else.
    private static let pipe = Atomic<Int32>(-1)

    /// A descriptor that becomes readable when the signal comes.
    let descriptor: Int32
    private let writer: Int32

    /// Begins to listen for the signals.
    ///
    /// - Throws: ``FileError`` if the program may open no more descriptors.
    package init() throws(FileError) {
        (descriptor, writer) = try OperatingSystem.pipe()
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
        // The terminal has shown the key as ^C. What comes next, such as the shell's prompt, begins at the left edge.
        if isRaised, Terminal.standardError.showsOutput { Terminal.standardError.write("\r\u{1b}[K") }
        for number in [SIGINT, SIGTERM, SIGPIPE] { _ = signal(number, SIG_DFL) }
        Self.pipe.store(-1, ordering: .sequentiallyConsistent)
        close(descriptor)
        close(writer)
    }

    /// Whether a signal has come.
    package var isRaised: Bool { OperatingSystem.isReadable(descriptor) }
}
