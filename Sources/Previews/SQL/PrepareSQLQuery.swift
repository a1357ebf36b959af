import ContainerModel
package import Documents
import FileTree
import Jobs
package import Queries

/// A query that looks whether a statement of SQL can be run on the database around what the viewer shows.
package struct PrepareSQLQuery: Query {
    /// The outcome.
    package enum Answer: Hashable, Sendable {
        /// These steps lead to its rows.
        case steps([[UInt8]])
        /// It cannot be run, for a reason that is not sanitized.
        case mistake(String)
    }

    /// What the viewer shows.
    package let subject: ViewQuery.Subject
    /// The statement.
    package let text: [UInt8]

    package init(_ subject: ViewQuery.Subject, _ text: [UInt8]) { (self.subject, self.text) = (subject, text) }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure) {
        let limits = DocumentLimits(cancellation: context.cancellation, milliseconds: 10_000)
        let found = self.answer(about: try subject.item(in: context), within: limits)
        guard !context.cancellation.isCancelled else { return }
        answer(found)
    }

    /// Returns the answer for an opened file.
    package func answer(about item: DocumentItem, within limits: DocumentLimits) -> Answer {
        guard let (steps, source) = subject.database(in: item, within: limits) else {
            return .mistake("only databases are queried")
        }
        let mistake = QueriedDatabase.mistake(in: text, about: source, within: limits)
        return mistake.map { .mistake($0) } ?? .steps(steps + [QueryStep.step(text)])
    }
}

/// A query for the names that continue a statement of SQL which the user is typing.
package struct CompleteSQLQuery: Query {
    /// What can continue the word before the caret.
    package struct Answer: Hashable, Sendable {
        /// The names, as they are written.
        package var names: [String]
        /// The number of bytes of the word.
        package var wordCount: Int

        package init(_ names: [String], wordCount: Int) { (self.names, self.wordCount) = (names, wordCount) }
    }

    /// What the viewer shows.
    package let subject: ViewQuery.Subject
    /// The statement before the caret.
    package let beginning: [UInt8]
    /// The statement behind the caret.
    package let rest: [UInt8]

    package init(_ subject: ViewQuery.Subject, beginning: [UInt8], rest: [UInt8]) {
        (self.subject, self.beginning, self.rest) = (subject, beginning, rest)
    }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure) {
        let limits = DocumentLimits(cancellation: context.cancellation, milliseconds: 5_000)
        let found = self.answer(about: try subject.item(in: context), within: limits)
        guard !context.cancellation.isCancelled else { return }
        answer(found)
    }

    /// Returns the answer for an opened file.
    package func answer(about item: DocumentItem, within limits: DocumentLimits) -> Answer {
        guard let (_, source) = subject.database(in: item, within: limits),
            let database = try? QueriedDatabase(source, within: limits)
        else { return Answer([], wordCount: 0) }
        let found = database.names(continuing: beginning, before: rest, within: limits)
        return Answer(found.names, wordCount: found.wordCount)
    }
}

extension ViewQuery.Subject {
    /// Opens the file.
    /// - Throws: `QueryFailure` if it cannot be read.
    fileprivate func item(in context: QueryContext) throws(QueryFailure) -> DocumentItem {
        do throws(FileTreeError) {
            return try DocumentItem(file.path, in: try context.tree(of: file.root))
        } catch {
            throw QueryFailure(
                "\(String(decoding: file.name, as: UTF8.self)) cannot be read: \(error.reason)", cause: error)
        }
    }

    /// Returns the innermost database around what is shown, and the steps that lead to it; nil if there is none.
    fileprivate func database(
        in item: DocumentItem, within limits: DocumentLimits
    ) -> (steps: [[UInt8]], source: DocumentSource)? {
        guard case .file(let file) = item else { return nil }
        // What is in the rows of a query has no steps in the file.
        let own = Array(steps.prefix { QueryStep.query(in: $0) == nil })
        for count in own.indices.reversed() {
            let steps = Array(own[...count])
            let found = try? item.open(at: steps, as: .decoded, within: limits).document.source
            if let found, found.isDatabase { return (steps, found) }
        }
        return file.isDatabase ? ([], file) : nil
    }
}
