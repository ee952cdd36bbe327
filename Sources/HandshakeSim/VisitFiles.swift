import ArgumentParser
import LiveIO
import PKI
import Render
import Simulator

/// The options for files that only the command `run` can write.
struct VisitFiles: ParsableArguments, OptionPurpose {
    static let use = OptionUse.file

    @Option(help: .text("Write the run's NSS key log.", for: "file"))
    var keylog: FilePath?

    @Option(help: .text("Write the server's private key as PEM: what the thief steals.", for: "file"))
    var serverKey: FilePath?

    @Option(help: .text("Write the certificates that the server shows as PEM.", for: "file"))
    var serverCerts: FilePath?

    @Option(help: .text("Write the root that both sides trust as PEM.", for: "file"))
    var root: FilePath?

    func validate() throws { try OutputFile.check(all: [keylog, serverKey, serverCerts, root].map { $0?.path }) }

    /// Writes the files that the options name. The key log and the private key are readable only by the user.
    func write(_ visit: Visit) throws {
        if let keylog { try OutputFile.write(Array(KeyLog.text(visit.journal).utf8), to: keylog.path, for: .ownerOnly) }
        if let serverKey {
            try OutputFile.write(Array(visit.identity.privateKey.pkcs8PEM.utf8), to: serverKey.path, for: .ownerOnly)
        }
        if let serverCerts { try CertificateFiles.write(visit.identity.chain, to: serverCerts.path) }
        if let root { try CertificateFiles.write(visit.pki.trustStore.anchors, to: root.path) }
    }
}
