import Documents
import Previews
import Search

extension ContentsHit.Place {
    /// The place in the file or the value; nil for all of it.
    var target: PreviewTarget? {
        switch self {
        case .line(let number, let offset): number > 0 ? .textLine(number, offset: offset) : .offset(offset)
        case .offset(let offset): .offset(offset)
        case .value, .name: nil
        }
    }

    /// The form in which it is shown: bytes that are not text as such.
    var form: DocumentForm {
        if case .offset = self { .hex } else { .decoded }
    }
}

extension PreviewSpot {
    /// Creates the place of a hit.
    init(_ hit: ContentsHit, _ question: ContentsQuestion) {
        // What an expression has found is known; what else it would find is not.
        let search = question.isExpression ? nil : TextSearch(question.text)
        let found = String(decoding: hit.excerpt.bytes[hit.excerpt.match], as: UTF8.self)
        self.init(
            steps: hit.steps, form: hit.place.form, target: hit.place.target, text: search?.text ?? found,
            ignoresCase: search?.ignoresCase ?? false, byteCount: hit.encoding == nil ? hit.excerpt.match.count : 0)
    }
}
