import ContainerModel
import Formats

/// `ssh://HOST/PATH`, a path to a file of a host that serves SFTP.
///
/// `ssh://mac/Users/me/x` and `ssh://mac//Users/me/x` are paths from the root of the host `mac`, `ssh://mac/~/x` one
/// from its user's home directory. `ssh://mac` alone is the set of simulators in its usual place. `ssh://me@mac:2222/…`
/// names a user and a port; anything else is up to ssh's own configuration.
package struct HostAddress: Hashable, Sendable {
    /// What is mounted of a host.
    enum Beginning: String, Hashable, Sendable {
        /// The user's home directory.
        case home
        /// The root directory.
        case root
    }

    /// The beginning of all such paths.
    package static let prefix = Array("ssh://".utf8)

    /// The host, with the user before an at sign and the port behind a colon, if any were given.
    let host: String
    /// Where the path begins.
    let beginning: Beginning
    /// The path from there.
    var path: ContainerPath = .root

    init(host: String, _ beginning: Beginning, path: ContainerPath = .root) {
        (self.host, self.beginning, self.path) = (host, beginning, path)
    }

    /// Returns whether a path begins as an address does, whether it is a correct one or not.
    package static func isOne(_ path: [UInt8]) -> Bool { path.starts(with: prefix) }

    /// Reads an address as a person types it. `.` and `..` in it are resolved by their names.
    /// - Throws: `DeviceError`, with the code `malformed`.
    package init(_ text: [UInt8]) throws(DeviceError) {
        let rest = text.dropFirst(Self.prefix.count)
        let end = rest.firstIndex(of: ContainerPath.slash) ?? rest.endIndex
        guard Self.isHost(rest[..<end]) else {
            throw .malformed(
                "does not name a host: after ssh:// comes its name, as in ssh://mac/~/Documents or "
                    + "ssh://me@mac:2222/~/Documents")
        }
        let host = String(decoding: rest[..<end], as: UTF8.self)
        guard rest[end...].count > 1 else {
            self.init(host: host, .home, path: Self.simulators)
            return
        }
        // A directory of this name is ssh://mac//~.
        let isHome = rest[end...].dropFirst().prefix { $0 != ContainerPath.slash }.elementsEqual("~".utf8)
        var path = ContainerPath.root
        for name in rest[end...].dropFirst(isHome ? 2 : 1).split(separator: ContainerPath.slash)
        where !name.elementsEqual(".".utf8) {
            let isUp = name.elementsEqual("..".utf8)
            guard let next = isUp ? path.parent : path.appending(name: name) else {
                throw .malformed(isUp ? "leads out of \(isHome ? "the home directory" : "the host")" : "is not a path")
            }
            path = next
        }
        self.init(host: host, isHome ? .home : .root, path: path)
    }

    /// Where a Mac has its simulators, from the user's home directory.
    private static let simulators: ContainerPath = "Library/Developer/CoreSimulator/Devices"

    /// Returns whether a text is a host that can be passed on: letters, digits, periods, hyphens and underscores, or an
    /// IPv6 address in brackets, with a user before an at sign and a port behind a colon. Nothing in it is taken for an
    /// option.
    static func isHost(_ text: some Collection<UInt8>) -> Bool {
        guard text.count <= 255 else { return false }
        var parts = Array(text).split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard let last = parts.popLast(), parts.count <= 1, parts.allSatisfy({ isName($0) }) else { return false }
        let isBracketed = last.first == UInt8(ascii: "[")
        let end = isBracketed ? last.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } : last.firstIndex(of: colon)
        let (host, port) = (last[..<(end ?? last.endIndex)], last[(end ?? last.endIndex)...])
        let isPort =
            port.isEmpty
            || port.first == colon && (2...6).contains(port.count) && port.dropFirst().allSatisfy(\.isASCIIDigit)
        guard isBracketed else { return isPort && isName(host) }
        return isPort && end != nil && host.count > 2 && host.dropFirst().dropLast().allSatisfy(isOfAddress)
    }

    private static let colon = UInt8(ascii: ":")

    private static func isOfAddress(_ byte: UInt8) -> Bool {
        byte.hexadecimalValue != nil || byte == colon || byte == UInt8(ascii: ".")
    }

    private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first, first != UInt8(ascii: "-"), first != UInt8(ascii: ".") else { return false }
        return name.allSatisfy { $0.isASCIILetterOrDigit || "._-".utf8.contains($0) }
    }

    /// The user and the name, as ssh takes them.
    var destination: String { hostAndPort.host }
    /// The port; nil for ssh's own.
    var port: String? { hostAndPort.port }

    private var hostAndPort: (host: String, port: String?) {
        guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else { return (host, nil) }
        return (String(host[..<colon]), String(host[host.index(after: colon)...]))
    }

    /// The address as commands take it.
    package var spelling: [UInt8] {
        // After one slash, a tilde would be the home directory, and nothing the simulators.
        let isPlain = !path.isRoot && path.components.first { _ in true }?.elementsEqual("~".utf8) == false
        let start = beginning == .home ? "/~" : isPlain ? "" : "/"
        return Self.prefix + host.utf8 + start.utf8
            + (path.isRoot && beginning == .home ? [] : [ContainerPath.slash] + path.bytes)
    }
}
