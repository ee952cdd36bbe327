import Crypto
import TLSSim
import Trace

/// A file in which a client keeps the sessions that it can resume: one session of TLS 1.2, and one ticket of TLS 1.3.
package final class SessionFile {
    private let path: String
    /// The session of TLS 1.2 in the file; nil if it has none.
    package private(set) var session: ResumableSession?
    /// The ticket of TLS 1.3 in the file; nil if it has none.
    package private(set) var ticket: TLS13.Ticket?

    /// The SHA-256 of the certificate that the client shows; nil if it shows none. A server that resumes a session believes that the
    /// client is still the one of that session.
    private let client: [UInt8]?
    /// Whether the file has sessions of another client certificate, or of none. They are not used.
    package private(set) var isOfOtherClient = false

    /// The most octets of the file that are read.
    private static let limit = 1 << 20

    /// Reads the file at `path`. A file that does not exist has no session and no ticket.
    ///
    /// - Parameter certificate: the certificate in DER that the client shows; nil if it shows none.
    /// - Throws: ``FileError``, or ``CertificateFiles/Failure`` for a text that is not a session.
    package init(_ path: String, ofClient certificate: [UInt8]?) throws {
        self.path = path
        client = certificate.map { HashAlgorithm.sha256.hash($0) }
        let octets: [UInt8]
        do {
            octets = try InputFile.read(path, limit: Self.limit)
        } catch {
            guard error.reason == .noSuchFile else { throw error }
            return
        }
        guard !octets.isEmpty else { return }
        do {
            try read(String(decoding: octets, as: UTF8.self))
        } catch { throw CertificateFiles.Failure(path: path, why: "\(error)") }
    }

    /// Reads the session and the ticket. The session comes first, and the heading of the ticket ends it.
    private func read(_ text: String) throws(SessionTextError) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let last = lines.lastIndex { !$0.isEmpty }
        let owner = last.flatMap {
            lines[$0].hasPrefix(Self.owner) ? String(lines[$0].dropFirst(Self.owner.count)) : nil
        }
        if let last, owner != nil { lines.remove(at: last) }
        guard owner == client.map({ Hex.string($0) }) else {
            isOfOtherClient = true
            return
        }
        let text = lines.joined(separator: "\n")
        guard let heading = lines.firstIndex(where: { $0 == TLS13.Ticket.heading }) else {
            session = try ResumableSession(text: text)
            return
        }
        if heading > 0 { session = try ResumableSession(text: lines[..<heading].joined(separator: "\n")) }
        ticket = try TLS13.Ticket(text: lines[heading...].joined(separator: "\n"), from: heading + 1)
    }

    /// The name of the line with the client's certificate.
    private static let owner = "client certificate: "

    private func write() throws(FileError) {
        var text = (session?.text ?? "") + (ticket?.text ?? "")
        if let client, !text.isEmpty { text += "\(Self.owner)\(Hex.string(client))\n" }
        try OutputFile.write(Array(text.utf8), to: path, for: .ownerOnly)
    }

    /// Removes the ticket from the file. A ticket is offered once: an observer who sees it twice knows that both ClientHellos come
    /// from the same client (RFC 8446 section C.4).
    ///
    /// - Throws: ``FileError`` if the file cannot be written.
    package func spendTicket() throws(FileError) {
        guard ticket != nil else { return }
        ticket = nil
        try write()
    }

    /// Writes new sessions and tickets among the outputs of a client into the file, and removes a session that the client forgets.
    ///
    /// - Throws: ``FileError`` if the file cannot be written.
    package func keep(_ outputs: [Output]) throws(FileError) {
        for output in outputs {
            switch output {
            case .resumable(let new): session = new
            case .ticket(let new): ticket = new
            case .forget: session = nil
            default: continue
            }
            try write()
        }
    }
}
