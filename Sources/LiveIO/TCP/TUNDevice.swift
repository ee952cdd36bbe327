import Trace

/// A network device whose other end is this program (Linux's TUN driver). This program reads the IP datagrams that the kernel routes to
/// the device. A datagram that it writes arrives at the kernel as if from a wire.
package struct TUNDevice: ~Copyable {
    /// The name of the device, such as "tun0".
    package let name: String
    /// The length of the longest datagram that the device carries, in octets.
    package let mtu: Int

    private let descriptor: Int32

    /// Attaches to the device called `name`, which must exist and be up.
    ///
    /// - Throws: ``TUNError``: not Linux, no driver, no such device, no permission, in use, down.
    package init(_ name: String) throws(TUNError) {
        guard (1...15).contains(name.utf8.count), !name.utf8.contains(where: { $0 == 0x2f || $0 <= 0x20 }) else {
            throw .badName(name)
        }
        (descriptor, mtu) = try OperatingSystem.attach(name)
        self.name = name
    }

    /// A device behind another descriptor. Each read takes one datagram from it, and each write gives it one. The descriptor must not
    /// block. It is closed with the device.
    package init(name: String, mtu: Int, descriptor: Int32) {
        self.name = name
        self.mtu = mtu
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The next datagram from the kernel; nil if no datagram waits.
    ///
    /// - Throws: ``TUNError`` if the device has gone.
    package func receive() throws(TUNError) -> [UInt8]? {
        var failure: Int32 = 0
        // An IP datagram cannot be longer.
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

    /// Gives a datagram to the kernel. A datagram is lost, as on any wire, if the kernel has no room for it or cannot read it.
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

    /// Waits until a datagram or `other` can be read, or `span` is over. If `span` is nil, there is no time limit. An `other` below zero
    /// is ignored.
    func wait(for span: TimeSpan?, orUntil other: Int32) {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&descriptors, nfds_t(descriptors.count), OperatingSystem.pollTime(span))
    }
}
