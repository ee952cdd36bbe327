import ArgumentParser
import Classroom
import LiveIO

/// Reads the files of a class that the options name.
enum ClassFiles {
    /// The largest course, roster, or list of times of receipt, in octets.
    static let largest = 32 << 20

    /// The value that `read` makes of the octets of a file.
    ///
    /// - Throws: ``FileError`` if the file cannot be read; `ValidationError` with the file and the line if `read` finds a mistake.
    static func read<Value>(
        _ path: String, limit: Int = largest, _ read: ([UInt8]) throws(ClassFileError) -> Value
    ) throws -> Value {
        let octets = try InputFile.read(path, limit: limit)
        return try usage(in: path) { () throws(ClassFileError) in try read(octets) }
    }

    /// The value that `body` makes of the contents of a file.
    ///
    /// - Throws: `ValidationError` with the file and the line if `body` finds a mistake.
    static func usage<Value>(in path: String, _ body: () throws(ClassFileError) -> Value) throws -> Value {
        do throws(ClassFileError) {
            return try body()
        } catch {
            throw usage(error, in: path)
        }
    }

    /// The error with the file and the line, for the user.
    static func usage(_ error: ClassFileError, in path: String) -> ValidationError {
        let place = error.line.map { "\(path.legible), line \($0): " } ?? "\(path.legible): "
        return ValidationError(place + error.note.english)
    }

    /// The secret in a file.
    ///
    /// - Throws: ``FileError`` if the file cannot be read; `ValidationError` if it has too few or too many octets.
    static func secret(_ path: String) throws -> ClassSecret {
        let octets = try InputFile.read(path, limit: 2 * ClassSecret.lengths.upperBound)
        do throws(ClassSecretError) {
            return try ClassSecret(file: octets)
        } catch {
            throw ValidationError(
                """
                \(path.legible) has \(error.length) octets. A secret has \(ClassSecret.lengths.lowerBound) to \
                \(ClassSecret.lengths.upperBound). 'HandshakeSim class secret --out FILE' makes one.
                """)
        }
    }

    /// Checks that a command can write into a folder.
    ///
    /// - Returns: the names of the files that the command may replace.
    /// - Throws: `ValidationError` if the folder holds files that this command did not make.
    static func replaced(in folder: String, by maker: ClassManifest.Maker) throws -> Set<String> {
        switch Folder.kind(of: folder) {
        case nil: return []
        case .file: throw ValidationError("\(folder.legible) is a file. Name a folder.")
        case .folder: break
        }
        let names = try Folder.names(in: folder)
        if names.isEmpty { return [] }
        guard names.contains(ClassManifest.name) else {
            throw ValidationError(
                "\(folder.legible) holds files that this command did not make. Name a folder that is empty, or that does not exist yet."
            )
        }
        let path = "\(folder)/\(ClassManifest.name)"
        let manifest = try read(path) { octets throws(ClassFileError) in try ClassManifest(octets) }
        guard manifest.maker == maker else {
            throw ValidationError("\(folder.legible) was made by '\(manifest.maker.rawValue)'. Name another folder.")
        }
        return Set(manifest.files + [ClassManifest.name])
    }
}

extension StagedFolder {
    /// Writes the list of the files (``ClassManifest``), and moves the folder to its place.
    consuming func commit(
        _ maker: ClassManifest.Maker, course: String, attempt: Int, replacing old: Set<String>
    ) throws {
        let manifest = ClassManifest(maker, course: course, attempt: attempt, files: files)
        try write(manifest.text, to: ClassManifest.name)
        try commit(replacing: old)
    }
}
