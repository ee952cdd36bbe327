import Crypto
import PKI
import Render
import TLSSim
import TestSupport
import TestVisit
import Testing
import Trace

@testable import Simulator

/// "The same in a shell", as the ladder prints it: folded to the page, then pasted.
@Suite struct PrintedCommandTests {
    private static let visits: [Visit.Options] = [
        .init(seed: 7), .init(seed: 14, suite: .ecdheECDSAChaCha20, extendedMasterSecret: true),
        .init(seed: 11, suite: .rsaAES128CBCSHA), .init(seed: 7, resumption: .ticket),
    ]

    @Test(arguments: visits)
    func everyPrintedCommandGivesTheResult(options: Visit.Options) async throws {
        let visit = try SharedVisit.run(options)
        try await TemporaryDirectory.use { directory in
            let key = try directory.write(Array(visit.identity.privateKey.pkcs8PEM.utf8), to: "server-key.pem")
            var count = 0
            // What both sides compute by the same command, to the letter, is run once.
            var outputs: [String: String] = [:]
            for event in visit.journal.events {
                guard case .computed(let calculation) = event.kind else { continue }
                let command = try #require(calculation.reproduce, "\(calculation.name) has no command")
                let lines = Text.shell(command, to: 80)
                #expect(lines.allSatisfy { $0.count <= 80 })
                let pasted = lines.joined(separator: "\n").replacing("server-key.pem", with: key)
                let known = outputs[pasted]
                let printed: String = if let known { known } else { try await Tool.output("bash", ["-c", pasted]) }
                outputs[pasted] = printed
                if command.contains("pkeyutl -verify ") {
                    #expect(printed.contains("Signature Verified Successfully"), "\(pasted)")
                } else {
                    let digits = printed.filter { $0.isHexDigit }
                    let whole = digits.count % 2 == 0 ? digits : "0" + digits
                    #expect(Hex.octets(whole) == calculation.results.flatMap(\.octets), "\(pasted)")
                }
                count += 1
            }
            #expect(count >= 10)
        }
    }
}
