import Trace

/// An address and a port of the internet, IPv4 or IPv6, as the operating system's sockets take it.
package struct InternetAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as a numeric text: "127.0.0.1", "::1".
    package let host: String
    /// The TCP port.
    package let port: UInt16
    /// The octets of the sockaddr structure.
    let octets: [UInt8]

    /// The addresses of a host, in the order in which they should be tried (RFC 6724).
    ///
    /// - Parameter host: a name or an address.
    /// - Throws: ``NetworkError/unknownHost(_:why:)``.
    package static func resolve(_ host: String, port: UInt16) throws(NetworkError) -> [InternetAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = OperatingSystem.stream
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &list)
        guard status == 0 else { throw .unknownHost(host, why: Words(resolverError: status)) }
        defer { freeaddrinfo(list) }
        var addresses: [InternetAddress] = []
        var next = list
        while let entry = next {
            if let address = InternetAddress(entry.pointee.ai_addr, length: entry.pointee.ai_addrlen) {
                addresses.append(address)
            }
            next = entry.pointee.ai_next
        }
        guard !addresses.isEmpty else { throw .unknownHost(host, why: .noAddress) }
        return addresses
    }

    /// Reads a sockaddr structure; nil for an address that is neither IPv4 nor IPv6.
    init?(_ structure: UnsafePointer<sockaddr>?, length: socklen_t) {
        guard let structure, [AF_INET, AF_INET6].contains(Int32(structure.pointee.sa_family)) else { return nil }
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var service = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let status = getnameinfo(
            structure, length, &host, socklen_t(host.count), &service, socklen_t(service.count),
            NI_NUMERICHOST | NI_NUMERICSERV)
        guard status == 0, let port = UInt16(Self.text(service)) else { return nil }
        self.host = Self.text(host)
        self.port = port
        octets = Array(UnsafeRawBufferPointer(start: structure, count: Int(length)))
    }

    /// The address of one end of a socket; nil if `ask` fails.
    ///
    /// - Parameter ask: a call such as getsockname or getpeername, which fills in the structure.
    init?(_ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let address = withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { structure -> InternetAddress? in
                guard ask(structure, &length) >= 0 else { return nil }
                return InternetAddress(structure, length: length)
            }
        }
        guard let address else { return nil }
        self = address
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// "127.0.0.1:443", "[::1]:443".
    package var description: String { endpoint.description }

    /// The address and the port as a journal has them.
    package var endpoint: Endpoint { Endpoint(address: host, port: port) }

    /// Calls `body` with the sockaddr structure and its length.
    func withStructure<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: octets.prefix($0.count)) }
        return withUnsafePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(octets.count)) }
        }
    }

    /// AF_INET or AF_INET6.
    var family: Int32 { withStructure { structure, _ in Int32(structure.pointee.sa_family) } }
}

extension Words {
    /// What the resolver says of its error number, in English. The usual ones have their Chinese here.
    fileprivate init(resolverError status: Int32) {
        let english = String(cString: gai_strerror(status))
        let chinese =
            switch status {
            case EAI_NONAME: "名称或服务未知"
            case EAI_AGAIN: "域名解析暂时失败"
            case EAI_FAIL: "域名解析失败"
            default: english
            }
        self.init(english: english, chinese: chinese)
    }
}
