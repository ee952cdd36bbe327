import ArgumentParser
import LiveIO
import Render
import Trace

/// The command that writes the lessons and their runs as pages.
struct SiteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "site",
        abstract: "Write lessons, museum, clinic and a gallery of runs as web pages into a new folder or an archive.",
        discussion: """
            Each lesson becomes a page with its runs inside: a link behind a command leads to the step that the command shows. A run that an earlier lesson has stands on the page of that one. Each exhibit \
            of the museum and each claim of the clinic has a page of its own, with links to its run and its lessons. The pages open from a disk and on any web host. A name that ends with .zip gives one file to hand out. The same version writes the same \
            octets. Below zh/ stand the pages in Chinese; the pages of runs have both languages.

            EXIT STATUS
              0  the pages were written
              1  the folder is not empty, or a file cannot be written

            EXAMPLES
              HandshakeSim site pages
              HandshakeSim site pages.zip
            """)

    @Argument(help: .text("A folder that is empty, or that does not exist yet; or a file FOLDER.zip.", for: "folder"))
    var folder: FilePath

    @OptionGroup var page: PageOptions

    func run() async throws {
        let folder = folder.path
        guard !folder.hasSuffix(".zip") else { return try await writeArchive(folder) }
        switch Folder.kind(of: folder) {
        case .file: throw FolderError.notAFolder(folder)
        case .folder: guard try Folder.names(in: folder).isEmpty else { throw FolderError.notEmpty(folder) }
        case nil: break
        }
        // The folder is written beside its place. What is not finished never stands there, and does not refuse the next attempt.
        var staged = try StagedFolder(for: folder)
        var made: Set<String> = []
        let progress = ProgressLine("site", unit: "pages")
        try await Site.make { file in
            // A page stands in the folder itself, or in one or two folders below it.
            var below = ""
            for part in file.path.split(separator: "/").dropLast() {
                below += (below.isEmpty ? "" : "/") + part
                if made.insert(below).inserted { try staged.make(below) }
            }
            try staged.write(file.html, to: file.path)
            progress.advance()
        }
        let count = staged.files.count
        try staged.commit()
        progress.end(saying: "\(count) pages are in \(folder.legible). Begin with \(folder.legible)/index.html.")
    }

    /// Writes the pages into one ZIP file, in a folder with the name of the file.
    private func writeArchive(_ folder: String) async throws {
        try OutputFile.check(folder)
        let name = folder.dropLast(".zip".count).split(separator: "/").last.map(String.init) ?? "site"
        var archive = ZipArchive()
        let progress = ProgressLine("site", unit: "pages")
        var count = 0
        try await Site.make { file in
            archive.add("\(name)/\(file.path)", Array(file.html.utf8))
            progress.advance()
            count += 1
        }
        try OutputFile.write(archive.octets, to: folder)
        progress.end(saying: "\(count) pages are in \(folder.legible).")
    }
}

/// The error if pages cannot be written into a folder.
private enum FolderError: Error, CustomStringConvertible {
    case notAFolder(String)
    case notEmpty(String)

    var description: String {
        switch self {
        case .notAFolder(let path): "\(path) is a file. The pages need a folder."
        case .notEmpty(let path): "\(path) is not empty. Name a folder that is empty, or that does not exist yet."
        }
    }
}
