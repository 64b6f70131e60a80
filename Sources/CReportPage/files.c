// The C preprocessor reads the files when this file is compiled.

#include "CReportPage.h"

// The compilers of Swift 6.2 and newer have #embed, and warn that it is an extension before C23.
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char script[] = {
#embed "page.js"
};
static const unsigned char style[] = {
#embed "page.css"
};

const schemaledger_report_file schemaledger_report_script = {script, sizeof script};
const schemaledger_report_file schemaledger_report_style = {style, sizeof style};
