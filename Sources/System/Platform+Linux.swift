// The differences between Linux and macOS, as far as they can be confined to this file.
//
// Higher-level modules import only `System`, which re-exports the C library (Darwin's has another name) and the Linux
// calls that it lacks. A port to macOS would need a `Platform+Darwin.swift` next to this file and its own `CPlatform`;
// this has never been tried.

@_exported public import CPlatform
@_exported public import Glibc
@_exported public import SystemPackage
