import ContainerModel
import FileTree
import Transactions

extension DestinationQuestion {
    /// What is wrong with the destination, and what it might mean.
    /// - Parameter path: shows a path of this computer.
    package func sentence(showing path: ([UInt8]) -> String) -> String {
        let name = path(item.hostPath)
        if let suggestion { return "\(name) does not exist. Did you mean \(path(suggestion.hostPath))?" }
        let isAlone = !canBeName && !canBeDirectory
        return "\(name) does not exist" + (isAlone ? ", nor does the directory around it." : ".")
    }
}

extension ConflictQuestion {
    /// What has the name: "a file of 1,234 bytes", "a directory".
    package var occupant: String {
        conflict.kind == .file ? "a file of \(ByteCount.exact(conflict.size))" : conflict.kind.withArticle
    }

    /// What becomes of what is there where it is replaced.
    package var consequenceOfReplacing: String {
        conflict.changesKind
            ? "Replacing it moves the \(conflict.kind.title) to the trash and puts \(conflict.newKind.withArticle) in its place."
            : "Replacing it moves the existing item to the trash."
    }

    /// That the name is taken, where nobody can be asked.
    package var refusal: String {
        conflict.changesKind
            ? "\(conflict.kind.withArticle) already exists, and \(conflict.newKind.withArticle) would replace it"
            : "an item of that name already exists"
    }
}
