/// A form in which something is shown, and what it is called there.
package struct ShownForm: Hashable, Sendable {
    /// The form.
    package let form: ViewForm
    /// Its name as displayed: a text that is decoded is the text itself.
    package let title: String

    package init(_ form: ViewForm, _ title: String) {
        self.form = form
        self.title = title
    }

    /// Returns the forms in which something looks different, in turn.
    /// - Parameter open: Returns a form; nil if there is none.
    static func all(_ open: (ViewForm) -> Preview?) -> [ShownForm] {
        var kinds: [ObjectIdentifier] = []
        var found: [ShownForm] = []
        for form in ViewForm.allCases {
            guard let content = open(form)?.content else { continue }
            let kind = ObjectIdentifier(type(of: content))
            guard !kinds.contains(kind) else { continue }
            kinds.append(kind)
            let title = content is TextContent ? "text" : content is HexContent ? "hex" : form.title
            found.append(ShownForm(form, title))
        }
        return found
    }
}
