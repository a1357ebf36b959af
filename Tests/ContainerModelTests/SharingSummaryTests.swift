import ContainerModel
import Testing

@Suite("Sharing at a glance")
struct SharingSummaryTests {
    @Test(
        "the Finder needs one key, the Files app two, and a key that is missing is named",
        arguments: [
            (Answer.yes, Answer.yes, "Finder: yes · Files: yes"),
            (.yes, .no, "Finder: yes · Files: no, needs LSSupportsOpeningDocumentsInPlace"),
            (.yes, .unknown, "Finder: yes · Files: unknown, depends on LSSupportsOpeningDocumentsInPlace"),
            (.no, .yes, "Finder: no, needs UIFileSharingEnabled · Files: no, needs UIFileSharingEnabled"),
            (
                .unknown, .no,
                "Finder: unknown, depends on UIFileSharingEnabled · Files: no, needs UIFileSharingEnabled and "
                    + "LSSupportsOpeningDocumentsInPlace"
            ),
        ])
    func summary(fileSharing: Answer, openingInPlace: Answer, text: String) {
        var app = AppInfo()
        app[.fileSharing] = fileSharing
        app[.openingInPlace] = openingInPlace
        #expect(SharingSummary(of: app).text == text)
    }
}
