// Shows text and reports what comes from the terminal, for the tests of the Terminal room.
import AppLifecycle
import Screen
import System
import Terminal

/// The options of the command line.
struct Request {
    var lines: [String] = []
    var options = TerminalOptions()
    var stops = true

    init(_ arguments: [String]) {
        for argument in arguments {
            switch argument {
            case "--no-stop": stops = false
            case "--synchronized": options.synchronizedOutput = true
            case "--no-mouse": options.mouse = false
            case "--no-focus": options.focus = false
            case "--background": options.background = true
            case _ where argument.hasPrefix("--pictures="):
                options.pictures = PictureSetting(rawValue: String(argument.dropFirst(11))) ?? .none
            default: lines.append(argument)
            }
        }
    }
}

let red = Style(foreground: .rgb(0xe0, 0x40, 0x30), attributes: .bold)
let onBlue = Style(foreground: .palette(3), background: .palette(4), attributes: [.underline, .reverse])

/// Returns the requested lines, a coloured line, and the events so far.
func frame(_ request: Request, size: Size, log: [String], pictures: [TerminalPicture] = []) -> Frame {
    var frame = Frame(size: size)
    frame.write("probe \(size.columns)x\(size.rows)", column: 0, row: 0, style: .plain)
    for (index, line) in request.lines.enumerated() {
        frame.write(DisplayText(line), column: 0, row: 1 + index, style: .plain)
    }
    for (index, picture) in pictures.enumerated() {
        for row in 0..<4 {
            let place = (column: 20 + 12 * index, row: 2 + row)
            frame.write("cells", column: place.column, row: place.row, style: .plain)
            let strip = PictureStrip(picture, columns: 10, rows: 4, row: row)
            frame.place(strip, column: place.column, row: place.row, on: .plain)
        }
    }
    let row = 1 + request.lines.count
    frame.write("red", column: 0, row: row, style: red)
    frame.write("blue", column: 4, row: row, style: onBlue)
    for (index, line) in log.suffix(max(0, size.rows - row - 1)).enumerated() {
        frame.write(line, column: 0, row: row + 1 + index, style: .plain)
    }
    return frame
}

/// Returns the pictures that a key asks for; nil for other keys. Their bytes are numbers, which is enough for a
/// terminal that does not look at them.
func pictures(for key: Key) -> [TerminalPicture]? {
    func picture(_ number: Int, bytes: Int) -> TerminalPicture {
        TerminalPicture(
            identity: UInt64(number), width: 100, height: 80, bytes: (0..<bytes).map { UInt8(($0 * number) % 251) })
    }
    return switch key {
    case .character("0"): []
    case .character("1"): [picture(1, bytes: 5_000)]
    case .character("2"): [picture(2, bytes: 5_000)]
    case .character("3"): [picture(1, bytes: 5_000), picture(2, bytes: 5_000)]
    case .character("8"): [picture(8, bytes: 400_000)]
    case .character("9"): [picture(9, bytes: 400_000)]
    default: nil
    }
}

func describe(_ event: TerminalEvent) -> String {
    switch event {
    case .input(.paste(let bytes)) where bytes.count > 40: "paste of \(bytes.count)"
    case .input(.paste(let bytes)): "paste(\(String(decoding: bytes, as: UTF8.self).debugDescription))"
    case .input(.key(let key)): "key \(key)"
    case .input(.mouse(let mouse)): "mouse \(mouse.action) \(mouse.position.column),\(mouse.position.row)"
    case .input(.resize(let size)): "resize \(size.columns)x\(size.rows)"
    case .input(let input): "\(input)"
    case .background(let background): "\(background) background"
    case .pictures(let display): "pictures \(display == .cells ? "as cells" : "as they are")"
    default: "\(event)"
    }
}

/// Overflows the stack.
@inline(never)
func recurse(_ depth: Int) -> Int { depth == .max ? 0 : recurse(depth + 1) &+ depth }

func setCover(_ terminal: Terminal, _ size: Size) {
    terminal.setCover(
        Cover.frame(size: size, theme: .colorless),
        card: Cover.card(columns: size.columns, theme: .colorless, glyphs: .ascii))
}

func react(to key: Key, _ terminal: Terminal) {
    switch key {
    case .character("q"):
        terminal.close()
        exit(0)
    case .character("C"): fatalError("crashed on purpose")
    case .character("A"): abort()
    case .character("O"): print(recurse(0))
    case .character("c"): terminal.coverNow()
    case .character("z"): terminal.showPictures(.cells)
    case .character("n"): terminal.notify("done:\u{1b}]0;x\u{7}é", by: .osc9)
    case .character("b"): terminal.notify("done", by: .bell)
    case .character("L"):
        terminal.withTerminalReleased { _ = system("stty -a | grep -o ' -*icanon'; echo lent") }
    default: break
    }
}

func run() throws(TerminalError) {
    let request = Request(Array(CommandLine.arguments.dropFirst()))
    let terminal = try Terminal(request.options)
    terminal.stopsOnSuspend = request.stops
    var log: [String] = []
    var shown: [TerminalPicture] = []
    var covers = false
    var isCovered = false
    var hangs = false
    setCover(terminal, terminal.size)
    while true {
        if covers {
            terminal.draw(Cover.frame(size: terminal.size, theme: .colorless), isCover: true)
        } else if !isCovered {
            terminal.draw(frame(request, size: terminal.size, log: log, pictures: shown))
        }
        isCovered = false
        // From here on only the signal handlers can act.
        while hangs {}
        for event in terminal.nextEvents() {
            log.append(describe(event))
            switch event {
            case .input(.resize(let size)): setCover(terminal, size)
            case .input(.key(let key)):
                isCovered = key == .character("c")
                covers = key == .character("V")
                if request.options.pictures != .cells { shown = pictures(for: key) ?? shown }
                hangs = key == .character("H")
                react(to: key, terminal)
            case .terminate(let signal):
                terminal.close()
                exit(128 + signal)
            case .hangUp:
                terminal.close()
                exit(129)
            case .suspend where request.stops: terminal.stop()
            case .suspend:
                terminal.close()
                exit(0)
            case .stopRefused:
                // The cover stays until a key is pressed, which does nothing else.
                isCovered = true
                while isCovered {
                    for event in terminal.nextEvents() {
                        guard case .input(.key) = event else { continue }
                        log.append("uncovered")
                        isCovered = false
                    }
                }
            default: break
            }
        }
    }
}

do {
    try run()
} catch {
    let message = "\(error)\n"
    write(STDERR_FILENO, message, message.utf8.count)
    exit(error.exitCode)
}
