import ContainerModel
import ContainerStore
package import Transactions

/// The description of a journal operation by which a user recognizes it before or after undoing it: what it was, in
/// which container, on which item, and how long ago.
///
/// Names in the texts are not safe for a terminal.
package struct OperationName: Hashable, Sendable {
    /// The operation's number in the journal.
    package let number: Int
    /// The operation's title: "import".
    package let title: String
    private let kind: OperationKind?
    /// The path of the first item on this computer.
    package let hostPath: [UInt8]
    /// The number of other items.
    package let others: Int
    /// The time since the operation, as text.
    package let age: String
    /// The roots of the containers involved.
    private let containers: [[UInt8]]
    /// The roots of the containers that items were moved or copied from and to; nil if those are the same, or none.
    private let origin: [UInt8]?
    private let target: [UInt8]?

    /// - Parameter now: The current time in seconds since 1970.
    package init(_ entry: JournalEntry, now: Int64) {
        number = entry.id.number
        title = entry.title
        kind = entry.kind
        // The time in a journal can be any number, so the difference may overflow.
        age = Self.age(now.subtractingReportingOverflow(entry.time).partialValue)
        containers = entry.containers
        let roots = entry.containers
        func root(_ path: [UInt8]) -> [UInt8]? { roots.first { path.starts(with: $0 + [0x2f]) } }
        let way = entry.items.lazy.filter { $0.verb != "trash" }
            .compactMap { item in
                root(item.hostPath).flatMap { from in item.newHostPath.flatMap(root).map { (from, $0) } }
            }
            .first { $0 != $1 }
        (origin, target) = (way?.0, way?.1)
        let paths = Self.paths(entry)
        hostPath = paths.first ?? []
        // The journal lists only some items by name.
        others = max(0, paths.count - 1) + entry.itemCount - entry.items.count
    }

    /// The description for a user who sees the container: "import of letter.txt and 3 more (5 minutes ago)".
    package var short: String {
        let name = hostPath.split(separator: 0x2f).last.map { Array($0) } ?? hostPath
        return "\(title) of \(Self.shortened(String(decoding: name, as: UTF8.self)))\(rest) (\(age))"
    }

    /// Returns the description for a user anywhere: "number 12, import of App/Documents/letter.txt into Harbor Notes, 5
    /// minutes ago". Opens the containers to find their names.
    /// - Parameter path: Formats a path of this computer.
    package func full(showing path: ([UInt8]) -> String) -> String {
        if let origin, let target {
            return "number \(number), \(title) of \(path(hostPath))\(rest) "
                + "from \(Self.app(origin)) to \(Self.app(target)), \(age)"
        }
        var apps: [String] = []
        for app in containers.map(Self.app) where !apps.contains(app) { apps.append(app) }
        let place = apps.isEmpty ? "" : " \(preposition) \(apps.joined(separator: " and "))"
        return "number \(number), \(title) of \(path(hostPath))\(rest)\(place), \(age)"
    }

    private var rest: String { others == 0 ? "" : " and \(others) more" }

    private var preposition: String {
        switch kind {
        case .import: "into"
        case .export: "from"
        case .deliver: "to"
        default: "in"
        }
    }

    /// Returns one path per item: the one in a container, and the new one if both are. Items trashed only to make room
    /// and temporary names are left out, and so is everything outside of containers if something is inside.
    private static func paths(_ entry: JournalEntry) -> [[UInt8]] {
        let roots = entry.containers.map { $0 + [0x2f] }
        func isInside(_ path: [UInt8]) -> Bool { roots.contains { path.starts(with: $0) } }
        let isDeletion = entry.items.allSatisfy { $0.verb == "trash" }
        var seen: Set<[UInt8]> = []
        var paths: [[UInt8]] = []
        for item in entry.items where isDeletion || item.verb != "trash" {
            let both = [item.newHostPath, item.hostPath].compactMap { $0 }
            guard let path = both.first(where: isInside) ?? both.first, !RenameOrder.isTemporary(path),
                seen.insert(path).inserted
            else { continue }
            paths.append(path)
        }
        // A directory made on this computer for an export is not what was exported.
        let inside = paths.filter(isInside)
        return inside.isEmpty ? paths : inside
    }

    /// Returns the app's name or identifier, or else the name of the container's directory.
    private static func app(_ root: [UInt8]) -> String {
        if let opened = try? ContainerStore.open(root), case .container(let container, _) = opened,
            let name = container.description.app.name ?? container.description.app.identifier
        {
            return name
        }
        return String(decoding: root.split(separator: 0x2f).last ?? root[...], as: UTF8.self)
    }

    private static let longestName = 28

    /// Returns a long name without its middle, so that the text after it stays visible.
    private static func shortened(_ name: String) -> String {
        guard name.count > longestName else { return name }
        return "\(name.prefix(longestName - 11))…\(name.suffix(10))"
    }

    private static func age(_ seconds: Int64) -> String {
        func some(_ count: Int64, _ unit: String) -> String { "\(Pluralized.some(count, unit)) ago" }
        return switch seconds {
        case ..<(-60): "dated in the future"
        case ..<5: "just now"
        case ..<60: some(seconds, "second")
        case ..<3_600: some(seconds / 60, "minute")
        case ..<86_400: some(seconds / 3_600, "hour")
        default: some(seconds / 86_400, "day")
        }
    }
}
