import ArgumentParser
import ContainerModel
import ContainerStore
import Inspection
import Reports
import Screen

struct DevicesCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the devices on cables, or their apps.",
        discussion: """
            For each device: its name, model, system and UDID, and whether its files can be reached: ready, locked or \
            not trusted, with what to do on the device. With --apps, for each app: its name, identifier and version, \
            and what can be opened: the container (of apps that are signed for development), Documents alone (of apps \
            with UIFileSharingEnabled), or nothing, with the reason.

            An app is opened by its address, as in `sandglass device:com.example.notes`; with several devices, \
            device:UDID/com.example.notes. `sandglass help devices` says what has to be installed.

              sandglass devices
              sandglass devices --apps --json | jq -r 'select(.access != "nothing").address'
            """
    )

    @Flag(help: "List the apps of the devices.")
    var apps = false

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func perform() throws {
        let devices = try ConnectedDevice.all()
        guard !devices.isEmpty else { throw Failure(DeviceError.noDevice) }
        try apps ? Self.listApps(of: devices.map(\.identifier), json: json) : Self.list(devices, json: json)
    }

    private static func list(_ devices: [ConnectedDevice], json: Bool) throws {
        if json { return try write(try devices.map { try JSONReport.line(DeviceReport($0)) }) }
        let rows = devices.map { device in
            let state = [device.state.rawValue, device.state.advice].compactMap { $0 }.joined(separator: ": ")
            return [device.name ?? "?", device.model ?? "?", device.system ?? "?", device.identifier, state]
        }
        try write(tableLines([["NAME", "MODEL", "SYSTEM", "UDID", "STATE"]] + rows))
    }

    /// Lists the apps of devices.
    /// - Throws: `Failure` for the last device whose apps cannot be listed, when the others have been.
    static func listApps(of devices: [String], json: Bool) throws {
        var failures = LastFailure()
        for (index, device) in devices.enumerated() {
            try failures.noting {
                let apps: [DeviceApp]
                do throws(DeviceError) {
                    apps = try DeviceApp.all(on: device)
                } catch {
                    throw Failure(error, at: device)
                }
                if json { return try write(try apps.map { try JSONReport.line(AppReport($0, on: device)) }) }
                if devices.count > 1 {
                    try writeLine((index == 0 ? "" : "\n") + "device:\(DisplayText(device)):")
                }
                guard !apps.isEmpty else { return }
                let titles = ["NAME", "IDENTIFIER", "VERSION", "CAN BE OPENED", "REASON"]
                let rows = apps.map {
                    [$0.name, $0.identifier, $0.info.release ?? "?", $0.access.rawValue, $0.access.reason]
                }
                try write(tableLines([titles] + rows))
            }
        }
        try failures.end()
    }

    private static func write(_ lines: [String]) throws {
        var output = Output()
        for line in lines { try output.line(line) }
        try output.flush()
    }

    /// A device as `devices --json` prints it.
    private struct DeviceReport: Encodable {
        let udid: String
        let name: String?
        let model: String?
        let system: String?
        let state: String
        let advice: String?
        let address: String

        init(_ device: ConnectedDevice) {
            udid = device.identifier
            name = device.name
            model = device.model
            system = device.system
            state = device.state.rawValue
            advice = device.state.advice
            address = String(decoding: DeviceAddress(device: device.identifier).spelling, as: UTF8.self)
        }
    }

    /// An app as `devices --apps --json` prints it.
    private struct AppReport: Encodable {
        let device: String
        let identifier: String
        let name: String
        let version: String?
        let build: String?
        let access: String
        let reason: String
        let address: String

        init(_ app: DeviceApp, on device: String) {
            self.device = device
            identifier = app.identifier
            name = app.name
            (version, build) = (app.info.version, app.info.build)
            access = app.access.rawValue
            reason = app.access.reason
            address = String(decoding: DeviceAddress(device: device, app: app.identifier).spelling, as: UTF8.self)
        }
    }
}
