import Formats

/// Creates file URLs from paths, as Foundation does (RFC 3986; RFC 8089).
package enum FileURL {
    /// What `CharacterSet.urlPathAllowed` contains besides letters and digits: what RFC 3986 allows in a path, except `;`.
    private static let allowed = "-._~!$&'()*+,:=@/"

    /// Returns `file://` and the path, with percent-encoding where a URL requires it.
    /// - Parameter path: An absolute path, with a trailing slash for a directory.
    package static func string(path: some Sequence<UInt8>) -> String {
        "file://" + PercentEncoding.encoded(path, except: allowed)
    }
}
