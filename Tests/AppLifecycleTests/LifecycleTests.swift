import AppLifecycle
import Testing

@Suite("The program's lifecycle")
struct LifecycleTests {
    /// All combinations of a state and whether the cover is shown.
    enum Situation: String, CaseIterable, Sendable {
        case notRunning, inactive, covered, active, background, suspended

        /// The events that lead there, with the default options.
        var events: [Lifecycle.Event] {
            switch self {
            case .notRunning: []
            case .inactive: [.launch]
            case .covered: [.launch, .ready, .focusLost]
            case .active: [.launch, .ready]
            case .background: [.launch, .ready, .suspend]
            case .suspended: [.launch, .ready, .suspend, .stopping]
            }
        }

        var state: Lifecycle.State { self == .covered ? .inactive : Lifecycle.State(rawValue: rawValue) ?? .notRunning }
    }

    static let events: [String: Lifecycle.Event] = [
        "launch": .launch, "ready": .ready, "focusLost": .focusLost, "focusGained": .focusGained, "key": .key,
        "cover": .cover, "idle": .idle, "suspend": .suspend, "stopping": .stopping,
        "resume": .resume(secondsAway: 60), "return": .resume(secondsAway: 61),
        "stopRefused": .stopRefused, "hangUp": .hangUp, "terminate": .terminate(signal: 15), "quit": .quit,
        "crash": .crash(signal: 9),
    ]

    static let actions: [String: Lifecycle.Action] = [
        "drawCover": .drawCover, "flush": .flush, "leaveScreen": .leaveScreen, "enterScreen": .enterScreen,
        "takeSnapshot": .takeSnapshot, "retireSnapshot": .retireSnapshot, "stop": .stop, "redraw": .redraw,
        "exit0": .exit(status: 0), "exit129": .exit(status: 129), "exit143": .exit(status: 143),
        "die9": .die(signal: 9),
    ]

    /// Every transition: the situation, the event, the next situation and the actions. All other events change nothing.
    static let table = """
        notRunning  launch      inactive
        inactive    ready       active
        inactive    focusLost   covered     drawCover flush
        inactive    focusGained active
        inactive    key         active
        inactive    cover       covered     drawCover flush
        inactive    idle        covered     drawCover flush
        inactive    suspend     background  drawCover flush leaveScreen takeSnapshot stop
        inactive    resume      active      enterScreen drawCover flush redraw retireSnapshot
        inactive    return      covered     enterScreen drawCover flush retireSnapshot
        inactive    stopRefused covered     enterScreen drawCover flush retireSnapshot
        inactive    hangUp      notRunning  drawCover flush leaveScreen retireSnapshot exit129
        inactive    terminate   notRunning  drawCover flush leaveScreen retireSnapshot exit143
        inactive    quit        notRunning  drawCover flush leaveScreen retireSnapshot exit0
        inactive    crash       notRunning  drawCover flush leaveScreen retireSnapshot die9
        covered     focusGained active      redraw
        covered     key         active      redraw
        covered     suspend     background  drawCover flush leaveScreen takeSnapshot stop
        covered     resume      active      enterScreen drawCover flush redraw retireSnapshot
        covered     return      covered     enterScreen drawCover flush retireSnapshot
        covered     stopRefused covered     enterScreen drawCover flush retireSnapshot
        covered     hangUp      notRunning  drawCover flush leaveScreen retireSnapshot exit129
        covered     terminate   notRunning  drawCover flush leaveScreen retireSnapshot exit143
        covered     quit        notRunning  drawCover flush leaveScreen retireSnapshot exit0
        covered     crash       notRunning  drawCover flush leaveScreen retireSnapshot die9
        active      focusLost   covered     drawCover flush
        active      cover       covered     drawCover flush
        active      idle        covered     drawCover flush
        active      suspend     background  drawCover flush leaveScreen takeSnapshot stop
        active      resume      active      enterScreen drawCover flush redraw retireSnapshot
        active      return      covered     enterScreen drawCover flush retireSnapshot
        active      stopRefused covered     enterScreen drawCover flush retireSnapshot
        active      hangUp      notRunning  drawCover flush leaveScreen retireSnapshot exit129
        active      terminate   notRunning  drawCover flush leaveScreen retireSnapshot exit143
        active      quit        notRunning  drawCover flush leaveScreen retireSnapshot exit0
        active      crash       notRunning  drawCover flush leaveScreen retireSnapshot die9
        background  stopping    suspended
        background  resume      active      enterScreen drawCover flush redraw retireSnapshot
        background  return      covered     enterScreen drawCover flush retireSnapshot
        background  stopRefused covered     enterScreen drawCover flush retireSnapshot
        background  hangUp      notRunning  exit129
        background  terminate   notRunning  exit143
        background  quit        notRunning  exit0
        background  crash       notRunning  die9
        suspended   resume      active      enterScreen drawCover flush redraw retireSnapshot
        suspended   return      covered     enterScreen drawCover flush retireSnapshot
        suspended   stopRefused covered     enterScreen drawCover flush retireSnapshot
        suspended   hangUp      notRunning  exit129
        suspended   terminate   notRunning  exit143
        suspended   quit        notRunning  exit0
        suspended   crash       notRunning  die9
        """

