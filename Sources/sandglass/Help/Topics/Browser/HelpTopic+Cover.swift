import Demonstration

extension HelpTopic {
    /// Hiding the screen while the program is suspended.
    static let cover = HelpTopic(
        "cover", "The cover", summary: "Hiding the screen: the ways, and the limits.", text: coverText)

    private static var coverText: String {
        let ways = HidingSummary.ways.map { "\($0.name) :: \($0.sentence)" }.joined(separator: "\n")
        return """
            iOS takes a snapshot of an app that goes to the background, and shows it when the app returns. sandglass
            does the same with itself, and covers the screen first. A talk shows what others see then, one stage a key,
            with the secrets marked in red; in the browser, `:demonstrate` shows it:

            $ sandglass demo snapshot-hide :: Searches the terminal and the disk for secrets, without hiding anything and
            with \(ConcealmentMode.all.count - 1) ways of hiding, and for the contents of \(HidingSummary.kindsOfFiles) \
            kinds of files after \(HidingSummary.waysOut) ways out.
            $ sandglass demo snapshot-hide --of App.xcappdata :: The same with the names in a container of your own,
            which is not changed.
            $ sandglass demo snapshot-hide --record talk.cast :: Records the talk, for `asciinema play talk.cast`.
            $ sandglass demo snapshot-hide --keep /tmp/screens :: Keeps the screens, for `cat
            /tmp/screens/none/last-picture.ans`.

            \(ways)

            To try them:

            $ sandglass demo :: The cover screen: press `^Z`.
            $ sandglass demo --declare UIApplicationExitsOnSuspend :: Exits instead of stopping, as with
            `--exit-on-suspend`.
            $ sandglass demo --ignore-snapshot :: ignoreSnapshotOnNextApplicationLaunch; `--no-restore` turns state
            restoration off.
            $ sandglass demo --no-cover :: No way of hiding, for comparison; asks first.
            $ sandglass snapshots App.xcappdata :: Lists an app's own app-switcher snapshots.
            $ sandglass snapshots --sheet App.xcappdata :: Draws them side by side, as `g S` does in the browser.
            $ sandglass snapshots --export /tmp/seen App.xcappdata :: Writes them as PNG.

            # What a person sees

            Where the terminal has an alternate screen, the cover is on that one, and `^Z` brings back the shell's: a
            card of a few lines stands there, which says that sandglass is suspended and its screen covered, and that
            `fg` resumes it. It names no container, and is absent with `--no-cover`. Without an alternate screen the
            cover itself stays. After `fg` the cover is drawn first. If the program was stopped for more than a minute,
            it stays until a key is pressed.

            # Snapshots

            After `^Z`, the snapshot (text with colours) and a small property list go to the container's
            `Library/Caches/Snapshots` in demonstration containers and with `--snapshots`; elsewhere they go to
            `$XDG_STATE_HOME/sandglass`, and only if they show the cover. If the program ends while it is suspended, the
            next start shows the snapshot until the first listing has been read, and restores the place, the cursor and
            the panes. It shows only a snapshot that it took itself, recognized by a SHA-256 in the state directory,
            never one forged in the container. Quitting leaves no snapshot behind. Five snapshots are kept, and none is
            shown after 14 days. No snapshot contains covered text; the place and the file under the cursor are stored
            separately.

            # The guard and the witness

            The browser runs under a guard, a small process that starts before it. Whether the browser is suspended,
            crashes, is killed or stopped from outside, the guard or the browser itself deletes the pictures that the
            terminal keeps, erases every row, covers the screen, and restores the terminal. A third process, the
            witness, covers when both are killed. If an editor is open when the browser, the guard, or two of the three
            are killed, the editor gets SIGHUP, and can save its file; after two seconds it is killed, and its output on
            the screen is erased. The next start names the place of the editor's copy.

            Core dumps of these processes and of commands contain no memory: they set the limit of its size and
            `/proc/self/coredump_filter` to 0. Programs started by the browser inherit both. `SANDGLASS_CORE=1`
            leaves them alone,
            for debuggers.

            # Limits

            No program can cover the screen

            - when, at the same moment, all three processes are killed (`pkill -9 sandglass`, or the end of a control
            group), or the browser and the guard are stopped; or when the remaining one of the three is killed while it
            waits for an open editor
            - in a screenshot, a recording or a terminal's log made while the browser is in the foreground
            - before the shell's prompt when the guard itself is stopped or killed, also right after the browser: then
            the cover follows a moment later, on a busy machine after some tens of milliseconds
            - in the scrollback, where an editor without an alternate screen has scrolled
            - in the scrollback of a terminal without an alternate screen that is made smaller

            The browser does not start on a terminal that is not the controlling one of its session (exit status 69):
            `^Z` would stop its parent and leave the content in view. Use `su --pty -c` instead of `su -c`, and `setsid
            --ctty`. `--no-guard` leaves the guard out, for debuggers. `--no-cover` shows the effect of the cover.
            """
    }
}
