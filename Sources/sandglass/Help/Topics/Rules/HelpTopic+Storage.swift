extension HelpTopic {
    /// What the documents advise on reading and writing files, which no file shows.
    static let storage = HelpTopic(
        "storage", "Reading and writing files", summary: "What the documents advise apps on files.",
        text: """
            The statements are those of the slides “The Sandbox” (`sandglass help sources`), in translation. They are about
            an app's code: its files do not show whether it follows them, so no command checks them.

            # Few operations

            - Reading and writing files is among the slowest things that a computer does: do it rarely.
            - Group operations on the same file, and do them together.
            - Put off access to the disk until the data is really needed.

            # Caches

            - Files cached in memory are not always faster: memory runs short, and the system has a cache, too.
            - An object of the class URL is costly to make: keep its `resourceValues(forKeys:)`, and use them again.
            - Read data that need not be cached with `Data.ReadingOptions.uncached`.

            # URLs

            Use URLs rather than paths for access to files: `write(to:atomically:encoding:)` rather than
            `write(toFile:atomically:encoding:)`.

            # The review

            An app was rejected under guideline 2.23 (“Apps must follow the iOS Data Storage Guidelines or they will be
            rejected”) if it put files that can be recreated or downloaded again into directories that are backed up.
            Later editions of the guidelines have no 2.23; the iOS Data Storage Guidelines still say what belongs where.
            Excluding such files from backups keeps an app from being rejected.

            $ sandglass advise App.xcappdata :: List what seems to be in the wrong place.
            $ sandglass audit --rules storage App.xcappdata :: Check that by rules, for a report.
            $ sandglass exclude --list App.xcappdata :: List what is excluded from backups.

            # Directories that libraries make

            In Library/Caches, these are not the app's own: AdMob and names that begin with `https_googleads` are of
            Google's advertisements, `com.crashlytics.data` of Crashlytics, `io.fabric.sdk.ios.data` of Fabric,
            `com.apple.WebKit.Networking`, `com.apple.WebKit.WebContent` and WebKit of the system's web views.
            """)
}
