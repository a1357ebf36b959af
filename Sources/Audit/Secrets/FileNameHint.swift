import ContainerModel

/// What the path of a file says of how its contents are judged: a log, code, texts of the user interface, web storage.
enum FileNameHint {
    private static let logs = [".log", ".trace", ".ips", ".crash"]
    private static let code = [
        ".js", ".mjs", ".css", ".html", ".htm", ".strings", ".swift", ".m", ".h", ".map", ".xib",
    ]

    /// Whether a file is a log.
    static func isLog(_ path: ContainerPath) -> Bool {
        let name = lowercase(path.lastComponent)
        let parent = lowercase(path.parent?.lastComponent)
        return logs.contains { name.hasSuffix($0) } || (["log", "logs"].contains(parent) && name.hasSuffix(".txt"))
    }

    private static let labels = [".strings", ".stringsdict", ".xcstrings", ".xliff"]

    /// Whether a file has texts of the user interface, by their names.
    static func holdsLabels(_ path: ContainerPath) -> Bool {
        let name = lowercase(path.lastComponent)
        return labels.contains { name.hasSuffix($0) }
    }

    /// Whether a file is of what pages in web views store: WKWebView's directory, or the files of UIWebView.
    static func isWebStorage(_ path: ContainerPath) -> Bool {
        path.isInside("Library/WebKit") || lowercase(path.lastComponent).hasSuffix(".localstorage")
    }

    /// Whether a file is code or a page, in which names of values stand before expressions.
    static func isCode(_ path: ContainerPath) -> Bool {
        let name = lowercase(path.lastComponent)
        return code.contains { name.hasSuffix($0) }
    }

    private static func lowercase(_ name: ArraySlice<UInt8>?) -> String {
        String(decoding: name ?? [], as: UTF8.self).lowercased()
    }
}
