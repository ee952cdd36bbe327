import Crypto
import Trace

/// The calculations of the key derivation, for the reader (RFC 5246 sections 8.1, 6.3 and 7.4.9).
extension KeySchedule {
    /// The calculation of the master secret. A resumed session does not compute it, because it has the master secret of the first one.
    var masterSecretCalculation: Calculation {
        guard let masterInvocation else {
            return Calculation(
                "master secret", formula: "that of the session resumed",
                results: [Self.shown(masterSecret: masterSecret)]
            )
        }
        let extended = masterInvocation.label == "extended master secret"
        return masterInvocation.calculation(
            "master secret",
            formula: extended
                ? "PRF(pre_master_secret, \"extended master secret\", session_hash)[0..47]"
                : "PRF(pre_master_secret, \"master secret\", ClientHello.random + ServerHello.random)[0..47]",
            results: { [Self.shown(masterSecret: $0)] })
    }

    /// The calculation of the key block, with the keys into which it is cut.
    var keyBlockCalculation: Calculation {
        keyInvocation.calculation(
            "key block",
            formula: "PRF(master_secret, \"key expansion\", ServerHello.random + ClientHello.random)",
            results: { _ in keyBlockParts })
    }

    /// The keys with their names, in the order of the key block (RFC 5246 section 6.3).
    public var keyBlockParts: [Calculation.Quantity] {
        let sides = [(Role.client, clientKeys), (.server, serverKeys)]
        let macKeys = sides.map { side, keys in Calculation.Quantity("\(side)_write_MAC_key", keys.macKey) }
        let writeKeys = sides.map { side, keys in Calculation.Quantity("\(side)_write_key", keys.key) }
        let writeIVs = sides.map { side, keys in
            Calculation.Quantity("\(side)_write_IV", keys.fixedIV, note: .writeIV(suite.cipher))
        }
        return (macKeys + writeKeys + writeIVs).filter { !$0.octets.isEmpty }.map { $0.known(as: Knowledge.keyBlock) }
    }

    /// The calculation of verify_data.
    func verifyDataCalculation(of side: Role, transcriptHash: [UInt8]) -> Calculation {
        let invocation = finishedInvocation(side, transcriptHash)
        return invocation.calculation(
            "verify_data of the \(side)",
            formula: "PRF(master_secret, \"\(invocation.label)\", Hash(handshake_messages))[0..11]",
            results: { [.init("verify_data", $0)] })
    }

    /// A master secret as a quantity of a calculation.
    static func shown(masterSecret: [UInt8]) -> Calculation.Quantity {
        .init("master_secret", masterSecret).known(as: Knowledge.masterSecret)
    }

    /// A hello's random as a quantity of a calculation.
    static func shown(_ random: [UInt8], of side: Role) -> Calculation.Quantity {
        switch side {
        case .client: .init("ClientHello.random", random).known(as: Knowledge.clientRandom)
        case .server: .init("ServerHello.random", random).known(as: Knowledge.serverRandom)
        }
    }
}
