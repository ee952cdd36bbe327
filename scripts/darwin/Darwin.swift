// A stand-in for the module Darwin: what LiveIO uses of it, with the types that Apple's compiler gives these names. scripts/darwin/check has
// the compiler on Linux examine LiveIO with it. Only types are examined: the bodies do nothing, arrays inside of structures are shorter, and
// a name that LiveIO does not use is not here. The types are those of Apple's published headers (xnu, Libc) and of Swift's overlay
// (Platform.swift). No Mac has confirmed them.

@_exported import DarwinTypes

// MARK: Constants. A macro with a number is an Int32.

public var EACCES: Int32 { 13 }
public var EADDRINUSE: Int32 { 48 }
public var EAGAIN: Int32 { 35 }
public var EBADF: Int32 { 9 }
public var EBUSY: Int32 { 16 }
public var ECONNREFUSED: Int32 { 61 }
public var ECONNRESET: Int32 { 54 }
public var EDQUOT: Int32 { 69 }
public var EEXIST: Int32 { 17 }
public var EHOSTUNREACH: Int32 { 65 }
public var EINPROGRESS: Int32 { 36 }
public var EINTR: Int32 { 4 }
public var EINVAL: Int32 { 22 }
public var EIO: Int32 { 5 }
public var EISDIR: Int32 { 21 }
public var EMFILE: Int32 { 24 }
public var ENETUNREACH: Int32 { 51 }
public var ENFILE: Int32 { 23 }
public var ENOBUFS: Int32 { 55 }
public var ENODEV: Int32 { 19 }
public var ENOENT: Int32 { 2 }
public var ENOMEM: Int32 { 12 }
public var ENOSPC: Int32 { 28 }
public var ENOTCONN: Int32 { 57 }
public var ENOTDIR: Int32 { 20 }
public var ENXIO: Int32 { 6 }
public var EPERM: Int32 { 1 }
public var EPIPE: Int32 { 32 }
public var EROFS: Int32 { 30 }
public var ETIMEDOUT: Int32 { 60 }
public var EWOULDBLOCK: Int32 { 35 }

public var AF_UNSPEC: Int32 { 0 }
public var AF_INET: Int32 { 2 }
public var AF_INET6: Int32 { 30 }
public var SOCK_STREAM: Int32 { 1 }
public var SOCK_DGRAM: Int32 { 2 }
public var SOL_SOCKET: Int32 { 0xffff }
public var SOMAXCONN: Int32 { 128 }
public var SO_ERROR: Int32 { 0x1007 }
public var SO_LINGER: Int32 { 0x80 }
public var SO_NOSIGPIPE: Int32 { 0x1022 }
public var SO_NWRITE: Int32 { 0x1024 }
public var SO_REUSEADDR: Int32 { 4 }
public var IPPROTO_TCP: Int32 { 6 }
public var TCP_NODELAY: Int32 { 1 }
public var SHUT_WR: Int32 { 1 }
public var NI_MAXHOST: Int32 { 1025 }
public var NI_MAXSERV: Int32 { 32 }
public var NI_NUMERICHOST: Int32 { 2 }
public var NI_NUMERICSERV: Int32 { 8 }
public var POLLIN: Int32 { 1 }
public var POLLOUT: Int32 { 4 }
public var POLLNVAL: Int32 { 0x20 }

