import ContainerModel
import ContainerStore
import FileTree
import System

extension TimePointStore {
    /// Returns the names of the time points that were kept together with one, as far as they are still there.
    func parts(of name: String) -> [String] {
        guard let header = header(of: name) else { return [] }
        return header.parts.filter { part in
            TimePointPath.isName(part.name.utf8) && self.header(of: part.name).map { part.isDescribed(by: $0) } == true
        }.map(\.name)
    }

    private func header(of name: String) -> TimePointManifest.Header? {
        TimePointReader.header(atHostPath: TimePointPath.hostPath(ofPoint: name.utf8, in: path))
    }

    /// Removes the time points that are parts of others, which a process that was killed has not come to name. Nobody
    /// else may use the store. Their contents go with the next time point that is removed.
    func removeUnnamedParts(in root: RootedDirectory) {
        guard let points = try? points() else { return }
        for point in Self.unnamedParts(among: points) {
            if let path = ContainerPath("\(TimePointLayout.points)/\(point.name)") { try? removeName(path, in: root) }
        }
    }

    /// Returns the parts that no time point names.
    private static func unnamedParts(among points: [Point]) -> [Point] {
        // What one that cannot be read names is not known.
        guard !points.contains(where: { $0.header == nil }) else { return [] }
        let named = Dictionary(points.flatMap { $0.header?.parts ?? [] }.map { ($0.name, $0) }) { first, _ in first }
        return points.filter { point in
            guard let header = point.header, header.isPart else { return false }
            return named[point.name]?.isDescribed(by: header) != true
        }
    }

    /// Sizes of a time point's contents, in bytes; equal contents count once.
    package struct Sizes: Hashable, Sendable {
        /// All of them.
        package var all: UInt64 = 0
        /// Those that no other time point has: what its removal frees.
        package var own: UInt64 = 0
    }

    /// Returns the sizes of the contents of time points, by their names; those of parts count as those of the time point
    /// that names them. One that cannot be read is left out.
    package func sizes(of points: [Point]) -> [String: Sizes] {
        var owners: [String: Int] = [:]
        for (index, point) in points.enumerated() {
            for part in point.header?.parts ?? [] { owners[part.name] = index }
        }
        /// The beginning of a digest, which tells contents apart as well as all of it.
        struct Key: Hashable {
            let high: UInt64
            let low: UInt64
        }
        // The time point that has the contents; nil for several.
        var contents: [Key: (size: UInt64, owner: Int?)] = [:]
        var sizes: [Int: Sizes] = [:]
        var (owner, seen): (Int?, Set<Key>) = (nil, [])
        let order = points.indices.map { (owner: owners[points[$0].name] ?? $0, index: $0) }
        for place in order.sorted(by: { ($0.owner, $0.index) < ($1.owner, $1.index) }) {
            let limit = Int(TimePointManifest.maxBytes)
            guard let bytes = try? FileContents.read(hostPath: points[place.index].hostPath, limit: limit),
                var reader = try? TimePointReader(bytes)
            else { continue }
            if owner != place.owner { (owner, seen) = (place.owner, []) }
            var found = sizes[place.owner] ?? Sizes()
            while let item = (try? reader.next()) ?? nil {
                guard item.digest.count >= 16 else { continue }
                let number = { (range: Range<Int>) in item.digest[range].reduce(0 as UInt64) { $0 << 8 | UInt64($1) } }
                let key = Key(high: number(0..<8), low: number(8..<16))
                guard seen.insert(key).inserted else { continue }
                found.all = found.all.addingSaturated(item.status.size)
                contents[key] = (item.status.size, contents[key] == nil ? place.owner : nil)
            }
            sizes[place.owner] = found
        }
        for (size, owner) in contents.values {
            if let owner { sizes[owner]?.own += size }
        }
        return Dictionary(sizes.map { (points[$0.key].name, $0.value) }) { first, _ in first }
    }
}
