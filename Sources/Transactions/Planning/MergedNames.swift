import ContainerModel
import FileTree
import Jobs
import System

/// Detects names in one directory that macOS or Windows would treat as equal because they differ only in case or in
/// Unicode composition.
///
/// Takes eight bytes for each name of a directory while the directory is being walked.
struct MergedNames {
    /// Returns a name with differences of case removed. Swift compares and hashes strings by canonical equivalence (The
    /// Unicode Standard, section 3.12), so differences of composition do not matter.
    static func key(_ name: some Collection<UInt8>) -> String? {
        // A name that is not valid UTF-8 is kept as it is on those systems or cannot exist there.
        guard let text = String(validating: name, as: UTF8.self) else { return nil }
        return text.uppercased().lowercased()
    }

    /// Returns a hash that is equal for names with equal keys. Most names are ASCII and need no string.
    static func hash(of name: ArraySlice<UInt8>) -> Int? {
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

    /// Begins a directory.
    mutating func enter() { seen.append([]) }

    /// Ends the innermost directory.
    mutating func leave() { _ = seen.popLast() }

    /// Returns whether an earlier name of the directory probably has the same key.
    mutating func isRepeated(_ name: ArraySlice<UInt8>) -> Bool {
        guard let last = seen.indices.last, let hash = Self.hash(of: name) else { return false }
        return !seen[last].insert(hash).inserted
    }

    /// Returns the first other name in a directory with the same key.
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
