import Foundation
import PKI
import TestPKI
import TestSupport
import Testing

@testable import LiveIO

@Suite struct FileTests {
    @Test func whatIsWrittenIsReadBack() async throws {
        try await TemporaryDirectory.use { directory in
            let path = directory.path(of: "a")
            try OutputFile.write(Array("first, and longer".utf8), to: path)
            try OutputFile.write(Array("second".utf8), to: path)
            #expect(try InputFile.read(path, limit: 6) == Array("second".utf8))
            #expect(try directory.names() == ["a"], "nothing else is left behind")
        }
    }

    @Test func aPrivateKeyIsForItsOwnerAlone() async throws {
        try await TemporaryDirectory.use { directory in
            let path = try directory.write(text: "old", to: "key.pem")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            try OutputFile.write([1], to: path, for: .ownerOnly)
            #expect(try mode(of: path) == 0o600, "also where a file with other rights was there before")

            let new = directory.path(of: "new.pem")
            try OutputFile.write([1], to: new, for: .ownerOnly)
            #expect(try mode(of: new) == 0o600)
        }
    }

    @Test func aFileKeepsItsRightsAndALinkItsTarget() async throws {
        try await TemporaryDirectory.use { directory in
            let path = try directory.write(text: "old", to: "real")
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            let link = directory.path(of: "link")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real")
            try OutputFile.write([7], to: link)
            #expect(try directory.read("real") == [7])
            #expect(try mode(of: path) == 0o640)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real")
        }
    }

    /// A file that is none would prove nothing, and nobody would know why.
    @Test func whatIsNoOCSPResponseIsRefused() async throws {
        try await TemporaryDirectory.use { directory in
            let path = try directory.write(text: "-----BEGIN OCSP RESPONSE-----\n", to: "response.pem")
            let chain = try directory.write(text: CertificatePEM.encode(Sample.pki().identity.chain), to: "chain.pem")
            let source = try ChainSource.read([chain], named: nil, within: 1)
            #expect(try source.response(orIn: nil) == nil && source.handshake == nil)
            #expect(throws: CertificateFiles.Failure.self) { try source.response(orIn: path) }
            try OutputFile.write(DoctorLaboratory.revocation, to: path)
            #expect(try source.response(orIn: path) == DoctorLaboratory.revocation)
        }
    }

    /// Before a run, whatever can be known of its files then.
    @Test func whatCannotBeWrittenIsKnownBefore() async throws {
        try await TemporaryDirectory.use { directory in
            let (lost, missing) = (directory.path(of: "nowhere/file"), directory.path(of: "nowhere"))
            #expect(throws: FileError(.write, lost, because: .noSuchDirectory(missing))) { try OutputFile.check(lost) }
            #expect(throws: FileError(.write, directory.path, because: .isDirectory)) {
                try OutputFile.check(directory.path)
            }
            // It means standard output, and no file of that name shall come of a command that does not write there.
            #expect(throws: FileError(.write, "-", because: .isStandardOutput)) { try OutputFile.check("-") }
            #expect(throws: FileError(.write, "-", because: .isStandardOutput)) { try OutputFile.write([1], to: "-") }
            let old = try directory.write(text: "old", to: "old")
            #expect(throws: FileError(.write, old + "/file", because: .noSuchDirectory(old))) {
                try OutputFile.check(old + "/file")
            }
            for path in [old, directory.path(of: "new"), "/dev/null"] { try OutputFile.check(path) }
            #expect(try directory.names() == ["old"], "nothing is made")
        }
    }

    @Test func errorsSayWhy() async throws {
        try await TemporaryDirectory.use { directory in
            let lost = directory.path(of: "nowhere/file")
            let missing = directory.path(of: "nowhere")
            #expect(throws: FileError(.write, lost, because: .noSuchDirectory(missing))) {
                try OutputFile.write([1], to: lost)
            }
            #expect(throws: FileError(.write, directory.path, because: .isDirectory)) {
                try OutputFile.write([1], to: directory.path)
            }
            #expect(throws: FileError(.read, missing, because: .noSuchFile)) { try InputFile.read(missing, limit: 10) }
            #expect(throws: FileError(.read, directory.path, because: .isDirectory)) {
                try InputFile.read(directory.path, limit: 10)
            }
            let large = try directory.write([UInt8](repeating: 1, count: 100_000), to: "large")
            #expect(throws: FileError(.read, large, because: .tooLarge(limit: 99_999))) {
                try InputFile.read(large, limit: 99_999)
            }
            #expect(try InputFile.read(large, limit: 100_000).count == 100_000)
        }
    }

    @Test(arguments: [
        (FileError(.write, "a/b", because: .noSuchDirectory("a")), "cannot write a/b: there is no directory a"),
        (FileError(.write, "b", errno: ENOENT), "cannot write b: there is no directory ."),
        (FileError(.read, "b", errno: ENOENT), "cannot read b: there is no such file"),
        (FileError(.write, "/b", errno: EACCES), "cannot write /b: permission denied"),
        (FileError(.write, "b", errno: ENOSPC), "cannot write b: no space is left"),
        (FileError(.read, "b", because: .tooLarge(limit: 9)), "cannot read b: it is larger than 9 octets"),
    ]) func errorsAreSentences(error: FileError, sentence: String) {
        #expect(error.description == sentence)
    }

    @Test func aDeviceIsWrittenToAndNotReplaced() throws {
        try OutputFile.write([1, 2, 3], to: "/dev/null")
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(type == .typeCharacterSpecial)
        #expect(throws: FileError(.read, "/dev/zero", because: .tooLarge(limit: 1000))) {
            try InputFile.read("/dev/zero", limit: 1000)
        }
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
