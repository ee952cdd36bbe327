import Trace

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A network device whose other end is this program (Linux's TUN driver): what the kernel routes to it is read here as IP
/// datagrams, and what is written here arrives at the kernel as if from a wire.
package struct TUNDevice: ~Copyable {
    /// Its name, such as "tun0".
    package let name: String
    /// The longest datagram it carries, in octets.
    package let mtu: Int

    private let descriptor: Int32

    /// Attaches to the device called `name`, which has to exist and to be up.
    ///
    /// - Throws: ``TUNError``: not Linux, no driver, no such device, no permission, in use, down.
    package init(_ name: String) throws(TUNError) {
        #if os(Linux)
            guard (1...15).contains(name.utf8.count), !name.utf8.contains(where: { $0 == 0x2f || $0 <= 0x20 }) else {
                throw .badName(name)
            }
            let descriptor = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else {
                switch errno {
                case ENOENT, ENODEV, ENXIO: throw .noDriver
                case EACCES, EPERM: throw .permissionDenied(device: name)
                case let code: throw .other(device: name, doing: "opening", code: code)
                }
            }
            do throws(TUNError) {
                // Without this the driver would make a device that is gone, with its address, when we are.
                guard if_nametoindex(name) != 0 else { throw .noSuchDevice(name) }
                try InterfaceRequest.attach(descriptor, to: name)
                mtu = try InterfaceRequest.start(name)
            } catch {
                close(descriptor)
                throw error
            }
            self.name = name
            self.descriptor = descriptor
        #else
            throw .notLinux
        #endif
    }

    /// A device behind a descriptor of its own, from which each read takes one datagram and to which each write hands one over. It does not
    /// block, and is closed with the device.
    package init(name: String, mtu: Int, descriptor: Int32) {
        self.name = name
        self.mtu = mtu
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The next datagram from the kernel; nil if none waits.
    ///
    /// - Throws: ``TUNError`` if the device has gone.
    package func receive() throws(TUNError) -> [UInt8]? {
        var failure: Int32 = 0
        // A datagram cannot be longer, whatever the MTU.
        let datagram = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            var got: Int
            repeat { got = read(descriptor, buffer.baseAddress, buffer.count) } while got < 0 && errno == EINTR
            failure = got < 0 ? errno : 0
            count = max(0, got)
        }
        switch failure {
        case 0: return datagram
        case EAGAIN: return nil
        default: throw .other(device: name, doing: "reading from", code: failure)
        }
    }

    /// Hands a datagram to the kernel. As on any wire, one that the kernel has no room for, or cannot take for a datagram, is lost.
    ///
    /// - Throws: ``TUNError`` if the device is down or has gone.
    package func send(_ datagram: [UInt8]) throws(TUNError) {
        var sent: Int
        repeat {
            sent = datagram.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        } while sent < 0 && errno == EINTR
        guard sent < 0 else { return }
        switch errno {
        case EAGAIN, ENOBUFS, ENOMEM, EINVAL: return
        case EIO: throw .isDown(name)
        case let code: throw .other(device: name, doing: "writing to", code: code)
        }
    }

    /// Waits until a datagram can be read, `stop` is raised, or `span` is over; without `span` for as long as it takes.
    package func wait(for span: TimeSpan?, orUntil stop: borrowing StopSignal) {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        // Rounded up: waking before a timer is due would only mean to wait again.
        let milliseconds = span.map { Int32(clamping: (max(0, min($0.microseconds, 1 << 40)) + 999) / 1_000) } ?? -1
        _ = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    }
}

#if os(Linux)
    /// The ioctl calls on a network device (netdevice(7)): a structure that begins with the device's name in 16 octets.
    private enum InterfaceRequest {
        /// linux/if_tun.h: attach to a TUN device.
        private static let attachTUN: UInt = 0x4004_54ca
        /// linux/sockios.h: the flags of a device, and its MTU.
        private static let getFlags: UInt = 0x8913
        private static let getMTU: UInt = 0x8921
        /// IFF_TUN and IFF_NO_PI: datagrams without anything before them.
        private static let plainTUN: Int16 = 0x1001
        /// IFF_UP, and IFF_RUNNING: the device takes what is sent.
        private static let up: Int16 = 0x01
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
            let socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
            guard socket >= 0 else { throw .other(device: name, doing: "asking about", code: errno) }
            defer { close(socket) }
            guard Int16(truncatingIfNeeded: try ask(socket, getFlags, name)) & up != 0 else { throw .isDown(name) }
            for _ in 0..<400 where Int16(truncatingIfNeeded: try ask(socket, getFlags, name)) & running == 0 {
                usleep(5_000)
            }
            return Int(try ask(socket, getMTU, name))
        }

        private static func ask(_ socket: Int32, _ question: UInt, _ name: String) throws(TUNError) -> Int32 {
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
