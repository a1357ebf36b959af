// What differs between Linux and macOS, where only this file knows it.
//
// Rooms above import `System` alone: the C library comes through here (Darwin's has another name), and so do the calls of
// Linux that it lacks. A port to macOS has a `Platform+Darwin.swift` beside this file and a `CPlatform` of its own; it was
// never tried.

@_exported public import CPlatform
@_exported public import Glibc
@_exported public import SystemPackage
