import ContainerModel
import ContainerStore
import FileTree
import Formats
import Jobs

/// The cookies of a container by which a server knows its user. The audit reports those that lack flags; to whom a
/// container is given, all of them are secrets.
enum SessionCookies {
    /// Parts of the names of such cookies.
    private static let names = ["sess", "auth", "token", "jwt", "login", "sid", "remember", "ident"]
    /// Shorter values are settings.
    private static let minBytes = 8
    private static let suffix = Array(".binarycookies".utf8)

    /// Calls a closure for each such cookie with its file, its address and its value.
    static func forEach(
        in container: Container, cancellation: Cancellation,
        _ body: (_ path: ContainerPath, _ address: [[UInt8]], _ value: [UInt8]) -> Void
    ) {
        var walk = ContainerWalk(of: container, cancellation: cancellation)
        while let step = walk.next() {
            guard case .item(let item) = step, item.type == .file, item.path.bytes.suffix(suffix.count) == suffix[...],
                let bytes = try? FileContents.read(item.path, in: container.tree, limit: CookieFile.maxBytes),
                let file = try? CookieFile(bytes)
            else { continue }
            for (index, cookie) in file.cookies.enumerated() where isOfSession(cookie) {
                body(item.path, [Array("\(index)".utf8), Array("value".utf8)], Array(cookie.value.utf8))
            }
        }
    }

    private static func isOfSession(_ cookie: Cookie) -> Bool {
        let name = cookie.name.lowercased()
        return cookie.value.utf8.count >= minBytes && names.contains { name.contains($0) }
    }
}
