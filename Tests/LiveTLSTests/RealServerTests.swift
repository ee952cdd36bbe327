import Foundation
import TestSupport
import Testing

/// `doctor` before the servers that people run: nginx, Apache, haproxy, stunnel and lighttpd, each on loopback with its own folder.
///
/// Where a server is missing, its tests are skipped and say so. In CI, which installs all of them, they are not.
@Suite(.serialized, .startsFirst) struct RealServerTests {
    /// How a server treats clients without a certificate.
    enum Demand: String, CaseIterable, Sendable {
        /// It asks for no certificate.
        case none
        /// It asks for one, and serves those who have none.
        case optional
        /// It serves only clients with a certificate.
        case required
        /// It asks only when a request for a protected path has come.
        case perPath
    }

    /// A real server with its configuration.
    struct Server: Sendable, CustomTestStringConvertible {
        let program: String
        let package: String
        let version: String
        let demand: Demand

        var testDescription: String { "\(program), TLS \(version), client certificate: \(demand)" }

        /// Whether its tests run. Debian has servers in /usr/sbin, which is not in the path of every user.
        var isInstalled: Bool {
            let path = (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin"
            return ProcessInfo.processInfo.environment["CI"] == "true"
                || path.split(separator: ":").contains {
                    FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
                }
        }

        /// The file of its configuration, and the command that starts it. The program stays in the foreground as one process.
        private var configuration: (text: String, start: String) {
            switch program {
            case "nginx":
                let verify = [.none: "off", .optional: "optional", .required: "on", .perPath: "optional"][demand] ?? ""
                let refuse =
                    demand == .perPath ? "if ($ssl_client_verify != SUCCESS) { return 403; }" : ""
                return (
                    """
                    daemon off; master_process off; pid nginx.pid; error_log stderr;
                    events {}
                    http {
                      access_log off; client_body_temp_path t; proxy_temp_path t; fastcgi_temp_path t; uwsgi_temp_path t; scgi_temp_path t;
                      server {
                        listen 127.0.0.1:PORT ssl; ssl_protocols TLSv\(version); ssl_certificate old.pem; ssl_certificate_key leaf.key;
                        ssl_client_certificate root.pem; ssl_verify_client \(verify); ssl_verify_depth 3;
                        location / { \(refuse) root site; }
                      }
                    }
                    """, "exec nginx -e stderr -p $PWD -c $PWD/server.conf"
                )
            case "apache2":
                let verify =
                    [.none: "none", .optional: "optional", .required: "require", .perPath: "none"][demand] ?? ""
                return (
                    """
                    ServerRoot FOLDER
                    ServerName shop.example
                    PidFile apache.pid
                    ErrorLog /dev/stderr
                    Listen 127.0.0.1:PORT
                    LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
                    LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
                    LoadModule dir_module /usr/lib/apache2/modules/mod_dir.so
                    LoadModule ssl_module /usr/lib/apache2/modules/mod_ssl.so
                    DocumentRoot FOLDER/site
                    DirectoryIndex index.html
                    Mutex file:FOLDER
                    OWNER
                    <VirtualHost *>
                    SSLEngine on
                    SSLProtocol -all +TLSv\(version)
                    SSLCertificateFile old.pem
                    SSLCertificateKeyFile leaf.key
                    SSLCACertificateFile root.pem
                    SSLVerifyDepth 3
                    SSLVerifyClient \(verify)
                    <Location />
                    Require all granted
                    \(demand == .perPath ? "SSLVerifyClient require" : "")
                    </Location>
                    </VirtualHost>
                    """, "exec apache2 -X -f $PWD/server.conf"
                )
            case "haproxy":
                let verify =
                    demand == .none ? "" : "ca-file root.pem verify \(demand == .required ? "required" : "optional")"
                let refuse = demand == .perPath ? "http-request deny unless { ssl_c_used }" : ""
                return (
                    """
                    defaults
                      mode http
                      timeout connect 2s
                      timeout client 9s
                      timeout server 9s
                    frontend front
                      bind 127.0.0.1:PORT ssl crt old.both ssl-min-ver TLSv\(version) ssl-max-ver TLSv\(version) \(verify)
                      \(refuse)
                      http-request return status 200

                    """, "cat old.pem leaf.key > old.both; exec haproxy -db -f server.conf"
                )
            case "stunnel4":
                let verify: [Demand: String] = [
                    .none: "", .optional: "requireCert = no\nverifyChain = no", .required: "verifyChain = yes",
                ]
                return (
                    """
                    foreground = yes
                    pid =
                    [s]
                    accept = 127.0.0.1:PORT
                    cert = old.pem
                    key = leaf.key
                    CAfile = root.pem
                    sslVersion = TLSv\(version)
                    \(verify[demand] ?? "")
                    exec = FOLDER/answer
                    """,
                    #"""
                    printf '#!/bin/sh\nwhile read line && [ ${#line} -gt 1 ]; do :; done\nprintf "HTTP/1.0 200 OK\\r\\n\\r\\nserved"\n' > answer
                    chmod +x answer
                    exec stunnel4 server.conf
                    """#
                )
            default:
                let verify =
                    demand == .none
                    ? "" : "ssl.verifyclient.activate = \"enable\"\nssl.verifyclient.ca-file = \"root.pem\"\n"
                return (
                    """
                    server.modules = ("mod_openssl")
                    server.document-root = "FOLDER/site"
                    server.bind = "127.0.0.1"
                    server.port = PORT
                    index-file.names = ("index.html")
                    ssl.engine = "enable"
                    ssl.pemfile = "old.pem"
                    ssl.privkey = "leaf.key"
                    ssl.openssl.ssl-conf-cmd = ("MinProtocol" => "TLSv\(version)", "MaxProtocol" => "TLSv\(version)")
                    \(verify)
                    ssl.verifyclient.enforce = "\(demand == .required ? "enable" : "disable")"
                    """, "exec lighttpd -D -f server.conf"
                )
            }
        }

        /// The command for the driver of the doctor's tests.
        var command: [String] {
            let (text, start) = configuration
            let script = """
                export PATH=$PATH:/usr/sbin
                mkdir -p site t
                chmod 755 . site
                # Apache wants another user where root starts it.
                [ $(id -u) = 0 ] && owner=$(printf 'User www-data\\nGroup www-data')
                echo served > site/index.html
                cat > server.conf <<END
                \(text.replacing("$", with: "\\$").replacing("FOLDER", with: "$PWD").replacing("OWNER", with: "$owner"))
                END
                exec 2> server.log
                \(start)
                """
            return ["bash", "-c", script]
        }
    }

    /// The verdict of the doctor: the first sentence, its status, words of the reason, and words of the remedy.
    struct Finding: Sendable {
        let status: Int
        let verdict: String
        let words: [String]

        static let connects = Finding(
            status: 0, verdict: "An iOS app would connect to this server.", words: ["with the HTTP status 200"])
        static let served = Finding(
            status: 0, verdict: "An iOS app would connect to this server.",
            words: ["asked for a certificate of the client, and went on", "HTTP status 200", "Another path"])
        static let demands = Finding(
            status: 3, verdict: "An iOS app would not connect to this server: it demands a certificate of the client.",
            words: ["NSURLErrorClientCertificateRequired (-1206)", "SecIdentity"])
        static func refused(_ status: Int) -> Finding {
            Finding(
                status: 1,
                verdict:
                    "Whether an iOS app would connect is not decided: it asks for a certificate of the client, and answers a "
                    + "request without one with the HTTP status \(status).",
                words: ["SecIdentity", "Let clients without a certificate in"])
        }
        static let renegotiates = Finding(
            status: 1,
            verdict:
                "Whether an iOS app would connect is not decided: it asks for a new handshake when a request has come",
            words: ["in the virtual host, not in Location", "SecIdentity"])
        static let asksLate = Finding(
            status: 1,
            verdict:
                "Whether an iOS app would connect is not decided: it asks for a certificate of the client when a request has come",
            words: ["in the virtual host, not in Location", "SecIdentity"])
    }

    private static let packages = [
        "nginx": "nginx", "apache2": "apache2-bin", "haproxy": "haproxy", "stunnel4": "stunnel4",
        "lighttpd": "lighttpd",
    ]

    /// Each server that has the setting, in both versions, with the finding.
    static let cases: [(server: Server, finding: Finding)] = {
        let table: [(String, Demand, tls12: Finding, tls13: Finding)] = [
            ("nginx", .none, .connects, .connects), ("nginx", .optional, .served, .served),
            ("nginx", .required, .refused(400), .refused(400)), ("nginx", .perPath, .refused(403), .refused(403)),
            ("apache2", .none, .connects, .connects), ("apache2", .optional, .served, .served),
            ("apache2", .required, .demands, .demands), ("apache2", .perPath, .renegotiates, .asksLate),
            ("haproxy", .none, .connects, .connects), ("haproxy", .optional, .served, .served),
            ("haproxy", .required, .demands, .demands), ("haproxy", .perPath, .refused(403), .refused(403)),
            ("stunnel4", .none, .connects, .connects), ("stunnel4", .required, .demands, .demands),
            ("lighttpd", .none, .connects, .connects), ("lighttpd", .optional, .served, .served),
            ("lighttpd", .required, .demands, .demands),
        ]
        return table.flatMap { program, demand, tls12, tls13 in
            [("1.2", tls12), ("1.3", tls13)].map { version, finding in
                (
                    Server(program: program, package: packages[program] ?? program, version: version, demand: demand),
                    finding
                )
            }
        }
    }()

    private static let missing = Set(cases.filter { !$0.server.isInstalled }.map(\.server.package))

    @Test(arguments: cases.filter(\.server.isInstalled))
    func theDoctorTellsWhatTheServerDoes(server: Server, finding: Finding) async throws {
        let answer = try await DoctorTests.examine(server.command, DoctorTests.shop)
        #expect(answer.verdict.hasPrefix(finding.verdict), "\(answer.text)")
        #expect(answer.status == finding.status, "\(answer.text)")
        let text = answer.text.split { $0.isWhitespace }.joined(separator: " ")
        for words in finding.words { #expect(text.contains(words), "\(answer.text)") }
    }

    @Test(.enabled(if: missing.isEmpty, "not all servers are installed: \(missing.sorted().joined(separator: ", "))"))
    func everyServerIsThere() { #expect(Self.missing.isEmpty) }
}
