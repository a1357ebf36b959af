import AppLifecycle
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Screen
import System
import TestSupport
import Testing

@testable import Browser

@Suite("Random events")
struct RandomEventTests {
    private static let keys: [Key] =
        Action.all.flatMap(\.keys).flatMap(\.keys)
        + [.function(5), .alt("x"), .control("z"), .delete, .insert, .tab, .escape, .enter, .escape, .enter]
        + "abfilroy0159/.é折\u{301}\u{202e}".unicodeScalars.map { .character($0) }

    /// Returns an event as it could come from a person or, late and out of turn, from a worker.
    private func event(_ scene: Scene, _ random: inout SeededGenerator) -> BrowserEvent {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<70: return .input(.key(Self.keys.randomElement(using: &random)!))
        case 70..<80:
            let actions: [MouseEvent.Action] = [.press, .doublePress, .scrollUp, .scrollDown]
            let place = Position(column: .random(in: 0..<210, using: &random), row: .random(in: 0..<70, using: &random))
            return .input(.mouse(MouseEvent(action: actions.randomElement(using: &random)!, position: place)))
        case 80..<87:
            let size = Size(columns: .random(in: 1...500, using: &random), rows: .random(in: 1...60, using: &random))
            return .input(.resize(size))
        case 87..<89: return .input(.paste((0..<8).map { _ in .random(in: .min ... .max, using: &random) }))
        case 89: return .input(.focusLost)
        case 90..<92: return .input(.focusGained)
        case 92: return .lifecycle(.resume(secondsAway: 30))
        case 93: return .settled
        case 95 where Bool.random(using: &random): return .failed("something\u{1b}[2J")
        case 95 where Bool.random(using: &random): return .opening(.failed("nothing\u{1b}[2J"))
        case 95 where Bool.random(using: &random):
            let meter = ProgressMeter()
            meter.expect(files: 0, bytes: .random(in: 0...1, using: &random))
            meter.add(files: .random(in: 0...1, using: &random), bytes: .random(in: .min ... .max, using: &random))
            return .opening(.progress(meter.progress))
        case 95: return .opening(.several(Bool.random(using: &random) ? World.candidates : []))
        case 96:
            let world: World = Bool.random(using: &random) ? .odd : .faulty
            return .opening(.opened(world.description, at: ContainerStart(directory: "Documents", entry: [0x66])))
        case 97:
            let error = FileTreeError(errno: EIO, operation: "read the directory", path: scene.path)
            return .directory(.failed(scene.state.panes.listing?.ticket ?? .none, scene.path ?? .root, error))
        case 94:
            let shown: Set = [ItemAddress(Scene.oddRoot, scene.path ?? .root), ItemAddress(.computer, "home/me")]
            return Bool.random(using: &random) ? .directory(.changed(shown)) : .directory(.watchBegun(shown))
        case 98: return Self.missing(scene) ?? .settled
        default:
            return .answered(
                QueryReply(scope: .container) { state in
                    state.browse { $0.goToPlace("Library/Caches", entry: Array("image 7.png".utf8), &$1) }
                })
        }
    }

    /// Returns an answer saying that an entry has vanished.
    private static func missing(_ scene: Scene) -> BrowserEvent? {
        guard let listing = scene.state.panes.listing,
            case .ask(let request as QueryRequest<DescribeQuery>) = scene.state.panes.describe([0], of: listing)
        else { return nil }
        return .answered(request.reply(.init(missing: [0])))
    }

    @Test(
        "no sequence of events makes the browser trap, and every frame has the size of the screen",
        arguments: 1...16 as ClosedRange<UInt64>)
    func fuzz(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var scene = Scene.opened(.odd, at: "Documents", ascii: seed % 4 == 0)
        var late: [BrowserEffect] = []
        for step in 0..<1_500 {
            scene.send(event(scene, &random))
            late += scene.takeEffects()
            // Answers come late, and some come in another order or never.
            while late.count > 4 || !late.isEmpty && Bool.random(using: &random) {
                let effect = late.remove(at: .random(in: late.indices, using: &random))
                if Int.random(in: 0..<20, using: &random) == 0 { continue }
                for event in scene.world.answers(to: effect) { scene.send(event) }
                late += scene.takeEffects().prefix(8)
            }
            guard step % 5 == 0 else { continue }
            let frame = scene.frame()
            guard frame.size == scene.state.screen.size, frame.cells.count == frame.size.columns * frame.size.rows
            else {
                Issue.record("a frame of \(frame.size) on a screen of \(scene.state.screen.size)")
                return
            }
            let isSafe = frame.cells.allSatisfy { cell in
                cell.isContinuation
                    || cell.base.value >= 0x20 && !(0x7f...0x9f).contains(cell.base.value)
                        && (seed % 4 != 0 || cell.base.isASCII)
            }
            guard isSafe else {
                Issue.record("not safe after step \(step):\n\(frame.text)")
                return
            }
            if let listing = scene.state.panes.listing {
                #expect(listing.cursor == 0 || listing.cursor < listing.order.count)
                #expect(listing.top >= 0 && listing.top <= listing.cursor)
            }
        }
    }

    @Test(
        "a frame that is drawn over the last one is the same as one that is drawn whole",
        arguments: 1...4 as ClosedRange<UInt64>)
    func redrawn(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var scene = Scene.opened(.odd, at: seed % 2 == 0 ? "Documents" : "Library/Caches")
        let moves: [KeySequence] = ["j", "k", "j", "3 j", "^d", "^u", "G", "g g"]
        for step in 0..<800 {
            if Int.random(in: 0..<4, using: &random) > 0 {
                scene.press(moves.randomElement(using: &random)!)
                if Bool.random(using: &random) { scene.send(.settled) }
            } else {
                scene.send(event(scene, &random))
                if Bool.random(using: &random) { scene.answer() }
            }
            let frame = scene.drawn()
            guard frame == scene.state.render() else {
                Issue.record("another frame after step \(step):\n\(frame.text)\n\(scene.state.render().text)")
                return
            }
        }
    }
}
