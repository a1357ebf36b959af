import AppLifecycle
import Inspection
import Screen

/// Updating the right pane once the cursor rests.
extension BrowserState {
    /// Updates the right pane, at the first pause in events, and at the next one if a preview was to be awaited.
    mutating func settle() -> [BrowserEffect] {
        let columns = (layout.details?.columns ?? 0) - 1
        // The explanation states the type of the file, which comes with the preview, on small screens too.
        let explaining = (panels.current?.content as? ExplanationPanel)?.textColumns ?? 0
        let explanation = columns > 0 || explaining > 0 ? explanation : nil
        let fit = details.preview.subject?.fit
        let effects = askForPreview(explanation, columns: columns > 0 ? columns : explaining)
        details.isSettled = true
        // Lines for another width would be cut.
        let fits = fit == nil || fit == details.preview.subject?.fit
        details.awaitsPreview = !effects.isEmpty && columns > 0 && fits
        // Lines that are replaced now and again when the preview arrives would flicker, and take twice the bytes.
        guard !details.awaitsPreview else { return effects }
        details.lines = columns > 0 ? lines(of: explanation, columns: columns) : []
        details.isDrawn = false
        // On a larger screen there are fewer lines to scroll through.
        details.top = max(0, min(details.top, details.lines.count - paneRows))
        return effects
    }

    private func lines(of explanation: Explanation?, columns: Int) -> [DetailLine] {
        guard let explanation else { return otherLines(columns: columns) }
        return paneLines(of: explanation, columns: columns, rows: paneRows)
    }

    mutating func unsettle() {
        details.isSettled = false
        details.awaitsPreview = false
    }
}
