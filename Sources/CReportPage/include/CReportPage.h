#pragma once

#include <stddef.h>

/// A file that a page contains, in UTF-8.
typedef struct {
  const unsigned char *bytes;
  size_t length;
} schemaledger_report_file;

/// page.js.
extern const schemaledger_report_file schemaledger_report_script;

/// page.css.
extern const schemaledger_report_file schemaledger_report_style;
