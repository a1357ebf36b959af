import ArgumentParser
import ContainerModel
import FileTree
import Jobs
import System

/// A part of the program that is measured once, in a separate process.
enum MeasuredPart: String, CaseIterable, ExpressibleByArgument {
    /// Opening and reading Documents, and arranging the rows that a screen shows.
    case firstScreen
    /// Reading Documents.
    case read
    /// Sorting all of Documents by name.
    case sort
    /// Counting everything with one thread.
    case countAlone
    /// Counting everything with a thread per core.
    case count
    /// The badges of every entry in Documents.
    case rules
    /// As many verdicts as Documents has entries, for every operation and every actor.
    case verdicts

    /// Runs the workload once.
    /// - Parameter path: The path of a tree.
    func measure(on path: String) throws -> Sample {
        Allocator.tuneForWorkers()
        let root = try RootedDirectory(hostPath: Array(path.utf8))
        let result: (seconds: Double, count: Int)
        switch self {
        case .firstScreen:
            let start = now()
            let entries = try entries(of: root)
            let shown = entries.firstArranged(40, directoriesFirst: true, filter: EntryFilter())
            result = (now() - start, shown.isEmpty ? 0 : entries.count)
        case .read:
            let start = now()
            let entries = try entries(of: root)
            result = (now() - start, entries.count)
        case .sort:
            let entries = try entries(of: root)
            let start = now()
            let order = entries.arranged(by: EntryOrder(), filter: EntryFilter())
            result = (now() - start, order.count)
        case .countAlone: result = try count(root, threads: 1)
        case .count: result = try count(root, threads: WorkerPool.cores)
        case .rules: result = badges(try entries(of: root))
        case .verdicts: result = try verdicts(entries(of: root))
        }
        return Sample(seconds: result.seconds, count: result.count, peakKiB: RunningProcess.memory(.peak))
    }

    private func entries(of root: RootedDirectory) throws -> EntryList {
        let directory = try root.openDirectory("Documents")
        let entries = try DirectoryReader.read(directory, path: "Documents", cancellation: Cancellation())
        return entries ?? EntryList()
    }

    private func count(_ root: RootedDirectory, threads: Int) throws -> (Double, Int) {
        let mailbox = try Mailbox<DirectoryTotal>()
        let pool = WorkerPool(threads: threads)
        let start = now()
        SizeCounter(of: root, pool: pool, threads: threads).count([.root], cancellation: Cancellation()) { totals in
            if let total = totals[.root] { mailbox.post(total) }
        }
        while true {
            var ready = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&ready, 1, -1)
            if let total = mailbox.drain().last, total.isComplete { return (now() - start, total.items) }
        }
    }

    private func badges(_ entries: EntryList) -> (Double, Int) {
        // Compiled once in the life of a program.
        let book = RuleBook.standard
        let start = now()
        let rules = book.directory("Documents", in: .data)
        var backedUp = 0
        for index in 0..<entries.count {
            let badges = rules.badges(ofEntry: entries.name(index).span, type: .file)
            if badges.rights.contains(.backup) { backedUp += 1 }
        }
        return (now() - start, backedUp)
    }
}

extension MeasuredPart {
    private func verdicts(_ entries: EntryList) throws -> (Double, Int) {
        let book = RuleBook.standard
        var app = AppInfo()
        app.identifier = "org.example.notes"
        app[.fileSharing] = .yes
        let places: [ContainerPath] = ["Documents", "Documents/Inbox", "Library/Application Support/notes", "tmp"]
        let names = (0..<min(entries.count, 1_000)).map { Array(entries.name($0)) }
        let items = names.enumerated().compactMap { index, name in
            places[index % places.count].appending(name: name).map { Item($0, type: .file) }
        }
        let operations = Operation.allCases
        let actors = ActingParty.allCases
        let start = now()
        var sum = 0
        for index in 0..<entries.count {
            let verdict = book.verdict(
                for: operations[index % operations.count],
                on: items[index % items.count],
                to: items[(index + 1) % items.count],
                as: actors[index / operations.count % actors.count],
                app: app
            )
            sum += verdict.isRefused ? 0 : 1
        }
        let seconds = now() - start
        guard sum > 0, sum < entries.count else { throw BenchmarkError("the verdicts are all the same") }
        return (seconds, entries.count)
    }
}

/// The result of one run.
struct Sample {
    var seconds: Double
    /// The number of entries or items processed.
    var count: Int
    /// The peak memory of the process.
    var peakKiB: Int

    /// The form in which a child process prints the sample.
    var line: String { "\(seconds) \(count) \(peakKiB)" }

    init(seconds: Double, count: Int, peakKiB: Int) {
        self.seconds = seconds
        self.count = count
        self.peakKiB = peakKiB
    }

    init?(line: String) {
        let fields = line.split { $0 == " " || $0 == "\n" }
        guard fields.count == 3, let seconds = Double(fields[0]), let count = Int(fields[1]), let peak = Int(fields[2])
        else { return nil }
        self.init(seconds: seconds, count: count, peakKiB: peak)
    }
}

/// Returns the monotonic time in seconds.
func now() -> Double { Double(MonotonicClock.now()) / 1e9 }
