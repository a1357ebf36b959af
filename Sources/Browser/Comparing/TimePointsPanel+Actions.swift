import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import Screen
import TimePoints

/// Keeping states of containers as time points, and what is done with them.
extension TimePointsPanel {
    /// Lists the time points.
    static func show(in state: inout BrowserState) -> [BrowserEffect] {
        state.open(TimePointsPanel())
        return [read()]
    }

    /// Reads the time points again.
    static func read() -> BrowserEffect {
        .ask(TimePointsQuery()) { points, state in
            state.opening.timePoints = points
            // A list that has become shorter may have lost the row under the cursor.
            state.movePanel(by: 0)
            return []
        }
    }

    /// The time points of a container or its app, the latest first.
    static func points(of container: ContainerDescription, _ state: BrowserState) -> [TimePointStore.Point] {
        (state.opening.timePoints ?? []).reversed().filter { $0.isOf(container) }
    }

    /// The container that is kept and restored: that of the side with the focus.
    static func container(_ state: BrowserState) -> ContainerDescription? {
        state.container(on: state.panes.side) ?? state.container
    }

    /// Asks for the name of a time point of the container.
    static func askForName(in state: inout BrowserState) -> [BrowserEffect] {
        guard let container = container(state) else { return [] }
        guard TimePointPath.spelling(of: container.hostPath.bytes) == nil else {
            state.say("it is already a time point", isError: true)
            return []
        }
        state.panels.current = nil
        state.panels.prompt = Prompt(.timePointName(container.root))
        return []
    }

    /// Asks for the note about a time point, once its name is one; the prompt opens again with a name that is not.
    fileprivate static func askForNote(
        _ root: Root, _ prompt: Prompt, in state: inout BrowserState
    ) -> [BrowserEffect] {
        if !prompt.bytes.isEmpty, prompt.bytes != [UInt8(ascii: "@")] {
            let name: String
            do throws(TimePointError) {
                name = try TimePointKeeper.name(given: prompt.bytes)
            } catch {
                return state.correct(prompt, error.message)
            }
            guard state.opening.timePoints?.contains(where: { $0.name == name }) != true else {
                return state.correct(prompt, "the time point \(name) already exists")
            }
        }
        state.panels.prompt = Prompt(.timePointNote(root, name: prompt.bytes))
        return []
    }

    /// Returns the name of a time point that was entered with or without `@`.
    private static func name(_ written: [UInt8]) -> String {
        String(decoding: written.first == UInt8(ascii: "@") ? written.dropFirst() : written[...], as: UTF8.self)
    }

    /// Keeps a container as it is now.
    /// - Parameters:
    ///   - written: The name, with or without `@`; empty for one of the app's name and the time.
    ///   - note: What is said about the time point; may be empty.
    fileprivate static func keep(
        _ root: Root, as written: [UInt8], note: [UInt8], in state: inout BrowserState
    ) -> [BrowserEffect] {
        let name = name(written)
        state.say("keeping; \(state.keys.key("tasks")) shows the progress")
        return [
            .ask(
                KeepQuery(name: name.isEmpty ? nil : name, note: String(decoding: note, as: UTF8.self)),
                for: .background, about: root
            ) { kept, state in
                state.say(
                    "kept as @\(state.screen.display(kept.name.utf8)): \(kept.header.sentence)\(groups(in: kept)); "
                        + "\(state.keys.key("time-points")) lists time points, \(state.keys.key("compare-container")) compares"
                )
                let problems = kept.all.flatMap { point in
                    point.problems.first.map {
                        "\(point.name == kept.name ? "" : "@\(point.name)/")"
                            + "\(String(decoding: $0.path.bytes, as: UTF8.self)): \($0.reason)"
                    }
                }
                if !problems.isEmpty || !kept.missing.isEmpty {
                    let count = kept.all.reduce(kept.missing.count) { $0 + $1.problems.count }
                    state.report("Not kept as found: \(Pluralized.items(count))", kept.missing + problems)
                }
                return [read()]
            }
        ]
    }

    /// Says with how many groups an app was kept.
    private static func groups(in kept: KeptTimePoint) -> String {
        switch kept.parts.count {
        case 0: ""
        case 1: ", with its group"
        case let count: ", with its \(count) groups"
        }
    }

    /// Removes a time point.
    static func remove(_ point: TimePointStore.Point) -> [BrowserEffect] {
        [
            .ask(TimePointRemovalQuery(point.name), for: .background) { freed, state in
                state.say("removed @\(state.screen.display(point.name.utf8)): \(ByteCount.short(freed)) freed")
                return [read()]
            }
        ]
    }

    /// Opens a time point in order to restore the container from it.
    static func restore(from point: TimePointStore.Point, in state: inout BrowserState) -> [BrowserEffect] {
        guard let container = container(state) else { return [] }
        guard !state.options.isReadOnly else { return state.refuseChange() }
        guard point.hostPath != container.hostPath.bytes else {
            state.say("it is the container on the screen; open the one to be restored first", isError: true)
            return []
        }
        return [.opening(.aside(point.hostPath, for: .restoring(container.root)))]
    }
}

extension Prompt.Purpose {
    /// The name of a time point of a container.
    static func timePointName(_ root: Root) -> Prompt.Purpose {
        Prompt.Purpose(
            "time-point-name", "name of the time point (empty: the app and the time): ", takesEmpty: true
        ) { TimePointsPanel.askForNote(root, $0, in: &$1) }
    }

    /// A note about a time point of a container, whose name was entered before.
    static func timePointNote(_ root: Root, name: [UInt8]) -> Prompt.Purpose {
        Prompt.Purpose("time-point-note", "note about the time point (may be empty): ", takesEmpty: true) {
            TimePointsPanel.keep(root, as: name, note: $0.bytes, in: &$1)
        }
    }
}

extension TimePointManifest.Header {
    /// "12 files, 4 directories, 31 KB".
    var sentence: String {
        [
            Pluralized.files(files), Pluralized.directories(directories), links == 0 ? nil : Pluralized.links(links),
            ByteCount.short(bytes),
        ].compactMap(\.self).joined(separator: ", ")
    }
}
