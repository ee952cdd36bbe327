import TLSSim
import Trace

/// What is wrong on purpose: a switch of a configuration, or a wrapper around the machine. It is never a copy of a machine.
package enum TLSMistake: String, Hashable, Sendable, CaseIterable, Remark {
    case truncationSilent = "truncation-silent"
    case earlyCCS = "early-ccs"
    case unsignedDH = "unsigned-dh"
    case skipMessages = "skip-messages"
    case finishedUnchecked = "finished-unchecked"
    case noEMS = "no-ems"
    case groupUnchecked = "group-unchecked"
    case recordsUnnumbered = "records-unnumbered"
    case alertsIgnored = "alerts-ignored"
    case dataEarly = "data-early"
    case keyUpdateInClear = "keyupdate-in-clear"
    case randomsConstant = "randoms-constant"
    case earlyDataTwice = "early-data-twice"
    case ticketsUnbound = "tickets-unbound"
    case sessionKept = "session-kept"
    case selfie

    /// The version in which it can be made.
    package var version: TLSScope.Version? {
        switch self {
        case .earlyCCS, .unsignedDH, .skipMessages, .finishedUnchecked, .noEMS, .groupUnchecked, .recordsUnnumbered,
            .sessionKept:
            .tls12
        case .keyUpdateInClear, .earlyDataTwice, .selfie: .tls13
        case .truncationSilent, .alertsIgnored, .dataEarly, .randomsConstant, .ticketsUnbound: nil
        }
    }

    /// The mistakes that a rule needs besides this one, because two rules guard one door; empty if it breaks a rule by itself.
    package var needed: [TLSMistake] {
        switch self {
        case .noEMS: [.finishedUnchecked]
        case .truncationSilent, .earlyCCS, .unsignedDH, .skipMessages, .finishedUnchecked, .groupUnchecked,
            .recordsUnnumbered,
            .alertsIgnored, .dataEarly,
            .keyUpdateInClear, .randomsConstant, .earlyDataTwice, .ticketsUnbound, .sessionKept, .selfie:
            []
        }
    }

    /// The exhibit of the museum that performs the same; nil if there is none.
    package var exhibit: String? {
        switch self {
        case .truncationSilent: "truncation"
        case .earlyCCS: "ccs-injection"
        case .unsignedDH: "unsigned-dh"
        case .skipMessages: "skip-messages"
        case .finishedUnchecked: "downgrade"
        case .groupUnchecked: "logjam"
        case .recordsUnnumbered: "record-replay"
        case .noEMS: "triple-handshake"
        case .randomsConstant: "replay"
        case .earlyDataTwice: "early-data-replay"
        case .alertsIgnored, .dataEarly, .keyUpdateInClear, .ticketsUnbound, .sessionKept, .selfie: nil
        }
    }

    package var english: String {
        switch self {
        case .truncationSilent: "both ends take the end of the transport for the end of the stream"
        case .earlyCCS:
            "both ends take a ChangeCipherSpec before the key exchange, with keys from an empty master secret"
        case .unsignedDH: "the client does not verify the signature of ServerKeyExchange"
        case .skipMessages: "the client takes a Finished in place of ServerKeyExchange, and of ServerHelloDone"
        case .finishedUnchecked: "both ends read verify_data and do not compare it"
        case .noEMS:
            "neither end speaks the extended master secret, so the keys do not depend on the hellos but for the randoms"
        case .groupUnchecked: "the server offers a group whose order has small factors alone, and the client takes it"
        case .recordsUnnumbered: "the tag of a record does not cover its number"
        case .alertsIgnored: "both ends drop a fatal alert in clear"
        case .dataEarly: "both ends take application data in clear before there are keys"
        case .keyUpdateInClear: "both ends take a KeyUpdate in clear"
        case .randomsConstant: "the server draws the same random octets in each connection"
        case .earlyDataTwice: "the server forgets in each connection which early data it has taken before"
        case .selfie: "one host has the same external pre-shared key as a client and as a server"
        case .sessionKept: "both ends keep a session whose connection has ended with a fatal alert"
        case .ticketsUnbound:
            "the client offers the session of one host to another, which has the same ticket key, and does not name the host"
        }
    }

    /// Sets the switches of the mistake.
    func configure(_ client: inout Client.Configuration, _ server: inout Server.Configuration) {
        switch self {
        case .earlyCCS:
            client.missingRules.insert(.refusingEarlyChangeCipherSpec)
            server.missingRules.insert(.refusingEarlyChangeCipherSpec)
        case .unsignedDH: client.missingRules.insert(.verifyingServerKeyExchange)
        case .skipMessages: client.missingRules.formUnion([.awaitingServerKeyExchange, .awaitingServerHelloDone])
        case .finishedUnchecked:
            client.missingRules.insert(.comparingFinished)
            server.missingRules.insert(.comparingFinished)
        case .noEMS: (client.extendedMasterSecret, server.extendedMasterSecret) = (false, false)
        case .groupUnchecked:
            (client.cipherSuites, server.cipherSuites) = ([.dheRSAAES128GCM], [.dheRSAAES128GCM])
            client.groupPolicy = DHEKeyExchange.GroupPolicy(minimumBits: 16, acceptsToys: true)
            server.groups = [.toySmooth62]
        case .recordsUnnumbered:
            client.recordRules.macsSequenceNumber = .nothing
            server.recordRules.macsSequenceNumber = .nothing
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
        case .truncationSilent, .earlyCCS, .unsignedDH, .skipMessages, .finishedUnchecked, .noEMS, .groupUnchecked,
            .recordsUnnumbered, .alertsIgnored, .dataEarly, .keyUpdateInClear:
            break
        }
    }

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
        case .earlyCCS, .unsignedDH, .skipMessages, .finishedUnchecked, .noEMS, .groupUnchecked, .recordsUnnumbered,
            .randomsConstant, .earlyDataTwice, .ticketsUnbound, .sessionKept, .selfie:
            machine
        }
    }

    /// Whether an input is a record with a fatal alert in clear.
    private static func isFatalAlert(_ input: Input) -> Bool {
        guard case .bytes(let octets) = input, octets.first == ContentType.alert.rawValue else { return false }
        return octets.count == RecordLimits.header + 2
            && octets.dropFirst(RecordLimits.header).first == AlertLevel.fatal.rawValue
    }
}
