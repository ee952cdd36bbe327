import ArgumentParser
import LiveIO

/// The command that serves pages with runs to a browser and computes the runs on request.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Look at runs in a browser: choose options there, lose a packet with a click, run again.",
        discussion: """
            It prints its address and serves pages, to browsers on this machine alone: those of 'site', and one that reads a capture \
            that is dropped on it. A page can ask for \(RunRequest.offered). \
            It can neither read nor write files, and reaches no network. A run may have 100,000 events. A run and its answer may take 20 \
            seconds together. The \
            program ends with Ctrl-C.

            The options of a run say what the page shows first. The same run is a link, too: with ?rsa&seed=5 behind the address the \
            page shows HandshakeSim --rsa --seed 5; with language=zh in it, the page opens in Chinese. docs/web.md describes what programs can ask for.

            EXIT STATUS
              0  it was ended by Ctrl-C or by SIGTERM
              1  the port cannot be listened on
             64  an option is wrong

            EXAMPLES
              HandshakeSim serve --open
              HandshakeSim serve --port 8080 --rsa --seed 7
            """)

    @Option(help: .text("The TCP port on 127.0.0.1. Default: any that is free.", for: "number"))
    var port: UInt16 = 0

    @Flag(help: "Open the page in the browser.")
    var open = false

    @OptionGroup var page: PageOptions

    @Argument(parsing: .allUnrecognized, help: .text("What the page shows first.", for: "run options"))
    var runOptions: [String] = []

    func run() async throws {
        let first: [UInt8]
        do {
            // A mistake in the options is reported here, before there is a page.
            first = try await RunRequest(arguments: runOptions).answer(asPage: true, in: page.spoken)
        } catch {
            throw ValidationError(error.message)
        }
        let (port, opens, language) = (port, open, page.spoken)
        // The server waits in a thread of its own. So all threads of the task pool are free for tasks that compute.
        let failure: (any Error)? = await withCheckedContinuation { ended in
            onThreadOfItsOwn {
                do {
                    let stop = try StopSignal()
                    var server = try WebServer(port: port)
                    let address = "http://127.0.0.1:\(server.port)/"
                    try StreamedFile.standardOutput().append(Array((address + "\n").utf8))
                    if opens { Browser.open(address) }
                    Task.detached { PageApplication.prepare() }
                    server.run(PageApplication(first: first, language: language), until: stop)
                    // The program ends here. A continuation would wait for a thread of the task pool, and all of them may compute.
                    Self.exit()
                } catch {
                    ended.resume(returning: error)
                }
            }
        }
        if let failure { throw failure }
    }
}
