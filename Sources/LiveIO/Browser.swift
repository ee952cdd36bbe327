import Foundation

/// The browser of this user.
package enum Browser {
    /// The program that opens an address in it.
    package static var opener: String { OperatingSystem.opener }

    /// Opens a page. Where there is no browser, nothing happens: the address has been printed.
    package static func open(_ address: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [opener, address]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
