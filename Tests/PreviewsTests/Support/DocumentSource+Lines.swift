import TestSupport

@testable import Documents
@testable import Previews

extension DocumentReaders {
    /// Returns the pane's preview of the document that some readers make of a file.
    /// The readers that a file is decoded by.
    static let decoding = all.filter { $0.forms.contains(.decoded) }

    static func preview(
        of file: DocumentSource, within limits: DocumentLimits, by readers: [any DocumentReader] = decoding
    ) -> Preview { Preview(read(file, within: limits, by: readers), within: limits) }
}

extension LocatedDocument {
    /// The pane's preview of it.
    var preview: Preview { Preview(document, within: .ample) }
}

extension DocumentSource {
    /// Opens the target of a way into the file: `Note/1/photo`; the file itself if it is empty.
    func opened(_ steps: String) throws -> Preview {
        let steps = steps.split(separator: "/").map { Array($0.utf8) }
        return try DocumentReaders.open(self, at: steps, as: .decoded, within: .ample)
            .preview
    }

    /// The lines that a way into the file leads to, under the titles of columns, without blanks at their ends.
    func lines(_ steps: String) throws -> [String] {
        let request = PageRequest(PreviewViewport(columns: 200))
        let page = try opened(steps).content.page(request, within: .ample)
        return ([page.header].compactMap { $0 } + page.lines.map(\.line)).map { line in
            String(line.text.reversed().drop { $0 == " " }.reversed())
        }
    }
}

/// Returns a time in the local zone, according to Python.
func localTime(_ seconds: Int) throws -> String {
    let script = "import sys, time; print(time.strftime('%Y-%m-%d %H:%M:%S', time.localtime(int(sys.argv[1]))))"
    return try Python.lines(script, "\(seconds)")[0]
}

/// Returns a time in the local zone with its offset from UTC, according to Python.
func zonedTime(_ seconds: Int) throws -> String {
    let script =
        "import sys, time; z = time.strftime('%z', time.localtime(int(sys.argv[1]))); print(z[:3] + ':' + z[3:5])"
    return try localTime(seconds) + " " + Python.lines(script, "\(seconds)")[0]
}

/// Returns the title of a column of dates, with their offset from UTC, as wide as a date.
func dateTitle(_ name: String, _ seconds: Int) throws -> String {
    let title = try name + " " + (zonedTime(seconds).split(separator: " ").last ?? "")
    return title + String(repeating: " ", count: 19 - title.count)
}
