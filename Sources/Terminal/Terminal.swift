import CTerminal
package import Screen
import System

/// The terminal: its screen, its keys, and the signals that concern it. There is one in a process.
///
/// From `init` to `close()` the terminal is in the program's modes; whatever ends or stops the program in between
/// covers the screen and gives the terminal back as it was.
package final class Terminal {
    /// Whether the locale's characters are UTF-8; if not, text is shown in ASCII.
    package let isUTF8: Bool
    package let colorDepth: ColorDepth
    /// The screen's size at the last resize event.
    package private(set) var size: Size

    private var painter: Painter
    private var decoder: InputDecoder
    private let signals: Int32
    /// Readable when others may have written to the terminal; -1 where nobody else can have it.
    private let watch: Int32
    private let isECMA48: Bool
    private var isOpen = true
    private var isGone = false

    /// Takes the terminal that is standard input and output. Nothing is sent before the first frame is drawn.
    package init(_ options: TerminalOptions = TerminalOptions()) throws(TerminalError) {
        let traits = try TerminalTraits(options)
        sgt_await_foreground(STDIN_FILENO)
        isUTF8 = traits.isUTF8
        colorDepth = traits.depth
        isECMA48 = traits.isECMA48
        // A signal in the middle of this would find a terminal that is half ours.
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
        decoder = InputDecoder(isUTF8: traits.isUTF8)

        let transitions = Transitions(traits, mouse: options.mouse, focus: options.focus)
        sgt_set_transitions(transitions.enter, transitions.enter.count, transitions.leave, transitions.leave.count)
        sgt_set_titles(transitions.name, transitions.name.count, transitions.unname, transitions.unname.count)
        // Without a guard the browser is stopped with its job, and cannot look.
        watch = sgt_has_guard() ? sgt_watch_terminal() : -1
        sgt_enter_modes()
        sgt_begin_gathering()
        sgt_enable_keypad()
        if traits.isECMA48 { KeySequences.teach() }
        sgt_place_cursor(-1, -1)
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

    /// Shows `frame`. Only what changed is sent, with one write. A frame of another size than the screen is cut.
    /// - Parameter isCover: it hides the content: the window's title is the program's name as long as it is shown.
    package func draw(_ frame: Frame, isCover: Bool = false) {
        guard isOpen else { return }
        sgt_show_name(isCover)
        if !painter.draw(frame) { isGone = true }
        // What was sent just now counts as a change as well.
        forgetWatched()
    }

    private func forgetWatched() {
        guard watch >= 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 512)
        while read(watch, &bytes, bytes.count) > 0 {}
        sgt_look_for_terminal()
    }

    /// Makes the next `draw` send every cell.
    package func repaint() { painter.forget() }

    /// Waits until something happens, and tells what.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: how long to wait at most; nil waits for ever.
    ///   - wakeDescriptor: readable when another thread has something to tell; the caller reads it empty.
    /// - Returns: what happened, in order; empty after the timeout. After `.hangUp` it returns that at once, always.
    package func nextEvents(timeoutMilliseconds: Int? = nil, wakeDescriptor: Int32? = nil) -> [TerminalEvent] {
        guard isOpen, !isGone else { return [.hangUp] }
        var descriptors = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeDescriptor ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
        ]
        let timeout = timeoutMilliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
        var events: [TerminalEvent] = []
        if poll(&descriptors, nfds_t(descriptors.count), timeout) < 0 {
            // A handler ran: what it told is in the pipe.
            descriptors[0].revents = Int16(POLLIN)
            descriptors[1].revents = 0
            descriptors[2].revents = 0
            descriptors[3].revents = 0
        }
        if descriptors[3].revents != 0 {
            forgetWatched()
            // If the terminal was taken away, the suspension is in the pipe now.
            descriptors[0].revents = Int16(POLLIN)
        }
        if descriptors[0].revents != 0 { readSignals(into: &events) }
        if descriptors[1].revents != 0 { readInput(Int32(descriptors[1].revents), into: &events) }
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
                // It was a suspension before: a handler has done all of it.
                suspends = false
            case SGT_TOLD_SUSPEND: suspends = true
            case SGT_TOLD_NOT_STOPPED:
                suspends = false
                isRefused = true
            case SGT_TOLD_END where index + 1 < count:
                events.append(.terminate(signal: Int32(bytes[index + 1])))
                index += 1
            default: break
            }
            index += 1
        }
        if count > 0 { readSize(into: &events) }
        if isRefused {
            painter.forget()
            events.append(.stopRefused)
            sgt_unmute()
        } else if resumed {
            painter.forget()
            events.append(.resumed)
        }
        // To end does not wait for a stop.
        if suspends, !events.contains(where: \.ends) {
            sgt_notice_leaving()
            events.append(.suspend)
        }
    }

    /// Many resizes in a row are one.
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
        events += input.map { .input($0) }
    }

    /// Whether the terminal is readable without having anything to read: it is gone.
    private var isAtEnd: Bool {
        var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, 0) == 1 && sgt_bytes_waiting(STDIN_FILENO) <= 0
    }

    /// Makes `frame` the cover: what handlers write when the terminal has to be given away at once.
    ///
    /// It is made into bytes here, for this size; after a resize it has to be set again. Until it is set, and where
    /// the size is another one by then, the cover is an empty screen.
    package func setCover(_ frame: Frame) {
        let bytes = CoverBytes(frame, depth: colorDepth, isUTF8: isUTF8, isECMA48: isECMA48).bytes
        bytes.withUnsafeBytes { buffer in
            sgt_set_cover(
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                buffer.count,
                Int32(frame.size.columns),
                Int32(frame.size.rows)
            )
        }
    }

    /// Writes the cover at once. It stays until the next `draw`, which sends every cell.
    package func coverNow() {
        guard isOpen else { return }
        sgt_cover_now()
        painter.forget()
    }

    /// Whether the cover is put up when the screen is left. Off, the screen stays as it is.
    package var coversScreen = true {
        didSet { sgt_set_covers(coversScreen) }
    }

    /// What happens to a loop that hangs when the program is suspended: it is stopped, or ended.
    package var stopsOnSuspend = true {
        didSet { sgt_set_stops(stopsOnSuspend) }
    }

    /// Covers, and gives the screen back, as `^Z` does. The loop then gets `.suspend`.
    package func suspend() {
        guard isOpen else { return }
        raise(SIGTSTP)
    }

    /// Stops the program after `.suspend`; returns when it goes on. The loop then gets `.resumed` or `.stopRefused`.
    ///
    /// Does nothing where the program was stopped already, since the loop took too long.
    package func stop() { sgt_stop() }

    /// Covers, and gives the screen and the terminal's modes back. Does nothing where that was done already.
    package func leave() {
        guard isOpen else { return }
        sgt_leave()
    }

    /// Takes the screen again after `leave()`, covered; the loop then gets `.resumed`. Does nothing where the program
    /// has it.
    package func enter() {
        guard isOpen, !isGone else { return }
        sgt_enter()
    }

    /// Gives the terminal to another program while `body` runs, an editor for example, and takes it back.
    ///
    /// The cover is up before and after it; afterwards the loop gets `.resumed`.
    package func withTerminalReleased<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        guard isOpen else { return try body() }
        sgt_leave()
        sgt_set_released(true)
        defer {
            sgt_set_released(false)
            sgt_enter()
            painter.forget()
        }
        return try body()
    }

    /// Covers the screen, gives it and the terminal's modes back. Does nothing the second time.
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
