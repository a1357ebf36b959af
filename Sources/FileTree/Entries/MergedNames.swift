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
/// Takes a few bytes for each name of a directory while the directory is being walked, and reads a directory again only if it
/// has such names.
package struct MergedNames {
    /// Two names of a directory.
    package typealias Pair = (one: [UInt8], other: [UInt8])

    /// Returns a name with differences of case removed. Swift compares and hashes strings by canonical equivalence (The
    /// Unicode Standard, section 3.12), so differences of composition do not matter.
    package static func key(_ name: some Collection<UInt8>) -> String? {
        // A name that is not valid UTF-8 is kept as it is on those systems or cannot exist there.
        guard let text = String(validating: name, as: UTF8.self) else { return nil }
        return text.uppercased().lowercased()
    }

    /// Returns a hash that is equal for names with equal keys.
    package static func hash(of name: ArraySlice<UInt8>) -> Int? { key(name)?.hashValue }

    /// A directory that is being walked.
    private struct Frame {
        var seen: Set<Int> = []
        /// The hashes of several names, and where these can be read again.
        var repeated: Set<Int> = []
        var directory: TreeDirectory?
    }

    private var frames: [Frame] = []

    /// Begins outside of all directories.
    package init() {}

    /// Begins a directory.
    package mutating func enter() { frames.append(Frame()) }

    /// Notes a name of the innermost directory.
    package mutating func note(_ name: ArraySlice<UInt8>, in directory: TreeDirectory) {
        guard let last = frames.indices.last, let hash = Self.hash(of: name) else { return }
        guard !frames[last].seen.insert(hash).inserted else { return }
        frames[last].repeated.insert(hash)
        frames[last].directory = directory
    }

    /// Ends the innermost directory.
    /// - Returns: The names in it that merge with another one.
    package mutating func leave() -> [Pair] {
        guard let frame = frames.popLast(), let directory = frame.directory,
            let entries = try? directory.reopened().entries(path: .root)
        else { return [] }
        let names = (0..<entries.count).lazy.map { entries.name($0) }
        return Self.pairs(of: names, hashes: frame.repeated)
    }

    /// Returns the names that merge with another one, each with the first one that it merges with.
    package static func pairs(of names: some Sequence<ArraySlice<UInt8>>) -> [Pair] {
        var (seen, repeated): (Set<Int>, Set<Int>) = ([], [])
        for name in names {
            if let hash = hash(of: name), !seen.insert(hash).inserted { repeated.insert(hash) }
        }
        return repeated.isEmpty ? [] : pairs(of: names, hashes: repeated)
    }

    /// Returns the pairs of names that merge, among those with some hashes: each with the first one that it merges with.
    private static func pairs(of names: some Sequence<ArraySlice<UInt8>>, hashes: Set<Int>) -> [Pair] {
        var known: [Int: [ArraySlice<UInt8>]] = [:]
        var pairs: [Pair] = []
        for name in names {
            guard let hash = hash(of: name), hashes.contains(hash) else { continue }
            if let other = known[hash]?.first(where: { NameEquality($0, name) != nil }) {
                pairs.append((Array(other), Array(name)))
            }
            known[hash, default: []].append(name)
        }
        return pairs
    }

    /// Returns the names of a directory that merge with new ones, each with the first new one that it merges with. Equal names
    /// do not merge: one replaces the other.
    package static func pairs(
        of existing: some Sequence<ArraySlice<UInt8>>, with new: some Sequence<ArraySlice<UInt8>>
    ) -> [Pair] {
        let hashes = Set(new.lazy.compactMap { hash(of: $0) })
        // Most names of either side are ruled out by their hashes.
        let shared = Set(existing.lazy.compactMap { hash(of: $0) }.filter { hashes.contains($0) })
        guard !shared.isEmpty else { return [] }
        var known: [Int: [ArraySlice<UInt8>]] = [:]
        for name in new {
            if let hash = hash(of: name), shared.contains(hash) { known[hash, default: []].append(name) }
        }
        return existing.compactMap { name in
            guard let hash = hash(of: name), let names = known[hash] else { return nil }
            return names.first { NameEquality(name, $0) != nil }.map { (Array(name), Array($0)) }
        }
    }

    /// Finds all such names of a tree.
    /// - Parameter receive: Gets a directory, and two names in it; returns whether more are wanted.
    package static func forEach(
        in tree: any FileTree, cancellation: Cancellation, _ receive: (ContainerPath, Pair) -> Bool
    ) {
        var names = MergedNames()
        var walk = TreeWalk(of: tree)
        while !cancellation.isCancelled, let step = walk.next() {
            switch step {
            case .leaving(let path, _):
                for pair in names.leave() { guard receive(path, pair) else { return } }
            case .item(let item):
                if item.depth > 0 { names.note(item.name, in: item.directory) }
                if item.status.kind == .directory { names.enter() }
            case .failure: break
            }
        }
    }
}
