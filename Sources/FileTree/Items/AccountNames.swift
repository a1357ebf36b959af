import System

/// Names of users and groups of this computer, cached after the first lookup.
package struct AccountNames: Sendable {
    private var users: [UInt32: String] = [:]
    private var groups: [UInt32: String] = [:]

    /// Whether names are looked up; if not, the numbers are shown.
    private let looksUp: Bool

    /// Creates an empty cache.
    /// - Parameter looksUp: Whether the users and groups are those of this computer.
    package init(looksUp: Bool = true) { self.looksUp = looksUp }

    /// Returns the names of an item's owner and its group; `?` if they are not known.
    package mutating func names(of status: ItemStatus) -> (owner: String, group: String) {
        status.knowsAccess ? (user(status.user), group(status.group)) : ("?", "?")
    }

    /// Returns the user's name, or the user ID if it has none.
    package mutating func user(_ id: UInt32) -> String {
        if let known = users[id] { return known }
        let name = looksUp ? Self.name(id, sandglass_user_name) : String(id)
        users[id] = name
        return name
    }

    /// Returns the group's name, or the group ID if it has none.
    package mutating func group(_ id: UInt32) -> String {
        if let known = groups[id] { return known }
        let name = looksUp ? Self.name(id, sandglass_group_name) : String(id)
        groups[id] = name
        return name
    }

    private static func name(_ id: UInt32, _ lookUp: (UInt32, UnsafeMutablePointer<CChar>?, Int) -> Void) -> String {
        let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            buffer.initialize(repeating: 0)
            lookUp(id, buffer.baseAddress, buffer.count)
            return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return name.isEmpty ? String(id) : name
    }
}
