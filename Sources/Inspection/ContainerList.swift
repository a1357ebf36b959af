import ContainerModel
package import ContainerStore
import FileTree
package import FoundationEssentials

/// The output of `apps`: one container, its app, and what it takes. JSON keys are stable.
package struct ContainerSummary: Encodable, Sendable {
    /// The path of the container's root on this computer; invalid UTF-8 is replaced.
    package let path: String
    /// The bytes of a path that is not UTF-8: base64 in JSON.
    package let pathBytes: Data?
    /// The kind of container.
    package let kind: String
    /// The origin of the container: a simulator, a downloaded package, …
    package let source: String
    /// `CFBundleIdentifier`, or the identifier in the container's metadata.
    package let identifier: String?
    /// The display name of the app.
    package let name: String?
    /// `CFBundleShortVersionString`.
    package let version: String?
    /// The simulator device that the container belongs to.
    package let device: SimulatorDevice?
    /// The logical size of the regular files in bytes; a file with several hard links counts once.
    package let bytes: UInt64
    /// The number of items of all kinds, without the container's root.
    package let items: Int
    /// The latest modification time of an item, in ISO 8601.
    package let lastChange: String?
    /// The number of items that could not be read, and are missing from the other figures.
    package let unreadable: Int

    private let changed: Int64?

    private enum CodingKeys: CodingKey {
        case path, pathBytes, kind, source, identifier, name, version, device, bytes, items, lastChange, unreadable
    }

    /// Measures a container. Blocks until that is done.
    package init(of container: Container) {
        let description = container.description
        path = String(decoding: description.hostPath.bytes, as: UTF8.self)
        pathBytes = bytesUnlessText(description.hostPath.bytes)
        kind = description.kind.title
        source = description.origin
        identifier = description.app.identifier
        name = description.app.name
        version = description.app.version
        device = SimulatorDevice.containing(description.hostPath)
        let figures = Figures(of: container.tree)
        (bytes, items, unreadable, changed) = (figures.bytes, figures.items, figures.unreadable, figures.changed)
        lastChange = changed.flatMap { ISO8601.text(secondsSince1970: $0) }
    }

    /// What a walk over a container adds up.
    private struct Figures {
        var bytes: UInt64 = 0
        var items = 0
        var unreadable = 0
        var changed: Int64?

        init(of tree: any FileTree) {
            var walk = TreeWalk(of: tree)
            var linked: Set<FileIdentity> = []
            while let step = walk.next() {
                switch step {
                case .item(let item):
                    changed = max(changed ?? .min, item.status.modified)
                    guard item.depth > 0 else { continue }
                    items += 1
                    guard item.status.kind == .file else { continue }
                    let identity = FileIdentity(device: item.status.device, inode: item.status.inode)
                    guard item.status.links <= 1 || linked.insert(identity).inserted else { continue }
                    bytes = bytes.addingSaturated(item.status.size)
                case .failure: unreadable += 1
                case .leaving: break
                }
            }
        }
    }
}

/// Containers as a table, grouped by the device that they belong to.
package struct ContainerList {
    /// A row: the cells of the columns name, identifier, version, kind, size, last change and path.
    package typealias Cells = [String]

    /// A device, or none, and its containers.
    package struct Group {
        /// The device as a heading; nil for containers that belong to no known device.
        package let heading: String?
        /// The rows, by name and kind; not sanitized.
        package let rows: [Cells]
    }

    /// The titles of the columns.
    package static let titles: Cells = ["NAME", "IDENTIFIER", "VERSION", "KIND", "SIZE", "LAST CHANGE", "PATH"]

    /// The columns whose text is aligned to the right.
    package static let rightAligned: Set<Int> = [4]

    /// The groups, in the order of their first container; containers without a device come first.
    package let groups: [Group]

    /// Arranges containers.
    package init(_ containers: [ContainerSummary]) {
        var devices: [SimulatorDevice?] = []
        for container in containers where !devices.contains(container.device) { devices.append(container.device) }
        groups = ((devices.contains(nil) ? [nil] : []) + devices.filter { $0 != nil }).map { device in
            Group(
                heading: device.map { [$0.name, $0.system, $0.identifier].compactMap { $0 }.joined(separator: " · ") },
                rows: containers.filter { $0.device == device }.sorted { $0.order < $1.order }.map(\.cells))
        }
    }
}

extension ContainerSummary {
    /// What rows are sorted by: the name, ignoring case, then the kind.
    fileprivate var order: String { "\(title.lowercased())\u{0}\(kind)\u{0}\(path)" }

    private var title: String { name ?? identifier ?? String(path.split(separator: "/").last ?? "/") }

    fileprivate var cells: ContainerList.Cells {
        [
            name ?? "-", identifier ?? "unknown", version ?? "", kind,
            ByteCount.short(bytes) + (unreadable > 0 ? "+" : ""),
            changed.map { LocalTime(secondsSince1970: $0).full } ?? "", path,
        ]
    }
}
