import ContainerModel
import Copying
import FileTree
import System

/// A copy that was made before its turn, under its temporary name.
struct AheadCopy {
    let from: ItemAddress
    let temporary: ItemAddress
    let report: CopyReport
}

// Many files that are copied from or to a device: several mounts of it serve several of them at once.
extension Stager {
    /// Copies the files among items whose only instructions are to copy them, as far as further mounts are possible. Each gets
    /// its temporary name, and everything else follows when its turn comes; what is not copied here is copied then.
    mutating func copyAhead(_ items: [[Instruction]]) {
        guard FurtherMounts.areOffered else { return }
        var groups: [[ItemAddress]: [(from: ItemAddress, to: ItemAddress)]] = [:]
        for instructions in items {
            // An item that changes anything else may change what another one copies.
            guard instructions.count == 1, case .change(.copy(let from, let to)) = instructions[0] else { return }
            groups[[from.parent, to.parent], default: []].append((from, to))
        }
        for (directories, pairs) in groups {
            let (source, target) = (directories[0], directories[1])
            guard context.readOnlyTree(of: source) == nil,
                context.roots.capabilities(of: source.root).isRemote
                    != context.roots.capabilities(of: target.root).isRemote,
                let sources = try? context.directory(source)
            else { continue }
            copyAhead(pairs, in: sources)
        }
    }

    private mutating func copyAhead(_ pairs: [(from: ItemAddress, to: ItemAddress)], in sources: Descriptor) {
        let temporaries = pairs.map { nextTemporary(beside: $0.to) }
        var target: Descriptor?
        for temporary in temporaries { target = try? fill(temporary) }
        guard let target else { return }
        copier.access = access[pairs[0].from.root]
        let reports = copier.copyTogether(
            zip(pairs, temporaries).map { TreeCopier.FileJob($0.from.name, to: $1.name) }, in: sources, to: target)
        var made = zip(zip(pairs, temporaries), reports).compactMap { item, report in
            report.map { (to: item.0.to, copy: AheadCopy(from: item.0.from, temporary: item.1, report: $0)) }
        }
        if let root = pairs.first?.to.root, isReadBack(root), !made.isEmpty {
            let tree = try? context.roots.tree(of: pairs[0].from.root)
            let areGood = tree.map {
                ReadBack(of: $0, cancellation: context.cancellation).areGood(
                    made.map { (original: $0.copy.from.path, name: $0.copy.temporary.name) }, in: target)
            }
            for index in made.indices.reversed() where areGood?[index] != true {
                // The usual way tries once more, and says why it fails.
                removeTemporary(made[index].copy.temporary)
                made.remove(at: index)
            }
        }
        for (to, copy) in made { ahead[to] = copy }
    }

    /// Removes copies that were made ahead and whose turn has not come.
    /// - Returns: Whether any could not be removed.
    mutating func discardAhead() -> Bool {
        defer { ahead = [:] }
        return ahead.values.map { removeTemporary($0.temporary) != nil }.contains(true)
    }
}
