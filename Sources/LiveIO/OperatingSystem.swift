import Trace

// The whole target uses the system's module; only this file names it.
#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Darwin)
    @_exported import Darwin
    // For `_NSGetExecutablePath`: the dynamic linker's functions are a module of their own.
    import MachO.dyld
#endif

/// The system calls that differ between Linux and macOS, or that several files make in the same way. No other file of this target
/// asks on which system it runs.
enum OperatingSystem {
    #if canImport(Glibc)
        /// The type of a stream socket.
        static let stream = Int32(SOCK_STREAM.rawValue)
        /// The type of a datagram socket.
        static let datagram = Int32(SOCK_DGRAM.rawValue)
        /// The direction of a stream that leaves this program, for shutdown(2).
        static let writing = Int32(SHUT_WR)
        /// The flags for send(2): sending to a connection that is gone is an error and raises no signal.
        static let quietly = Int32(MSG_NOSIGNAL)
        /// The program that opens an address in the user's browser.
        static let opener = "xdg-open"
        /// Folders that have programs and need not be in PATH, the better ones first.
        static let programFolders: [String] = []
    #else
        static let stream = SOCK_STREAM
        static let datagram = SOCK_DGRAM
        static let writing = SHUT_WR
        // There is no such flag: see `silence`.
        static let quietly: Int32 = 0
        static let opener = "open"
        // Homebrew's, on Apple silicon and on Intel. Its openssl has a folder of its own beside the others.
        static let programFolders = ["/opt/homebrew", "/usr/local"].flatMap { ["\($0)/opt/openssl/bin", "\($0)/bin"] }
    #endif

    /// Makes sending to a connection that is gone an error without a signal, where an option of the socket does that.
    static func silence(_ descriptor: Int32) {
        #if canImport(Darwin)
            var on: Int32 = 1
            _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// How many octets of a connection wait to be sent or acknowledged; nil if the system does not tell.
    static func unacknowledged(_ descriptor: Int32) -> Int? {
        var count: Int32 = 0
        #if canImport(Glibc)
            let status = ioctl(descriptor, UInt(TIOCOUTQ), &count)
        #else
            var length = socklen_t(MemoryLayout<Int32>.size)
            let status = getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &length)
        #endif
        return status == 0 ? Int(count) : nil
    }

    /// write(2), for types that have a `write` of their own.
    static func write(_ descriptor: Int32, _ octets: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, octets.baseAddress, octets.count)
        #else
            Darwin.write(descriptor, octets.baseAddress, octets.count)
        #endif
    }

    /// read(2), for types that have a `read` of their own.
    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #else
            Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }

    /// The two ends of a new pipe(2). They are as ``prepare(_:)`` makes them.
    ///
    /// - Throws: ``FileError`` if the program may open no more descriptors.
    static func pipe() throws(FileError) -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
            let status = Glibc.pipe(&ends)
        #else
            let status = Darwin.pipe(&ends)
        #endif
        guard status == 0 else { throw FileError(.read, "a pipe", errno: errno) }
        for end in ends { prepare(end) }
        return (ends[0], ends[1])
    }

    /// Makes calls on a descriptor return at once, and closes it in the programs that this one starts.
    static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Whether a descriptor can be read, now or before so many milliseconds have passed. A descriptor that poll(2) cannot wait for, such as
    /// /dev/tty on macOS or one that is closed, counts as one without anything to read.
    static func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, milliseconds) > 0 && Int32(waiting.revents) & Int32(POLLNVAL) == 0
    }

    /// Waits until one of two descriptors can be read, or has ended.
    static func waitUntilOneIsReadable(_ one: Int32, _ other: Int32) {
        var waiting = [one, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&waiting, 2, -1) < 0, errno == EINTR {}
    }

    /// The time that poll(2) is to wait, in milliseconds; -1 for no limit. It is rounded up: a program that wakes before a deadline
    /// only has to wait again.
    static func pollTime(_ span: TimeSpan?) -> Int32 {
        span.map { Int32(clamping: (max(0, min($0.microseconds, 1 << 40)) + 999) / 1_000) } ?? -1
    }

    /// How many processors of this machine are online; at least one.
    static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// The path of this program's file; nil if the system does not say.
    static var program: String? {
        #if os(Linux)
            var path = [UInt8](repeating: 0, count: 4_096)
            let count = path.withUnsafeMutableBytes { buffer in
                let room = buffer.bindMemory(to: CChar.self)
                return room.baseAddress.map { readlink("/proc/self/exe", $0, room.count) } ?? -1
            }
            return count > 0 && count < path.count ? String(decoding: path.prefix(count), as: UTF8.self) : nil
        #else
            var size: UInt32 = 4_096
            var path = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
            return path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
        #endif
    }

    /// Starts a program without a terminal, and does not wait for its end.
    ///
    /// - Returns: the number of the process; nil if the program cannot be started.
    @discardableResult
    static func start(_ program: String, _ arguments: [String]) -> pid_t? {
        #if canImport(Glibc)
            var actions = posix_spawn_file_actions_t()
        #else
            var actions: posix_spawn_file_actions_t?
        #endif
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        words.append(nil)
        var process: pid_t = 0
        return posix_spawn(&process, program, &actions, nil, words, environ) == 0 ? process : nil
    }

    /// Whether ``attach(_:)`` could succeed.
    static var tun: Machine.TUN {
        #if os(Linux)
            let descriptor = open("/dev/net/tun", O_RDWR | O_CLOEXEC)
            guard descriptor < 0 else {
                close(descriptor)
                return .usable
            }
            return errno == EACCES || errno == EPERM ? .forbidden : .absent
        #else
            .notLinux
        #endif
    }

    /// Attaches to the TUN device called `name`, which must exist and be up. macOS has no such devices.
    ///
    /// - Returns: a descriptor that does not block, and the longest datagram in octets.
    /// - Throws: ``TUNError``.
    static func attach(_ name: String) throws(TUNError) -> (descriptor: Int32, mtu: Int) {
        #if os(Linux)
            let descriptor = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else {
                switch errno {
                case ENOENT, ENODEV, ENXIO: throw .noDriver
                case EACCES, EPERM: throw .permissionDenied(device: name)
                case let code: throw .other(device: name, doing: "opening", code: code)
                }
            }
            do throws(TUNError) {
                // If the device does not exist, the driver would make a temporary one. It and its addresses would disappear when
                // this program ends.
                guard if_nametoindex(name) != 0 else { throw .noSuchDevice(name) }
                try InterfaceRequest.attach(descriptor, to: name)
                return (descriptor, try InterfaceRequest.start(name))
            } catch {
                close(descriptor)
                throw error
            }
        #else
            throw .notLinux
        #endif
    }
}

