import ContainerModel
import ContainerStore
import FileTree
import Formats

/// The files of a bundle, and small ones among them read.
struct BundleFiles {
    /// A file of the bundle, by its path below it.
    struct Entry {
        let path: ContainerPath
        let kind: ItemKind
        let size: UInt64
    }

    let tree: any FileTree
    /// The directory of the bundle's parts, from the container's root.
    let root: ContainerPath
    /// The name of the bundle's directory.
    let name: [UInt8]
    /// Where its parts are.
    let layout: BundleLayout
    /// The kind of bundle if it is not an app for iOS.
    let part: CodeBundleKind?
    private(set) var entries: [Entry] = []
    private(set) var isCut = false
    private(set) var problems: [String] = []
    /// The contents of Info.plist; empty if there is none that can be read.
    private(set) var information = PropertyListValue.dictionary(PropertyListDictionary())
    private let kinds: [ContainerPath: ItemKind]

    private static let maxEntries = 20_000
    private static let maxListBytes = 16 << 20

    /// Lists a container's bundle.
    init(of container: Container, at root: ContainerPath) {
        let tree = container.tree
        (self.tree, self.root) = (tree, root)
        let directory = root.bundleDirectory
        name = Array(directory.lastComponent ?? container.description.hostPath.name)
        layout = directory == root ? .flat : BundleLayout(of: directory, in: tree)
        part = CodeBundleKind(ofName: name) ?? (layout.isOfMac ? .macApp : nil)
        var walk = TreeWalk(of: tree, start: root)
        var entries: [Entry] = []
        var problems: [String] = []
        while let step = walk.next() {
            guard entries.count < Self.maxEntries else {
                isCut = true
                break
            }
            switch step {
            case .item(let item):
                guard let path = item.path.relative(to: root), !path.isRoot else { continue }
                entries.append(Entry(path: path, kind: item.status.kind, size: item.status.size))
            case .failure(let path, let error): problems.append("\(path.reportText): \(error.message)")
            case .leaving: continue
            }
        }
        kinds = Dictionary(entries.map { ($0.path, $0.kind) }) { first, _ in first }
        self.entries = entries
        if let list = Self.list(layout.information, tree, root, &problems), list.dictionaryValue != nil {
            information = list
        } else if kinds[layout.information] == nil {
            problems.append(
                "Info.plist is missing" + (part == nil ? ": the system cannot install or launch the app" : ""))
        }
        self.problems = problems
    }

    /// Returns the kind of the item at a path below the bundle; nil for none.
    func kind(_ path: ContainerPath) -> ItemKind? { kinds[path] }

    /// Returns the layout of a bundle in this one.
    func layout(of bundle: ContainerPath) -> BundleLayout {
        BundleLayout(
            kind: { kinds[bundle.appending($0)] },
            versions: {
                let versions = bundle.appending("Versions")
                return entries.filter { $0.kind == .directory && $0.path.parent == versions }.compactMap {
                    $0.path.lastComponent.map { Array($0) }
                }
            })
    }

    /// Returns the files whose names at the top level have a prefix and a suffix.
    func top(where isWanted: (String) -> Bool) -> [ContainerPath] {
        entries.filter {
            $0.path.depth == 1 && $0.kind == .file && isWanted(String(decoding: $0.path.bytes, as: UTF8.self))
        }
        .map(\.path)
    }

    /// Reads a property list, in binary form, XML or the old text format; nil if it cannot be read.
    func list(_ path: ContainerPath) -> PropertyListValue? {
        var ignored: [String] = []
        return Self.list(path, tree, root, &ignored)
    }

    /// Reads a property list, and says why it cannot be read.
    mutating func listNotingProblems(_ path: ContainerPath) -> PropertyListValue? {
        Self.list(path, tree, root, &problems)
    }

    private static func list(
        _ path: ContainerPath, _ tree: any FileTree, _ root: ContainerPath, _ problems: inout [String]
    ) -> PropertyListValue? {
        do throws(FileTreeError) {
            let bytes = try FileContents.read(root.appending(path), in: tree, limit: maxListBytes)
            do throws(PropertyListError) {
                let text = TextDetection(bytes, isWhole: true)?.utf8(bytes, isWhole: true) ?? bytes
                let format = PropertyListFormat(recognizing: bytes)
                // Text in UTF-16 is XML if it begins as such.
                let isXML = text.first { $0 > 0x20 } == UInt8(ascii: "<")
                if format == .binary || format == .xml || format == .xmlUTF16 && isXML {
                    return try PropertyListReader.read(bytes)
                }
                return try OldStylePropertyListReader.read(text)
            } catch {
                problems.append("\(path.reportText): \(error)")
            }
        } catch {
            if error.code != .notFound { problems.append("\(path.reportText): \(error.message)") }
        }
        return nil
    }
}

extension PropertyListValue {
    /// The strings of an array; a single string counts as one.
    var strings: [String] { stringValue.map { [$0] } ?? arrayValue?.compactMap(\.stringValue) ?? [] }
}
