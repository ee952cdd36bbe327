import LiveIO
import TrustLab

/// A folder that stands for the bundle of an app.
struct BundleFolder {
    /// The path of the folder, as the user has given it.
    let path: String
    /// The largest file that is read, in octets.
    private static let limit = 1 << 20
    /// The largest number of files that are read.
    private static let most = 1_000

    /// The files of the bundle that are examined: the files with names like `*.cer`, and the lists.
    ///
    /// - Throws: ``FileError`` if a file cannot be read; ``CertificateFiles/Failure`` if the folder cannot be read or has too many files.
    func files() throws -> [BundledFile] {
        switch Folder.kind(of: path) {
        case .folder: break
        case .file: throw CertificateFiles.Failure(path: path, why: "a file; give a folder")
        case nil: throw CertificateFiles.Failure(path: path, why: "there is no such folder")
        }
        let lists = [
            PinnedRootsRecipe.listName, PinnedRootsRecipe.checkName, PinnedRootsManifest.listName,
            PinnedRootsManifest.tagName,
        ]
        let names: [String]
        do {
            names = try Folder.names(in: path)
        } catch { throw CertificateFiles.Failure(path: path, why: "the folder cannot be read") }
        let own = names.filter { BundledFile($0, []).isCertificate || lists.contains($0) }.sorted()
        guard own.count <= Self.most else {
            throw CertificateFiles.Failure(path: path, why: "\(own.count) files; \(Self.most) are the most")
        }
        return try own.map { BundledFile($0, try InputFile.read(place(of: $0), limit: Self.limit)) }
    }

    /// The files with certificates in DER, as an app reads them.
    ///
    /// - Throws: ``FileError`` if a file cannot be read; ``CertificateFiles/Failure`` for a file that is not a certificate in DER, or if there
    ///   are fewer than `least`.
    func certificates(least: Int) throws -> [BundledFile] {
        let certificates = try files().filter(\.isCertificate)
        guard certificates.count >= least else {
            let count = certificates.count
            throw CertificateFiles.Failure(
                path: path,
                why: "\(count) \(count == 1 ? "file is" : "files are") called *.cer; at least \(least) must be")
        }
        for file in certificates {
            guard !file.name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
                throw CertificateFiles.Failure(path: path, why: "the name of a file has a control character")
            }
            do {
                _ = try CertificatePins.of(chain: [file.octets])
            } catch {
                let isPEM = file.octets.starts(with: Array("-----BEGIN".utf8))
                throw CertificateFiles.Failure(
                    path: place(of: file.name),
                    why: isPEM
                        ? "PEM; an app reads DER: openssl x509 -in FILE -outform der -out NAME.cer"
                        : "no certificate in DER: \(error)")
            }
        }
        return certificates
    }

    /// Writes files into the folder. Each file is written whole or not at all.
    func write(_ files: [BundledFile]) throws {
        for file in files { try OutputFile.write(file.octets, to: place(of: file.name)) }
    }

    /// Makes the folder.
    ///
    /// - Throws: ``CertificateFiles/Failure`` if the folder exists, because its files would be mixed with the new ones, or if it cannot be
    ///   made.
    func create() throws {
        guard Folder.kind(of: path) == nil else {
            throw CertificateFiles.Failure(path: path, why: "it is there already; name a new folder")
        }
        do {
            try Folder.make(path)
        } catch { throw CertificateFiles.Failure(path: path, why: "the folder cannot be made") }
    }

    private func place(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }
}
