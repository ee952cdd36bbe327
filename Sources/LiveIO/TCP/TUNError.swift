/// Why a TUN device cannot be used, in words that say what to do about it.
package enum TUNError: Error, Hashable, Sendable {
    /// The system is not Linux, which alone has TUN devices of this kind.
    case notLinux
    /// The name cannot be that of a device, which has 1 to 15 octets without slash or space.
    case badName(String)
    /// There is no /dev/net/tun: the kernel has no TUN driver, or a container hides it.
    case noDriver
    /// The user may not use TUN devices, or not this one.
    case permissionDenied(device: String)
    /// There is no device of that name.
    case noSuchDevice(String)
    /// The device is not a TUN device, or is one with several queues.
    case notTUN(String)
    /// Another program is attached to the device.
    case inUse(String)
    /// The device is not up.
    case isDown(String)
    /// Any other error: the operation that failed, and the operating system's number for the error (errno).
    case other(device: String, doing: String, code: Int32)
}

extension TUNError: CustomStringConvertible {
    /// One or two sentences: what is wrong, and the command that mends it.
    package var description: String {
        switch self {
        case .notLinux: "TUN devices as used here exist on Linux only."
        case .badName(let name): "\"\(name)\" cannot be a device's name: 1 to 15 octets without slash or space."
        case .noDriver:
            """
            There is no /dev/net/tun. Load the driver with "modprobe tun", or start the container with \
            "--device /dev/net/tun".
            """
        case .permissionDenied(let device):
            """
            The device \(device) may not be used: permission denied. Run as root, or under "unshare -rn".
            """
        case .noSuchDevice(let device):
            """
            There is no device \(device). Make it with "ip tuntap add dev \(device) mode tun", give it an address with \
            "ip addr add ADDRESS/24 dev \(device)" and start it with "ip link set \(device) up".
            """
        case .notTUN(let device): "The device \(device) is not a TUN device, or it has several queues."
        case .inUse(let device): "The device \(device) is in use: another program is attached to it."
        case .isDown(let device): "The device \(device) is down. Start it with \"ip link set \(device) up\"."
        case .other(let device, let doing, let code):
            "\(doing) the device \(device) failed: \(String(cString: strerror(code)))."
        }
    }
}
