import ContainerModel

/// `app:` and `sim:`, paths to a container by the identifier of its app instead of the UUIDs of its directories.
///
/// `app:com.example.notes/Documents` is a directory of an app, wherever it is found; `sim:iPhone 15` is a simulator
/// device by its name or UDID, and `sim:iPhone 15/com.example.notes/Documents` a directory of an app of it. A group, an
/// extension or an iCloud container is named by its own identifier. `./app:x` is a file.
package struct ContainerName: Hashable, Sendable {
    /// Where a container is looked for.
    package enum Scope: Hashable, Sendable {
        /// Everywhere: `app:`.
        case everywhere
        /// On simulators: `sim:`.
        /// - Parameter device: The name or UDID of one; nil for all.
        case simulators(_ device: String?)
    }

    /// Where it is looked for.
    package let scope: Scope
    /// The identifier of the app, or of another container; nil for all in the scope.
    package let identifier: String?

    /// The beginnings of such paths.
    private static let prefixes = ["app:", "sim:"].map { Array($0.utf8) }

    /// Returns the reserved word that a path begins with; nil if it begins with neither.
    package static func prefix(of path: [UInt8]) -> [UInt8]? { prefixes.first { path.starts(with: $0) } }

    /// Returns whether a path begins as a name does, whether it is a correct one or not.
    package static func isOne(_ path: [UInt8]) -> Bool { prefix(of: path) != nil }

    /// Creates the name of a container, or of a simulator.
    package init(_ scope: Scope, _ identifier: String? = nil) { (self.scope, self.identifier) = (scope, identifier) }

    /// Reads the name at the beginning of a path.
    /// - Returns: The name, and the path in the container, as it was given.
    /// - Throws: `ContainerStoreError` with the code `reserved` if it is malformed.
    static func read(_ path: [UInt8]) throws(ContainerStoreError) -> (name: ContainerName, rest: [UInt8]) {
        guard let prefix = prefix(of: path) else { throw .malformed(path, "is no name of a container") }
        var parts = path.dropFirst(prefix.count).split(separator: ContainerPath.slash)[...]
        parts.removeAll { $0.elementsEqual(".".utf8) }
        var scope = Scope.everywhere
        if prefix == prefixes[1] {
            guard let device = parts.popFirst() else { return (ContainerName(.simulators(nil)), []) }
            guard let name = String(validating: device, as: UTF8.self), name != "..", !device.contains(0) else {
                throw .malformed(
                    path,
                    "does not name a simulator: after sim: comes the name or UDID of one; `sandglass apps sim:` lists "
                        + "them")
            }
            scope = .simulators(name)
        }
        guard let identifier = parts.popFirst() else { return (ContainerName(scope), []) }
        guard DeviceAddress.isApp(identifier) else {
            let word = String(decoding: prefix, as: UTF8.self)
            throw .malformed(
                path,
                "does not name an app: after \(scope == .everywhere ? word : "the simulator") comes a bundle "
                    + "identifier, such as com.example.notes; `sandglass apps \(word)` lists them")
        }
        var depth = 0
        for part in parts {
            depth += part.elementsEqual("..".utf8) ? -1 : 1
            if depth < 0 { throw .malformed(path, "leads out of the container") }
        }
        let name = ContainerName(scope, String(decoding: identifier, as: UTF8.self))
        return (name, Array(parts.joined(separator: [ContainerPath.slash])))
    }

    /// The name as commands take it.
    package var spelling: [UInt8] {
        switch scope {
        case .everywhere: Self.prefixes[0] + (identifier ?? "").utf8
        case .simulators(let device):
            Self.prefixes[1] + [device, identifier].compactMap(\.self).joined(separator: "/").utf8
        }
    }
}

extension ContainerStoreError {
    fileprivate static func malformed(_ path: [UInt8], _ message: String) -> ContainerStoreError {
        ContainerStoreError(
            .reserved, path, "\(message); ./\(String(decoding: path, as: UTF8.self)) is a file of this name")
    }
}
