import ContainerModel
import FileTree

/// Collects the results of an undo. Many items of one directory form one batch, as they did in the plan.
struct OutcomeCollector {
    private let context: TransactionContext
    private var items: [Outcome.ItemOutcome] = []
    private var batches: [Outcome.BatchOutcome] = []
    private var run: Run?

    /// Consecutive items that differ only in their names.
    private struct Run {
        let kind: ChangeBatch.Kind
        let directory: ItemAddress
        var names = EntryList()
        var codes: [UInt8] = []
    }

    init(_ context: TransactionContext) { self.context = context }

    mutating func add(_ instruction: Instruction, _ result: Outcome.ItemOutcome.Result) {
        let change = instruction.change(on: context)
        guard let (kind, directory, name) = change.withoutName else {
            finishRun()
            items.append(Outcome.ItemOutcome(change: change, result: result))
            return
        }
        if run?.kind != kind || run?.directory != directory {
            finishRun()
            run = Run(kind: kind, directory: directory)
        }
        run?.names.append(name, kind: .unknown)
        run?.codes.append(ItemResults.code(result))
    }

    private mutating func finishRun() {
        guard let run else { return }
        self.run = nil
        let batch = ChangeBatch(run.kind, of: EntrySelection(all: run.names), in: run.directory)
        let outcome = Outcome.BatchOutcome(batch, run.codes)
        if run.codes.count < EntrySelection.minTogether { items += outcome.items } else { batches.append(outcome) }
    }

    mutating func finished() -> ([Outcome.ItemOutcome], [Outcome.BatchOutcome]) {
        finishRun()
        return (items, batches)
    }
}

extension Change {
    /// The change, its directory and the item's name; nil if it cannot be part of a batch, since the item is renamed or
    /// the change has no batch form.
    fileprivate var withoutName: (kind: ChangeBatch.Kind, directory: ItemAddress, name: ArraySlice<UInt8>)? {
        switch self {
        case .trash(let address): return (.trash, address.parent, address.name)
        case .move(let source, let target):
            return source.name == target.name ? (.move(into: target.parent), source.parent, source.name) : nil
        case .setAttribute(let address, let name, let value):
            return (.setAttribute(name: name, value: value), address.parent, address.name)
        case .copy, .makeDirectory, .writeFile, .setStatus: return nil
        }
    }
}
