import ContainerModel
import ContainerStore

/// The places and items that the user has marked in the open container.
struct Bookmarks: Sendable {
    var marks: [Unicode.Scalar: ContainerPath] = [:]
    /// The colours of tagged items.
    var tags: [ContainerPath: TagColor] = [:]

    init() {}

    /// Creates the bookmarks that are remembered of a container.
    init(_ memory: ContainerMemory) {
        tags = memory.tags.compactMapValues { TagColor(rawValue: $0) }
        for (letter, path) in memory.marks where letter.unicodeScalars.count == 1 {
            letter.unicodeScalars.first.map { marks[$0] = path }
        }
    }

    /// Gives items a colour, or takes it away.
    mutating func tag(
        _ paths: [ContainerPath], _ color: TagColor?, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        for path in paths { tags[path] = color }
        context.say("\(Pluralized.items(paths.count)) \(color.map { "tagged \($0.rawValue)" } ?? "without a tag")")
        return [.memory(.change(.tag(paths, color)))]
    }
}
