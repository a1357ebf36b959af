extension HelpTopic {
    /// All containers of a device, joined into apps.
    static let devices = HelpTopic(
        "devices", "Devices", summary: "Devices on cables, device copies and simulators, by app.",
        text: """
            # Devices on cables

            `sandglass devices` lists the iPhones and iPads that are plugged in, and `devices --apps` their apps with
            what can be opened of each:

            container :: all data of an app that is signed for development, as Xcode installs it
            Documents :: of an app with UIFileSharingEnabled, as the Finder shows it, and nothing else
            nothing :: of any other app

            An app is opened by its address, in every command and in the browser:

            device: :: the only device: a choice of its apps; with several devices, a choice of these
            device:UDID :: one of several devices
            device:com.example.notes :: an app of the only device
            device:UDID/com.example.notes/Documents/a.txt :: an item of an app of one device

            $ sandglass devices :: List the devices (69 if there is none).
            $ sandglass ls device:com.example.notes/Documents :: List a directory of an app (69 if there is no device).

            The start screen lists devices, too, as does `c`, and notices when one is plugged in.

            # What has to be installed

            On Debian: `apt-get install usbmuxd ifuse libimobiledevice-utils ideviceinstaller fuse3`. usbmuxd comes \
            with a
            udev rule that starts it when a device is plugged in, and gives it the right to talk to USB devices; no user
            needs that right. In a container (Docker, Podman), add `--device /dev/fuse --cap-add SYS_ADMIN`, and share
            /var/run/usbmuxd.

            The first time, unlock the device and answer Trust This Computer? with Trust; that needs its passcode. After
            a restart of the device, its passcode has to be entered once before apps can be opened. Since iOS 17, many
            developer services have moved to another protocol; the two that are used here (house_arrest and AFC) still
            answer as before. A device that is not ready is one of these:

            locked :: its passcode was not entered since it started
            not trusted :: it waits for the answer to Trust This Computer?
            trust denied :: the answer was Don't Trust: plug it in again, and answer anew
            not paired :: the device or this computer has no pairing record: run `idevicepair pair`
            no answer :: unlock it, and plug it in again

            If `idevicepair pair` has no effect, usbmuxd cannot keep its pairing records in /var/lib/lockdown.

            # How an app is mounted

            ifuse mounts the app below `$XDG_RUNTIME_DIR/sandglass`, which only you can enter. Processes share a mount,
            and the last one unmounts it. The next start of sandglass unmounts what a killed process or a pulled
            cable has left. While nothing is read, the device is left alone. One mount serves one request
            after another: while many files are imported or exported, the app is mounted up to three
            more times.

            A device reports names, sizes, times and contents. Mode, owner, exclusion from backups and protection
            class are
            unknown: they are shown as `?`, `hash` leaves them out, and the badges follow the rules alone. Symbolic
            links
            cannot be made: import what they lead to. The facts about the app come from the device: sharing, document
            types, whether it exits when suspended.

            # Changes on a device, and cut cables

            A file written to a device is read back and compared before it gets its name; `--no-verify` skips
            that. Deleted and replaced items go to this computer's trash. If the cable is cut, no file is left
            half written under its name; the next start with the device completes the operation or rolls it back, and
            without the device it waits. A refusal by the device is reported as such: "the device does not permit it".
            It gives no reason for directories that it does not list.

            # Everything before a phone is erased

            `sandglass export device: --to phone --documents` copies the Documents of every app that shares them below
            the app's name. The same command continues after an interruption, and `--check` compares. `sandglass backup
            device: backups` makes a backup as the Finder does, with `idevicebackup2`.

            All of this was tested with a simulated device that speaks the protocols, never with a phone.

            # Copies of devices

            A copy of a device's files, such as a full file system image or a copy from a jailbroken device, opens at
            any level: above `private`, or at `private/var`, `var`, `mobile`, `Containers` or `containers`. So does a
            simulator device, and an image in a `.tar` or `.zip` without unpacking it. The containers are joined into
            apps:

              $ sandglass apps phone
              NAME       IDENTIFIER                VERSION  KIND             …   SIZE  …
              device copy · ~/phone/private/var:
              Camera     com.example.camera        7        2 containers        626 B
                data     com.example.camera                 data container      123 B
                bundle   com.example.camera                 bundle container    503 B
              Notes      com.example.notes         2.1      5 containers       2.0 KB
                data     com.example.notes                  data container     1.1 KB
                bundle   com.example.notes                  bundle container    717 B
                plug-in  com.example.notes.widget           data container      129 B
                plug-in  org.vendor.share                   data container      121 B
                iCloud   iCloud.com.example.notes           iCloud container      0 B

            Each row also has the time of the last change and the path, and before the size whether the Finder and the
            Files app show the app's Documents: `Finder, Files`, `no`, or `?` without the app's Info.plist. A group \
            that several apps share comes after the
            apps, as "shared by 2 apps". In JSON, there is an object for each container, and `app` joins them.

            $ sandglass apps --json phone :: List the containers for a script.

            # Copies in the browser

            `sandglass phone` offers the apps, with sizes and last changes as they are counted. The tree of the app that
            you choose contains its other containers as well; `Enter` there opens one, in a tree that stays the same:

              ▾ Places                            │ name↑                 size  RWDB
               ▾ Data              1.1 KB R··B    │ Documents/         1000 B  RW·B
                 ▾ Documents       1000 B RW·B    │ Library/              0 B  RW·B
                     Inbox         absent R··B    │ tmp/                  0 B  RWD·
                 ▾ Library            0 B RW·B    │
                   tmp                0 B RWD·    │
               ▸ Bundle · Notes.…         R···    │
               ▸ App group · gro…         RW·B    │
               ▸ Plug-in · com.e…         R··B    │
               ▸ iCloud · iCloud…         RWD-    │

            # Which app a container belongs to

            The container's metadata names the app, or else the home screen's database (`applicationState.db`, read with
            its log and without changing a byte). A plug-in belongs to the app whose identifier is a prefix of the
            plug-in's, or whose bundle has it in `PlugIns`. A group or an iCloud container belongs to the apps whose
            entitlements list it: the entitlements that the provisioning profile grants or, in apps from the App Store,
            those that the executable was signed with. Without either, the name decides: `group.com.example.tide`
            belongs to `com.example.tide`.

            # Limits

            - Without the apps' bundles, a group with an unrelated name is listed as shared by no known app.
            - A copy that consists of `Containers` alone cannot be told from a simulator's.
            - Copies that end in `Library/Mobile Documents`, or that list only part of the containers, are joined as far
            as they go.
            """)
}
