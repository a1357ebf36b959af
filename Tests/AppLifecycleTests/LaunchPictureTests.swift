import AppLifecycle
import Screen
import Testing

@Suite("The first picture of a launch")
struct LaunchPictureTests {
    private static let day: Int64 = 24 * 60 * 60
    private static let now: Int64 = 1_780_000_000
    private static let state = RestorationState(place: Array("Documents".utf8))

    /// A suspended session, and the picture of the next launch.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var age: Int64 = 60
        var ignores = false
        var hadRestoration = true
        var hasEnded = true
        var restoresState = true
        var expected: LaunchPicture
    }

    // container-rules.md, "Lifecycle, snapshots", sentence by sentence.
    static let cases = [
        Case(testDescription: "ended while suspended", expected: .snapshot),
        Case(testDescription: "14 days ago, to the second", age: 14 * day, expected: .snapshot),
        Case(testDescription: "a second longer", age: 14 * day + 1, expected: .launchScreen(.tooOld)),
        Case(testDescription: "the clock was put back", age: -day, expected: .snapshot),
        Case(testDescription: "to be ignored", ignores: true, expected: .launchScreen(.ignored)),
        Case(testDescription: "restoration off now", restoresState: false, expected: .launchScreen(.restorationOff)),
        Case(testDescription: "restoration off then", hadRestoration: false, expected: .launchScreen(.restorationOff)),
        Case(
            testDescription: "ignoring counts only while restoration is on", ignores: true, restoresState: false,
            expected: .launchScreen(.restorationOff)),
        Case(testDescription: "not ended", hasEnded: false, expected: .launchScreen(.stillSuspended)),
    ]

    @Test("a snapshot is shown only to a relaunch after an end while suspended", arguments: cases)
    func rule(_ given: Case) {
        let session = SuspendedSession(
            suspendedAt: Self.now &- given.age,
            ignoresSnapshot: given.ignores,
            restoration: given.hadRestoration ? Self.state : nil
        )
        let picture = LaunchPicture(
            after: session, hasEnded: given.hasEnded, restoresState: given.restoresState, now: Self.now)
        #expect(picture == given.expected)
    }

    @Test("the launch screen is shown if nothing was suspended")
    func nothing() {
        let picture = LaunchPicture(after: nil, hasEnded: true, restoresState: true, now: Self.now)
        #expect(picture == .launchScreen(.nothingSuspended))
    }

    @Test("times at the limits of their type do not trap", arguments: [Int64.min, .max])
    func extremes(time: Int64) {
        let session = SuspendedSession(suspendedAt: time, restoration: Self.state)
        let picture = LaunchPicture(after: session, hasEnded: true, restoresState: true, now: Self.now)
        #expect(picture == (time == .min ? .launchScreen(.tooOld) : .snapshot))
    }

    @Test("the state is restored if the snapshot is ignored, and not if it is too old")
    func restoration() {
        #expect(LaunchPicture.snapshot.restoresState)
        let restoring = LaunchPicture.Reason.allCases.filter { LaunchPicture.launchScreen($0).restoresState }
        #expect(restoring == [.ignored])
    }

    @Test("the launch screen shows only the program's name, at every size", arguments: [(1, 1), (20, 5), (200, 60)])
    func launchScreen(columns: Int, rows: Int) {
        let theme = Theme(
            name: "test", styles: [.cover: Style(attributes: .dim), .coverTitle: Style(attributes: .bold)])
        let frame = LaunchScreen.frame(size: Size(columns: columns, rows: rows), theme: theme)
        #expect(frame.size == Size(columns: columns, rows: rows))
        #expect(frame.cells.allSatisfy { $0.style == theme[.cover] || $0.style == theme[.coverTitle] })
        #expect("sandglass".hasPrefix(frame.text.trimming { $0.isWhitespace }))
    }
}

extension String {
    fileprivate func trimming(_ isBlank: (Character) -> Bool) -> String {
        let start = drop(while: isBlank)
        return String(start.prefix { !isBlank($0) })
    }
}