    struct Row: Sendable, CustomStringConvertible {
        var from: Situation
        var event: String
        var to: Situation
        var actions: [String]

        var description: String { "\(from), \(event)" }
    }

    /// The rows of the table, and one for each pair that it leaves out.
    static let rows: [Row] = {
        let written = table.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            return Row(
                from: Situation(rawValue: words[0])!, event: words[1], to: Situation(rawValue: words[2])!,
                actions: Array(words.dropFirst(3)))
        }
        let others = Situation.allCases.flatMap { from in
            events.keys.sorted().compactMap { event in
                written.contains { $0.from == from && $0.event == event }
                    ? nil : Row(from: from, event: event, to: from, actions: [])
            }
        }
        return written + others
    }()

    @Test("every event in every state follows the table", arguments: rows)
    func transition(row: Row) throws {
        var lifecycle = Lifecycle()
        for event in row.from.events { _ = lifecycle.handle(event) }
        #expect(lifecycle.state == row.from.state)
        let event = try #require(Self.events[row.event])
        let expected = try row.actions.map { try #require(Self.actions[$0]) }
        #expect(lifecycle.handle(event) == expected)
        #expect(lifecycle.state == row.to.state)
        if row.to != .notRunning {
            #expect(lifecycle.isCovered == [.covered, .background, .suspended].contains(row.to))
        }
    }

    @Test("the table has every situation and every event")
    func complete() {
        #expect(Self.rows.count == Situation.allCases.count * Self.events.count)
        #expect(Set(Self.rows.map(\.description)).count == Self.rows.count)
    }

    private func lifecycle(_ options: Lifecycle.Options) -> Lifecycle {
        var lifecycle = Lifecycle(options: options)
        _ = lifecycle.handle(.launch)
        _ = lifecycle.handle(.ready)
        return lifecycle
    }

    @Test("without the cover, only an explicit request covers, and the snapshot shows the content")
    func noCover() {
        for event in [Lifecycle.Event.focusLost, .idle] {
            var machine = lifecycle(Lifecycle.Options(coversScreen: false))
            #expect(machine.handle(event).isEmpty)
            #expect(machine.state == .inactive && !machine.isCovered)
            #expect(machine.handle(.key).isEmpty)
            #expect(machine.state == .active)
        }
        var machine = lifecycle(Lifecycle.Options(coversScreen: false))
        #expect(machine.handle(.suspend) == [.leaveScreen, .takeSnapshot, .stop])
        #expect(!machine.isCovered)
        #expect(machine.handle(.resume(secondsAway: 3_600)) == [.enterScreen, .redraw, .retireSnapshot])
        #expect(machine.handle(.stopRefused) == [.enterScreen, .redraw, .retireSnapshot])
        #expect(machine.handle(.cover) == [.drawCover, .flush])
        #expect(machine.isCovered)
        #expect(machine.handle(.quit) == [.leaveScreen, .retireSnapshot, .exit(status: 0)])
    }

    @Test("after a long time away only a key lifts the cover, and after a short one the focus does")
    func longAbsence() {
        for (seconds, isLong) in [(0, false), (60, false), (61, true), (.max, true)] {
            var machine = lifecycle(Lifecycle.Options())
            _ = machine.handle(.suspend)
            _ = machine.handle(.stopping)
            _ = machine.handle(.resume(secondsAway: seconds))
            #expect(machine.isCovered == isLong)
            _ = machine.handle(.focusLost)
            #expect(machine.isCovered)
            #expect(machine.handle(.focusGained) == (isLong ? [] : [.redraw]))
            #expect(machine.handle(.key) == (isLong ? [.redraw] : []))
            // From then on the focus counts again.
            _ = machine.handle(.focusLost)
            #expect(machine.handle(.focusGained) == [.redraw])
        }
    }

    @Test("losing focus changes nothing if that option is off")
    func noFocus() {
        var machine = lifecycle(Lifecycle.Options(coversOnFocusLoss: false))
        #expect(machine.handle(.focusLost).isEmpty)
        #expect(machine.state == .active && !machine.isCovered)
        #expect(machine.handle(.idle) == [.drawCover, .flush])
    }

    @Test("an app that exits on suspend is covered, leaves no snapshot and exits")
    func exitsOnSuspend() {
        var machine = lifecycle(Lifecycle.Options(exitsOnSuspend: true))
        #expect(machine.handle(.suspend) == [.drawCover, .flush, .leaveScreen, .retireSnapshot, .exit(status: 0)])
        #expect(machine.state == .notRunning)
    }

    @Test("a snapshot is taken between the cover and the stop, and kept only if the program ends while suspended")
    func snapshots() {
        var machine = lifecycle(Lifecycle.Options())
        let actions = machine.handle(.suspend)
        #expect(actions.firstIndex(of: .drawCover)! < actions.firstIndex(of: .takeSnapshot)!)
        #expect(actions.firstIndex(of: .takeSnapshot)! < actions.firstIndex(of: .stop)!)
        _ = machine.handle(.stopping)
        var ended = machine
        #expect(!ended.handle(.terminate(signal: 15)).contains(.retireSnapshot))
        #expect(machine.handle(.resume(secondsAway: 0)).contains(.retireSnapshot))
        #expect(machine.handle(.quit).contains(.retireSnapshot))
    }
}
