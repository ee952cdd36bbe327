import TCPHost
import TCPSim
import Trace

/// The settings that a `config` line changes, and the defaults that the documented interface (docs/tcp-drive.md) prescribes.
extension Host.Settings {
    /// The settings before a `config` line.
    static var documentedDefaults: Host.Settings {
        // The key is fixed, so that the same input gives the same output. The field "secret" sets another key.
        var connection = Connection.Configuration(isn: .generated(secret: defaultKey))
        connection.selectiveAcknowledgment = true
        connection.congestionControl = CongestionControl.Settings(initialWindow: .segments(10), limitedTransmit: true)
        connection.nagle = true
        connection.avoidsSillyWindows = true
        connection.challengeLimit = ChallengeLimit()
        connection.tracing = false
        // Five retries take 63 seconds, as in many systems.
        connection.synRetries = 5
        var settings = Host.Settings(local: IPv4Address(192, 168, 0, 1), connection: connection)
        settings.synAckRetries = 5
        return settings
    }

    /// The key of everything that strangers must not guess: initial sequence numbers and SYN cookies.
    private static let defaultKey = SipHash.Key(low: 0x0706_0504, high: 0x0f0e_0d0c)

    /// Applies the fields of a `config` line.
    ///
    /// - Returns: the names of the members that are unknown or have a value that is not supported.
    mutating func take(_ fields: Fields) -> [String] {
        var unsupported: [String] = []
        // "cc" and "iw" are applied together, behind the loop.
        var control = connection.congestionControl ?? CongestionControl.Settings()
        var isControlled = connection.congestionControl != nil
        // "secret" and "syn_cookies" are applied together too.
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
        // One key serves both: the hash of a cookie covers a longer message than that of an initial sequence number.
        connection.synCookies = cookies.map { SYNCookies($0, key: key) }
        return unsupported
    }

    /// Applies one field; false if the field or its value is not supported.
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

    /// A time of at least `least` microseconds.
    private func span(_ name: String, _ fields: Fields, least: Int64 = 0) throws(RequestError) -> TimeSpan {
        .microseconds(try fields.integer(name, least...Int64(1 << 50)))
    }

    /// The first value of the timestamp clock. It must not be zero, because an echo of zero looks like no echo.
    private static let clockOffset: UInt32 = 1_000
}
