#pragma once
#include <expat.h>
#include <stddef.h>

/// Makes a parser of a UTF-8 document, whatever the document says of its encoding, that allocates `memory` bytes at
/// most; past them parsing ends with `XML_ERROR_NO_MEMORY`. NULL if there is not even memory for the parser.
///
/// A thread may have one such parser at a time, and has to free it itself.
XML_Parser sandglass_expat_create(size_t memory);
