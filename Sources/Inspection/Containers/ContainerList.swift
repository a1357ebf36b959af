package import ContainerModel
package import ContainerStore
import FileTree
package import FoundationEssentials
import Reports

/// The output of `apps`: one container, its app, and its size. JSON keys are stable.
package struct ContainerSummary: Encodable, Sendable {
    /// The path of the container's root on this computer; invalid UTF-8 is replaced.
    package let path: String
    /// The bytes of a path that is not UTF-8: base64 in JSON.
    package let pathBytes: Data?
    /// The name by which commands open it, such as `app:com.example.notes`; nil if it has none. Not sanitized.
    package let address: String?
    /// The kind of container.
    package let kind: String
    /// The origin of the container: a simulator, a downloaded package, …
    package let source: String
    /// `CFBundleIdentifier`, or the identifier in the container's metadata.
    package let identifier: String?
    /// The display name of the app.
    package let name: String?
    /// `CFBundleShortVersionString`; the build where that is unknown.
    package let version: String?
    /// `CFBundleVersion`.
    package let build: String?
    /// The identifier of the app that the container belongs to, which joins the containers of an app; nil if it is not
    /// known, or if several apps share the container.
    package let app: String?
    /// The identifiers of the apps that share the container; nil unless there are several.
    package let apps: [String]?
    /// The container's role for its app: "data", "bundle", "app group", "plug-in", "iCloud" or "system".
    package let role: String
    /// Which of the system's apps show the container's Documents to the user, as the Finder lists them, and the keys of
    /// Info.plist that decide; nil for a container without its own Documents.
    package let documentsSharing: SharingSummary?
    /// The answer of each sharing key of Info.plist; nil for a container without its own Documents.
    package let sharing: [String: Answer]?
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

    @Unreported fileprivate private(set) var changed: Int64?
    @Unreported fileprivate private(set) var release: String?
    @Unreported fileprivate private(set) var membership: AppMembership?

    /// Measures a container. Blocks until that is done.
    /// - Parameter name: Its name; nil if it has none.
    package init(of container: Container, named name: ContainerName? = nil) {
        let description = container.description
        address = name.map { String(decoding: $0.spelling, as: UTF8.self) }
        (path, pathBytes) = reported(description.hostPath.bytes)
        kind = description.kind.title
        source = description.origin
        identifier = description.app.identifier
        self.name = description.app.name
        (version, build, release) = (description.app.version, description.app.build, description.app.release)
        membership = description.membership
        let owners = description.membership?.apps ?? []
        app = owners.count == 1 ? owners[0] : [.data, .bundle].contains(description.kind) ? identifier : nil
        apps = owners.count > 1 ? owners : nil
        role = (description.membership?.role ?? ContainerRole(description.kind)).word
        let isShareable = description.kind == .data && description.membership?.role != .plugIn
        documentsSharing = isShareable ? SharingSummary(of: description.app) : nil
        sharing =
            isShareable
            ? Dictionary(uniqueKeysWithValues: SharingKey.allCases.map { ($0.rawValue, description.app[$0]) }) : nil
        device = SimulatorDevice.containing(description.hostPath)
        let figures = ContainerStatistics(of: container.tree)
        (bytes, items, unreadable, changed) = (figures.bytes, figures.items, figures.unreadable, figures.changed)
        lastChange = figures.changed.flatMap { ISO8601.text(secondsSince1970: $0) }
    }
}

/// Containers as a table, grouped by the device and the app that they belong to.
package struct ContainerList {
    /// A row: the cells of the columns name, identifier, version, kind, sharing, size, last change, and path or
    /// address.
    package typealias Cells = [String]

    /// A device, or none, and its containers.
    package struct Group {
        /// The device as a heading; nil for containers that belong to no known device.
        package let heading: String?
        /// The rows, by name and kind; not sanitized. An app with several containers has a row with their sum, and an
        /// indented one for each of them.
        package let rows: [Cells]
    }

    /// The titles of the columns.
    package static let titles: Cells = [
        "NAME", "IDENTIFIER", "VERSION", "KIND", "SHARED IN", "SIZE", "LAST CHANGE", "PATH",
    ]

    /// The columns whose text is aligned to the right.
    package static let rightAligned: Set<Int> = [5]

    /// The groups, in the order of their first container; containers without a device come first.
    package let groups: [Group]

    /// Arranges containers.
    package init(_ containers: [ContainerSummary]) {
        var headings: [String?] = []
        for container in containers where !headings.contains(container.heading) { headings.append(container.heading) }
        groups = ((headings.contains(nil) ? [nil] : []) + headings.filter { $0 != nil }).map { heading in
            Group(heading: heading, rows: Self.rows(of: containers.filter { $0.heading == heading }))
        }
    }

    private static func rows(of containers: [ContainerSummary]) -> [Cells] {
        let isJoined = { (container: ContainerSummary) in container.isOnDevice && container.app != nil }
        let apps = Dictionary(grouping: containers.filter(isJoined)) { $0.app ?? "" }
            .map { AppRows(identifier: $0.key, containers: $0.value) }
        let others = containers.filter { !isJoined($0) }.map { (order: $0.order, rows: [$0.cells]) }
        return (apps.map { (order: $0.order, rows: $0.rows) } + others).sorted { $0.order < $1.order }.flatMap(\.rows)
    }
}

