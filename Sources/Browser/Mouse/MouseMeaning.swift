/// What the mouse does: the lines of help about it.
package struct MouseMeaning: Hashable, Sendable {
    /// What is done with the mouse.
    package let gesture: String
    /// What follows, as a short title.
    package let meaning: String

    /// All gestures.
    package static let all = [
        MouseMeaning(
            gesture: "click", meaning: "Move the cursor; on a key's name, press it; on a column's title, sort"),
        MouseMeaning(
            gesture: "click on the path", meaning: "In the top line, go there; on the name or the actor, change it"),
        MouseMeaning(
            gesture: "click on RWDB", meaning: "Show what the badges mean, or reverse a listing sorted by them"),
        MouseMeaning(gesture: "double click", meaning: "Enter, open or choose"),
        MouseMeaning(gesture: "right click", meaning: "Show the actions for the item"),
        MouseMeaning(gesture: "wheel", meaning: "Scroll the pane or panel under the pointer"),
        MouseMeaning(gesture: "drag a border", meaning: "Change the widths of panes; a double click puts it back"),
        MouseMeaning(gesture: "Shift and mouse", meaning: "Select text: the terminal keeps that to itself"),
    ]
}
