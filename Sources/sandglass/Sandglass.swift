import ArgumentParser

@main
struct Sandglass: ParsableCommand {
    func run() throws { print("hello") }
}
