/// The browser of this user.
package enum Browser {
    /// The program that opens an address in it.
    package static var opener: String { OperatingSystem.opener }

    /// Opens a page. Where there is no browser, nothing happens: the address has been printed.
    package static func open(_ address: String) {
        guard let program = Machine.program(opener) else { return }
        OperatingSystem.start(program, [address])
    }
}
