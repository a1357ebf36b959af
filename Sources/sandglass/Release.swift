import CRelease

/// What the program says of itself as a release. `.ci/release` stamps it; a program from a checkout is "development".
enum Release {
    private static let stamp = String(cString: sandglass_release_stamp()).split(separator: "\n").map(String.init)

    /// The version, such as "0.1.0", or "development".
    static let version = stamp.first ?? "development"

    /// The version with the commit and its date, for `--version`.
    static let line = stamp.count == 3 ? "\(version) (commit \(stamp[1]), \(stamp[2]))" : version

    /// The date for the footer of manual pages: that of the commit, or of the newest version in the changelog.
    static var date: String {
        if stamp.count == 3 { return stamp[2] }
        let newest = news.split(separator: "\n").first { $0.hasPrefix("## ") }
        return newest?.split(separator: " ").last.map(String.init) ?? ""
    }

    /// The changelog, in Markdown.
    static var news: String { text(sandglass_news()) }

    /// What is to be said of the program's own licence.
    static var licence: String { text(sandglass_licence()) }

    /// How to link the program with other versions of the libraries under the LGPL.
    static var relinking: String { text(sandglass_relinking()) }

    /// The notices of all that is linked, or a list of them in a development build, as `HelpText` reads them.
    static var notices: String { text(sandglass_notices()) }

    private static func text(_ text: sandglass_text) -> String {
        String(decoding: UnsafeBufferPointer(start: text.bytes, count: text.count), as: UTF8.self)
    }
}
