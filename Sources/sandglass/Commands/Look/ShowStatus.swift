import Documents

/// The exit status of `show`, by the forms that were asked for and the state of the contents.
enum ShowStatus {
    /// What was asked for.
    enum Request: Hashable, CaseIterable {
        /// The stored bytes, whatever they mean: `--as text`, `hex` or `raw`.
        case stored
        /// The decoded contents in the form that suits them best: no `--as`.
        case decoded
        /// A form of the decoded contents, or a table: any other `--as`, `--table`.
        case named

        init(_ form: ShowCommand.Form?) {
            switch form {
            case .text?, .hex?, .raw?: self = .stored
            case nil: self = .decoded
            case .tree?, .table?, .csv?, .json?, .xml?: self = .named
            }
        }
    }

    /// The state of what was asked for.
    enum Finding: Hashable, CaseIterable {
        /// All of it is written.
        case whole
        /// It is too large to be decoded, or of an unknown variant, and is written as text or bytes, with a remark.
        case undecoded
        /// It is damaged, and is written as text or bytes.
        case damaged
        /// A part of it is missing or damaged.
        case incomplete
        /// It does not have the form.
        case otherForm
        /// There is no such file, value or table.
        case absent
    }

    /// What is a failure, and with which status; anything else is success.
    private static let failures: [(requests: Set<Request>, finding: Finding, status: Failure.Status)] = [
        ([.decoded, .named], .damaged, .data),
        ([.decoded, .named], .incomplete, .data),
        ([.named], .otherForm, .data),
        ([.stored, .decoded, .named], .absent, .noInput),
    ]

    /// Returns the status; nil for success.
    static func status(of request: Request, _ finding: Finding) -> Failure.Status? {
        failures.first { $0.requests.contains(request) && $0.finding == finding }?.status
    }
}

extension Document {
    /// The findings about the document before its contents are read, each with the reason, without a full stop.
    var findings: [(finding: ShowStatus.Finding, reason: String)] {
        failures.map { failure in
            (finding: failure.isDamage ? ShowStatus.Finding.damaged : .undecoded, reason: failure.reason)
        } + (losses + repairs).map { (finding: .incomplete, reason: $0) }
    }
}
