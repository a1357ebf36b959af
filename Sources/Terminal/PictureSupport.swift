import Screen

/// How the terminal shows pictures: what the user wants, and what the terminal has said.
struct PictureSupport {
    /// The terminal's answer to the question whether it knows kitty's protocol.
    private enum Answer {
        /// The question is asked once there is a picture to show.
        case unasked
        case awaited
        case yes
        case no
    }

    /// What the user wants.
    var setting: PictureSetting
    /// Whether pictures can be anything but cells: the terminal understands ECMA-48, and is no multiplexer, which keeps
    /// pictures, or loses them, on its own.
    private let isPossible: Bool
    /// Whether the terminal may be asked.
    private let isAskable: Bool
    private var answer = Answer.unasked
    /// The questions that the terminal has not answered, each by its device attributes.
    private var openQuestions = 0

    init(_ setting: PictureSetting, _ traits: TerminalTraits) {
        self.setting = setting
        isPossible = traits.isECMA48 && !traits.isMultiplexer
        isAskable = traits.acceptsQueries
    }

    /// The protocol in use.
    var method: PictureSender.Method {
        guard isPossible else { return .cells }
        switch setting {
        case .auto: return answer == .yes ? .kitty : .cells
        case .kitty: return .kitty
        case .sixel: return .sixel
        case .iterm: return .iterm
        case .cells, .none: return .cells
        }
    }

    /// How pictures are to be made. As long as it is unknown whether the terminal shows them, they are made for that.
    /// - Parameter cell: The size of a cell.
    func display(on cell: CellPixels) -> PictureDisplay {
        switch setting {
        case .none: .none
        case .cells: .cells
        case _ where !isPossible: .cells
        case .auto: isAskable && answer != .no ? .png(cell) : .cells
        case .kitty, .iterm: .png(cell)
        case .sixel: .sixel(cell)
        }
    }

    /// Whether the terminal keeps pictures that it cannot be told to delete.
    var leavesPictures: Bool { method == .sixel || method == .iterm }

    /// Whether the terminal has to be asked before a frame is drawn.
    func mustAsk(for frame: Frame) -> Bool {
        setting == .auto && isPossible && isAskable && answer == .unasked && !frame.placements.isEmpty
    }

    /// Notes that the terminal was asked something.
    mutating func noteQuestion(forPictures: Bool) {
        openQuestions += 1
        if forPictures { answer = .awaited }
    }

    /// Takes an answer. One that comes after all other answers still counts, unless nothing was asked.
    mutating func receive(_ isSupported: Bool) {
        guard answer != .unasked else { return }
        answer = isSupported ? .yes : .no
    }

    /// Takes the device attributes, after which no other answer to the same question comes.
    mutating func receiveAttributes() {
        openQuestions = max(0, openQuestions - 1)
        if openQuestions == 0, answer == .awaited { answer = .no }
    }

    /// Notes that answers which were on their way were discarded.
    mutating func noteInterruption() {
        openQuestions = 0
        if answer == .awaited { answer = .unasked }
    }
}
