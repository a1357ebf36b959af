import ContainerModel

extension HelpTopic {
    /// The documents that the rules cite.
    static let sources = HelpTopic(
        "sources", "Sources", summary: "The documents that the rules rest on.", text: sourcesText)

    private static var sourcesText: String {
        """
        Each rule names the documents that it rests on, by title, with a quotation where one decides something. Only a
        document's own words stand in quotation marks; other languages are translated. Where several documents say the
        same, Apple's is named first, and alone in warnings and refusals. `explain --sources` and `verdict --sources`
        quote all of them. Where they contradict each other, `explain --sources` prints both sides, and what this
        program does.

        JSON names a document by the code below (`sources`) and by its title (`documents`).

        # Documents

        \(Source.allCases.map(entry).joined(separator: "\n"))

        # Others

        Apple's Information Property List Key Reference :: The keys of Info.plist: which of them an app needs, and what
        they mean. Found at developer.apple.com/documentation/bundleresources
        Apple's Bundle Programming Guide :: What bundles with code consist of. Found in Apple's Documentation Archive.
        iCloud Design Guide :: Quoted by the slides. Found in Apple's Documentation Archive.
        App Store Review Guidelines :: Found at developer.apple.com/app-store/review/guidelines

        $ sandglass help rules :: The tables of places and operations, with the documents of each place.
        $ sandglass audit --list :: The rules of the audit, with the sentences that they rest on.
        $ sandglass explain --sources App.xcappdata/AppData/Documents :: What the documents say of a place.
        """
    }

    private static func entry(of source: Source) -> String {
        let title = source.isCoded ? source.title : "\(source.title) (\(source.rawValue))"
        return "\(title) :: \(source.account)"
    }
}
