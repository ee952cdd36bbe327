import Foundation

/// What a shell script may not do where the shell is bash 3.2, as on a Mac, and the programs are those of BSD.
enum ShellPortability {
    /// A thing that is not on every system.
    struct Mark {
        /// A text that is in each line in which the thing is.
        let word: String
        /// What the line then has to fit, a regular expression.
        let pattern: String
        /// What does the same everywhere.
        let instead: String

        init(_ word: String, _ pattern: String, instead: String) {
            self.word = word
            self.pattern = pattern
            self.instead = instead
        }
    }

    private static let start = #"(^|[;|&(`"'{!]|\$\(|\b(?:do|then|else|if|while|sudo|env|exec|xargs))\s*"#

    static let marks: [Mark] = [
        // bash
        Mark("${", #"\$\{\w+(\[[^]]*\])?(\^|,)"#, instead: "tr, or both words"),
        Mark("mapfile", #"\bmapfile\b"#, instead: "while read"),
        Mark("readarray", #"\breadarray\b"#, instead: "while read"),
        Mark("declare", #"\bdeclare -[a-z]*[An]"#, instead: "case"),
        Mark("local", #"\blocal -n"#, instead: "a name of its own"),
        Mark("wait", #"\bwait -n"#, instead: "jobs -r"),
        Mark("|&", #"\|&(\s|$)"#, instead: "2>&1 |"),
        Mark("&>>", "&>>", instead: ">>file 2>&1"),
        // Programs that macOS has not
        Mark("nproc", start + #"nproc\b"#, instead: "getconf _NPROCESSORS_ONLN"),
        Mark("timeout", start + #"timeout [0-9$]"#, instead: "the deadline of Tool"),
        Mark("sum", start + #"(md5|sha1|sha256|sha512)sum\b"#, instead: "openssl dgst -r"),
        Mark("tac", start + #"tac\b"#, instead: "sed '1!G;h;$!d'"),
        Mark("shuf", start + #"shuf\b"#, instead: "awk"),
        Mark("objcopy", start + #"objcopy\b"#, instead: "nothing"),
        Mark("ldd", start + #"ldd\b"#, instead: "otool -L"),
        Mark("unshare", start + #"unshare \S"#, instead: "nothing"),
        // Options of GNU
        Mark("install", #"\binstall (.* )?-[a-z]*D\b"#, instead: "mkdir -p, then install"),
        Mark("date", #"\bdate (-\S+ )*(-[a-z]*d|--date)\b"#, instead: "awk, or date -r"),
        Mark("sed", #"\bsed (-\S+ )*-[a-zE]*i"#, instead: "another file, then mv"),
        Mark("readlink", #"\breadlink (-\S+ )*-[a-z]*[fem]"#, instead: "realpath"),
        Mark("grep", #"\bgrep (-\S+ )*-[a-zA-Z]*P"#, instead: "grep -E"),
        Mark("stat", #"\bstat (-\S+ )*(-c|--format|--printf)"#, instead: "wc -c, or ls -l"),
        Mark("sort", #"\bsort (-\S+ )*-[a-z]*V"#, instead: "sort -t . -k"),
        Mark("xargs", #"\bxargs (-\S+ )*(-[a-z0-9]*r\b|--)"#, instead: "a test before it"),
        Mark("tar", start + #"tar .*--(sort|mtime|owner|group|mode)"#, instead: "nothing"),
        Mark("head", #"\bhead -[nc] ?-"#, instead: "sed '$d'"),
        Mark("find", #"\bfind .* -printf\b"#, instead: "-exec"),
        Mark("-t", start + #"(cp|mv|ln) (-\S+ )*-[a-z]*t\b"#, instead: "the folder last"),
        Mark("ln", start + #"ln (-\S+ )*-[a-z]*r"#, instead: "a path that is relative"),
        Mark("base64", #"\bbase64 (-w|--wrap)"#, instead: "base64 | tr -d '\\n'"),
        Mark("echo", start + #"echo -e\b"#, instead: "printf"),
        Mark("mktemp", #"\bmktemp (-\S+ )*--"#, instead: "mktemp -d"),
    ]

    /// What GNU make 3.81, the last one that Apple has, does not know.
    static let makeMarks = [".ONESHELL", "$(file ", "!=", "::=", ".RECIPEPREFIX", "undefine ", ".EXTRA_PREREQS"]

    /// Files and folders that are for Linux alone, each with the reason.
    static let linuxFiles: [String: String] = [
        "Tests/LiveTests/": "they set Linux's own TCP against ours",
        "scripts/dist": "archives are made on Linux",
        "scripts/notices": "a part of scripts/dist",
        "scripts/smoke": "it tries what scripts/dist has made",
        "docs/install.md": "it checks an archive for Linux",
        "docs/tcp-tun.md": "TUN devices are Linux's",
        "docs/whole-stack.md": "TUN devices are Linux's",
        "Sources/LiveIO/TCP/TUNError.swift": "TUN devices are Linux's",
    ]

    /// Such things in a script, in the Makefile, in the commands of a document, and in the texts of Swift files.
    static func examine(_ file: SourceFile) -> [Finding] {
        guard !file.path.hasPrefix("Tests/TidyTests/"), !linuxFiles.keys.contains(where: file.path.hasPrefix) else {
            return []
        }
        let isSwift = file.path.hasSuffix(".swift")
        let isDocument = file.path.hasSuffix(".md")
        let isMake = file.path == "Makefile"
        let hits = marks.filter { file.mentions($0.word) }
        guard !hits.isEmpty || isMake else { return [] }
        var isCommand = !isDocument
        return file.lines.enumerated().flatMap { index, line -> [Finding] in
            let text = line.drop { $0 == " " || $0 == "\t" }
            if isDocument, text.hasPrefix("```") { isCommand = text.hasPrefix("```sh") }
            guard isCommand, !text.hasPrefix(isSwift ? "//" : "#"), !(isSwift && file.code[index] == line) else {
                return []
            }
            return hits.filter { mark in
                text.contains(mark.word) && String(text).range(of: mark.pattern, options: .regularExpression) != nil
            }.map { file.finding(index, "\($0.word) is not so on macOS; everywhere there is: \($0.instead)") }
                + makeMarks.filter { isMake && text.contains($0) }.map {
                    file.finding(index, "\($0) is newer than make 3.81")
                }
        }
    }
}
