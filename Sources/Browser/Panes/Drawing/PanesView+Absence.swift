import Comparison
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Previews
import Screen
import Search

/// Why a listing has no rows.
extension PanesView {
    private func emptyText(_ listing: Listing) -> String {
        if listing.stage != .complete {
            if let origin = listing.reach.origin {
                return "comparing with \(panes.name(ofOrigin: origin))…; \(keys.key("tasks")) shows the progress"
            }
            return listing.reach.question == nil ? "reading…" : "searching…"
        }
        let filter = panes[filterOf: listing.side]
        if !filter.text.isEmpty {
            // Of a search by name, the title says what was looked for.
            if listing.isFlat, listing.hidden > 0, filter.unknownCondition == nil { return unsearchedText }
            // More than any row shows.
            let text = DisplayText(bytes: filter.text.prefix(1_024), ascii: screen.isASCII)
            let matches = listing.isFlat ? "path below" : filter.conditions.isEmpty ? "name contains" : "item here"
            let verb = filter.conditions.isEmpty && !listing.isFlat ? "" : " matches"
            return "no \(matches)\(verb) “\(text.description)”\(unknownConditionText(filter))"
                + hiddenText(listing)
        }
        if let origin = listing.reach.origin, listing.entries.isEmpty {
            return "nothing differs from \(panes.name(ofOrigin: origin))"
        }
        // In hidden files, contents are searched, too.
        if listing.reach.question != nil {
            return listing.entries.isEmpty
                ? "none, in hidden files neither" : "none but hidden files (\(hiddenKey) shows them)"
        }
        return listing.entries.isEmpty ? "empty" : "only hidden names; \(keys.key("hidden")) shows them"
    }

    private var hiddenKey: String { keys.key("hidden") }

    private var unsearchedText: String { "none; hidden files not searched (\(hiddenKey) includes them)" }

    /// Returns what to say of hidden names that a filter did not look at.
    private func hiddenText(_ listing: Listing) -> String {
        guard listing.hidden > 0 else { return "" }
        let count = ByteCount.grouped(UInt64(listing.hidden))
        let names = listing.hidden == 1 ? "hidden name was" : "hidden names were"
        return "; \(count) \(names) left out, \(keys.key("hidden")) includes them"
    }

    /// Returns what to say of a word that looks like a condition, which may be why nothing matches.
    private func unknownConditionText(_ filter: ListingFilter) -> String {
        guard let word = filter.unknownCondition else { return "" }
        // More than any word that people know.
        let shown = word.count > 20 ? word.prefix(20) + "…" : word[...]
        return "; there is no condition \(shown): conditions are \(ItemCondition.words.joined(separator: ", "))"
    }

    /// Returns why a listing has no rows; nil if it has some.
    func absenceText(of listing: Listing) -> String? {
        if let refusal = listing.refusal {
            let who = panes.requester.actor == .app ? "the app" : panes.requester.actor.rawValue
            return "refused to \(who): \(refusal.rule.sentence) \(keys.key("act-as")) acts as another app or user."
        }
        if let failure = listing.failure { return failureText(failure, listing) }
        return listing.order.isEmpty ? emptyText(listing) : nil
    }

    private func failureText(_ failure: FileTreeError, _ listing: Listing) -> String {
        if let origin = listing.reach.origin, failure.isCausedByAbsence {
            return "only on this side, missing from \(panes.name(ofOrigin: origin))"
        }
        let node = listing.side == .container ? panes.places.node(at: listing.path) : nil
        if failure.code == .notFound, listing.side == .container, panes.isAbsentPlace(listing.path) {
            return "absent: created when the app or the system needs it"
        }
        if case .standard(.fault(let kind))? = node?.content { return kind.asFault }
        return "could not \(failure.operation): \(failure.reason)"
    }
}
