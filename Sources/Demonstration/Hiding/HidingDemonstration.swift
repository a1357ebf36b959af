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

    /// Tries the ways one after the other, in a temporary directory that is removed afterwards.
    /// - Parameters:
    ///   - directory: Where to keep the pictures and snapshots, in a subdirectory named after each way; must be missing
    ///     or empty. Nothing is kept if nil.
    ///   - scope: Which ways out are tried for the contents of files; nil for none.
    /// - Throws: `DemonstrationError`, `PseudoTerminal.Failure`, `FileTreeError`
    package static func tryAllWays(
        keepingIn directory: String? = nil,
        contents scope: Scope? = .some
    ) throws -> (outcomes: [HidingOutcome], contents: ContentsReport) {
        if let directory { try DemonstrationDirectory.makeEmpty(directory) }
        let made = try DemonstrationDirectory.makeTemporary()
        defer { DemonstrationDirectory.remove(made) }
        // The pseudo-terminal of a trial takes its arguments and variables as text.
        guard let root = String(validating: made, as: UTF8.self) else {
            throw DemonstrationError(
                .unsuitable, "use", String(decoding: made, as: UTF8.self),
                "its name is not UTF-8; set $TMPDIR to choose another directory")
        }
        var outcomes: [HidingOutcome] = []
        for way in ConcealmentMode.all {
            let place = "\(root)/\(way.name)"
            try DemonstrationDirectory.makeEmpty(place)
            outcomes.append(try HidingTrial(way: way, directory: place).tryWay())
        }
        var contents = ContentsReport()
        if let scope {
            let place = "\(root)/contents"
            try DemonstrationDirectory.makeEmpty(place)
            contents = try ContentsTrial(directory: place, isThorough: scope == .all).tryContents()
        }
        if let directory {
            for outcome in outcomes { try outcome.keep(in: "\(directory)/\(outcome.row.way)") }
        }
        return (outcomes, contents)
    }
}
