#pragma once

#include <stddef.h>

/// A page or another file of Docs as it is in the repository, in UTF-8.
typedef struct {
  /// The path below Docs, such as `Rules/SL412.md`.
  const char *path;
  const unsigned char *bytes;
  size_t length;
} schemaledger_page;

/// The number of pages.
extern const size_t schemaledger_page_count;

/// A page by its index. A C array without a length has no type in Swift, so that this is a function.
const schemaledger_page *schemaledger_page_at(size_t index);

/// The number of JSON Schemas.
extern const size_t schemaledger_schema_count;

/// A JSON Schema by its index.
const schemaledger_page *schemaledger_schema_at(size_t index);
