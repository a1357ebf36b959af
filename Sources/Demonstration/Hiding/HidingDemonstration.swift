/// Tries every way of hiding, each with its own containers and state directory, and every kind of contents with the
/// cover.
package enum HidingDemonstration {
    /// Which ways out are tried for the contents of files.
    package enum Scope: Sendable {
        /// Some for each kind of file, and each with some kinds.
        case some
        /// Each for each kind of file.
        case all
    }

    /// A result, as soon as it is known.
    package enum Event: Sendable {
        /// A way of hiding was tried.
        case tried(HidingOutcome)
        /// The screen was left while contents were on it.
        case left(ContentsReport.Row)
    }

    /// The results.
    package struct Results: Sendable {
        /// The ways of hiding, in order.
        package private(set) var outcomes: [HidingOutcome] = []
        /// The ways out.
        package private(set) var contents = ContentsReport()

        /// Creates empty results.
        package init() {}

        /// Adds a result.
        package mutating func add(_ event: Event) {
            switch event {
            case .tried(let outcome): outcomes.append(outcome)
            case .left(let row): contents.add(row)
            }
        }

        /// The report on them.
        package var report: HidingReport { HidingReport(outcomes.map(\.row), contents: contents) }
    }

    /// The demonstration was cancelled.
    struct Cancelled: Error {}

    /// Tries the ways one after the other, in a temporary directory that is removed afterwards.
    /// - Parameters:
    ///   - subject: The container to show. The ways out are always tried with that of the demonstration.
    ///   - directory: Where to keep the pictures and snapshots, in a subdirectory named after each way; must be missing
    ///     or empty. Nothing is kept if nil.
    ///   - scope: Which ways out are tried for the contents of files; nil for none.
    ///   - isCancelled: Asked between two trials, which take up to some seconds.
    ///   - receive: Gets each result.
    /// - Returns: The results, as far as it was not cancelled.
    /// - Throws: `DemonstrationError`, `PseudoTerminal.Failure`, `FileTreeError`
    package static func tryAllWays(
        of subject: HidingSubject = .demonstration,
        keepingIn directory: String? = nil,
        contents scope: Scope? = .some,
        isCancelled: @escaping () -> Bool = { false },
        receive: @escaping (Event) -> Void = { _ in }
    ) throws -> Results {
        if let directory { try DemonstrationDirectory.makeEmpty(directory) }
        let made = try DemonstrationDirectory.makeTemporary()
        defer { DemonstrationDirectory.remove(made) }
        // The pseudo-terminal of a trial takes its arguments and variables as text.
        guard let root = String(validating: made, as: UTF8.self) else {
            throw DemonstrationError(
                .unsuitable, "use", String(decoding: made, as: UTF8.self),
                "its name is not UTF-8; set $TMPDIR to choose another directory")
        }
        var results = Results()
        func note(_ event: Event) throws {
            results.add(event)
            receive(event)
            if isCancelled() { throw Cancelled() }
        }
        do {
            for way in ConcealmentMode.all {
                let place = "\(root)/\(way.name)"
                try DemonstrationDirectory.makeEmpty(place)
                try note(.tried(try HidingTrial(way: way, directory: place, subject: subject).tryWay()))
            }
            if let scope {
                let place = "\(root)/contents"
                try DemonstrationDirectory.makeEmpty(place)
                try ContentsTrial(directory: place, isThorough: scope == .all).tryContents { try note(.left($0)) }
            }
        } catch is Cancelled {}
        if let directory {
            for outcome in results.outcomes { try outcome.keep(in: "\(directory)/\(outcome.row.way)") }
        }
        return results
    }
}
