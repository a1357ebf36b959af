#pragma once
#include <expat.h>
#include <stddef.h>

/// Creates a parser that treats a document as UTF-8, whatever encoding it declares, and allocates at most `memory`
/// bytes. If that does not suffice, parsing ends with `XML_ERROR_NO_MEMORY`. Returns NULL if there is not enough memory
/// for the parser itself.
///
/// A thread may have only one such parser at a time, and must free the parser itself.
XML_Parser sandglass_expat_create(size_t memory);
