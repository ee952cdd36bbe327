import Trace

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
        guard (1...15).contains(name.utf8.count), !name.utf8.contains(where: { $0 == 0x2f || $0 <= 0x20 }) else {
            throw .badName(name)
        }
        (descriptor, mtu) = try OperatingSystem.attach(name)
        self.name = name
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

    /// Waits until a datagram or `other` can be read, or `span` is over; without `span` for as long as it takes. An `other` below zero is
    /// none.
    func wait(for span: TimeSpan?, orUntil other: Int32) {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        // Rounded up: waking before a timer is due would only mean to wait again.
        let milliseconds = span.map { Int32(clamping: (max(0, min($0.microseconds, 1 << 40)) + 999) / 1_000) } ?? -1
        _ = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    }
}