/// An app of a device, with all its containers.
private struct AppRows {
    let identifier: String
    let containers: [ContainerSummary]

    /// The container that the app has its name and version from.
    private var main: ContainerSummary {
        containers.first { $0.name != nil && ($0.role == "data" || $0.role == "bundle") } ?? containers[0]
    }

    var order: String { main.order }

    var rows: [ContainerList.Cells] {
        guard containers.count > 1 else { return [main.cells] }
        let bytes = containers.reduce(0 as UInt64) { $0.addingSaturated($1.bytes) }
        let isIncomplete = containers.contains { $0.unreadable > 0 }
        let sum = [
            main.name ?? "-", identifier, main.release ?? "", Pluralized.containers(containers.count),
            containers.compactMap(\.documentsSharing).first?.cell ?? "",
            ByteCount.short(bytes) + (isIncomplete ? "+" : ""),
            containers.compactMap(\.changed).max().map { LocalTime(secondsSince1970: $0).full } ?? "", "",
        ]
        return [sum] + containers.sorted { $0.place < $1.place }.map(\.indentedCells)
    }
}

extension ContainerSummary {
    /// The sort key of rows: the name, ignoring case, then the kind. Rows that belong to no single app come last.
    fileprivate var order: String {
        let isOfNoApp = isOnDevice && app == nil
        return "\(isOfNoApp ? "1" : "0")\(title.lowercased())\u{0}\(kind)\u{0}\(path)"
    }

    /// The sort key of an app's containers.
    fileprivate var place: String { "\(membership?.role.rawValue ?? 0)\(identifier ?? "")\u{0}\(path)" }

    fileprivate var isOnDevice: Bool { membership != nil }

    /// The device that the container belongs to, as a heading.
    fileprivate var heading: String? {
        if let device {
            return [device.name, device.system, device.identifier].compactMap { $0 }.joined(separator: " · ")
        }
        guard let membership, membership.isDeviceCopy else { return nil }
        return "device copy · \(String(decoding: membership.device.bytes, as: UTF8.self))"
    }

    private var title: String { name ?? identifier ?? String(path.split(separator: "/").last ?? "/") }

    fileprivate var cells: ContainerList.Cells {
        let sharing = apps.map { "shared by \(Pluralized.apps($0.count))" }
        return [name ?? sharing ?? "-", identifier ?? "unknown", release ?? ""] + figures
    }

    fileprivate var indentedCells: ContainerList.Cells {
        ["  " + role, identifier ?? "unknown", role == "plug-in" ? release ?? "" : ""] + figures
    }

    private var figures: ContainerList.Cells {
        [
            kind, documentsSharing?.cell ?? "", ByteCount.short(bytes) + (unreadable > 0 ? "+" : ""),
            changed.map { LocalTime(secondsSince1970: $0).full } ?? "", address ?? path,
        ]
    }
}

extension SharingSummary {
    /// The apps that show Documents, as a cell: "Finder, Files", "no", "?".
    fileprivate var cell: String {
        let shown = [(finder, "Finder"), (files, "Files")].filter { $0.0 == .yes }.map(\.1)
        guard shown.isEmpty else { return shown.joined(separator: ", ") }
        return finder == .unknown ? "?" : "no"
    }
}

extension ContainerRole {
    /// The role in JSON.
    fileprivate var word: String {
        switch self {
        case .data: "data"
        case .bundle: "bundle"
        case .appGroup: "app group"
        case .plugIn: "plug-in"
        case .iCloud: "iCloud"
        case .system: "system"
        }
    }
}
