package import ContainerModel

extension FileOperation {
    /// Returns the operation done in another directory: a new item is created there, a copied or moved one goes there,
    /// a renamed one goes there under its new name. Nil if it changes items where they are.
    package func relocated(to directory: ItemAddress) -> FileOperation? {
        switch self {
        case .makeDirectory(let item): directory.entry(item.name).map { .makeDirectory($0) }
        case .makeFile(let item): directory.entry(item.name).map { .makeFile($0) }
        case .makePath(let item, let origin, let isDirectory):
            item.path.relative(to: origin.path).map { path in
                .makePath(
                    ItemAddress(directory.root, directory.path.appending(path)), below: directory,
                    isDirectory: isDirectory)
            }
        case .copy, .move: going(to: .directory(directory))
        case .rename(let names, nil) where names.count == 1:
            directory.entry(names[0].name).map { .move(ItemSet([names[0].item]), to: .name($0)) }
        default: nil
        }
    }
}
