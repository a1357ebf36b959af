package import ContainerModel
package import ContainerStore
import FileTree
import Formats
package import FoundationEssentials
package import Reports

/// The app-switcher snapshots and launch images in a container (formats.md, "Snapshots"), produced one by one.
package struct SnapshotInventory {
    /// The directories in which iOS keeps them: since version 13, and up to version 12.
    private static let places: [ContainerPath] = ["Library/SplashBoard/Snapshots", "Library/Caches/Snapshots"]
    /// The number of bytes read of each file, enough for any image header.
    private static let headLength = 65_536

    /// The subject of a snapshot.
    package enum Subject: String, Encodable, Sendable {
        /// The screen of the app when it went to the background.
        case scene
        /// The image shown while the app launches.
        case launch
        /// A SplashBoard group that is neither.
        case other
        /// This program's screen when it was suspended: text, not a picture of the phone's screen.
        case terminal
    }

    /// A snapshot. JSON keys are stable.
    package struct Row: Encodable, Sendable {
        /// The path from the container's root; invalid UTF-8 is replaced.
        package let path: String
        /// The bytes of a path that is not UTF-8: base64 in JSON.
        package let pathBytes: Data?
        /// The modification time in ISO 8601, UTC; nil outside the years 1 to 9999.
        package let modified: String?
        /// The subject of the snapshot.
        package let subject: Subject
        /// The scene's identifier, if the directory name contains it.
        package let scene: String?
        /// Whether it is a downscaled version of another snapshot.
        package let downscaled: Bool
        /// `ktx`, `appleTexture`, `png`, `jpeg`; `text` for a snapshot of this program.
        package let format: String?
        /// The width in pixels; in cells for text.
        package let width: Int?
        /// The height in pixels; in cells for text.
        package let height: Int?
        /// The pixels per point, from the file name.
        package let scale: Int?
        /// Whether it is additionally compressed with LZFSE.
        package let compressed: Bool?
        /// The size of the file.
        package let bytes: UInt64
        /// The reason why the image could not be read.
        package let problem: String?
        /// The path as bytes.
        @Unreported package private(set) var rawPath: ContainerPath
        /// The modification time, in seconds since 1970.
        @Unreported package private(set) var rawModified: Int64
        /// A file that belongs to it and must be deleted or moved with it.
        @Unreported package private(set) var companion: ContainerPath?
    }

    private let tree: any FileTree
    private var places: ArraySlice<ContainerPath>
    private var place = ContainerPath.root
    private var walk: TreeWalk?

    /// Creates an inventory of all snapshot directories of a container.
    package init(of container: Container) {
        tree = container.tree
        // Whatever a fault leads to is not part of the container.
        let faults = container.faults()
        places = Self.places.filter { faults.first(before: $0) == nil }[...]
    }

    /// Returns the next step; nil at the end. Files that are not snapshots are skipped.
    package mutating func next() -> ReportStep<Row>? {
        while true {
            guard let step = walk?.next() else {
                guard let next = places.popFirst() else { return nil }
                place = next
                walk = TreeWalk(of: tree, start: next)
                continue
            }
            switch step {
            case .leaving: continue
            // Most containers have only one of the directories.
            case .failure(let path, let error) where path == place && error.code == .notFound: continue
            case .failure(let path, let error): return .failure(path, error)
            case .item(let item):
                if let row = row(item) { return .row(row) }
            }
        }
    }

    private func row(_ item: TreeWalk.Item) -> Row? {
        guard item.status.kind == .file, let relative = item.path.relative(to: place) else { return nil }
        let components = relative.components.map { Array($0) }
        guard let name = components.last, let suffix = Self.suffix(of: name) else { return nil }
        let group = String(decoding: components.count > 1 ? components[0] : [], as: UTF8.self)
        var about = About()
        var companion: ContainerPath?
        if suffix == "ans" {
            companion = item.path.parent?.appending(name: name.dropLast(3) + Array("plist".utf8))
            about = About(textBeside: companion, in: tree)
        } else {
            about = About(item)
        }
        return Row(
            path: item.path.reportText,
            pathBytes: item.path.reportBytes,
            modified: ISO8601.text(secondsSince1970: item.status.modified),
            subject: suffix == "ans" ? .terminal : place == Self.places[0] ? Self.subject(of: group) : .scene,
            scene: Self.scene(of: group),
            downscaled: components.dropLast().contains(Array("downscaled".utf8)),
            format: about.format,
            width: about.width,
            height: about.height,
            scale: Self.scale(of: name),
            compressed: about.isCompressed,
            bytes: item.status.size,
            problem: about.problem,
            rawPath: item.path,
            rawModified: item.status.modified,
            companion: companion.flatMap { path in (try? tree.status(path))?.kind == .file ? path : nil }
        )
    }

    /// The properties of an image, from its header or from the property list next to a text.
    private struct About {
        var format: String?
        var width: Int?
        var height: Int?
        var isCompressed: Bool?
        var problem: String?

        init() {}

        init(_ item: TreeWalk.Item) {
            do {
                let head = try item.directory.head(of: item.name, length: SnapshotInventory.headLength)
                let header = try SnapshotHeader(head)
                format = header.format.title
                (width, height) = (header.width, header.height)
                isCompressed = header.isLZFSE
            } catch let error as FormatError {
                problem = error.message
            } catch let error as FileTreeError {
                problem = error.reason
            } catch {
                problem = "\(error)"
            }
        }

        init(textBeside list: ContainerPath?, in tree: any FileTree) {
            format = "text"
            guard let list, let bytes = try? FileContents.read(list, in: tree, limit: 65_536),
                let value = try? PropertyListReader.read(bytes)
            else {
                problem = "the property list beside it is unreadable"
                return
            }
            width = value["columns"]?.integerValue.map { Int($0) }
            height = value["rows"]?.integerValue.map { Int($0) }
        }
    }

    private static func suffix(of name: [UInt8]) -> String? {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let suffix = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
        return ["ktx", "png", "jpeg", "jpg", "ans"].contains(suffix) ? suffix : nil
    }

    /// Returns the pixels per point: 2 for `@2x` before the dot.
    private static func scale(of name: [UInt8]) -> Int? {
        let name = String(decoding: name, as: UTF8.self)
        return [1, 2, 3].first { name.contains("@\($0)x.") }
    }

    private static func subject(of group: String) -> Subject {
        if scene(of: group) != nil { return .scene }
        return group.hasSuffix(" - {DEFAULT GROUP}") ? .launch : .other
    }

    /// Some tools replace the colon of `sceneID:` with an underscore.
    private static func scene(of group: String) -> String? {
        for prefix in ["sceneID:", "sceneID_"] where group.hasPrefix(prefix) {
            return String(group.dropFirst(prefix.utf8.count))
        }
        return nil
    }
}

extension SnapshotHeader.Format {
    /// The name of the format in reports.
    fileprivate var title: String {
        switch self {
        case .ktx: "ktx"
        case .appleTexture: "appleTexture"
        case .png: "png"
        case .jpeg: "jpeg"
        }
    }
}
