import ContainerModel
import Disk
import Jobs

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

    private var seen: [Set<Int>] = []

    /// Begins with a directory.
    mutating func enter() { seen.append([]) }

    /// Ends with the directory that was entered last.
    mutating func leave() { _ = seen.popLast() }

    /// Whether another name of the directory has probably the same key.
    mutating func isRepeated(_ name: some Collection<UInt8>) -> Bool {
        guard let last = seen.indices.last, let key = Self.key(name) else { return false }
        return !seen[last].insert(key.hashValue).inserted
    }

    /// The first other name in a directory that becomes the same.
    static func twin(of name: some Collection<UInt8>, in directory: Descriptor) -> [UInt8]? {
        guard let key = key(name),
            let opened = try? RootedDirectory.openEntry([0x2e], in: directory),
            let entries = try? DirectoryReader.read(opened, path: .root, cancellation: Cancellation())
        else { return nil }
        for index in 0..<entries.count {
            let other = entries.name(index)
            if Self.key(other) == key, !other.elementsEqual(name) { return Array(other) }
        }
        return nil
    }
}
