import ContainerModel
import FileTree

// What to say of a name that no time point has.
extension TimePointPath {
    /// The most names that are suggested.
    private static let mostNames = 3

    /// Returns the names of time points that may have been meant, and the command that lists all: "did you mean @before?
    /// `sandglass keeps` lists the time points". Not safe for a terminal.
    package static func advice(onMissing name: some Collection<UInt8>) -> String {
        let list = "`sandglass keeps` lists the time points"
        let near = names(like: name).map { "@" + String(decoding: $0, as: UTF8.self) }
        guard let last = near.last else { return list }
        let others = near.dropLast().joined(separator: ", ")
        return "did you mean \(others.isEmpty ? last : "\(others) or \(last)")? \(list)"
    }

    /// Returns the names in the store that are like another one, the likeliest first: they begin or end with it, contain
    /// it, or differ by a third of its letters.
    private static func names(like name: some Collection<UInt8>) -> [[UInt8]] {
        guard let store, doubt(aboutStore: store) == nil,
            let root = try? RootedDirectory(hostPath: hostPath(ofPoint: [], in: store)),
            let entries = try? root.root.entries(path: .root)
        else { return [] }
        let wanted = letters(name)
        guard !wanted.isEmpty else { return [] }
        let found = (0..<entries.count).compactMap { index -> (rank: Int, name: [UInt8])? in
            let name = Array(entries.name(index))
            guard isName(name), let rank = rank(letters(name), wanted) else { return nil }
            return (rank, name)
        }
        let sorted = found.sorted { ($0.rank, $0.name.count) < ($1.rank, $1.name.count) }
        return sorted.prefix(mostNames).map(\.name)
    }

    private static func letters(_ name: some Collection<UInt8>) -> [UInt32] {
        String(decoding: name, as: UTF8.self).lowercased().unicodeScalars.map(\.value)
    }

    private static func rank(_ letters: [UInt32], _ wanted: [UInt32]) -> Int? {
        if letters == wanted { return 0 }
        let limit = max(1, wanted.count / 3)
        if let distance = NameLikeness.distance(letters, wanted, limit: limit), distance < wanted.count {
            return distance
        }
        let (shorter, longer) = letters.count < wanted.count ? (letters, wanted) : (wanted, letters)
        guard shorter.count > 1 else { return nil }
        return longer.starts(with: shorter) ? limit + 1 : longer.contains(shorter) ? limit + 2 : nil
    }
}
