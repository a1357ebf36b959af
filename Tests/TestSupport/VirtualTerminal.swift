// Exported because tests that import this module observe programs with it.
@_exported public import VirtualTerminal
