import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import Screen
import TimePoints

/// Time points: kept states of containers.
extension BrowserState {
    /// Lists the time points.
    mutating func showTimePoints() -> [BrowserEffect] {
        open(TimePointsPanel())
        return [readTimePoints()]
    }

    /// Reads the time points again.
    func readTimePoints() -> BrowserEffect {
        .ask(TimePointsQuery()) { points, state in
            state.opening.timePoints = points
            // A list that has become shorter may have lost the row under the cursor.
            state.movePanel(by: 0)
            return []
        }
    }

    /// The time points of a container or its app, the latest first.
    func timePoints(of container: ContainerDescription) -> [TimePointStore.Point] {
        (opening.timePoints ?? []).reversed().filter { $0.isOf(container) }
    }

    /// The container that is kept and restored: that of the side with the focus.
    var keptContainer: ContainerDescription? { container(on: panes.side) ?? container }

    /// Asks for the name of a time point of the container.
    mutating func askForTimePoint() -> [BrowserEffect] {
        guard let container = keptContainer else { return [] }
        guard TimePointPath.spelling(of: container.hostPath.bytes) == nil else {
            say("it is already a time point", isError: true)
            return []
        }
        panels.current = nil
        panels.prompt = Prompt(.timePointName(container.root))
        return []
    }

    /// Asks for the note about a time point, once its name is one; the prompt opens again with a name that is not.
    mutating func askForNote(_ root: Root, _ prompt: Prompt) -> [BrowserEffect] {
        if !prompt.bytes.isEmpty, prompt.bytes != [UInt8(ascii: "@")] {
            let name: String
            do throws(TimePointError) {
                name = try TimePointKeeper.name(given: prompt.bytes)
            } catch {
                return correct(prompt, error.message)
            }
            guard opening.timePoints?.contains(where: { $0.name == name }) != true else {
                return correct(prompt, "the time point \(name) already exists")
            }
        }
        panels.prompt = Prompt(.timePointNote(root, name: prompt.bytes))
        return []
    }

    /// Returns the name of a time point that was entered with or without `@`.
    private static func timePointName(_ written: [UInt8]) -> String {
        String(decoding: written.first == UInt8(ascii: "@") ? written.dropFirst() : written[...], as: UTF8.self)
    }

    /// Keeps a container as it is now.
    /// - Parameters:
    ///   - written: The name, with or without `@`; empty for one of the app's name and the time.
    ///   - note: What is said about the time point; may be empty.
    mutating func keep(_ root: Root, as written: [UInt8], note: [UInt8]) -> [BrowserEffect] {
        let name = Self.timePointName(written)
        say("keeping; \(keys.key("tasks")) shows the progress")
        return [
            .ask(
                KeepQuery(name: name.isEmpty ? nil : name, note: String(decoding: note, as: UTF8.self)),
                for: .background, about: root
            ) { kept, state in
                state.say(
                    "kept as @\(state.screen.display(kept.name.utf8)): \(kept.header.sentence); "
                        + "\(state.keys.key("time-points")) lists time points, \(state.keys.key("compare-container")) compares"
                )
                if !kept.problems.isEmpty {
                    let lines = kept.problems.first.map {
                        "\(String(decoding: $0.path.bytes, as: UTF8.self)): \($0.reason)"
                    }
                    state.report("Not kept as found: \(Pluralized.items(kept.problems.count))", lines)
                }
                return [state.readTimePoints()]
            }
        ]
    }

    /// Removes a time point.
    mutating func remove(_ point: TimePointStore.Point) -> [BrowserEffect] {
        [
            .ask(TimePointRemovalQuery(point.name), for: .background) { freed, state in
                state.say("removed @\(state.screen.display(point.name.utf8)): \(ByteCount.short(freed)) freed")
                return [state.readTimePoints()]
            }
        ]
    }

    /// Opens a time point in order to restore the container from it.
    mutating func restore(from point: TimePointStore.Point) -> [BrowserEffect] {
        guard let container = keptContainer else { return [] }
        guard !options.isReadOnly else { return refuseChange() }
        guard point.hostPath != container.hostPath.bytes else {
            say("it is the container on the screen; open the one to be restored first", isError: true)
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
        ) { $1.askForNote(root, $0) }
    }

    /// A note about a time point of a container, whose name was entered before.
    static func timePointNote(_ root: Root, name: [UInt8]) -> Prompt.Purpose {
        Prompt.Purpose("time-point-note", "note about the time point (may be empty): ", takesEmpty: true) {
            $1.keep(root, as: name, note: $0.bytes)
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
