import ContainerModel
import FileTree

/// Puts together what became of the items of an undo: many of one directory are one batch, as they were in the plan.
struct OutcomeCollector {
    private let bench: Workbench
    private var items: [Outcome.ItemOutcome] = []
    private var batches: [Outcome.BatchOutcome] = []
    private var run: Run?

    /// Items side by side that are alike but for their names.
    private struct Run {
        let kind: ChangeBatch.Kind
        let directory: ItemAddress
        var names = EntryList()
        var codes: [UInt8] = []
    }

    init(_ bench: Workbench) { self.bench = bench }

    mutating func add(_ instruction: Instruction, _ result: Outcome.ItemOutcome.Result) {
        let change = instruction.change(on: bench)
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
        if run.codes.count < EntrySelection.fewestTogether { items += outcome.items } else { batches.append(outcome) }
    }

    mutating func finished() -> ([Outcome.ItemOutcome], [Outcome.BatchOutcome]) {
        finishRun()
        return (items, batches)
    }
}

extension Change {
    /// What is done, in which directory, to which name; nil where the item gets another name.
    fileprivate var withoutName: (kind: ChangeBatch.Kind, directory: ItemAddress, name: ArraySlice<UInt8>)? {
        switch self {
        case .trash(let address): return (.trash, address.parent, address.name)
        case .move(let source, let target):
            return source.name == target.name ? (.move(into: target.parent), source.parent, source.name) : nil
        case .setAttribute(let address, let name, let value):
            return (.setAttribute(name: name, value: value), address.parent, address.name)
        case .copy, .makeDirectory, .writeFile: return nil
        }
    }
}
