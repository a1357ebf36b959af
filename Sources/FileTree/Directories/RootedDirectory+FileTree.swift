package import ContainerModel
import System

extension RootedDirectory: FileTree {
    package var root: TreeDirectory { .host(descriptor) }
    package var medium: String? { nil }
    package var problems: [String] { [] }
    package var writable: RootedDirectory? { self }

    package var identity: FileIdentity {
        get throws(FileTreeError) {
            let status = try ItemStatus(of: descriptor, path: .root)
            return status.identity
        }
    }

    package func directory(
        at path: ContainerPath,
        for access: DirectoryAccess
    ) throws(FileTreeError) -> TreeDirectory {
        switch access {
        case .listing: .host(try openDirectory(path))
        case .lookup: .host(try openPath(path))
        }
    }

    package func subtree(_ path: ContainerPath) throws(FileTreeError) -> any FileTree {
        path.isRoot ? self : try subdirectory(path)
    }
}
