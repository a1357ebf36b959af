import TestSupport
import Testing

/// A directory with the items that the examples in the help topics name, in which they are run. `/tmp` in an example
/// stands for the same directory.
final class TopicScene: Sendable {
    private let directory = TemporaryDirectory()

    /// The path of the directory.
    var path: String { directory("desk") }

    /// Creates a scene as a copy of the first one.
    init() throws {
        let copy = try runCommand(["cp", "-a", Self.template.get().path, path])
        guard copy.status == 0 else { throw ScriptError(description: copy.errors) }
    }

    /// Removes the directory when the process exits, for a scene that is never released.
    func removeAtExit() { directory.removeAtExit() }

    private static let template = Result { try make() }

    private static func make() throws -> TemporaryDirectory {
        let folder = TemporaryDirectory()
        folder.removeAtExit()
        for name in ["home", "bin", "temporary", "phone", "out", "DIR/Documents"] {
            _ = try runCommand(["mkdir", "-p", folder(name)])
        }
        let device = TemporaryDirectory()
        try DeviceCopy.make(in: device)
        let backup = try SampleBackup(
            """
            for app in ['com.example.notes', 'dev.sandglass.harbornotes']:
                for place in ['', 'Documents', 'Library']: add('AppDomain-' + app, place)
                add('AppDomain-' + app, 'Documents/a.txt', b'tides', mode=0o640, protection=1)
            """)
        let result = try runCommand(
            ["env", "HOME=\(folder("home"))", "XDG_STATE_HOME=\(folder("home/state"))", "sh", "-ec", script]
                + [sandglass, folder.path, device.path, backup.path])
        guard result.status == 0 else { throw ScriptError(description: result.errors) }
        try AppleDoubleScript.write(
            folder("Copy/Documents/._a.txt"), "com.apple.metadata:com_apple_backup_excludeItem")
        return folder
    }

    /// The demonstration container in the forms that the examples name. `$1` is the directory, `$2` a copy of a device,
    /// `$3` a backup.
    private static let script = """
        cd "$1"
        D=$("$0" demo --at made --no-browse); mv made "$1/demo.made"; D=$1/demo.made/${D#made/}
        "$0" pack "$D" App.xcappdata > /dev/null; "$0" pack "$D" bug.xcappdata.zip > /dev/null
        mkdir Downloads; cp -a App.xcappdata Downloads/
        cp -a "$2/." phone; cp -a "$3" Backup; (cd Backup; zip -qr ../Backup.zip .)
        for name in '' -wal -shm; do
            cp "$D"/Library/Application\\ Support/*/HarborNotes.sqlite$name Store.sqlite$name || true
        done
        cp -a "$D"/Library/Application\\ Support/*/.HarborNotes_SUPPORT .Store_SUPPORT
        cp -a "$D"/Library/Caches/*/Cache.db* "$D"/Library/Caches/*/fsCachedData .
        cp "$D"/Library/WebKit/WebsiteData/IndexedDB/v1/*/*/IndexedDB.sqlite3 .
        cp "$D/Documents/Sunset.png" picture.png
        mkdir Payload; cp -a "$D"/../../../Bundle/Application/*/*.app Payload/; zip -qry App.ipa Payload
        mkdir -p Copy/Documents Copy/Library Copy/tmp; echo a > Copy/Documents/a.txt; : > DIR/Documents/Notes.sqlite
        echo secret > k
        printf '%s' '<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>Windows</key><array><dict>
        <key>Title</key><string>Chart</string></dict></array></dict></plist>' > File.plist
        rm -rf demo.made Payload
        ln -s "$0" bin/sandglass
        printf '#!/bin/sh\\nexec mandoc\\n' > bin/man
        cat > bin/jq <<'END'
        #!/usr/bin/env python3
        import json, sys
        text = sys.stdin.read() or open(sys.argv[-1]).read()
        try: json.loads(text)
        except ValueError: [json.loads(line) for line in text.splitlines()]
        END
        chmod +x bin/man bin/jq
        """

    /// Runs command lines in one shell, one after the other.
    /// - Returns: The exit status of each line, and everything that was printed.
    func run(_ lines: [String]) throws -> (statuses: [Int32], text: String) {
        var script = "exec 3> '\(path)/statuses'\n"
        for line in lines { script += "\(located(line))\necho $? >&3\n" }
        let result = try runCommand(["env"] + environment + ["bash", "-c", "cd '\(path)'\n\(script)"])
        let statuses = try directory.bytes(of: "desk/statuses")
        return (
            String(decoding: statuses, as: UTF8.self).split(separator: "\n").compactMap { Int32($0) },
            result.text + result.errors
        )
    }

    /// Returns a line with the directory in place of `/tmp`.
    func located(_ line: String) -> String { line.replacing("/tmp/", with: "\(path)/") }

    private var environment: [String] {
        [
            "HOME=\(path)/home", "XDG_STATE_HOME=\(path)/home/state", "XDG_DATA_HOME=\(path)/home/data",
            "XDG_CONFIG_HOME=\(path)/home/config", "XDG_CACHE_HOME=\(path)/home/cache", "TMPDIR=\(path)/temporary",
            "VISUAL=", "EDITOR=sed -i s/IMG_/Photo/", "PATH=\(path)/bin:/usr/local/bin:/usr/bin:/bin",
        ]
    }
}
