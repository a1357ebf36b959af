extension HarborNotes {
    /// The documents that the app's user created or received.
    static let documents: [ContainerEntry] =
        [
            ContainerEntry("Documents/Welcome aboard.md", .on(2, 14, 8, 31), .text(welcome)),
            ContainerEntry("Documents/Checklist.txt", .on(4, 18, 6, 52), .text(checklist)),
            ContainerEntry("Documents/Untitled.md", .on(5, 3, 21, 7), .text("")),
            ContainerEntry(
                "Documents/Season plan.md", .on(3, 1, 19, 45),
                .text(LogbookText.log("Season plan", watches: 9, seed: 4))),
            ContainerEntry("Documents/旅行の写真 🏝️.txt", .on(4, 29, 13, 20), .text(trip)),
            ContainerEntry("Documents/회의록 2026.md", .on(3, 9, 11, 0), .text(minutes)),
            ContainerEntry(
                "Documents/👨‍👩‍👧‍👦 crew.md", .on(4, 28, 17, 2),
                .text("# Crew\n\n- Mina, helm\n- Jun, lines\n- Sora and Haru, lookout\n")),
            // Decomposed, like the names of files from a Mac: e and a combining accent.
            ContainerEntry(
                "Documents/Cafe\u{301} du port.txt", .on(5, 2, 16, 40),
                .text("Open from 7. Ask for the table at the quay.\n")),
            ContainerEntry("Documents/Tide tables.pdf", .on(2, 27, 7, 5), .bytes { tideTables.pdf }),
            ContainerEntry(
                "Documents/Sunset.png", .on(4, 30, 19, 58), .file("sunset.png")
            ),
            ContainerEntry(
                "Documents/Recordings/Fog horn.wav", .on(4, 11, 5, 33),
                .bytes { SampleBytes.sound(seconds: 14, period: 66) }),
            ContainerEntry(
                "Documents/Recordings/Bell buoy.wav", .on(4, 11, 6, 2),
                .bytes { SampleBytes.sound(seconds: 6, period: 18) }),
            ContainerEntry(
                "Documents/Photos/IMG_0002.jpg", .on(4, 28, 18, 12),
                .file("crossing.jpg")),
            ContainerEntry(
                "Documents/Photos/IMG_0010.jpg", .on(4, 29, 9, 40),
                .file("night-watch.jpg")),
            ContainerEntry(
                "Documents/Photos/IMG_0100.png", .on(4, 29, 9, 44),
                .file("fog.png")),
            ContainerEntry(
                "Documents/Photos/IMG_0101.webp", .on(4, 30, 18, 2),
                .file("harbour.webp")),
            // With the position and the camera in it.
            ContainerEntry(
                "Documents/Photos/IMG_0102.jpg", .on(4, 30, 19, 58),
                .file("position.jpg")),
            ContainerEntry(
                "Documents/Inbox/invoice.pdf", .on(3, 30, 10, 15), .bytes { invoice("Berth 14, March", "180.00").pdf }),
            ContainerEntry(
                "Documents/Inbox/invoice-1.pdf", .on(4, 30, 10, 15), .bytes { invoice("Berth 14, April", "180.00").pdf }
            ),
            ContainerEntry(
                "Documents/.index.json", .on(5, 3, 21, 7),
                .text("{\"version\": 2, \"notes\": 17, \"folders\": [\"Logbook\", \"Photos\", \"Recordings\"]}\n")),
            ContainerEntry("Documents/Latest", .on(5, 3, 21, 8), .link("Logbook/2026")),
            ContainerEntry("Documents/Shared charts", .on(2, 14, 8, 32), .link("../../../../../\(groupPath)/Charts")),
            ContainerEntry("Documents/Tomorrow.md", .on(5, 3, 21, 9), .link("Drafts/Tomorrow.md")),
        ] + logbook

    private static let logbook: [ContainerEntry] =
        [1, 2, 3, 9, 10, 11, 20].map { page in
            ContainerEntry(
                "Documents/Logbook/Page \(page).md",
                .on(3, 2 + page, 20, 10),
                .text(LogbookText.log("Page \(page)", watches: 2 + page * 5 % 7, seed: page))
            )
        }
        + [
            ContainerEntry(
                "Documents/Logbook/2026/03-14 Busan to Tsushima.md",
                .on(3, 14, 22, 48),
                .text(LogbookText.log("Busan to Tsushima", watches: 24, seed: 14))
            ),
            ContainerEntry(
                "Documents/Logbook/2026/04-11 Night watch.md",
                .on(4, 12, 6, 30),
                .text(LogbookText.log("Night watch", watches: 60, seed: 40))
            ),
            ContainerEntry(
                "Documents/Logbook/Notice to mariners.txt", .on(4, 10, 8, 0),
                .bytes { SampleBytes.utf16("No. 14/2026\r\n부산항: 등부표 철거. Light buoy withdrawn.\r\n") }),
            ContainerEntry(
                "Documents/Logbook/Season plan.md", .on(3, 1, 19, 45), .hardLink("Documents/Season plan.md")),
        ]

    private static let welcome = """
        # Welcome aboard

        Harbor Notes keeps your logbook, your charts and your harbour bills in one place.

        - Every note is a Markdown file in this folder. You find it in the Files app, too.
        - Charts for use at sea are downloaded once and stay on this device.
        - Bills that you open from Mail arrive in Inbox.

        """

    private static let checklist = """
        [x] Life jackets, five
        [x] Flares: expire 2027-06
        [ ] Diesel, 40 l
        [ ] Fresh water
        [x] Paper charts, sheets 2 and 3
        [ ] Tell the harbour master when we leave

        """

    private static let trip = """
        一日目　港を出る。風は弱く、海は鏡のよう。
        二日目　島で朝市。写真は四十二枚。
        三日目　雨。船の中で地図を読む。🗺️

        """

    private static let minutes = """
        # 회의록 2026년 3월 9일

        - 참석: 미나, 준, 소라
        - 정박료는 4월부터 오릅니다.
        - 다음 항해: 3월 14일, 부산에서 쓰시마까지

        """

    private static let tideTables = PDFDocument(
        title: "Tide tables 2026, Busan",
        pages: (1...6).map { LogbookText.tides(days: 28, seed: $0 * 97) }
    )

    private static func invoice(_ item: String, _ amount: String) -> PDFDocument {
        PDFDocument(
            title: "Invoice",
            pages: [["Suyeong Marina", "", item, "Amount due: EUR \(amount)", "Payable within 14 days. Thank you."]]
        )
    }
}
