import TCPHost
import TCPSim
import Trace

/// What the `config` line sets, with the contract's defaults.
extension Host.Settings {
    /// What holds before a `config` line.
    static var contract: Host.Settings {
        // The key is fixed, so that the same input gives the same output; "secret" sets another.
        var connection = Connection.Configuration(isn: .generated(secret: defaultKey))
        connection.selectiveAcknowledgment = true
        connection.congestionControl = CongestionControl.Settings(initialWindow: .segments(10), limitedTransmit: true)
        connection.nagle = true
        connection.avoidsSillyWindows = true
        connection.challengeLimit = ChallengeLimit()
        connection.tracing = false
        // 63 seconds, as many systems have it.
        connection.synRetries = 5
        var settings = Host.Settings(local: IPv4Address(192, 168, 0, 1), connection: connection)
        settings.synAckRetries = 5
        return settings
    }

    /// The key of everything that strangers must not guess, unless the line has another.
    private static let defaultKey = SipHash.Key(low: 0x0706_0504, high: 0x0f0e_0d0c)

    /// Takes over what a `config` line says.
    ///
    /// - Returns: the names of the members that are unknown or have a value that is not supported.
    mutating func take(_ fields: Fields) -> [String] {
        var unsupported: [String] = []
        // What cc and iw say only makes sense together.
        var control = connection.congestionControl ?? CongestionControl.Settings()
        var isControlled = connection.congestionControl != nil
        // What secret and syn_cookies say does so, too.
        var key = Self.defaultKey
        var cookies: SYNCookies.Use?
        for member in fields.members where member.name != "op" && member.name != "at" {
            let name = member.name
            do throws(RequestError) {
                switch name {
                case "cc":
                    switch try fields.text(name) {
                    case "reno": isControlled = true
                    case "none": isControlled = false
                    default: unsupported.append(name)
                    }
                case "iw": control.initialWindow = .segments(try fields.integer(name, 1...10_000))
                case "limited_transmit": control.limitedTransmit = try fields.truth(name)
                case "syn_cookies":
                    let text = try fields.text(name)
                    cookies = SYNCookies.Use(rawValue: text)
                    if cookies == nil, text != "never" { unsupported.append(name) }
                case "secret":
                    if let secret = SipHash.Key(try fields.octets(name)) {
                        key = secret
                    } else {
                        unsupported.append(name)
                    }
                default:
                    if try !take(name, isNull: member.value == .null, fields) { unsupported.append(name) }
                }
            } catch {
                unsupported.append(name)
            }
        }
        connection.congestionControl = isControlled ? control : nil
        if case .generated = connection.isn { connection.isn = .generated(secret: key) }
        // The hash of a cookie is over a longer message than that of an initial sequence number, so that one key serves both.
        connection.synCookies = cookies.map { SYNCookies($0, key: key) }
        return unsupported
    }

    /// Takes over one member; false if it has no meaning here.
    private mutating func take(_ name: String, isNull: Bool, _ fields: Fields) throws(RequestError) -> Bool {
        switch name {
        case "local":
            guard let address = IPv4Address(try fields.text(name)) else { return false }
            local = address
        case "mss": connection.mss = try fields.integer(name, 28...65_495)
        case "rcvbuf": connection.receiveBuffer = try fields.integer(name, 1...(1 << 30))
        case "sndbuf": connection.sendBuffer = try fields.integer(name, 1...(1 << 30))
        case "wscale": connection.windowScale = isNull ? nil : try fields.integer(name, 0...14)
        case "sack": connection.selectiveAcknowledgment = try fields.truth(name)
        case "pmtu": connection.discoversPathMTU = try fields.truth(name)
        case "ts": connection.timestamps = try fields.truth(name) ? TimestampClock(offset: Self.clockOffset) : nil
        case "delack_us": connection.acknowledgmentDelay = try span(name, fields)
        case "nagle": connection.nagle = try fields.truth(name)
        case "rto_init_us": connection.initialRTO = try span(name, fields, least: 1)
        case "rto_min_us": connection.minimumRTO = try span(name, fields)
        case "rto_max_us": connection.maximumRTO = try span(name, fields, least: 1)
        case "msl_us": connection.msl = try span(name, fields)
        case "syn_retries": connection.synRetries = try fields.integer(name, 0...1_000)
        case "synack_retries": synAckRetries = try fields.integer(name, 0...1_000)
        case "keepalive_us":
            connection.keepAlive = isNull ? nil : KeepAlive(idle: try span(name, fields, least: 1))
        case "fin_wait_2_us": connection.orphanLimit = isNull ? nil : try span(name, fields)
        case "data_retries": connection.dataRetries = try fields.integer(name, 0...1_000)
        case "iss":
            guard !isNull else { return true }
            connection.isn = .forced(SequenceNumber(try fields.integer(name, 0...UInt32.max)))
        default: return false
        }
        return true
    }

    private func span(_ name: String, _ fields: Fields, least: Int64 = 0) throws(RequestError) -> TimeSpan {
        .microseconds(try fields.integer(name, least...Int64(1 << 50)))
    }

    /// What the timestamps start from: any number but zero, since an echo of zero looks like no echo.
    private static let clockOffset: UInt32 = 1_000
}
