import Trace

/// The label of a row in the table in which visits are compared.
enum ComparisonRow: Remark, Hashable {
    case titleTime, titleMessages, titleReading, titleKeys, titleThefts
    case version, suite
    case beforeRequest, withTCP, untilAnswer
    /// The number of flights, and numbers of octets.
    case flights, handshakeOctets, octets
    case flight(Int), clear
    case reading(OnlookerItem)
    case serverProof, clientProof, secrets, keys
    case theft(ComparedTheft)
    case replay

    var english: String {
        switch self {
        case .titleTime: "Time and size"
        case .titleMessages: "Messages of the handshake; [encrypted] ones stand in brackets"
        case .titleReading: "What an onlooker reads"
        case .titleKeys: "Proofs and keys"
        case .titleThefts: "What opens the recording later"
        case .version: "version"
        case .suite: "cipher suite"
        case .beforeRequest: "round trips of TLS before the request"
        case .withTCP: "with TCP's own"
        case .untilAnswer: "round trips of TLS until the answer"
        case .flights: "flights of the handshake"
        case .handshakeOctets: "octets of the handshake: client, server"
        case .octets: "octets of TLS in all: client, server"
        case .flight(let number): "flight \(number)"
        case .clear: "handshake messages in clear, encrypted"
        case .reading(.hostName): "name of the host (SNI)"
        case .reading(.protocolsOffered): "protocols offered (ALPN)"
        case .reading(.protocolChosen): "protocol chosen (ALPN)"
        case .reading(.suite): "server's choice of a suite"
        case .reading(.ticket): "ticket"
        case .reading(.serverCertificate): "server's certificates"
        case .reading(.serverSignature): "server's signature"
        case .reading(.clientCertificate): "client's certificates"
        case .reading(.finished): "server's Finished"
        case .serverProof: "the server proves itself by"
        case .clientProof: "the client proves itself by"
        case .secrets: "secrets of the key schedule"
        case .keys: "keys and IVs for records"
        case .theft(.serverKey): "server's private key"
        case .theft(.ticketKey): "key of the tickets"
        case .theft(.ticketSecret): "secret of the ticket"
        case .theft(.clientValue): "what the client drew"
        case .theft(.serverValue): "what the server drew"
        case .theft(.quantum): "a machine that breaks public keys"
        case .replay: "replay of the first data"
        }
    }
}

/// The content of a cell of that table.
enum ComparisonCell: Remark {
    /// A number or a name; nil if there is none.
    case value(String?)
    case sides(VisitFigures.Octets)
    case clear(Int, encrypted: Int)
    case reading(OnlookerReading)
    case proof(SideProof)
    case possible(Bool)
    case outcome(ComparedTheft.Outcome)

    var english: String {
        switch self {
        case .value(let text?): text
        case .value(nil): "–"
        case .sides(let octets): "\(octets.client), \(octets.server)"
        case .clear(let clear, let encrypted): "\(clear), \(encrypted)"
        case .reading(.text(let text)): text
        case .reading(.octets(let count, parts: 1)): "in clear, \(counted(count, "octet"))"
        case .reading(.octets(let count, let parts)): "\(parts) in clear, \(counted(count, "octet"))"
        case .reading(.encrypted): "encrypted"
        case .reading(.absent): "not sent"
        case .proof(.decryption): "decrypting the premaster secret"
        case .proof(.signedParameters(let scheme)): "signing randoms and public value, \(scheme)"
        case .proof(.signedTranscript(let scheme)): "signing the handshake so far, \(scheme)"
        case .proof(.ticketSecret): "knowing the ticket's secret"
        case .proof(.nothing): "nothing"
        case .possible(let isPossible): isPossible ? "possible" : "not possible"
        case .outcome(.absent): "there is none"
        case .outcome(.opens(true, true?)): "opens all data, the early data too"
        case .outcome(.opens(true, _)): "opens the data"
        case .outcome(.opens(false, true?)): "opens the early data alone"
        case .outcome(.opens(false, _)): "opens nothing"
        }
    }
}

/// Headings and lists of the comparison.
enum ComparisonHeading: Remark {
    case title([String], seed: UInt64)
    case change(from: String, to: String)
    /// The messages that ``MessageChanges`` lists.
    case dropped([String]), added([String]), moved([String]), encrypted([String]), exposed([String])
    case same
    case further(seed: UInt64, names: [String])

    var english: String {
        switch self {
        case .title(let names, let seed): "\(names.joined(separator: ", ")): the same visit, seed \(seed)"
        case .change(let from, let to): "From \(from) to \(to): what changes, and why"
        case .dropped(let list): "Messages gone: \(list.joined(separator: ", "))."
        case .added(let list): "New: \(list.joined(separator: ", "))."
        case .moved(let list): "At another place: \(list.joined(separator: ", "))."
        case .encrypted(let list): "Encrypted now: \(list.joined(separator: ", "))."
        case .exposed(let list): "In clear now: \(list.joined(separator: ", "))."
        case .same: "Nothing that is counted here changes."
        case .further(let seed, let names):
            "As a page to look at, step beside step: HandshakeSim compare \(names.joined(separator: " ")) --seed \(seed) --html compare.html"
        }
    }
}
