/// Tries every way of hiding, each with its own containers and state directory.
package enum HidingDemonstration {
    /// Tries the ways one after the other, in a temporary directory that is removed afterwards.
    /// - Parameter directory: Where to keep the pictures and snapshots, in a subdirectory named after each way; must be
    ///   missing or empty. Nothing is kept if nil.
    /// - Throws: `DemonstrationError`, `PseudoTerminal.Failure`, `FileTreeError`
    package static func run(keepingIn directory: String? = nil) throws -> [HidingOutcome] {
        if let directory { try DemonstrationDirectory.makeEmpty(directory) }
        let made = try DemonstrationDirectory.makeTemporary()
        defer { DemonstrationDirectory.remove(made) }
        // The pseudo-terminal of a trial takes its arguments and variables as text.
        guard let root = String(validating: made, as: UTF8.self) else {
            throw DemonstrationError(
                operation: "use", path: String(decoding: made, as: UTF8.self),
                reason: "its name is not UTF-8; set $TMPDIR to choose another directory")
        }
        var outcomes: [HidingOutcome] = []
        for way in HidingWay.all {
            let place = "\(root)/\(way.name)"
            try DemonstrationDirectory.makeEmpty(place)
            outcomes.append(try HidingTrial(way: way, directory: place).run())
        }
        if let directory {
            for outcome in outcomes { try outcome.keep(in: "\(directory)/\(outcome.row.way)") }
        }
        return outcomes
    }
}
