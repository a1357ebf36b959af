import ContainerModel

/// Commands of shells and other programs that people try.
enum ForeignCommand {
    /// The command of this program for each, with an option where it needs one.
    static let counterparts: [String: String] = [
        "archive": "pack", "cat": "show", "checksum": "hash", "cmp": "diff", "compare": "diff", "copy": "cp",
        "del": "rm", "delete": "rm", "dir": "ls", "du": "usage", "extract": "unpack", "fd": "find",
        "history": "journal", "less": "show", "list": "ls", "ll": "ls -l", "locate": "find", "log": "journal",
        "md": "mkdir", "more": "show", "move": "mv",
        "open": "browse", "remove": "rm", "ren": "rename", "rg": "grep", "search": "grep",
        "sha256sum": "hash --sha256sum", "snapshot-hide": "demo snapshot-hide",
        "stat": "explain", "tar": "pack", "trash": "rm", "tree": "ls -R", "untar": "unpack", "unzip": "unpack",
        "version": "--version", "view": "show", "zip": "pack",
    ]

    /// Returns the first command that differs from a short word by one letter, which `NameLikeness` takes for another
    /// name.
    static func oneLetterApart(from word: String, among commands: [String]) -> String? {
        let letters = word.lowercased().unicodeScalars.map(\.value)
        guard (2...4).contains(letters.count) else { return nil }
        return commands.first { NameLikeness.distance(letters, $0.unicodeScalars.map(\.value), limit: 1) != nil }
    }
}
