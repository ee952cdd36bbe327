import Crypto
import Trace

/// The calculations of the key derivation, for the reader (RFC 5246 sections 8.1, 6.3 and 7.4.9).
extension KeySchedule {
    /// The calculation of the master secret. A resumed session does not compute it, because it has the master secret of the first one.
    var masterSecretCalculation: Calculation {
        guard let masterInvocation else {
            return Calculation(
                "master secret", formula: "that of the session resumed",
                results: [PRFUse.Input.masterSecret.shown(masterSecret)])
        }
        return masterInvocation.calculation("master secret") { [PRFUse.Input.masterSecret.shown($0)] }
    }

    /// The calculation of the key block, with the keys into which it is cut.
    var keyBlockCalculation: Calculation { keyInvocation.calculation("key block") { _ in keyBlockParts } }

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
        finishedInvocation(side, transcriptHash)
            .calculation("verify_data of the \(side)") { [.init("verify_data", $0)] }
    }
}
