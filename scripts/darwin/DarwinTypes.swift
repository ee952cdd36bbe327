// The types of Darwin.swift. A structure and a function may have one name, stat, where they stand in two modules.

public typealias mode_t = UInt16
public typealias off_t = Int64
public typealias pid_t = Int32
public typealias useconds_t = UInt32
public typealias time_t = Int
public typealias socklen_t = UInt32
public typealias sa_family_t = UInt8
public typealias nfds_t = UInt32
public typealias tcflag_t = UInt
public typealias cc_t = UInt8
public typealias sig_t = @convention(c) (Int32) -> Void
public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer
public typealias posix_spawnattr_t = UnsafeMutableRawPointer
public typealias CString = UnsafePointer<CChar>
public typealias MutableCString = UnsafeMutablePointer<CChar>

public struct FILE {}
public struct DIR {}
public struct clockid_t {
    public init() {}
}
public struct timespec {
    public init() {}
    public var tv_sec: time_t = 0
    public var tv_nsec: Int = 0
}
public struct stat {
    public init() {}
    public var st_dev: Int32 = 0
    public var st_mode: mode_t = 0
    public var st_nlink: UInt16 = 0
    public var st_ino: UInt64 = 0
    public var st_size: off_t = 0
}
public struct dirent {
    public var d_ino: UInt64 = 0
    public var d_reclen: UInt16 = 0
    public var d_namlen: UInt16 = 0
    public var d_type: UInt8 = 0
    public var d_name: (CChar, CChar, CChar, CChar) = (0, 0, 0, 0)
}
public struct linger {
    public init(l_onoff: Int32, l_linger: Int32) {}
    public var l_onoff: Int32 = 0
    public var l_linger: Int32 = 0
}
public struct pollfd {
    public init(fd: Int32, events: Int16, revents: Int16) {}
    public var fd: Int32 = 0
    public var events: Int16 = 0
    public var revents: Int16 = 0
}
public struct winsize {
    public init() {}
    public var ws_row: UInt16 = 0
    public var ws_col: UInt16 = 0
    public var ws_xpixel: UInt16 = 0
    public var ws_ypixel: UInt16 = 0
}
public struct termios {
    public init() {}
    public var c_iflag: tcflag_t = 0
    public var c_oflag: tcflag_t = 0
    public var c_cflag: tcflag_t = 0
    public var c_lflag: tcflag_t = 0
    public var c_cc: (cc_t, cc_t, cc_t, cc_t) = (0, 0, 0, 0)
    public var c_ispeed: UInt = 0
    public var c_ospeed: UInt = 0
}
public struct sockaddr {
    public init() {}
    public var sa_len: UInt8 = 0
    public var sa_family: sa_family_t = 0
    public var sa_data: (CChar, CChar, CChar, CChar) = (0, 0, 0, 0)
}
public struct sockaddr_storage {
    public init() {}
    public var ss_len: UInt8 = 0
    public var ss_family: sa_family_t = 0
}
public struct addrinfo {
    public init() {}
    public var ai_flags: Int32 = 0
    public var ai_family: Int32 = 0
    public var ai_socktype: Int32 = 0
    public var ai_protocol: Int32 = 0
    public var ai_addrlen: socklen_t = 0
    public var ai_canonname: MutableCString! = nil
    public var ai_addr: UnsafeMutablePointer<sockaddr>! = nil
    public var ai_next: UnsafeMutablePointer<addrinfo>! = nil
}
