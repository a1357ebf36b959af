package import ContainerModel
import ContainerStore
import FileTree
package import Jobs
package import Queries

/// A query for the names that continue a path which the user is typing.
package struct PathCompletionQuery: Query {
    /// The directory that the path has led to so far.
    package enum Place: Hashable, Sendable {
        /// Directories of the container; names in any of them count.
        case container([ContainerPath])
        /// A directory of this computer as the user has typed it; empty for the working directory.
        case computer([UInt8])
    }

    /// What can continue the path.
    package struct Answer: Hashable, Sendable {
        /// A name in the directory.
        package struct Name: Hashable, Sendable {
            /// The name as bytes.
            package let bytes: [UInt8]
            /// Whether it is that of a directory.
            package let isDirectory: Bool

            package init(_ bytes: [UInt8], isDirectory: Bool) {
                self.bytes = bytes
                self.isDirectory = isDirectory
            }
        }

        /// The first names, in natural order.
        package var names: [Name]
        /// The number of all names.
        package var count: Int
        /// What all of them begin with, which is at least what was typed.
        package var common: [UInt8]
        /// Why no directory could be read, for the user; nil if one could. Not sanitized.
        package var problem: String?

        /// Creates an answer.
        /// - Parameters:
        ///   - names: All names, in natural order.
        ///   - beginning: What they were chosen by.
        ///   - problem: Why no directory could be read.
        package init(_ names: [Name], beginningWith beginning: [UInt8], problem: String? = nil) {
            self.names = Array(names.prefix(PathCompletionQuery.maxNames))
            count = names.count
            common = PathCompletionQuery.commonBeginning(of: names, atLeast: beginning)
            self.problem = problem
        }
    }

    /// More names than any screen shows.
    private static let maxNames = 500
    /// Of a directory with more entries, nothing is completed: the user would wait.
    private static let maxEntries = 200_000

    /// The directory.
    package let place: Place
    /// The beginning of the names.
    package let beginning: [UInt8]
    /// Whether only directories are wanted, and what may lead to one.
    package let wantsDirectories: Bool

    package init(_ place: Place, beginning: [UInt8], wantsDirectories: Bool = false) {
        self.place = place
        self.beginning = beginning
        self.wantsDirectories = wantsDirectories
    }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) {
        switch place {
        case .container(let directories):
            answer(complete(in: directories, of: context.container.tree, context.cancellation))
        case .computer(let written): answer(complete(onComputer: written, context.roots, context.cancellation))
        }
    }

    package func runWithoutContainer(_ cancellation: Cancellation, answer: @escaping @Sendable (Answer) -> Void) {
        guard case .computer(let written) = place else { return }
        answer(complete(onComputer: written, RootTable(), cancellation))
    }

    private func complete(
        onComputer written: [UInt8], _ roots: RootTable, _ cancellation: Cancellation
    ) -> Answer {
        guard let directory = ContainerStore.path(typed: written), let tree = try? roots.tree(of: .computer) else {
            let name = String(decoding: written, as: UTF8.self)
            return Answer([], beginningWith: beginning, problem: "\(name): no such directory")
        }
        var answer = complete(in: [directory], of: tree, cancellation)
        // A link to a directory is continued like one.
        if answer.count == 1, let name = answer.names.first, !name.isDirectory,
            let target = ContainerStore.path(typed: written + name.bytes), let status = try? tree.status(target),
            status.kind == .directory
        {
            answer.names = [Answer.Name(name.bytes, isDirectory: true)]
        }
        return answer
    }

    private func complete(
        in directories: [ContainerPath], of tree: any FileTree, _ cancellation: Cancellation
    ) -> Answer {
        var matches = EntryList()
        var known: Set<[UInt8]> = []
        var problems: [String] = []
        for path in directories {
            let limit = Cancellation(within: cancellation)
            do throws(FileTreeError) {
                let entries = try tree.directory(at: path).entries(
                    path: path, cancellation: limit, progress: { if $0.count > Self.maxEntries { limit.cancel() } })
                guard let entries else {
                    problems.append("there are too many names to complete")
                    continue
                }
                for index in 0..<entries.count where isWanted(entries.name(index), entries.kind(index)) {
                    let name = Array(entries.name(index))
                    if known.insert(name).inserted { matches.append(name, kind: entries.kind(index)) }
                }
            } catch {
                problems.append("\(String(decoding: path.bytes, as: UTF8.self)): \(error.reason)")
            }
        }
        let names = matches.arranged(by: EntryOrder(), filter: EntryFilter(showsHidden: true)).map { index in
            Answer.Name(Array(matches.name(Int(index))), isDirectory: matches.kind(Int(index)) == .directory)
        }
        return Answer(
            names, beginningWith: beginning, problem: problems.count == directories.count ? problems.first : nil)
    }

    /// Returns whether a name continues what was typed. As in a shell, a hidden one does only after its dot.
    private func isWanted(_ name: ArraySlice<UInt8>, _ kind: ItemKind) -> Bool {
        guard name.starts(with: beginning), name.first != 0x2e || beginning.first == 0x2e else { return false }
        switch kind {
        case .directory, .link, .unknown: return true
        case .file, .fifo, .socket, .characterDevice, .blockDevice: return !wantsDirectories
        }
    }

    /// Returns what all names begin with, without a part of a character.
    private static func commonBeginning(of names: [Answer.Name], atLeast beginning: [UInt8]) -> [UInt8] {
        guard let first = names.first?.bytes else { return beginning }
        var count = first.count
        for name in names.dropFirst() {
            var same = 0
            while same < min(count, name.bytes.count), first[same] == name.bytes[same] { same += 1 }
            count = same
        }
        func isInsideCharacter(_ count: Int) -> Bool {
            names.contains { $0.bytes.count > count && $0.bytes[count] & 0xc0 == 0x80 }
        }
        while count > beginning.count, isInsideCharacter(count) { count -= 1 }
        return Array(first.prefix(max(count, beginning.count)))
    }
}
