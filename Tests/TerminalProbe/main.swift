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
            default: lines.append(argument)
            }
        }
    }
}

let red = Style(foreground: .rgb(0xe0, 0x40, 0x30), attributes: .bold)
let onBlue = Style(foreground: .palette(3), background: .palette(4), attributes: [.underline, .reverse])

/// Returns the requested lines, a coloured line, and the events so far.
func frame(_ request: Request, size: Size, log: [String]) -> Frame {
    var frame = Frame(size: size)
    frame.write("probe \(size.columns)x\(size.rows)", column: 0, row: 0, style: .plain)
    for (index, line) in request.lines.enumerated() {
        frame.write(DisplayText(line), column: 0, row: 1 + index, style: .plain)
    }
    let row = 1 + request.lines.count
    frame.write("red", column: 0, row: row, style: red)
    frame.write("blue", column: 4, row: row, style: onBlue)
    for (index, line) in log.suffix(max(0, size.rows - row - 1)).enumerated() {
        frame.write(line, column: 0, row: row + 1 + index, style: .plain)
    }
    return frame
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
    var isCovered = false
    var hangs = false
    setCover(terminal, terminal.size)
    while true {
        if !isCovered { terminal.draw(frame(request, size: terminal.size, log: log)) }
        isCovered = false
        // From here on only the signal handlers can act.
        while hangs {}
        for event in terminal.nextEvents() {
            log.append(describe(event))
            switch event {
            case .input(.resize(let size)): setCover(terminal, size)
            case .input(.key(let key)):
                isCovered = key == .character("c")
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
