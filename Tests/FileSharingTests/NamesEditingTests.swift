import ContainerModel
import FileTree
import Jobs
import Synchronization
import System
import TestSupport
import Testing
import Transactions

@testable import FileSharing

/// Saves a text as an editor does that overwrites the file.
private func save(_ text: String, at path: String) throws(EditorError) {
    let file = open(path, O_WRONLY | O_TRUNC)
    defer { close(file) }
    guard file >= 0, (try? writeAll(Array(text.utf8), to: file)) != nil else {
        throw EditorError(.inputOutput, "the test could not save \(path)")
    }
}

/// Removes a list that was kept, and its directory.
private func removeList(_ path: String) {
    unlink(path)
    rmdir(String(path.dropLast("/names.txt".count)))
}

/// Lists of names from opening the editor to the rename, as the commands and the browser use them. There is no
/// terminal: the editor is part of the test.
@Suite("Names edited as a list", .onManyThreads)
struct NamesEditingTests {
    /// A person who edits lists. Records each list as it was opened, and saves a new text.
    private final class Person: Sendable {
        private struct State {
            var seen: [String] = []
            var places: [String] = []
        }

        private let state = Mutex(State())
        let edit: @Sendable (String) throws(EditorError) -> String?

        /// - Parameter edit: Returns the new text; nil removes the file.
        init(_ edit: @escaping @Sendable (String) throws(EditorError) -> String?) { self.edit = edit }

        var seen: [String] { state.withLock { $0.seen } }
        /// The path of the list that was opened last.
        var place: String { state.withLock { $0.places.last ?? "" } }

        var editor: Editor {
            Editor { [self] (path) throws(EditorError) in
                let place = String(decoding: path, as: UTF8.self)
                let text = (try? readFile(place)).map { String(decoding: $0, as: UTF8.self) } ?? ""
                state.withLock { state in
                    state.seen.append(text)
                    state.places.append(place)
                }
                guard let new = try edit(text) else {
                    unlink(place)
                    return
                }
                try save(new, at: place)
            }
        }
    }

    private let fixture: Fixture
    private let home = TemporaryDirectory()
    private var items: [ItemAddress] { ["Documents/x", "Documents/second"].map { fixture.item($0) } }

    init() throws {
        fixture = try Fixture()
        try fixture.write("Documents/second")
    }

    private func pipeline(_ person: Person) -> OperationPipeline {
        OperationPipeline(
            fixture.open, editor: person.editor,
            in: TransactionEnvironment(
                stateDirectory: Array(home("state").utf8), trashDirectory: Array(home("Trash").utf8)))
    }

    private func operation(_ ending: EditorEnding) throws -> FileOperation {
        guard case .changed(let operation) = ending else { throw CommandError(call: "edit: \(ending)", number: 0) }
        return operation
    }

    private func rejection(_ ending: EditorEnding) throws -> NamesRejection {
        guard case .rejected(let rejection) = ending else { throw CommandError(call: "edit: \(ending)", number: 0) }
        return rejection
    }

