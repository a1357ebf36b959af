import ContainerModel
import ContainerStore
import FileTree
import Jobs

/// Everything in a bundle, and where the bundles in it are.
struct SealSurvey {
    /// An item of the bundle.
    struct Entry {
        let path: ContainerPath
        let kind: ItemKind
        let size: UInt64
    }

    /// A directory that is a bundle, and the items below it.
    struct Place {
        let path: ContainerPath
        var entries: Range<Int>
    }

    /// The items in the order of a walk, without the bundle itself.
    private(set) var entries: [Entry] = []
    /// The bundle, then those in it.
    private(set) var places: [Place] = []
    /// Libraries on their own: `Frameworks/libswiftCore.dylib`.
    private(set) var libraries: [Int] = []
    /// The items that could not be examined.
    private(set) var failures: [(path: ContainerPath, error: FileTreeError)] = []
    /// Whether there are more bundles or libraries than are verified.
    private(set) var isCut = false

    /// The size of all files in bytes.
    var size: UInt64 { entries.reduce(0) { $0.addingSaturated($1.kind == .file ? $1.size : 0) } }

    /// The suffixes of bundles that have their own code.
    private static let suffixes = ([".app"] + CodeBundleKind.all.filter(\.alwaysHasCode).map(\.suffix)).map {
        Array($0.utf8)
    }
    private static let librarySuffix = Array(".dylib".utf8)
    private static let signature = Array("_CodeSignature".utf8)
    private static let maxPlaces = 2_000
    /// The most bundles inside of each other: each item is looked up in the seal of each of them.
    private static let maxDepth = 8

    /// Takes a file with code for a library on its own.
    init(ofFile path: ContainerPath, in tree: any FileTree) {
        do throws(FileTreeError) {
            let status = try tree.status(path)
            entries = [Entry(path: path, kind: status.kind, size: status.size)]
            libraries = [0]
        } catch {
            failures = [(path, error)]
        }
    }

    /// Lists a bundle; nil if it was cancelled.
    init?(of tree: any FileTree, at root: ContainerPath, cancellation: Cancellation) {
        var walk = TreeWalk(of: tree, start: root)
        // The directories around the present item that are bundles, by their indices in `places`.
        var around: [Int] = []
        var open: [ContainerPath: Int] = [:]
        func isBundle(_ item: TreeWalk.Item) -> Bool {
            item.depth == 0 || Self.suffixes.contains { item.name.count > $0.count && item.name.ends(with: $0) }
        }
        while let step = walk.next() {
            if cancellation.isCancelled { return nil }
            switch step {
            case .item(let item):
                if item.depth > 0 {
                    if item.status.kind == .file, item.name.ends(with: Self.librarySuffix) {
                        if libraries.count < Self.maxPlaces { libraries.append(entries.count) } else { isCut = true }
                    }
                    entries.append(Entry(path: item.path, kind: item.status.kind, size: item.status.size))
                }
                guard item.status.kind == .directory else { continue }
                let isSealed = try? tree.status(item.path.appending("_CodeSignature")).kind == .directory
                guard isBundle(item) || isSealed == true, !item.name.elementsEqual(Self.signature) else { continue }
                guard places.count < Self.maxPlaces, around.count < Self.maxDepth else {
                    isCut = true
                    continue
                }
                open[item.path] = places.count
                around.append(places.count)
                places.append(Place(path: item.path, entries: entries.count..<entries.count))
            case .leaving(let path, _):
                guard let index = open[path] else { continue }
                around.removeLast()
                places[index].entries = places[index].entries.lowerBound..<entries.count
            case .failure(let path, let error): failures.append((path, error))
            }
        }
        // A directory that could not be read as a whole.
        for index in around { places[index].entries = places[index].entries.lowerBound..<entries.count }
    }
}

extension Sequence where Element == UInt8, Self: BidirectionalCollection {
    /// Returns whether the bytes end with others.
    func ends(with end: [UInt8]) -> Bool { reversed().starts(with: end.reversed()) }
}
