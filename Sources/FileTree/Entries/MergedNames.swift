package import ContainerModel
package import Jobs

/// Two different names in one directory that a file system would take for the same name.
package enum NameEquality: String, Hashable, Sendable, Encodable {
    /// They differ in Unicode composition alone: APFS takes them for the same name on every device.
    case composition
    /// They differ in case, too: APFS as a Mac has it takes them for the same name, so that a simulator does; an iPhone
    /// does not.
    case letterCase = "case"

    /// Compares two names; nil if no file system takes them for the same one, and if they are the same.
    package init?(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) {
        guard !one.elementsEqual(other), let first = String(validating: one, as: UTF8.self),
            let second = String(validating: other, as: UTF8.self)
        else { return nil }
        if first == second {
            self = .composition
        } else if MergedNames.key(one) == MergedNames.key(other) {
            self = .letterCase
        } else {
            return nil
        }
    }

    /// What takes two names for the same one, as the subject of a sentence in the plural.
    package var systems: String {
        switch self {
        case .composition: "an iPhone and a Mac"
        case .letterCase: "a Mac (with its simulators) and Windows, but not an iPhone,"
        }
    }
}

/// Detects names in one directory that a phone, a Mac or Windows would treat as equal because they differ only in case or
/// in Unicode composition.
///
/// Takes eight bytes for each name of a directory while the directory is being walked.
package struct MergedNames {
    /// Returns a name with differences of case removed. Swift compares and hashes strings by canonical equivalence (The
    /// Unicode Standard, section 3.12), so differences of composition do not matter.
    package static func key(_ name: some Collection<UInt8>) -> String? {
        // A name that is not valid UTF-8 is kept as it is on those systems or cannot exist there.
        guard let text = String(validating: name, as: UTF8.self) else { return nil }
        return text.uppercased().lowercased()
    }

    /// Returns a hash that is equal for names with equal keys. Most names are ASCII and need no string.
    package static func hash(of name: ArraySlice<UInt8>) -> Int? {
        var hasher = Hasher()
        if name.allSatisfy({ $0 < 0x80 }) {
            for byte in name { hasher.combine(byte &- 0x41 < 26 ? byte | 0x20 : byte) }
            return hasher.finalize()
        }
        guard let key = key(name) else { return nil }
        // A key can be ASCII even if the name is not: the Kelvin sign lowercases to k.
        guard key.utf8.allSatisfy({ $0 < 0x80 }) else { return key.hashValue }
        for byte in key.utf8 { hasher.combine(byte) }
        return hasher.finalize()
    }

    private var seen: [Set<Int>] = []

    /// Begins outside of all directories.
    package init() {}

    /// Begins a directory.
    package mutating func enter() { seen.append([]) }

    /// Ends the innermost directory.
    package mutating func leave() { _ = seen.popLast() }

    /// Returns whether an earlier name of the directory probably has the same key.
    package mutating func isRepeated(_ name: ArraySlice<UInt8>) -> Bool {
        guard let last = seen.indices.last, let hash = Self.hash(of: name) else { return false }
        return !seen[last].insert(hash).inserted
    }

    /// Returns the first other name in a directory with the same key.
    package static func twin(of name: some Collection<UInt8>, in directory: TreeDirectory) -> [UInt8]? {
        guard let entries = try? directory.reopened().entries(path: .root) else { return nil }
        for index in 0..<entries.count where NameEquality(entries.name(index), name) != nil {
            return Array(entries.name(index))
        }
        return nil
    }

    /// Finds all such names of a tree.
    /// - Parameter receive: Gets a directory, and two names in it.
    package static func forEach(
        in tree: any FileTree, cancellation: Cancellation, _ receive: (ContainerPath, [UInt8], [UInt8]) -> Void
    ) {
        var names = MergedNames()
        var walk = TreeWalk(of: tree)
        while !cancellation.isCancelled, let step = walk.next() {
            switch step {
            case .leaving: names.leave()
            case .item(let item):
                if item.depth > 0, names.isRepeated(item.name), let twin = twin(of: item.name, in: item.directory) {
                    receive(item.path.parent ?? .root, twin, Array(item.name))
                }
                if item.status.kind == .directory { names.enter() }
            case .failure: break
            }
        }
    }
}