public var AT_SYMLINK_NOFOLLOW: Int32 { 0x20 }
public var FD_CLOEXEC: Int32 { 1 }
public var F_SETFD: Int32 { 2 }
public var F_SETFL: Int32 { 4 }
public var O_APPEND: Int32 { 8 }
public var O_CLOEXEC: Int32 { 0x100_0000 }
public var O_CREAT: Int32 { 0x200 }
public var O_DIRECTORY: Int32 { 0x10_0000 }
public var O_EXCL: Int32 { 0x800 }
public var O_NOFOLLOW: Int32 { 0x100 }
public var LOCK_EX: Int32 { 2 }
public var LOCK_NB: Int32 { 4 }
public var O_NONBLOCK: Int32 { 4 }
public var O_RDONLY: Int32 { 0 }
public var O_RDWR: Int32 { 2 }
public var O_TRUNC: Int32 { 0x400 }
public var O_WRONLY: Int32 { 1 }
public var W_OK: Int32 { 2 }
public var X_OK: Int32 { 1 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFREG: mode_t { 0o100000 }

public var CLOCK_REALTIME: clockid_t { clockid_t() }
public var ECHO: Int32 { 8 }
public var ICANON: Int32 { 0x100 }
public var ISIG: Int32 { 0x80 }
public var SIGINT: Int32 { 2 }
public var SIGKILL: Int32 { 9 }
public var SIGPIPE: Int32 { 13 }
public var SIGTERM: Int32 { 15 }
public var SIGTSTP: Int32 { 18 }
public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { { _ in } }
public var STDIN_FILENO: Int32 { 0 }
public var STDOUT_FILENO: Int32 { 1 }
public var STDERR_FILENO: Int32 { 2 }
public var TCSADRAIN: Int32 { 1 }
public var TIOCGWINSZ: UInt { 0x4008_7468 }
public var VMIN: Int32 { 16 }
public var VTIME: Int32 { 17 }
public var _SC_NPROCESSORS_ONLN: Int32 { 58 }
public var environ: UnsafeMutablePointer<MutableCString?> { fatalError() }
public var errno: Int32 {
    get { 0 }
    set {}
}

// MARK: Functions. The result of a C function may be ignored.

@discardableResult public func accept(_: Int32, _: UnsafeMutablePointer<sockaddr>!, _: UnsafeMutablePointer<socklen_t>!) -> Int32 { 0 }
@discardableResult public func access(_: CString!, _: Int32) -> Int32 { 0 }
@discardableResult public func bind(_: Int32, _: UnsafePointer<sockaddr>!, _: socklen_t) -> Int32 { 0 }
@discardableResult public func clock_gettime(_: clockid_t, _: UnsafeMutablePointer<timespec>!) -> Int32 { 0 }
@discardableResult public func close(_: Int32) -> Int32 { 0 }
@discardableResult public func closedir(_: UnsafeMutablePointer<DIR>!) -> Int32 { 0 }
@discardableResult public func connect(_: Int32, _: UnsafePointer<sockaddr>!, _: socklen_t) -> Int32 { 0 }
@discardableResult public func fchmod(_: Int32, _: mode_t) -> Int32 { 0 }
@discardableResult public func fcntl(_: Int32, _: Int32) -> Int32 { 0 }
@discardableResult public func fcntl(_: Int32, _: Int32, _: Int32) -> Int32 { 0 }
@discardableResult public func fflush(_: UnsafeMutablePointer<FILE>!) -> Int32 { 0 }
@discardableResult public func fread(_: UnsafeMutableRawPointer!, _: Int, _: Int, _: UnsafeMutablePointer<FILE>!) -> Int { 0 }
public func free(_: UnsafeMutableRawPointer!) {}
public func freeaddrinfo(_: UnsafeMutablePointer<addrinfo>!) {}
@discardableResult public func fstat(_: Int32, _: UnsafeMutablePointer<stat>!) -> Int32 { 0 }
@discardableResult public func fstatat(_: Int32, _: CString!, _: UnsafeMutablePointer<stat>!, _: Int32) -> Int32 { 0 }
@discardableResult public func fsync(_: Int32) -> Int32 { 0 }
@discardableResult public func fwrite(_: UnsafeRawPointer!, _: Int, _: Int, _: UnsafeMutablePointer<FILE>!) -> Int { 0 }
public let EAI_NONAME: Int32 = 8
public let EAI_AGAIN: Int32 = 2
public let EAI_FAIL: Int32 = 4
public func gai_strerror(_: Int32) -> CString! { nil }
@discardableResult public func getaddrinfo(
    _: CString!, _: CString!, _: UnsafePointer<addrinfo>!, _: UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>!
) -> Int32 { 0 }
public func getenv(_: CString!) -> MutableCString! { nil }
@discardableResult public func getnameinfo(
    _: UnsafePointer<sockaddr>!, _: socklen_t, _: MutableCString!, _: socklen_t, _: MutableCString!, _: socklen_t, _: Int32
) -> Int32 { 0 }
@discardableResult public func getpeername(_: Int32, _: UnsafeMutablePointer<sockaddr>!, _: UnsafeMutablePointer<socklen_t>!) -> Int32 { 0 }
@discardableResult public func getsockname(_: Int32, _: UnsafeMutablePointer<sockaddr>!, _: UnsafeMutablePointer<socklen_t>!) -> Int32 { 0 }
@discardableResult public func getsockopt(
    _: Int32, _: Int32, _: Int32, _: UnsafeMutableRawPointer!, _: UnsafeMutablePointer<socklen_t>!
) -> Int32 { 0 }
@discardableResult public func ioctl(_: Int32, _: UInt, _: UnsafeMutableRawPointer) -> Int32 { 0 }
@discardableResult public func isatty(_: Int32) -> Int32 { 0 }
@discardableResult public func listen(_: Int32, _: Int32) -> Int32 { 0 }
@discardableResult public func lstat(_: CString!, _: UnsafeMutablePointer<stat>!) -> Int32 { 0 }
@discardableResult public func mkdir(_: CString!, _: mode_t) -> Int32 { 0 }
@discardableResult public func open(_: CString, _: Int32) -> Int32 { 0 }
@discardableResult public func open(_: CString, _: Int32, _: mode_t) -> Int32 { 0 }
@discardableResult public func openat(_: Int32, _: CString, _: Int32) -> Int32 { 0 }
public func opendir(_: CString!) -> UnsafeMutablePointer<DIR>! { nil }
@discardableResult public func pclose(_: UnsafeMutablePointer<FILE>!) -> Int32 { 0 }
@discardableResult public func pipe(_: UnsafeMutablePointer<Int32>!) -> Int32 { 0 }
@discardableResult public func poll(_: UnsafeMutablePointer<pollfd>!, _: nfds_t, _: Int32) -> Int32 { 0 }
public func popen(_: CString!, _: CString!) -> UnsafeMutablePointer<FILE>! { nil }
@discardableResult public func posix_spawn(
    _: UnsafeMutablePointer<pid_t>!, _: CString!, _: UnsafePointer<posix_spawn_file_actions_t?>!, _: UnsafePointer<posix_spawnattr_t?>!,
    _: UnsafePointer<MutableCString?>!, _: UnsafePointer<MutableCString?>!
) -> Int32 { 0 }
@discardableResult public func posix_spawn_file_actions_addopen(
    _: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _: Int32, _: CString!, _: Int32, _: mode_t
) -> Int32 { 0 }
@discardableResult public func posix_spawn_file_actions_destroy(_: UnsafeMutablePointer<posix_spawn_file_actions_t?>!) -> Int32 { 0 }
@discardableResult public func posix_spawn_file_actions_init(_: UnsafeMutablePointer<posix_spawn_file_actions_t?>!) -> Int32 { 0 }
@discardableResult public func kill(_: pid_t, _: Int32) -> Int32 { 0 }
public func waitpid(_: pid_t, _: UnsafeMutablePointer<Int32>?, _: Int32) -> pid_t { 0 }
public func getpid() -> pid_t { 0 }
@discardableResult public func read(_: Int32, _: UnsafeMutableRawPointer!, _: Int) -> Int { 0 }
public func readdir(_: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! { nil }
public func realpath(_: CString!, _: MutableCString!) -> MutableCString! { nil }
@discardableResult public func recv(_: Int32, _: UnsafeMutableRawPointer!, _: Int, _: Int32) -> Int { 0 }
@discardableResult public func rename(_: CString!, _: CString!) -> Int32 { 0 }
@discardableResult public func rmdir(_: CString!) -> Int32 { 0 }
public func flock(_: Int32, _: Int32) -> Int32 { 0 }
@discardableResult public func send(_: Int32, _: UnsafeRawPointer!, _: Int, _: Int32) -> Int { 0 }
@discardableResult public func setenv(_: CString!, _: CString!, _: Int32) -> Int32 { 0 }
@discardableResult public func setsockopt(_: Int32, _: Int32, _: Int32, _: UnsafeRawPointer!, _: socklen_t) -> Int32 { 0 }
@discardableResult public func shutdown(_: Int32, _: Int32) -> Int32 { 0 }
@discardableResult public func signal(_: Int32, _: sig_t!) -> sig_t! { nil }
@discardableResult public func socket(_: Int32, _: Int32, _: Int32) -> Int32 { 0 }
@discardableResult public func stat(_: CString!, _: UnsafeMutablePointer<stat>!) -> Int32 { 0 }
public func strdup(_: CString!) -> MutableCString! { nil }
public func strerror(_: Int32) -> MutableCString! { nil }
@discardableResult public func sysconf(_: Int32) -> Int { 0 }
@discardableResult public func tcgetattr(_: Int32, _: UnsafeMutablePointer<termios>!) -> Int32 { 0 }
@discardableResult public func tcsetattr(_: Int32, _: Int32, _: UnsafePointer<termios>!) -> Int32 { 0 }
@discardableResult public func unlink(_: CString!) -> Int32 { 0 }
@discardableResult public func usleep(_: useconds_t) -> Int32 { 0 }
@discardableResult public func write(_: Int32, _: UnsafeRawPointer!, _: Int) -> Int { 0 }
