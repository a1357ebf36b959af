import CTerminal
package import Screen
import System

/// The terminal: its screen, its input, and the signals that concern it. A process has one.
///
/// From `init` to `close()` the terminal is in the program's modes. If anything ends or stops the program in between,
/// the screen is covered and the terminal given back as it was.
package final class Terminal {
    /// Whether the locale's encoding is UTF-8; if not, text is shown in ASCII.
    package let isUTF8: Bool
    /// Whether the terminal's font is likely to have all symbols.
    package let hasSymbols: Bool
    /// The number of colours that the terminal is used with.
    package let colorDepth: ColorDepth
    /// The screen's size at the last resize event.
    package private(set) var size: Size

    var painter: Painter
    private var decoder: InputDecoder
    /// How the terminal shows pictures.
    var pictures: PictureSupport
    private let signals: Int32
    /// Readable when another process may have written to the terminal; -1 if none can.
    private let watch: Int32
    let isECMA48: Bool
    private let traits: TerminalTraits
    private let options: TerminalOptions
    /// Whether the terminal is asked for its background.
    private var asksForBackground: Bool
    /// Whether the question is to be sent with the next frame.
    private var isQuestionDue: Bool
    private var isOpen = true
    var isGone = false

    /// Opens the terminal on standard input and output. Nothing is sent before the first frame is drawn.
    /// - Throws: `TerminalError` if they are not a usable terminal.
    package init(_ options: TerminalOptions = TerminalOptions()) throws(TerminalError) {
        let traits = try TerminalTraits(options)
        self.traits = traits
        self.options = options
        sgt_await_foreground(STDIN_FILENO)
        isUTF8 = traits.isUTF8
        hasSymbols = Glyphs.hasSymbols(on: traits.name)
        colorDepth = traits.depth
        isECMA48 = traits.isECMA48
        pictures = PictureSupport(options.pictures, traits)
        asksForBackground = options.background && traits.hasBackgrounds
        isQuestionDue = asksForBackground
        // A signal halfway through would find the terminal half set up.
        sgt_block_signals()
        defer { sgt_unblock_signals() }
        guard sgt_save_modes(STDIN_FILENO) else {
            throw TerminalError(.system, "The terminal's modes cannot be read: \(String(cString: strerror(errno))).")
        }
        signals = sgt_install_signals()
        let content = sgt_open_output(STDOUT_FILENO)
        guard signals >= 0, content >= 0 else {
            throw TerminalError(.system, "The terminal cannot be opened: \(String(cString: strerror(errno))).")
        }
        set_escdelay(25)
        guard Self.openScreen(traits, content) else {
            throw TerminalError(.system, "The terminal \"\(traits.name)\" cannot be opened.")
        }
        if traits.depth != .none { sgt_start_colors() }
        size = Size(columns: Int(sgt_screen_columns()), rows: Int(sgt_screen_rows()))
        painter = Painter(depth: traits.depth, synchronized: traits.synchronizedOutput)
        painter.show(picturesBy: pictures.method)
        decoder = InputDecoder(isUTF8: traits.isUTF8)

        let transitions = Transitions(
            traits, mouse: options.mouse, focus: options.focus, background: asksForBackground)
        sgt_set_transitions(transitions.enter, transitions.enter.count, transitions.leave, transitions.leave.count)
        sgt_set_titles(transitions.name, transitions.name.count, transitions.unname, transitions.unname.count)
        // Without a guard the browser is stopped together with its job, so it could not watch.
        watch = sgt_has_guard() ? sgt_watch_terminal() : -1
        sgt_enter_modes()
        sgt_begin_gathering()
        sgt_enable_keypad()
        if traits.isECMA48 { KeySequences.teach() }
        sgt_place_cursor(-1, -1, false)
        sgt_gather(transitions.reporting, transitions.reporting.count)
        sgt_set_open(true)
    }

    deinit { close() }

    private static func openScreen(_ traits: TerminalTraits, _ content: Int32) -> Bool {
        guard traits.depth == .direct, let description = sgt_true_color_description(traits.name) else {
            return sgt_open_screen(traits.name, content, STDIN_FILENO)
        }
        defer { free(description) }
        let before = getenv("TERMINFO").flatMap { strdup($0) }
        setenv("TERMINFO", description, 1)
        defer {
            if let before {
                setenv("TERMINFO", before, 1)
                free(before)
            } else {
                unsetenv("TERMINFO")
            }
        }
        return sgt_open_screen(traits.name, content, STDIN_FILENO)
    }

    /// Shows `frame`, cut to the size of the screen. Only changes are sent, with one write.
    /// - Parameter isCover: Whether the frame hides the content; while it is shown, the window title is the program's
    ///   name.
    package func draw(_ frame: Frame, isCover: Bool = false) {
        guard isOpen else { return }
        sgt_show_name(isCover)
        if isQuestionDue || pictures.mustAsk(for: frame) { ask(forPictures: pictures.mustAsk(for: frame)) }
        if !painter.draw(frame, isCover: isCover) { isGone = true }
        // The program's own output also counts as a change.
        forgetWatched()
    }

    /// Asks the terminal for its background if that is due, and whether it shows pictures, together with the next
    /// frame. The answers are events.
    private func ask(forPictures: Bool) {
        // A handler has given up the screen: a shell would get the answer.
        guard !sgt_is_muted() else { return }
        // Last the primary device attributes (DA1): every terminal sends these, so that they tell that there will be no
        // answer to what comes before.
        let question =
            (forPictures ? KittyGraphics.question : []) + (isQuestionDue ? ControlSequence.backgroundQuestion : [])
            + ControlSequence.attributesQuestion
        isQuestionDue = false
        pictures.noteQuestion(forPictures: forPictures)
        sgt_begin_gathering()
        sgt_gather(question, question.count)
        sgt_await_answer()
        decoder.awaitAnswer()
    }

    /// Asks the terminal for its background from now on, and to report changes of it, if it has not been asked before
    /// and can answer. The first question is sent with the next frame.
    package func followBackground() {
        guard isOpen, !asksForBackground, traits.hasBackgrounds else { return }
        asksForBackground = true
        isQuestionDue = true
        let transitions = Transitions(traits, mouse: options.mouse, focus: options.focus, background: true)
        // A handler must not find one transition new and the other old.
        sgt_block_signals()
        sgt_set_transitions(transitions.enter, transitions.enter.count, transitions.leave, transitions.leave.count)
        sgt_unblock_signals()
        send(Array(ControlSequence.backgroundReports.utf8))
    }

    private func forgetWatched() {
        guard watch >= 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 512)
        while read(watch, &bytes, bytes.count) > 0 {}
        sgt_look_for_terminal()
    }

    /// Asks the terminal to put bytes on its clipboard.
    package func copyToClipboard(_ bytes: [UInt8]) {
        guard isECMA48 else { return }
        send(ControlSequence.clipboard(bytes))
    }

    /// Sends a request that leaves the screen as it is.
    func send(_ request: [UInt8]) {
        guard isOpen else { return }
        sgt_begin_gathering()
        sgt_gather(request, request.count)
        if !sgt_send_gathered(false) { isGone = true }
        forgetWatched()
    }

    /// Makes the next `draw` send every cell.
    package func repaint() { painter.forget() }

    /// Waits for events and returns them.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: The longest time to wait; nil waits forever.
    ///   - wakeDescriptor: Readable when another thread has something to report; the caller drains it.
    /// - Returns: The events in order; empty after the timeout. After `.hangUp` every call returns that at once.
    package func nextEvents(timeoutMilliseconds: Int? = nil, wakeDescriptor: Int32? = nil) -> [TerminalEvent] {
        guard isOpen, !isGone else { return [.hangUp] }
        var descriptors = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeDescriptor ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
            // Parts of a picture are sent while there is nothing else to do.
            pollfd(fd: -1, events: Int16(POLLOUT), revents: 0),
        ]
        let longest = [timeoutMilliseconds, decoder.millisecondsToKey].compactMap(\.self).min()
        let timeout = longest.map { Int32(clamping: max(0, $0)) } ?? -1
        var events: [TerminalEvent] = []
        if pollSendingPictures(&descriptors, timeout) < 0 {
            // Interrupted by a handler: its message is in the pipe.
            descriptors[0].revents = Int16(POLLIN)
            descriptors[1].revents = 0
            descriptors[2].revents = 0
            descriptors[3].revents = 0
        }
        if descriptors[3].revents != 0 {
            forgetWatched()
            // If the program lost the foreground, the suspension is in the pipe now.
            descriptors[0].revents = Int16(POLLIN)
        }
        if descriptors[0].revents != 0 { readSignals(into: &events) }
        if descriptors[1].revents != 0 { readInput(Int32(descriptors[1].revents), into: &events) }
        if let key = decoder.overdueKey() { events.append(.input(.key(key))) }
        if descriptors[2].revents != 0 { events.append(.wake) }
        return events
    }

    private func readSignals(into events: inout [TerminalEvent]) {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(signals, &bytes, bytes.count)
        var resumed = false
        var suspends = false
        var isRefused = false
        var index = 0
        while index < count {
            switch Int(bytes[index]) {
            case SGT_TOLD_RESUMED:
                resumed = true
                // A suspension before it is complete: a handler has done all of it.
                suspends = false
            case SGT_TOLD_SUSPEND: suspends = true
            case SGT_TOLD_NOT_STOPPED:
                suspends = false
                isRefused = true
            case SGT_TOLD_END where index + 1 < count:
                events.append(.terminate(signal: Int32(bytes[index + 1])))
                index += 1
            case SGT_TOLD_QUIT_KEY:
                sgt_notice_quit_key()
                events.append(.input(.key(.control("\\"))))
            default: break
            }
            index += 1
        }
        if count > 0 { readSize(into: &events) }
        if isRefused {
            painter.forget()
            pictures.noteInterruption()
            events.append(.stopRefused)
            sgt_unmute()
        } else if resumed {
            painter.forget()
            pictures.noteInterruption()
            // The background may have changed in the meantime, unreported.
            isQuestionDue = asksForBackground
            events.append(.resumed(secondsAway: Int(sgt_seconds_away())))
        }
        // Ending takes precedence over stopping.
        if suspends, !events.contains(where: \.ends) {
            sgt_notice_leaving()
            events.append(.suspend)
        }
    }

    /// Appends a resize event if the size changed; several resizes in a row become one.
    private func readSize(into events: inout [TerminalEvent]) {
        var columns: Int32 = 0
        var rows: Int32 = 0
        guard sgt_window_size(&columns, &rows) else { return }
        let now = Size(columns: Int(columns), rows: Int(rows))
        guard now != size else { return }
        sgt_resize_screen(rows, columns)
        painter.forget()
        size = now
        events.append(.input(.resize(now)))
    }

    private func readInput(_ ready: Int32, into events: inout [TerminalEvent]) {
        let hasHungUp = ready & (POLLHUP | POLLERR | POLLNVAL) != 0
        let input = hasHungUp ? [] : decoder.events()
        if hasHungUp || (input.isEmpty && isAtEnd) {
            isGone = true
            events.append(.hangUp)
            return
        }
        for reply in decoder.takeReplies() {
            switch reply {
            case .attributes, .pictures:
                if reply == .attributes { sgt_end_answer() }
                receivePictureReply(reply, into: &events)
            case .background(let background): if asksForBackground { events.append(.background(background)) }
            }
        }
        events += input.map { .input($0) }
    }

    /// Whether the terminal is readable but has nothing to read, which means that it is gone.
    private var isAtEnd: Bool {
        var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, 0) == 1 && sgt_bytes_waiting(STDIN_FILENO) <= 0
    }

    /// Makes `frame` the cover, which handlers write when the terminal has to be given up at once.
    ///
    /// Its bytes are made here, for this size; set it again after a resize. Until it is set, or while the size differs,
    /// the cover is a nearly empty screen.
    /// - Parameter card: A few lines, narrower than the screen, that stand on the shell's screen while the program is
    ///   stopped. Without an alternate screen there is no other screen than the covered one, and no card.
    package func setCover(_ frame: Frame, card: Frame? = nil) {
        let card = Transitions.hasAlternateScreen ? card : nil
        let bytes = CoverBytes(
            frame, depth: colorDepth, isUTF8: isUTF8, isECMA48: isECMA48, writesBlanks: pictures.leavesPictures
        ).bytes
        let lines = card.map { CoverBytes(lines: $0, depth: colorDepth, isUTF8: isUTF8).bytes } ?? []
        Self.withCharacters(bytes) { bytes in
            Self.withCharacters(lines) { lines in
                sgt_set_cover(
                    bytes.baseAddress, bytes.count, Int32(frame.size.columns), Int32(frame.size.rows),
                    lines.baseAddress, lines.count, Int32(card?.size.rows ?? 0))
            }
        }
    }

    private static func withCharacters(_ bytes: [UInt8], _ body: (UnsafeBufferPointer<CChar>) -> Void) {
        bytes.withUnsafeBytes { body($0.bindMemory(to: CChar.self)) }
    }

    /// Writes the cover at once. It stays until the next `draw`, which sends every cell.
    package func coverNow() {
        guard isOpen else { return }
        sgt_cover_now()
        painter.forget()
    }

    /// Whether the cover is written when the screen is given up. If false, the screen stays as it is.
    package var coversScreen = true {
        didSet { sgt_set_covers(coversScreen) }
    }

    /// Whether a loop that hangs when the program is suspended is stopped; if false, the program is ended.
    package var stopsOnSuspend = true {
        didSet { sgt_set_stops(stopsOnSuspend) }
    }

    /// Stops the program after `.suspend`; returns when it is continued. The loop then gets `.resumed` or
    /// `.stopRefused`.
    ///
    /// Does nothing if the loop took too long and the program was stopped without it.
    package func stop() { sgt_stop() }

    /// Covers, then gives back the screen and restores the terminal's modes. Does nothing if that was done already.
    package func leave() {
        guard isOpen else { return }
        sgt_leave()
    }

    /// Takes the screen again after `leave()`, covered; the loop then gets `.resumed`. Does nothing if the program has
    /// the screen.
    package func enter() {
        guard isOpen, !isGone else { return }
        sgt_enter()
    }

    /// Gives the terminal to another program, such as an editor, while `body` runs, and takes it back.
    ///
    /// The screen is covered before and after; the loop then gets `.resumed`. The program's remaining output is erased,
    /// and the earlier contents are in the terminal's scrollback.
    package func withTerminalReleased<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        guard isOpen else { return try body() }
        sgt_leave()
        sgt_set_released(true)
        sgt_make_room()
        defer {
            sgt_erase_output()
            sgt_set_released(false)
            sgt_enter()
            painter.forget()
        }
        return try body()
    }

    /// Covers, gives back the screen and restores the terminal's modes. Does nothing when called again.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        sgt_leave()
        sgt_cancel_stop()
    }
}

extension TerminalEvent {
    fileprivate var ends: Bool {
        switch self {
        case .terminate, .hangUp: true
        default: false
        }
    }
}
