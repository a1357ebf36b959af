// Rooms that have not said yet that they stand on `System` get its `Descriptor` from here.
@_exported public import System
