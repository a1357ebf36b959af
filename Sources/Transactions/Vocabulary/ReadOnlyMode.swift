import ContainerModel
import FileTree

/// Read-only mode, in which nothing in a container is changed. Items may be copied out of it.
///
/// `OperationPipeline` refuses to prepare changes; the checks here are the last ones before a change.
package enum ReadOnlyMode {
    /// The sentence that refuses a change.
    package static let sentence =
        "read-only mode: nothing is changed; items can only be copied out of containers, to this computer"

    static var refusal: TransactionError { TransactionError(.refused, sentence) }
}

extension TransactionEnvironment {
    /// Throws in read-only mode.
    func requireWritable() throws(TransactionError) {
        if isReadOnly { throw ReadOnlyMode.refusal }
    }

    /// Throws in read-only mode if a plan changes anything in a container.
    func requireWritable(for plan: Plan) throws(TransactionError) {
        guard isReadOnly else { return }
        let changed = plan.items.flatMap(\.change.changed) + plan.batches.flatMap(\.change.changed)
        if changed.contains(where: \.root.isContainer) { throw ReadOnlyMode.refusal }
    }
}

extension Change {
    /// The items that are created, removed or modified.
    fileprivate var changed: [ItemAddress] {
        switch self {
        case .copy(_, let target): [target]
        case .move(let source, let target): [source, target]
        case .trash, .makeDirectory, .writeFile, .setAttribute, .setStatus: [item]
        }
    }
}

extension ChangeBatch {
    /// The directories whose entries are created, removed or modified.
    fileprivate var changed: [ItemAddress] {
        switch kind {
        case .copy(let target): [target]
        case .move(let target): [directory, target]
        case .trash, .setAttribute: [directory]
        }
    }
}
