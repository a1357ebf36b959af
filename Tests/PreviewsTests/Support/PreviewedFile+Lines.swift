import TestSupport

@testable import Previews

extension PreviewedFile {
    /// Opens what a way into the file leads to: `Note/1/photo`; the file itself if it is empty.
    func opened(_ steps: String) throws -> Preview {
        let steps = steps.split(separator: "/").map { Array($0.utf8) }
        return try Previewers.open(self, at: steps, as: .decoded, within: PreviewLimits(milliseconds: 60_000)).preview
    }

    /// The lines that a way into the file leads to, under the titles of columns, without blanks at their ends.
    func lines(_ steps: String) throws -> [String] {
        let request = PageRequest(PreviewFit(columns: 200))
        let page = try opened(steps).content.page(request, within: PreviewLimits(milliseconds: 60_000))
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
