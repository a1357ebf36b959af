extension HarborNotes {
    private static let urlCache = "Library/Caches/\(bundleIdentifier)"

    /// Files that can be recreated or downloaded again.
    static let caches: [ContainerEntry] =
        [
            ContainerEntry("\(urlCache)/Cache.db", .on(5, 3, 20, 55), .database(responses)),
            ContainerEntry(
                "\(urlCache)/fsCachedData/2F8B6C1D-94E0-4A7B-8D35-C06E1F2A7B94", .on(5, 3, 20, 54), .text(forecast)),
            ContainerEntry(
                "\(urlCache)/fsCachedData/A70D3E5B-18C2-49F6-B4E1-3D9C5F8072A6", .on(5, 3, 20, 55),
                .file("weather.png")),
            ContainerEntry("Library/Caches/Weather/forecast.json", .on(5, 3, 20, 54), .text(forecast)),
            ContainerEntry(
                "Library/Caches/Weather/radar.gif", .on(5, 3, 20, 54), .file("radar.gif")),
            ContainerEntry(
                "Library/Caches/Snapshots/\(bundleIdentifier)/61C7D0A9-2E4F-4B58-93D6-0A8E7F1C5B32@2x.ktx",
                installed,
                .file("launch.ktx")
            ),
        ]
        + (1...12).map { number in
            ContainerEntry(
                "Library/Caches/Thumbnails/note-\(number).png",
                .on(4, 30, 20, number),
                .file("thumbnail-\(number % 4 + 1).png")
            )
        }

    /// Files that need not outlive a run of the app.
    static let temporary: [ContainerEntry] = [
        ContainerEntry(
            "tmp/\(bundleIdentifier)-Inbox/Scan 4.pdf", .on(5, 2, 12, 30),
            .bytes {
                PDFDocument(title: "Scan 4", pages: [["Insurance certificate", "Policy 2026-0417, Gannet"]]).pdf
            }),
        ContainerEntry(
            "tmp/CFNetworkDownload_x7Qv2L.tmp", .on(5, 3, 20, 55), .bytes { SampleBytes.noise(27_648, seed: 8) }),
        ContainerEntry("tmp/export/Logbook.html", .on(5, 3, 21, 0), .text(export)),
        ContainerEntry(
            "tmp/export/style.css", .on(5, 3, 21, 0), .text("body { font: 16px/1.5 -apple-system; margin: 2em }\n")),
        ContainerEntry("tmp/export/Logbook.zip", .on(5, 3, 21, 0), .file("logbook.zip")),
        ContainerEntry("tmp/WebKit/MediaCache", .on(5, 1, 8, 0), .directory),
    ]

    private static let forecast = """
        {"station": "Busan", "issued": "2026-05-03T18:00:00Z", "wind": {"from": 320, "knots": 12, "gust": 19}, "wave": \
        0.8}

        """

    private static let export =
        "<!doctype html>\n<title>Logbook</title>\n<link rel=\"stylesheet\" href=\"style.css\">\n"
        + (1...8).map { "<h2>Page \($0)</h2>\n<p>\(LogbookText.paragraph(sentences: 7, seed: $0))</p>\n" }.joined()

    private static let responses = URLCacheFile.database(
        URLCacheFile.request(1, "https://weather.example/v1/busan"),
        URLCacheFile.request(
            2, "https://charts.example/v2/tile/7/110/50", time: (799_534_502, "2026-05-03 20:55:02"), type: "image/png",
            body: "A70D3E5B-18C2-49F6-B4E1-3D9C5F8072A6"))
}