    private func complete(
        _ operation: FileOperation,
        by pipeline: OperationPipeline,
        _ answers: [ConflictPolicy] = []
    ) throws -> Completion {
        guard case .completed(let completion) = pipeline.runOperation(try pipeline.planOperation(operation), answers)
        else {
            throw CommandError(call: "rename", number: 0)
        }
        return completion
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @Test("changed names become an operation, and a successful rename removes the list and its file")
    func given() throws {
        let person = Person { $0.split(separator: "\n").map { $0 == "x" ? "new" : $0 }.joined(separator: "\n") }
        let pipeline = pipeline(person)
        let operation = try operation(pipeline.editNames(of: items))
        let list = try #require(operation.namesList)
        #expect(person.seen == ["x\nsecond\n"])
        #expect(operation == .rename([.init(item: items[0], name: Array("new".utf8))], from: list))
        #expect(operation.title == "rename" && pipeline.isPending(list) && exists(person.place))
        let completion = try complete(operation, by: pipeline)
        #expect(completion.hasGivenNames && fixture.exists("Documents/new") && fixture.exists("Documents/second"))
        #expect(!pipeline.isPending(list) && !exists(person.place) && pipeline.giveUp(list.ticket).isEmpty)
    }

    @Test("a list without changes leaves neither an operation nor a file")
    func unchanged() {
        let person = Person { $0 }
        guard case .unchanged = pipeline(person).editNames(of: items) else {
            Issue.record("something was changed")
            return
        }
        #expect(!person.place.isEmpty && !exists(person.place))
    }

    /// A saved text, the sentence about its mistake, and the same sentence with the line's number below two lines of
    /// comment.
    static let mistakes: [(text: String, sentence: String, above: String)] = [
        ("new\nnew\n", "line 2: the name new is given twice", "line 4: the name new is given twice"),
        (
            "a/b\nsecond\n", "line 1: a name cannot contain a slash; `mv` and F6 move items",
            "line 3: a name cannot contain a slash; `mv` and F6 move items"
        ),
        (
            "new\n", "1 lines for 2 names; do not add or remove lines",
            "1 lines for 2 names; do not add or remove lines"
        ),
    ]

    @Test(
        "a mistake in a list is reported, and written above the names when the list is edited again",
        arguments: mistakes)
    func mistake(text: String, sentence: String, above: String) throws {
        let person = Person { $0.hasPrefix("#") ? "first\nsecond\n" : text }
        let pipeline = pipeline(person)
        let rejection = try rejection(pipeline.editNames(of: items))
        #expect(rejection.reason == sentence && rejection.code == .data)
        #expect(rejection.sentence == "nothing was renamed: " + sentence)
        #expect(pipeline.isPending(rejection.list))
        let operation = try operation(pipeline.editNames(again: rejection))
        let header = "# nothing was renamed: \(above)\n# These two lines are not names: leave them or delete them.\n"
        #expect(person.seen.last == header + text)
        #expect(operation.namesList == rejection.list)
        #expect(try complete(operation, by: pipeline).hasGivenNames)
        #expect(fixture.exists("Documents/first") && !exists(person.place))
    }

    @Test("a repeated mistake is reported with its line number below the two comment lines")
    func mistakeAgain() throws {
        let person = Person { $0.hasPrefix("#") ? $0 : "a\n/\n" }
        let pipeline = pipeline(person)
        var rejection = try rejection(pipeline.editNames(of: items))
        for _ in 0..<3 {
            rejection = try self.rejection(pipeline.editNames(again: rejection))
            #expect(rejection.reason.hasPrefix("line 4: "))
            #expect(person.seen.last?.hasPrefix("# nothing was renamed: line 4: ") == true)
            #expect(person.seen.last?.hasSuffix("delete them.\na\n/\n") == true)
        }
    }

    @Test("a list that is given up is kept, and its path is reported once")
    func givenUp() throws {
        let person = Person { _ in "same\nsame\n" }
        let pipeline = pipeline(person)
        let list = try rejection(pipeline.editNames(of: items)).list
        #expect(list.ticket.kind == .rename)
        let notices = pipeline.giveUp(list.ticket)
        #expect(notices.flatMap(\.lines) == ["the names as you edited them are kept in \(person.place)"])
        #expect(try readFile(person.place) == Array("same\nsame\n".utf8))
        #expect(!pipeline.isPending(list) && pipeline.giveUp(list.ticket).isEmpty)
        guard case .failed(_, let error, let others) = pipeline.editNames(again: NamesRejection(list, "")) else {
            Issue.record("a list that is gone was edited")
            return
        }
        #expect(error.code == .noInput && others.isEmpty)
        removeList(person.place)
    }

    @Test("undecided lists are kept at the end")
    func end() throws {
        let person = Person { _ in "same\nsame\n" }
        let pipeline = pipeline(person)
        _ = pipeline.editNames(of: items)
        #expect(pipeline.editing.end().flatMap(\.lines) == ["the names as you edited them are kept in \(person.place)"])
        #expect(exists(person.place))
        removeList(person.place)
    }

    @Test("a failing editor ends the list, which is kept if something was written", arguments: [nil, "a\nb\n"])
    func failingEditor(text: String?) throws {
        let place = Mutex("")
        let failing = Editor { (path) throws(EditorError) in
            let name = String(decoding: path, as: UTF8.self)
            place.withLock { $0 = name }
            if let text { try save(text, at: name) }
            throw EditorError(.failed(status: 3), "the editor failed")
        }
        let pipeline = OperationPipeline(fixture.open, editor: failing)
        guard case .failed(_, let error, let notices) = pipeline.editNames(of: items) else {
            Issue.record("it did not fail")
            return
        }
        let name = place.withLock { $0 }
        #expect(error.code == .data && error.message == "the editor failed")
        #expect(notices.isEmpty == (text == nil) && exists(name) == (text != nil))
        let lines: [String] = notices.flatMap(\.lines)
        #expect(lines.allSatisfy { $0.contains(name) })
        if text != nil { removeList(name) }
    }

    @Test("a list that the editor removed is rejected, and starts again with the present names")
    func removed() throws {
        let person = Person { $0.hasPrefix("#") ? $0 : nil }
        let pipeline = pipeline(person)
        let rejection = try rejection(pipeline.editNames(of: items))
        #expect(rejection.code == .inputOutput && rejection.reason.contains(person.place))
        guard case .unchanged = pipeline.editNames(again: rejection) else {
            Issue.record("the names are others")
            return
        }
        #expect(person.seen.last?.hasSuffix("delete them.\nx\nsecond\n") == true)
    }

    @Test("a rename that is refused or cancelled keeps the list, and one that succeeds after a conflict uses it")
    func notGiven() throws {
        let person = Person { _ in "sub\nother\n" }
        let pipeline = pipeline(person)
        let operation = try operation(pipeline.editNames(of: items))
        let list = try #require(operation.namesList)
        let preparation = try pipeline.planOperation(operation)
        #expect(preparation.conflicts.map(\.target) == [fixture.item("Documents/sub")])
        let cancellation = Cancellation()
        cancellation.cancel()
        guard
            case .completed(let cancelled) = pipeline.runOperation(preparation, [.keepBoth], cancellation: cancellation)
        else {
            Issue.record("it was not cancelled")
            return
        }
        #expect(!cancelled.hasGivenNames && pipeline.isPending(list))
        let hidden = try self.operation(self.pipeline(Person { _ in ".sandglass-y\nother\n" }).editNames(of: items))
        let refused = try pipeline.planOperation(hidden)
        #expect(refused.hindrance != nil)
        #expect(try complete(operation, by: pipeline, [.keepBoth]).hasGivenNames)
        #expect(!pipeline.isPending(list) && fixture.exists("Documents/sub 2") && fixture.exists("Documents/other"))
    }

    @Test(
        "an invalid name is refused in the same words as in a list",
        arguments: [
            ("", "a name cannot be empty"), ("a/b", "a name cannot contain a slash; `mv` and F6 move items"),
            (".", ". and .. cannot be names"), ("..", ". and .. cannot be names"),
            ("a\u{0}b", "a name cannot contain NUL"),
        ])
    func badName(name: String, sentence: String) throws {
        let operation = FileOperation.renaming([items[0]], to: [Array(name.utf8)])
        let pipeline = pipeline(Person { $0 })
        let error = try #require(
            throws: OperationError.self, performing: { try pipeline.planOperation(try #require(operation)) })
        #expect(error.code == .usage && error.message == sentence)
        let line = BulkRename.escaped(Array(name.utf8)) + "\nsecond\n"
        #expect(try rejection(self.pipeline(Person { _ in line }).editNames(of: items)).reason == "line 1: " + sentence)
    }
}
