import ContainerModel
import FileTree
import Jobs
import System

/// Looks for names of one directory that a Mac or a Windows computer takes for one: such as differ in the case of
/// letters, or in how Unicode composes them.
///
/// A directory costs eight bytes for each of its names, as long as it is gone over.
struct MergedNames {
    /// What is left of a name where case and composition count for nothing. Swift compares and hashes strings by
    /// canonical equivalence (The Unicode Standard, section 3.12).
    static func key(_ name: some Collection<UInt8>) -> String? {
        // What is no text keeps its bytes there, too, or cannot be there at all.
        guard let text = String(validating: name, as: UTF8.self) else { return nil }
        return text.uppercased().lowercased()
    }

    /// A number that names with the same key have in common. Most names are plain ASCII, and need no string for it.
    static func hash(of name: ArraySlice<UInt8>) -> Int? {
        var hasher = Hasher()
        if name.allSatisfy({ $0 < 0x80 }) {
            for byte in name { hasher.combine(byte &- 0x41 < 26 ? byte | 0x20 : byte) }
            return hasher.finalize()
        }
        guard let key = key(name) else { return nil }
        // The Kelvin sign's small letter is a plain k.
        guard key.utf8.allSatisfy({ $0 < 0x80 }) else { return key.hashValue }
        for byte in key.utf8 { hasher.combine(byte) }
        return hasher.finalize()
    }

    private var seen: [Set<Int>] = []

    /// Begins with a directory.
    mutating func enter() { seen.append([]) }

    /// Ends with the directory that was entered last.
    mutating func leave() { _ = seen.popLast() }

    /// Whether another name of the directory has probably the same key.
    mutating func isRepeated(_ name: ArraySlice<UInt8>) -> Bool {
        guard let last = seen.indices.last, let hash = Self.hash(of: name) else { return false }
        return !seen[last].insert(hash).inserted
    }

    /// The first other name in a directory that becomes the same.
    static func twin(of name: some Collection<UInt8>, in directory: TreeDirectory) -> [UInt8]? {
        guard let key = key(name),
            let entries = try? directory.reopened().entries(path: .root)
        else { return nil }
        for index in 0..<entries.count {
            let other = entries.name(index)
            if Self.key(other) == key, !other.elementsEqual(name) { return Array(other) }
        }
        return nil
    }
}
