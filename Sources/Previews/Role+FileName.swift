package import Screen

extension Role {
    /// The kinds of files that have colors of their own, by the endings of their names.
    private static let kinds: [String: Role] = {
        let endings: [(Role, String)] = [
            (.picture, "png jpg jpeg gif heic heif webp avif bmp tif tiff ktx svg ico"),
            (.media, "mov mp4 m4v m4a mp3 wav caf aac aif aiff flac ogg opus avi mkv"),
            (.archive, "zip tar gz tgz xz txz bz2 tbz2 zst 7z rar lzfse aar ipa xar dmg"),
            (.data, "sqlite sqlite3 db realm store plist json xml"),
        ]
        return Dictionary(
            uniqueKeysWithValues: endings.flatMap { role, names in
                names.split(separator: " ").map { (String($0), role) }
            })
    }()

    /// More than any of these endings has.
    private static let maxEnding = 8

    /// Returns the role of a file, by the ending of its name.
    package static func ofFile(named name: ArraySlice<UInt8>) -> Role {
        guard let dot = name.suffix(maxEnding + 1).lastIndex(of: 0x2e), dot > name.startIndex else { return .file }
        return kinds[String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()] ?? .file
    }
}
