extension HelpTopic {
    /// How pictures are decoded and drawn.
    static let pictures = HelpTopic(
        "pictures", "Pictures", summary: "How pictures are decoded and drawn on a terminal.",
        text: """
            libchafa draws pictures with halves, quarters and eighths of cells in the colours that the terminal has.
            Without colours, brightness becomes density, and in locales other than UTF-8, pictures consist of ASCII
            characters. They are turned as the camera noted, and drawn below the file's metadata: a GPS position comes
            first.

            # The decoder process

            PNG (also in the form that Xcode puts into apps), JPEG, WebP and GIF are decoded in a separate process,
            which reads the one file that it was handed, answers, and may do nothing else; any other system call ends
            it. No process serves two containers. Until a picture that takes longer than half a second is drawn, its \
            metadata is shown; after ten seconds,
            or if the decoder crashes or needs too much memory, the pane says so.

            # The cache

            Pictures that take more than a few milliseconds are kept, reduced, in `$XDG_CACHE_HOME/sandglass/pictures`
            (or `~/.cache/…`; up to 64 MB, readable by you alone).

            $ sandglass show picture.png :: Draw a picture below its metadata.
            $ sandglass show --json picture.png :: Print the metadata alone.

            HEIC and AVIF pictures are not drawn, since Debian has no static decoder; their size and metadata are shown.
            """)
}
