// Runs one transaction, in a process that the tests of Transactions can kill, trace and run more than once.
import ContainerModel
import FileTree
import FoundationEssentials
import Jobs
import System
import Transactions

/// The arguments of `transaction-probe STATE TRASH COMMAND …`.
struct Request {
    let environment: TransactionEnvironment
    let command: String
    let arguments: [String]

    init?(_ words: [String]) {
        guard words.count >= 3 else { return nil }
        environment = TransactionEnvironment(stateDirectory: Array(words[0].utf8), trashDirectory: Array(words[1].utf8))
        command = words[2]
        arguments = Array(words[3...])
    }
}

/// Returns the address of a path below a root, which is given as `container:PATH` or `host:PATH`.
func address(_ root: String, _ path: String) -> ItemAddress {
    let hostPath = Array(root.drop { $0 != ":" }.dropFirst().utf8)
    return ItemAddress(
        Root(root.hasPrefix("container:") ? .container : .directory, at: hostPath), ContainerPath(path) ?? .root)
}

let roots = RootTable()

/// Returns the changes of `copy|move ROOT ROOT (PATH PATH)…` or `trash ROOT PATH…`; each command also takes
/// `--replace`, `--both`, `--skip` and `--roll-back`.
func changes(_ command: String, _ words: [String]) -> [Change] {
    guard let first = words.first else { return [] }
    switch command {
    case "copy", "move":
        return stride(from: 2, to: words.count - 1, by: 2).map { index in
            let from = address(first, words[index])
            let to = address(words[1], words[index + 1])
            return command == "copy" ? .copy(from, to: to) : .move(from, to: to)
        }
    case "trash": return words.dropFirst().map { .trash(address(first, $0)) }
    default: return []
    }
}

/// Returns everything in a directory as one batch: `trash-all ROOT PATH`.
func batches(_ command: String, _ words: [String]) throws -> [ChangeBatch] {
    guard command == "trash-all", words.count >= 2 else { return [] }
    let directory = address(words[0], words[1])
    let handle = try roots.openDirectory(directory)
    let entries =
        try DirectoryReader.read(handle, path: directory.path, cancellation: Cancellation()) ?? EntryList()
    return [ChangeBatch(.trash, of: EntrySelection(all: entries), in: directory)]
}

func say(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
}

/// Prints an outcome and exits with 1 if something is not done.
func end(_ outcome: Outcome) throws {
    try say(outcome)
    if outcome.state != .done { exit(1) }
}

func run(_ request: Request) throws {
    let journal = Journal(environment: request.environment)
    let progress = ProgressMeter()
    let cancellation = Cancellation()
    switch request.command {
    case "undo": try end(try journal.undo(progress: progress, cancellation: cancellation))
    case "redo": try end(try journal.redo(progress: progress, cancellation: cancellation))
    case "recover": try say(try journal.recover())
    case "entries": try say(try journal.entries())
    default:
        let words = request.arguments.filter { !$0.hasPrefix("--") }
        let options = Set(request.arguments.filter { $0.hasPrefix("--") })
        var plan = try Planner(environment: request.environment, roots: roots).plan(
            ChangeSet(
                changes(request.command, words),
                batches: try batches(request.command, words),
                conflicts: options.contains("--replace")
                    ? .replace : options.contains("--both") ? .keepBoth : options.contains("--skip") ? .skip : .ask),
            as: OperationKind(rawValue: request.command) ?? .copy,
            onError: options.contains("--roll-back") ? .rollBack : .goOn,
            progress: progress,
            cancellation: cancellation
        )
        // Replacing a file with a directory is left undecided by the policy.
        if options.contains("--replace") { for index in plan.undecided { plan.decide(.replace, for: index) } }
        if options.contains("--dry-run") { return try say(plan) }
        let outcome = try Transaction.execute(
            plan, in: request.environment, roots: roots, lockTimeout: options.contains("--no-wait") ? 0 : 30,
            progress: progress,
            cancellation: cancellation)
        try end(outcome)
    }
}

guard let request = Request(Array(CommandLine.arguments.dropFirst())) else { exit(64) }
do {
    try run(request)
} catch {
    let message = "\(error)\n"
    write(STDERR_FILENO, message, message.utf8.count)
    exit(2)
}
