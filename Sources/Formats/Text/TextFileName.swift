/// Names of files that are plain text, whatever their encoding is.
package enum TextFileName {
    private static let endings: Set<String> = [
        "ass", "cfg", "conf", "csv", "cue", "ics", "ini", "log", "lrc", "m3u", "markdown", "md", "nfo", "po", "srt",
        "strings", "sub", "tex", "text", "tsv", "txt", "vcf", "vtt",
    ]

    /// Returns whether a name ends as those of texts do.
    package static func isOne(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        guard let dot = name.lastIndex(of: 0x2e) else { return false }
        return endings.contains(String(decoding: name[name.index(after: dot)...], as: UTF8.self).lowercased())
    }
}
