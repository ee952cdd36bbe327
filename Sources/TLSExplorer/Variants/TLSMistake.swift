import TLSSim
import Trace

/// What is wrong on purpose: a switch of a configuration, or a wrapper around the machine. It is never a copy of a machine.
package enum TLSMistake: String, Hashable, Sendable, CaseIterable, Remark {
    case truncationSilent = "truncation-silent"
    case earlyCCS = "early-ccs"
    case unsignedDH = "unsigned-dh"
    case skipMessages = "skip-messages"
    case skipProof = "skip-proof"
    case finishedUnchecked = "finished-unchecked"
    case noEMS = "no-ems"
    case suitesUnbound = "suites-unbound"
    case shortHash = "short-hash"
    case groupUnchecked = "group-unchecked"
    case exportGroup = "export-group"
    case valueUnchecked = "value-unchecked"
    case recordsUnnumbered = "records-unnumbered"
    case ccsEndsAlerts = "ccs-ends-alerts"
    case alertsIgnored = "alerts-ignored"
    case dataEarly = "data-early"
    case keyUpdateInClear = "keyupdate-in-clear"
    case retryUnbound = "retry-unbound"
    case retryTwice = "retry-twice"
    case noSentinel = "no-sentinel"
    case randomsConstant = "randoms-constant"
    case earlyDataTwice = "early-data-twice"
    case ticketsUnbound = "tickets-unbound"
    case sessionKept = "session-kept"
    case selfie

    /// The version in which it can be made; nil if it can be made in each.
    package var version: TLSScope.Version? {
        switch self {
        case .earlyCCS, .skipProof, .finishedUnchecked, .noEMS, .groupUnchecked, .exportGroup, .valueUnchecked,
            .recordsUnnumbered, .ccsEndsAlerts, .sessionKept, .shortHash:
            .tls12
        case .keyUpdateInClear, .retryUnbound, .retryTwice, .earlyDataTwice, .selfie: .tls13
        case .noSentinel: .both
        case .truncationSilent, .unsignedDH, .skipMessages, .suitesUnbound, .alertsIgnored, .dataEarly,
            .randomsConstant, .ticketsUnbound:
            nil
        }
    }

    /// The mistakes that a rule needs besides this one, because two rules guard one door; empty if it breaks a rule by itself.
    package var needed: [TLSMistake] {
        switch self {
        case .noEMS: [.finishedUnchecked]
        case .ccsEndsAlerts: [.recordsUnnumbered]
        case .noSentinel: [.groupUnchecked]
        default: []
        }
    }

    /// Whether it is about a client that shows a certificate.
    package var needsClientCertificate: Bool { self == .skipProof }

    /// The exhibit of the museum that performs the same; nil if there is none.
    package var exhibit: String? {
        switch self {
        case .truncationSilent: "truncation"
        case .earlyCCS: "ccs-injection"
        case .unsignedDH: "unsigned-dh"
        case .skipMessages: "skip-messages"
        case .finishedUnchecked: "downgrade"
        case .groupUnchecked, .exportGroup: "logjam"
        case .valueUnchecked: "small-subgroup"
        case .recordsUnnumbered: "record-replay"
        case .noEMS: "triple-handshake"
        case .randomsConstant: "replay"
        case .earlyDataTwice: "early-data-replay"
        case .noSentinel: "version-downgrade"
        case .skipProof, .suitesUnbound, .shortHash, .ccsEndsAlerts, .alertsIgnored, .dataEarly,
            .keyUpdateInClear, .retryUnbound, .retryTwice, .ticketsUnbound, .sessionKept, .selfie:
            nil
        }
    }

    package var english: String {
        switch self {
        case .truncationSilent: "both ends take the end of the transport for the end of the stream"
        case .earlyCCS:
            "both ends take a ChangeCipherSpec before the key exchange, with keys from an empty master secret"
        case .unsignedDH: "the client does not verify the signature of ServerKeyExchange, or of CertificateVerify"
        case .skipMessages:
            "the client takes a Finished in place of ServerKeyExchange and of ServerHelloDone, in TLS 1.3 in place of Certificate"
        case .skipProof: "the server takes a ChangeCipherSpec in place of CertificateVerify"
        case .finishedUnchecked: "both ends read verify_data and do not compare it"
        case .noEMS:
            "neither end speaks the extended master secret, so the keys do not depend on the hellos but for the randoms"
        case .suitesUnbound: "both ends leave the hellos out of the hash of the messages"
        case .shortHash: "both ends keep 16 bits of the hash of the messages"
        case .groupUnchecked: "the server offers a group whose order has small factors alone, and the client takes it"
        case .exportGroup:
            "the server still has an export suite with a small group, and the client takes that group with any suite"
        case .valueUnchecked: "the server takes any public value of the client in a finite field"
        case .recordsUnnumbered: "the tag of a record does not cover its number"
        case .ccsEndsAlerts: "both ends take data as soon as the keys are in force, before Finished"
        case .alertsIgnored: "both ends drop a fatal alert in clear"
        case .dataEarly: "both ends take application data in clear before there are keys"
        case .keyUpdateInClear: "both ends take a KeyUpdate in clear"
        case .retryUnbound: "both ends leave what came before the second hello out of the hash of the messages"
        case .retryTwice: "the client takes a second HelloRetryRequest"
        case .noSentinel: "the client does not look for the downgrade sentinel"
        case .randomsConstant: "the server draws the same random octets in each connection"
        case .earlyDataTwice: "the server forgets in each connection which early data it has taken before"
        case .selfie: "one host has the same external pre-shared key as a client and as a server"
        case .sessionKept: "both ends keep a session whose connection has ended with a fatal alert"
        case .ticketsUnbound:
            "the client offers the session of one host to another, which has the same ticket key, and does not name the host"
        }
    }

    package var chinese: String {
        switch self {
        case .truncationSilent: "两端都把传输的结束当成字节流的结束"
        case .earlyCCS: "两端在密钥交换之前就接受 ChangeCipherSpec，密钥由空的主密钥得到"
        case .unsignedDH: "客户端不验证 ServerKeyExchange 或 CertificateVerify 的签名"
        case .skipMessages:
            "客户端接受用 Finished 代替 ServerKeyExchange 和 ServerHelloDone，在 TLS 1.3 中代替 Certificate"
        case .skipProof: "服务器接受用 ChangeCipherSpec 代替 CertificateVerify"
        case .finishedUnchecked: "两端读取 verify_data，但不比较"
        case .noEMS: "两端都不使用扩展主密钥，所以除随机数外，密钥与 hello 无关"
        case .suitesUnbound: "两端计算消息的哈希时，略去 hello"
        case .shortHash: "两端只保留消息的哈希的 16 位"
        case .groupUnchecked: "服务器提供一个群，它的阶只有小因子，而客户端接受它"
        case .exportGroup: "服务器仍有一个使用小群的出口级密码套件，而客户端在任何密码套件下都接受这个群"
        case .valueUnchecked: "服务器接受客户端在有限域中的任何公开值"
        case .recordsUnnumbered: "记录的认证标签不包含记录的编号"
        case .ccsEndsAlerts: "密钥一生效，两端就接收数据，不等 Finished"
        case .alertsIgnored: "两端丢弃明文的致命警报"
        case .dataEarly: "还没有密钥时，两端就接收明文的应用数据"
        case .keyUpdateInClear: "两端接受明文的 KeyUpdate"
        case .retryUnbound: "两端计算消息的哈希时，略去第二个 hello 之前的内容"
        case .retryTwice: "客户端接受第二个 HelloRetryRequest"
        case .noSentinel: "客户端不查看降级标记"
        case .randomsConstant: "服务器在每个连接中抽取相同的随机字节"
        case .earlyDataTwice: "服务器在每个连接中都忘记以前接收过哪些早期数据"
        case .selfie: "一台主机作为客户端和作为服务器，使用同一个外部预共享密钥"
        case .sessionKept: "一个连接以致命警报结束之后，两端仍保留它的会话"
        case .ticketsUnbound: "客户端把一台主机的会话提供给另一台使用同一个票据密钥的主机，并且不写明是哪台主机"
        }
    }

    /// Whether the server needs an RSA key in TLS 1.2: with one it signs parameters in a finite field.
    var needsRSA: Bool { [.groupUnchecked, .exportGroup, .valueUnchecked].contains(self) }

    /// Sets the switches of the mistake.
    func configure(_ ends: inout Casting.Configurations) {
        switch self {
        case .earlyCCS: ends.both(miss: .refusingEarlyChangeCipherSpec)
        case .unsignedDH: ends.client(misses: [.verifyingServerKeyExchange, .verifyingCertificateVerify])
        case .skipMessages:
            ends.client(misses: [.awaitingServerKeyExchange, .awaitingServerHelloDone, .awaitingCertificate])
        case .skipProof: ends.both(miss: .awaitingCertificateVerify)
        case .finishedUnchecked: ends.both(miss: .comparingFinished)
        case .noEMS: (ends.client12.extendedMasterSecret, ends.server12.extendedMasterSecret) = (false, false)
        case .suitesUnbound: ends.both(miss: .hashingHellos)
        case .shortHash: ends.both(miss: .hashingWhole)
        case .groupUnchecked:
            ends.take([.dheRSAAES128GCM])
            ends.client12.groupPolicy = Self.anyGroup
            ends.server12.groups = [.toySmooth62]
        case .exportGroup:
            ends.take([.dheRSAAES128GCM])
            ends.client12.groupPolicy = Self.anyGroup
            ends.server12.cipherSuites.append(.dheRSAExport)
            ends.server12.exportGroup = .toySmooth62
        case .valueUnchecked:
            ends.take([.dheRSAAES128GCM])
            ends.server12.checksPublicValue = .nothing
        case .recordsUnnumbered:
            ends.client12.recordRules.macsSequenceNumber = .nothing
            ends.server12.recordRules.macsSequenceNumber = .nothing
        case .ccsEndsAlerts: ends.both(miss: .refusingDataBeforeFinished)
        case .retryUnbound: ends.both(miss: .hashingRetry)
        case .retryTwice: ends.client(misses: .refusingSecondRetry)
        case .noSentinel: ends.client12.checksDowngradeSentinel = .nothing
        case .truncationSilent, .alertsIgnored, .dataEarly, .keyUpdateInClear, .randomsConstant, .earlyDataTwice,
            .ticketsUnbound, .sessionKept, .selfie:
            break
        }
    }

    /// Makes a space so wide that the mistake can show in it. Where a second connection is needed, she leaves the first one alone.
    func widen(_ scope: inout TLSScope) {
        switch self {
        case .randomsConstant, .earlyDataTwice, .ticketsUnbound:
            if scope.sessions == 1 { (scope.sessions, scope.sparesFirst) = (2, true) }
            if self == .earlyDataTwice { scope.earlyData = true }
            if self == .ticketsUnbound { scope.resumes = true }
        // The first connection has to fail.
        case .sessionKept: (scope.sessions, scope.resumes) = (2, true)
        case .selfie: scope.hasBothRoles = true
        default: break
        }
    }

    private static let anyGroup = DHEKeyExchange.GroupPolicy(minimumBits: 16, acceptsToys: true)

    /// The machine with the mistake around it.
    func around(_ machine: @escaping Party.Machine) -> Party.Machine {
        switch self {
        case .truncationSilent:
            { end, input in input == .transportEnded && end.account.isOpen ? [.peerClosed] : machine(&end, input) }
        case .alertsIgnored: { end, input in Self.isFatalAlert(input) ? [] : machine(&end, input) }
        case .dataEarly:
            { end, input in
                guard case .bytes(let octets) = input, !end.account.readsProtected,
                    octets.first == ContentType.applicationData.rawValue
                else { return machine(&end, input) }
                return [.plaintext(Array(octets.dropFirst(RecordLimits.header)))]
            }
        case .keyUpdateInClear:
            { end, input in
                let message = [ContentType.handshake.rawValue, HandshakeType.keyUpdate.rawValue]
                guard case .bytes(let octets) = input,
                    octets.prefix(1) + octets.dropFirst(RecordLimits.header).prefix(1) == message[...]
                else { return machine(&end, input) }
                return []
            }
        default: machine
        }
    }

    /// Whether an input is a record with a fatal alert in clear.
    private static func isFatalAlert(_ input: Input) -> Bool {
        guard case .bytes(let octets) = input, octets.first == ContentType.alert.rawValue else { return false }
        return octets.count == RecordLimits.header + 2
            && octets.dropFirst(RecordLimits.header).first == AlertLevel.fatal.rawValue
    }
}

extension Casting.Configurations {
    /// Lets the client not keep these rules.
    fileprivate mutating func client(misses rules: MissingRules) {
        client12.missingRules.formUnion(rules)
        client13.common.missingRules.formUnion(rules)
    }

    /// Lets both ends not keep these rules.
    fileprivate mutating func both(miss rules: MissingRules) {
        client(misses: rules)
        server12.missingRules.formUnion(rules)
        server13.common.missingRules.formUnion(rules)
    }

    /// Gives both ends these suites of TLS 1.2.
    fileprivate mutating func take(_ suites: [CipherSuite]) {
        (client12.cipherSuites, server12.cipherSuites) = (suites, suites)
    }
}
