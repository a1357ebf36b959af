/// The command lines run over a `HostileScene`, for each command of the program: arguments as words of the shell, in an
/// order in which each command finds its preconditions. `$ODD` is the name, `$P` an item of the container that has it.
enum HostileCommands {
    static let all: [(command: String, arguments: [String])] = [
        ("apps", [".", "backup", "broken", "bad.zip", "bad.tar", "nul.zip", "whole.zip"]),
        ("ls", ["-laR App", "\"$P\"", "bad.zip", "bad.tar", "whole.zip", "whole.tar", "broken", "--@ \"$ODD\" App"]),
        ("find", ["-a '' App", "--print0 -a '' App", "bad.zip", "x bad.zip", "x bad.tar", "'size>x' App"]),
        ("grep", ["secret App", "-c secret App", "-l secret App", "secret bad.zip", "secret bad.tar", "-e '(' App"]),
        (
            "timeline",
            [
                "App", "--json App", "--csv App", "\"$P\"", "bad.zip", "bad.tar", "broken", "rows.db",
                "--kind \"$ODD\" App", "--since \"$ODD\" App", "\"none/$ODD\"",
            ]
        ),
        (
            "diff",
            [
                "App host", "--stat App host", "--patch App host", "--json App host", "bad.zip whole.zip",
                "whole.zip whole.tar", "rows.db list.plist", "\"$P\" text.txt", "\"none/$ODD\" App",
                "\"rows.db:$ODD\" rows.db",
            ]
        ),
        ("watch", ["bad.zip", "\"none/$ODD\"", "\"rows.db:$ODD\"", "--keep-every \"$ODD\" App"]),
        (
            "audit",
            [
                "App", "--format sarif App", "--format html App", "bad.zip", "\"none/$ODD\"", "--rules \"$ODD\" App",
                "--baseline \"none/$ODD\" App",
            ]
        ),
        (
            "set",
            ["\"none/$ODD\" 1", "\"list.plist:$ODD\" 1", "\"rows.db:$ODD\" 1", "list.plist \"$ODD=1\"", "\"$P\" 1"]
        ),
        ("devices", ["", "--apps"]),
        ("backup", ["\"$ODD\" \"host/$ODD\"", "\"device:$ODD\" host/out"]),
        ("hash", ["App", "--sha256sum App", "--check manifest App", "--check \"$P\" App", "\"none/$ODD\""]),
        (
            "info",
            [
                "App --app-info Info.plist", "bad.zip", "bad.tar", "nul.zip", "broken",
                "backup/AppDomain-org.example.app", "App --app-info \"host/$ODD\"",
            ]
        ),
        ("manual", ["\"$ODD\"", "ls"]),
        ("app-info", ["App", "--set --app-info Info.plist App", "App"]),
        (
            "explain",
            [
                "\"$P\"", "--sources \"$P\"", "--only code \"$P\"", "--only device-path \"$P\"", "x bad.zip", "bad.zip",
                "bad.tar",
            ]
        ),
        (
            "show",
            [
                "text.txt", "bytes.bin", "list.plist", "rows.db", "rows.db:t", "whole.zip", "bad.zip", "\"$P\"",
                "\"none $ODD\"", "--as tree list.plist", "--as tree text.txt", "--as table rows.db:t",
                "--as table whole.tar", "--as csv rows.db:t", "--as csv \"rows.db:$ODD\"", "--as csv whole.zip",
                "--as text text.txt", "--as text bytes.bin", "--as hex bytes.bin", "--as json list.plist",
                "--as json rows.db:t", "--as json whole.zip", "--as xml list.plist", "--as xml control.plist",
                "--as raw text.txt", "--as raw bytes.bin", "--as raw list.plist", "--where \"$ODD=1\" rows.db:t",
            ]
        ),
        (
            "sql",
            [
                "rows.db 'SELECT * FROM t'", "rows.db 'SELECT * FROM sqlite_schema'", "--csv rows.db 'SELECT * FROM t'",
                "--json rows.db 'SELECT * FROM t'", "rows.db \"SELECT '$ODD'\"",
                "rows.db \"SELECT \\\"$ODD\\\" FROM t\"",
                "--attach \"$ODD=rows.db\" rows.db \"SELECT * FROM [$ODD].t\"", "--explain rows.db 'SELECT * FROM t'",
                "\"none/$ODD\" 'SELECT 1'", "list.plist 'SELECT 1'",
            ]
        ),
        ("verdict", ["read \"$P\"", "delete \"App/SystemData/$ODD\"", "\"$ODD\" App"]),
        ("export", ["\"$P\" --to host/out", "\"$P\" --to host/out", "bad.zip --to host/out"]),
        (
            "import",
            ["\"host/$ODD\" --to App/Documents", "\"host/$ODD\" --to App", "--print0 host/file.txt --to App/tmp"]
        ),
        ("deliver", ["\"host/$ODD\" --to App --from \"org.$ODD\"", "\"none/$ODD\" --to App --from mail"]),
        ("cp", ["\"$P\" App/tmp/", "--print0 \"$P\" \"App/tmp/copy $ODD\"", "\"$P\" \"none/$ODD\""]),
        ("mv", ["\"App/tmp/copy $ODD\" \"App/tmp/moved $ODD\""]),
        ("mkdir", ["\"App/Documents/made $ODD\"", "\"App/Documents/made $ODD\""]),
        ("rename", ["\"App/tmp/moved $ODD\" --to \"again $ODD\"", "\"$P\" --to 'a/b'"]),
        ("edit", ["\"App/tmp/again $ODD\"", "\"none/$ODD\""]),
        ("undo", ["--container App", "--print0 --container App", "\"$ODD\""]),
        ("redo", ["--container App", "--container \"none/$ODD\""]),
        ("journal", ["", "--count \"$ODD\""]),
        (
            "keep",
            [
                "App --name kept --note \"$ODD\"", "App --name \"$ODD\"", "App --store \"keeps $ODD\" --name kept",
                "bad.zip", "\"none/$ODD\"",
            ]
        ),
        ("keeps", ["", "--store \"keeps $ODD\"", "--remove \"$ODD\""]),
        (
            "restore",
            [
                "kept --to App --dry-run", "kept \"Documents/none $ODD\" --to App", "kept --to App",
                "\"$ODD\" --to App", "bad.zip --to App --force --dry-run",
            ]
        ),
        ("backup-set", ["App", "--tree App", "bad.zip", "bad.tar"]),
        ("usage", ["App", "bad.zip", "bad.tar"]),
        ("exclude", ["\"$P\"", "--list App", "\"none/$ODD\""]),
        ("include", ["\"$P\""]),
        (
            "new",
            ["--bundle-id org.example.new \"made $ODD.xcappdata\"", "--bundle-id \"$ODD\" \"made $ODD.xcappdata\""]
        ),
        ("pack", ["App \"packed $ODD.zip\"", "App \"packed $ODD.zip\"", "bad.zip packed.zip"]),
        ("unpack", ["backup AppDomain-org.example.app \"unpacked $ODD\"", "backup \"$ODD\" out", "broken x out"]),
        ("purge", ["--event low-storage --dry-run App", "--event \"$ODD\" App"]),
        ("reset", ["App --dry-run", "\"none/$ODD\"", "bad.zip"]),
        ("advise", ["\"$P\"", "App", "bad.zip", "bad.tar"]),
        ("snapshots", ["App", "--show App", "--sheet App", "--export host/pictures App", "bad.zip"]),
        ("demo", ["--no-browse --at \"demo $ODD\"", "--no-browse --at \"demo $ODD\""]),
        // Refused: it would start the browser many times.
        (
            "demo snapshot-hide",
            ["--keep \"host/file.txt/$ODD\"", "--record \"host/file.txt/$ODD\"", "--of \"none/$ODD\"", "--of bad.zip"]
        ),
        ("themes", ["", "\"$ODD\""]),
        ("keys", ["", "--toml", "--preset \"$ODD\""]),
        ("run", ["\"$ODD\" --at App", "sort --at bad.zip"]),
        ("recent", ["--forget \"none $ODD\""]),
        ("verify", ["App", "bad.zip", "bad.tar", "broken"]),
        ("rm", ["\"$P\" \"App/Documents/none $ODD\"", "--print0 \"App/Documents/link $ODD\""]),
        ("browse", ["\"$ODD\"", "bad.zip", "bad.tar", "nul.zip", "broken", "--theme \"$ODD\" App"]),
    ]

    /// Words that are not commands: mistyped words, and topics.
    static let others = [
        "\"none/$ODD\"", "help \"$ODD\"", "help badges", "--help", "\"--$ODD\" App", "\"--$ODD=$ODD\"",
    ]
}
