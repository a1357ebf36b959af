extension HarborNotes {
    /// The app's part of iCloud Drive: a note, and one file of each kind that does not belong there.
    static let iCloud: [ContainerEntry] = [
        ContainerEntry(
            "Documents/Winter plan.md", .on(5, 1, 18, 20),
            .text("# Winter plan\n\n- New sails in November\n- Antifouling in March\n")),
        ContainerEntry(
            "Documents/thumbnails/sheet-2.png", .on(4, 10, 20, 6), .file("thumbnail-2.png")),
        ContainerEntry("Documents/Winter plan.md.tmp", .on(5, 1, 18, 19), .text("# Winter plan\n\n- New sails in\n")),
        ContainerEntry("Documents/Harbour entrance.mp4", .on(4, 12, 8, 0), film(megabytes: 10)),
        ContainerEntry("Documents/Index.sqlite", .on(4, 12, 8, 0), .database(recordings)),
    ]
}
