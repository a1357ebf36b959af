// Tests look at programs through it: who has the one has the other.
@_exported public import VirtualTerminal
