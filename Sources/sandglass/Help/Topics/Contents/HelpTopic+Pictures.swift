extension HelpTopic {
    /// How pictures are decoded and drawn.
    static let pictures = HelpTopic(
        "pictures", "Pictures", summary: "How pictures are decoded and drawn on a terminal.",
        text: """
            Where the terminal knows kitty's graphics protocol (kitty, Ghostty, WezTerm, Konsole), the browser shows
            pictures as they are. It asks the terminal when there is the first one to show. Elsewhere, and in tmux and
            screen, libchafa draws pictures with halves, quarters and eighths of cells in the colours that the terminal
            has. Without colours, brightness becomes density, and in locales other than UTF-8, pictures consist of ASCII
            characters. They are turned as the camera noted, and drawn below the file's metadata: a GPS position comes
            first.

            # The setting

            `pictures` in `config.toml`, or `Set pictures = …` in the palette, chooses how pictures are shown:

            auto :: By kitty's protocol where the terminal says that it knows it, else as cells; the default.
            kitty :: By kitty's protocol, without asking the terminal.
            sixel :: As sixels (xterm -ti vt340, foot, mlterm), one whole picture at a time.
            iterm :: By iTerm2's protocol (iTerm2, WezTerm), one whole picture at a time.
            cells :: As cells everywhere.
            none :: Not at all; the metadata is shown.

            A terminal keeps what it is sent by kitty's protocol until it is told to delete it. The cover does that
            before anything else, whoever draws it: when the browser is suspended, loses the focus, ends or crashes, and
            when the guard covers. A terminal may keep pictures drawn by sixel or iterm, and cannot be told to forget
            them; the cover overwrites their cells. If a terminal prints garbage in place of pictures, `z p` draws them
            with cells from then on.

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
