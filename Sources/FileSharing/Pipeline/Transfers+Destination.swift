import ContainerModel
import ContainerStore
import FileTree

extension Transfers {
    /// The result of interpreting a destination.
    enum Finding {
        case transfers(Transfers)
        /// The user has to be asked first.
        case unclear(DestinationQuestion)
    }

    /// Interprets a destination.
    /// - Parameters:
    ///   - isCopy: Whether the items are copied: copies into their own directory get new names.
    ///   - rules: Decide which missing directories are created on demand.
    /// - Throws: `OperationError` if the destination cannot be used or examined.
    static func find(
        _ items: ItemSet,
        to destination: Destination,
        isCopy: Bool,
        in open: OpenRoots,
        rules: RuleBook = .standard
    ) throws(OperationError) -> Finding {
        switch destination {
        case .name(let name):
            return .transfers(Transfers(items.prefix(1).map { Transfer($0, to: name, isNewName: true) }))
        case .newDirectory(let directory):
            var transfers = try Transfers(of: items, into: directory)
            transfers.newDirectories = [directory]
            return .transfers(transfers)
        case .places(let root, let others):
            return .transfers(
                try Transfers(merging: items, intoPlacesOf: root, others: others, in: open, rules: rules))
        case .directory(let directory):
            switch try meaning(of: directory, for: items, in: open, isDirectory: true, isNewName: false, rules) {
            case .unclear(let question) where question.suggestion != nil: return .unclear(question)
            // Planning reports a directory that does not exist or is not one.
            case .directory, .name, .unclear:
                return .transfers(
                    isCopy
                        ? try Transfers(copiesOf: items, into: directory, in: open)
                        : try Transfers(of: items, into: directory))
            }
        case .path(let path, let isDirectory, let isNewName):
            switch try meaning(of: path, for: items, in: open, isDirectory: isDirectory, isNewName: isNewName, rules) {
            case .directory(let directory): return .transfers(try Transfers(of: items, into: directory))
            case .unclear(let question): return .unclear(question)
            case .name(let name):
                // A place that is a link or a file is a fault of the container, and must not be replaced with a file.
                if let fault = open.container(of: name)?.faults().first(where: { $0.rawPath == name.path }) {
                    throw OperationError(.data, fault.message)
                }
                guard !isDirectory, items.count == 1, let source = items.first else {
                    throw OperationError(.noInput, at: path.hostPath, "not a directory")
                }
                return .transfers([Transfer(source, to: name, isNewName: true)])
            }
        }
    }

    private static func meaning(
        of item: ItemAddress,
        for items: ItemSet,
        in open: OpenRoots,
        isDirectory: Bool,
        isNewName: Bool,
        _ rules: RuleBook
    ) throws(OperationError) -> DestinationMeaning {
        do throws(FileTreeError) {
            return try DestinationMeaning(
                item, for: items.samples, in: open, isDirectory: isDirectory, isNewName: isNewName, rules: rules)
        } catch {
            throw OperationError(error, at: item)
        }
    }
}
