import ArgumentParser
import Classroom
import LiveIO

/// The files of a class that a teacher names.
enum ClassFiles {
    /// The largest course, roster, and list of what was received.
    static let largest = 32 << 20

    /// What `read` makes of a file. What it finds wrong there is wrong usage, told with the file and the line.
    static func read<Value>(
        _ path: String, limit: Int = largest, _ read: ([UInt8]) throws(ClassFileError) -> Value
    ) throws -> Value {
        let octets = try InputFile.read(path, limit: limit)
        do throws(ClassFileError) {
            return try read(octets)
        } catch {
            throw usage(error, in: path)
        }
    }

    /// The error for a person.
    static func usage(_ error: ClassFileError, in path: String) -> ValidationError {
        let place = error.line.map { "\(path.legible), line \($0): " } ?? "\(path.legible): "
        return ValidationError(place + error.note.english)
    }

    /// The secret in a file.
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

    /// Checks that a folder can take what a command writes.
    ///
    /// - Returns: the files that the command replaces.
    /// - Throws: `ValidationError` for a folder with files that no command of a class made.
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
    /// Writes the list of its files, and moves it to its place.
    consuming func commit(
        _ maker: ClassManifest.Maker, course: String, attempt: Int, replacing old: Set<String>
    ) throws {
        let manifest = ClassManifest(maker, course: course, attempt: attempt, files: files)
        try write(manifest.text, to: ClassManifest.name)
        try commit(replacing: old)
    }
}
