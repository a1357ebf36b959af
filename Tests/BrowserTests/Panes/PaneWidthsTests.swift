import ContainerModel
import Screen
import Testing

@testable import Browser

@Suite("Widths of panes by their contents")
struct PaneWidthsTests {
    private func layout(_ columns: Int, places: Int = 45) -> Layout {
        Layout(size: Size(columns: columns, rows: 40), focus: .listing, wanted: Layout.Wanted(places: places))
    }

    @Test("at 200 columns a long name of a place is whole, beside its size, and the preview has its share")
    func wide() throws {
        let layout = layout(200)
        #expect(try #require(layout.places).columns == PlacesColumns.columns(names: 45, withSizes: true))
        #expect(try #require(layout.details).columns >= 80)
    }

    @Test(
        "sizes of places come before their names, and after names of 28 characters, all columns and a third for the preview",
        arguments: [(140, true), (160, true), (130, false)])
    func precedence(columns: Int, hasSizes: Bool) throws {
        let layout = layout(columns)
        let places = PlacesColumns(try #require(layout.places), names: 45, needsSizes: false, hasBorder: true)
        #expect((places.sizeColumns > 0) == hasSizes)
        let names = ListingColumns.columns(names: 28, withTime: true)
        #expect(try #require(layout.listing).columns >= names)
        #expect(try #require(layout.details).columns >= max(40, columns / 3))
    }

    @Test("what was found in contents can be read at 200 columns, if names of places are cut for it")
    func hits() throws {
        var wanted = Layout.Wanted(places: 45, names: 40)
        let names = Layout(size: Size(columns: 200, rows: 40), focus: .listing, wanted: wanted)
        wanted.hits = ListingColumns.usualHit
        let hits = Layout(size: Size(columns: 200, rows: 40), focus: .listing, wanted: wanted)
        #expect(try #require(names.listing).columns < 60)
        #expect(try #require(hits.listing).columns >= 80)
        #expect(try #require(hits.details).columns >= 80)
        #expect(try #require(hits.places).columns >= PlacesColumns.enough)
    }

    @Test("in sharing mode the head of the names is above them, and the title of the pane follows it")
    func heads() {
        var scene = Scene.opened(.odd, at: "Documents", columns: 80, rows: 24)
        scene.perform("S")
        let row = scene.frame().text.split(separator: "\n")[1]
        #expect(row.contains(#/^ name↑ . Documents +size RWDB +│ name↑ .*\/home\/me +size/#), "\(row)")
    }
}
