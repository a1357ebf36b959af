import ContainerModel
import ContainerStore
import Disk
import FileSharing
import Inspection
import Screen
import Transactions

/// Finds what paths of the command line name. A container that several are in is opened once.
struct Operands {
    private let app: AppInfoOptions
    private(set) var containers: [Container] = []
    /// The roots of what was named.
    private(set) var open = OpenRoots()
    /// What was named of packages, beside their containers.
    private(set) var packageItems: [PackageItem] = []

    init(_ app: AppInfoOptions) { self.app = app }

    /// An item of a container, whether it is there or not.
    /// - Throws: `ContainerStoreError`; `Failure` for faults of the container.
    mutating func item(_ path: [UInt8]) throws -> ItemAddress {
        if let hostPath = HostPath(path) {
            for container in containers {
                if let inside = hostPath.path(below: container.description.hostPath) {
                    if let fault = container.faults().first(before: inside) {
                        throw Failure(.data, "\(shownPath(hostPath.bytes)): \(DisplayText(fault.message))")
                    }
                    return ItemAddress(container.root, inside)
                }
            }
        }
        // A link is an item where it stands, wherever it leads; one outside of all containers may lead into one. A
        // package stands for the container in it: of that name there may be another link in there, or none.
        if let hostPath = HostPath(path), let status = hostPath.link, let parent = hostPath.parent,
            let link = try? item(parent.bytes).entry(hostPath.name),
            let found = try? open.table.status(link),
            found.inode == status.inode, found.device == status.device
        {
            return link
        }
        let (container, inside) = try app.locate(path, isNamed: true)
        if let known = containers.first(where: { $0.description.hostPath == container.description.hostPath }) {
            return ItemAddress(known.root, inside)
        }
        add(container)
        return ItemAddress(container.root, inside)
    }

    /// Adds a container that is open.
    mutating func add(_ container: Container) {
        containers.append(container)
        open.add(container)
    }

    /// An item of a container, or one of its package that can only be copied from.
    /// - Throws: as `item`.
    mutating func readableItem(_ path: [UInt8]) throws -> ItemAddress {
        do {
            return try item(path)
        } catch let error as ContainerStoreError {
            guard let packageItem = error.packageItem else { throw error }
            packageItems.append(packageItem)
            return try hostItem(path)
        }
    }

    /// An item of this computer, whether it is there or not: a last link is the item, links before are followed.
    /// - Throws: `Failure`
    func hostItem(_ path: [UInt8]) throws -> ItemAddress {
        guard let hostPath = HostPath(path) else {
            throw Failure(.noInput, "\(DisplayText(bytes: path)) does not exist")
        }
        guard let parent = hostPath.parent, let name = ContainerPath(bytes: hostPath.name) else {
            throw Failure(.usage, "\(DisplayText(bytes: path)) is the root of this computer: name something in it")
        }
        return ItemAddress(try root(at: parent, given: path), name)
    }

    /// A directory of this computer, or what might become one.
    /// - Throws: `Failure`
    func hostDirectory(_ path: [UInt8]) throws -> ItemAddress {
        guard let hostPath = HostPath(path) else {
            throw Failure(.noInput, "\(DisplayText(bytes: path)) does not exist")
        }
        return ItemAddress(try root(at: hostPath, given: path), .root)
    }

    private func root(at directory: HostPath, given path: [UInt8]) throws -> Root {
        let root = Root(.directory, at: directory.bytes)
        do throws(DiskError) {
            _ = try open.table.directory(of: root)
            return root
        } catch {
            throw Failure(error, at: String(decoding: path, as: UTF8.self))
        }
    }
}

extension Operands {
    /// Items and the names that they, or their copies, get.
    struct Transfers {
        var items: [Transfer] = []
        /// Many items of a directory at a time.
        var groups: [GroupTransfer] = []
        /// Directories that have to be made for them; the person has agreed.
        var newDirectories: Set<ItemAddress> = []
    }

    /// Where items get to that are put at a path of a container: into it where it is a directory, or is to be one, and
    /// else, for a single item, under that name.
    /// - Throws: as `item`; `Failure` where it is not clear what was meant, and nobody can be asked.
    mutating func transfers(
        of sources: NamedItems, to path: [UInt8], prefersDocuments: Bool, isNewName: Bool
    ) throws -> Transfers {
        var target = try item(path)
        if prefersDocuments, target.path.isRoot, let container = open.container(of: target),
            container.description.kind == .data,
            let documents = RuleBook.standard.path(of: .documents)
        {
            target = ItemAddress(container.root, documents)
        }
        return try transfers(of: sources, to: target, path, isNewName: isNewName)
    }

    func transfers(
        of sources: NamedItems, to target: ItemAddress, _ path: [UInt8], isNewName: Bool
    ) throws -> Transfers {
        let destination: Destination
        do throws(DiskError) {
            destination = try Destination(
                target, for: sources.samples, in: open, isDirectory: ContainerPath.namesDirectory(path),
                isNewName: isNewName)
        } catch {
            throw Failure(error, at: String(decoding: path, as: UTF8.self))
        }
        switch destination {
        case .directory(let directory): return try transfers(of: sources, into: directory)
        case .name(let name):
            // A place that is a link or a file is a fault of the container, and nothing to be replaced by a file.
            if let fault = open.container(of: name)?.faults().first(where: { $0.rawPath == name.path }) {
                throw Failure(.data, DisplayText(fault.message).description)
            }
            guard !ContainerPath.namesDirectory(path), sources.count == 1, let source = sources.items.first else {
                throw Failure(.noInput, "\(DisplayText(bytes: path)) is not a directory")
            }
            return Transfers(items: [Transfer(source, to: name, isNewName: true)])
        case .unclear(let question):
            switch try DestinationQuestion(question).answer() {
            // It is looked at again: that it is there is not certain yet.
            case .suggestion(let other): return try transfers(of: sources, to: other, path, isNewName: false)
            case .name:
                return Transfers(items: sources.items.prefix(1).map { Transfer($0, to: target, isNewName: true) })
            case .directory:
                var transfers = try transfers(of: sources, into: target)
                transfers.newDirectories = [target]
                return transfers
            }
        }
    }

    private func transfers(of sources: NamedItems, into directory: ItemAddress) throws -> Transfers {
        let items = try sources.items.map { source in
            guard let transfer = Transfer(source, into: directory) else {
                throw Failure(.usage, "\(shownPath(source.hostPath)) has no name that could be kept")
            }
            return transfer
        }
        return Transfers(items: items, groups: sources.groups.map { GroupTransfer($0, into: directory) })
    }
}
