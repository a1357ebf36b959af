/// Streams that are not drawn: scripts, forms in XML, metadata, attached files.
extension PDFTextReader {
    /// Adds those that are text themselves. Others may have texts in other forms, unless they are pictures, fonts or what
    /// these need.
    mutating func addOtherStreams() {
        let known = streamsWithoutText()
        for number in objects.objects.keys.sorted() where !isFull() {
            guard let object = objects.objects[number], object.data != nil, !read.contains(number),
                !known.contains(number), let entries = objects.dictionary(object.value), !isWithoutText(entries),
                let bytes = objects.decoded(number), !Self.isColorProfile(bytes)
            else { continue }
            guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
                objects.note(.kind)
                continue
            }
            // The characters of a font are no text.
            guard !text.contains("begincmap") else { continue }
            endLine()
            append(text)
        }
    }

    private static let fontFormats: Set = ["Type1C", "CIDFontType0C", "OpenType"]
    private static let keysOfStreamsWithoutText = [
        "FontFile", "FontFile2", "FontFile3", "CIDSet", "CIDToGIDMap", "ToUnicode", "Thumb", "SMask", "Mask",
    ]

    /// Whether a stream is a picture, the file of a font, a function or a table of objects, by its own entries.
    private func isWithoutText(_ entries: [String: PDFParser.Value]) -> Bool {
        let subtype = objects.name(entries["Subtype"]) ?? ""
        return subtype == "Image" || Self.fontFormats.contains(subtype)
            || entries["Width"] != nil && entries["Height"] != nil
            || ["Length1", "FunctionType", "ShadingType"].contains { entries[$0] != nil }
            || ["XRef", "ObjStm"].contains(objects.name(entries["Type"]))
    }

    /// Returns the numbers of such streams by what refers to them.
    private func streamsWithoutText() -> Set<Int> {
        var numbers: Set<Int> = []
        for object in objects.objects.values {
            guard case .dictionary(let entries) = object.value else { continue }
            let glyphs = objects.dictionary(entries["CharProcs"]).map { Array($0.values) } ?? []
            for case .reference(let number) in Self.keysOfStreamsWithoutText.compactMap({ entries[$0] }) + glyphs {
                numbers.insert(number)
            }
        }
        return numbers
    }

    /// Whether a stream is a profile of colors (ICC.1, 7.2.11).
    private static func isColorProfile(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 40 && bytes[36..<40].elementsEqual("acsp".utf8)
    }
}
