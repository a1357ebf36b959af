package import Documents

/// A form in which something is shown, and the name of the form on screen.
package struct ShownForm: Hashable, Sendable {
    /// The form.
    package let form: DocumentForm
    /// Its name as displayed: a text that is decoded is the text itself.
    package let title: String

    package init(_ form: DocumentForm, _ title: String) {
        self.form = form
        self.title = title
    }

    /// Returns the forms in which something looks different, in turn.
    /// - Parameter open: Returns a form; nil if there is none.
    package static func all(_ open: (DocumentForm) -> Document?) -> [ShownForm] {
        var shapes: [Document.Shape] = []
        var found: [ShownForm] = []
        for form in DocumentForm.allCases {
            guard let shape = open(form)?.contents.shape, !shapes.contains(shape) else { continue }
            shapes.append(shape)
            let title = shape == .text ? DocumentForm.text.title : shape == .bytes ? DocumentForm.hex.title : form.title
            found.append(ShownForm(form, title))
        }
        return found
    }
}
