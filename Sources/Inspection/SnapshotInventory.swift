package import ContainerModel
package import ContainerStore
package import FileTree
import Formats
package import FoundationEssentials

/// The pictures that a container holds of what its app showed (formats.md, "Snapshots"), one after the other.
package struct SnapshotInventory {
    /// Where iOS keeps them: from version 13 on, and up to version 12.
    private static let places: [ContainerPath] = ["Library/SplashBoard/Snapshots", "Library/Caches/Snapshots"]
    /// Headers of pictures are in the first bytes of a file.
    private static let headLength = 65_536

    /// What a picture shows.
    package enum Subject: String, Encodable, Sendable {
        /// What the screen showed when the app went to the background.
        case scene
        /// What is shown while the app starts.
        case launch
        /// A group of SplashBoard's that is neither.
        case other
    }

    /// One picture. JSON keys are stable.
    package struct Row: Encodable, Sendable {
        package let path: String
        package let pathBytes: Data?
        /// When it was written, in ISO 8601; nil where that has no digits for it.
        package let modified: String?
        package let subject: Subject
        /// The scene's identifier, where the directory names it.
        package let scene: String?
        /// Whether it is a smaller picture of another one.
        package let downscaled: Bool
        /// `ktx`, `appleTexture`, `png`, `jpeg`; `text` for one of this program's.
        package let format: String?
        /// In pixels; for text in cells.
        package let width: Int?
        package let height: Int?
        /// How many pixels make a point, by the name.
        package let scale: Int?
        /// Whether it is compressed with LZFSE on top of its format.
        package let compressed: Bool?
        /// Of the file.
        package let bytes: UInt64
        /// Why nothing is known of the picture, for people.
        package let problem: String?
        /// The path as bytes.
        package let rawPath: ContainerPath
        /// When it was written, in seconds since 1970.
        package let rawModified: Int64
        /// A file that belongs to it and goes where it goes.
        package let companion: ContainerPath?

        private enum CodingKeys: String, CodingKey {
            case path, pathBytes, modified, subject, scene, downscaled, format, width, height, scale, compressed, bytes
            case problem
        }
    }

    /// What comes next.
    package enum Step {
        case row(Row)
        /// Something that could not be looked at. The rest goes on.
        case failure(ContainerPath, FileTreeError)
    }

    private let tree: any FileTree
    private var places: ArraySlice<ContainerPath>
    private var place = ContainerPath.root
    private var walk: TreeWalk?

    /// Looks in all the places where snapshots are kept.
    package init(of container: Container) {
        tree = container.tree
        // What is behind a fault of the container is not the container's.
        let faults = container.faults()
        places = Self.places.filter { faults.first(before: $0) == nil }[...]
    }

    /// The next picture; nil at the end. Files that no snapshot is made of are passed over.
    package mutating func next() -> Step? {
        while true {
            guard let step = walk?.next() else {
                guard let next = places.popFirst() else { return nil }
                place = next
                walk = TreeWalk(of: tree, start: next)
                continue
            }
            switch step {
            case .leaving: continue
            // Most containers have one of the places.
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
            subject: place == Self.places[0] ? Self.subject(of: group) : .scene,
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

    /// What the header, or the list beside a text, says of a picture.
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

    /// `@2x` before the dot means two pixels to a point.
    private static func scale(of name: [UInt8]) -> Int? {
        let name = String(decoding: name, as: UTF8.self)
        return [1, 2, 3].first { name.contains("@\($0)x.") }
    }

    private static func subject(of group: String) -> Subject {
        if scene(of: group) != nil { return .scene }
        return group.hasSuffix(" - {DEFAULT GROUP}") ? .launch : .other
    }

    /// Some tools write the colon of `sceneID:` as an underscore.
    private static func scene(of group: String) -> String? {
        for prefix in ["sceneID:", "sceneID_"] where group.hasPrefix(prefix) {
            return String(group.dropFirst(prefix.utf8.count))
        }
        return nil
    }
}

extension SnapshotHeader.Format {
    /// As reports say it.
    fileprivate var title: String {
        switch self {
        case .ktx: "ktx"
        case .appleTexture: "appleTexture"
        case .png: "png"
        case .jpeg: "jpeg"
        }
    }
}
