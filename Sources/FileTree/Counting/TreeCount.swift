import ContainerModel
import Jobs

/// Counts sizes below directories of a tree other than a host directory, on a single thread.
struct TreeCount {
    private let tree: any FileTree
    private let cancellation: Cancellation
    private let requested: Set<ContainerPath>
    private var totals: [ContainerPath: DirectoryTotal] = [:]
    /// Files with several hard links, and the requested directories that already count them.
    private var linked: [FileIdentity: Set<ContainerPath>] = [:]

    init(_ tree: any FileTree, _ directories: [ContainerPath], _ cancellation: Cancellation) {
        self.tree = tree
        self.cancellation = cancellation
        requested = Set(directories)
    }

    /// Returns the totals below each of the directories; directories that do not exist are omitted.
    mutating func countTree() -> [ContainerPath: DirectoryTotal] {
        for path in requested {
            let above = sequence(first: path, next: \.parent).dropFirst()
            guard !above.contains(where: requested.contains), let directory = try? tree.directory(at: path) else {
                continue
            }
            count(directory, path, for: [])
        }
        guard !cancellation.isCancelled else { return [:] }
        for path in totals.keys { totals[path]?.isComplete = true }
        return totals
    }

    /// - Parameter outer: The requested directories that contain this one.
    private mutating func count(_ start: TreeDirectory, _ path: ContainerPath, for outer: [ContainerPath]) {
        var waiting = [(directory: start, path: path, counted: outer)]
        while let next = waiting.popLast(), !cancellation.isCancelled {
            var counted = next.counted
            if requested.contains(next.path) {
                counted.append(next.path)
                totals[next.path] = DirectoryTotal()
            }
            guard let entries = try? next.directory.entries(path: next.path) else {
                for path in counted { totals[path, default: DirectoryTotal()].unreadable += 1 }
                continue
            }
            var sum = DirectoryTotal()
            sum.items = entries.count
            for index in 0..<entries.count {
                let name = entries.name(index)
                switch entries.kind(index) {
                case .directory:
                    guard let path = next.path.appending(name: name),
                        let directory = try? next.directory.subdirectory(name)
                    else {
                        sum.unreadable += 1
                        continue
                    }
                    waiting.append((directory, path, counted))
                case .file:
                    guard let status = try? next.directory.status(of: name, path: next.path) else { continue }
                    if status.links > 1 {
                        add(status, for: counted)
                    } else {
                        sum.add(bytes: status.size)
                    }
                default: break
                }
            }
            for path in counted { totals[path, default: DirectoryTotal()].add(sum) }
        }
    }

    private mutating func add(_ status: ItemStatus, for counted: [ContainerPath]) {
        let identity = status.identity
        for path in counted where linked[identity, default: []].insert(path).inserted {
            totals[path, default: DirectoryTotal()].add(bytes: status.size)
        }
    }
}