#if os(Linux)
    /// The ioctl calls on a network device (netdevice(7)). Their structure begins with the device's name in 16 octets.
    private enum InterfaceRequest {
        /// TUNSETIFF of linux/if_tun.h: attach to a TUN device.
        private static let attachTUN: UInt = 0x4004_54ca
        /// SIOCGIFFLAGS of linux/sockios.h: get the flags of a device.
        private static let getFlags: UInt = 0x8913
        /// SIOCGIFMTU of linux/sockios.h: get the MTU of a device.
        private static let getMTU: UInt = 0x8921
        /// IFF_TUN and IFF_NO_PI: datagrams without a header before them.
        private static let plainTUN: Int16 = 0x1001
        /// IFF_UP: the device is up.
        private static let up: Int16 = 0x01
        /// IFF_RUNNING: the device takes what is sent.
        private static let running: Int16 = 0x40

        private static func request(_ name: String) -> [UInt8] {
            Array(name.utf8) + [UInt8](repeating: 0, count: 40 - name.utf8.count)
        }

        static func attach(_ descriptor: Int32, to name: String) throws(TUNError) {
            var request = request(name)
            let status = request.withUnsafeMutableBytes { buffer in
                buffer.storeBytes(of: plainTUN, toByteOffset: 16, as: Int16.self)
                return buffer.baseAddress.map { ioctl(descriptor, attachTUN, $0) } ?? -1
            }
            guard status < 0 else { return }
            switch errno {
            case EPERM, EACCES: throw .permissionDenied(device: name)
            case EBUSY: throw .inUse(name)
            case EINVAL: throw .notTUN(name)
            case let code: throw .other(device: name, doing: "attaching to", code: code)
            }
        }

        /// Waits until the kernel sends through the device, which takes it a moment after a program has attached.
        ///
        /// - Returns: the MTU.
        static func start(_ name: String) throws(TUNError) -> Int {
            let socket = Glibc.socket(AF_INET, OperatingSystem.datagram, 0)
            guard socket >= 0 else { throw .other(device: name, doing: "asking about", code: errno) }
            defer { close(socket) }
            guard try flags(of: name, by: socket) & up != 0 else { throw .isDown(name) }
            for _ in 0..<400 where try flags(of: name, by: socket) & running == 0 { usleep(5_000) }
            return Int(try ask(getMTU, about: name, by: socket))
        }

        private static func flags(of name: String, by socket: Int32) throws(TUNError) -> Int16 {
            Int16(truncatingIfNeeded: try ask(getFlags, about: name, by: socket))
        }

        private static func ask(_ question: UInt, about name: String, by socket: Int32) throws(TUNError) -> Int32 {
            var request = request(name)
            let (status, answer) = request.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return (Int32(-1), Int32(0)) }
                let status = ioctl(socket, question, base)
                return (status, buffer.loadUnaligned(fromByteOffset: 16, as: Int32.self))
            }
            guard status >= 0 else { throw .other(device: name, doing: "asking about", code: errno) }
            return answer
        }
    }
#endif
