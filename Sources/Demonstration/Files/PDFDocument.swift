import ContainerModel

/// A small PDF with a title and lines of text on each page (ISO 32000-1).
struct PDFDocument {
    let title: String
    /// The lines of each page, in ASCII.
    let pages: [[String]]

    var pdf: [UInt8] {
        // Objects 1 to 3 are the catalog, the pages and the font; each page has two objects, itself and its contents.
        let kids = pages.indices.map { "\(4 + $0 * 2) 0 R" }.joined(separator: " ")
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        ]
        for (index, lines) in pages.enumerated() {
            let contents = Self.contents(title, lines)
            objects.append(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents \(5 + index * 2) 0 R "
                    + "/Resources << /Font << /F1 3 0 R >> >> >>"
            )
            objects.append("<< /Length \(contents.utf8.count) >>\nstream\n\(contents)endstream")
        }
        var text = "%PDF-1.4\n"
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            table += padded(String(text.utf8.count), to: 10, with: "0") + " 00000 n \n"
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += table + "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }

    private static func contents(_ title: String, _ lines: [String]) -> String {
        var text = "BT /F1 18 Tf 56 770 Td (\(escaped(title))) Tj /F1 11 Tf 0 -12 Td 16 TL\n"
        for line in lines { text += "T* (\(escaped(line))) Tj\n" }
        return text + "ET\n"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "(" || scalar == ")" || scalar == "\\" { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
