// Written by .ci/manual-pages. The C preprocessor reads each page when this file is compiled.

#include "CManual.h"

// The compilers of Swift 6.2 and newer have #embed, and warn that it is an extension before C23.
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_AppModels[] = {
#embed "../../Docs/AppModels.md"
};
static const unsigned char page_Architecture[] = {
#embed "../../Docs/Architecture.md"
};
static const unsigned char page_BadInput[] = {
#embed "../../Docs/BadInput.md"
};
static const unsigned char page_Changelog[] = {
#embed "../../Docs/Changelog.md"
};
static const unsigned char page_Configuration[] = {
#embed "../../Docs/Configuration.md"
};
static const unsigned char page_ContinuousIntegration[] = {
#embed "../../Docs/ContinuousIntegration.md"
};
static const unsigned char page_CoreDataModels[] = {
#embed "../../Docs/CoreDataModels.md"
};
static const unsigned char page_Decisions[] = {
#embed "../../Docs/Decisions.md"
};
static const unsigned char page_EntryFormat[] = {
#embed "../../Docs/EntryFormat.md"
};
static const unsigned char page_Findings[] = {
#embed "../../Docs/Findings.md"
};
static const unsigned char page_Guide[] = {
#embed "../../Docs/Guide.md"
};
static const unsigned char page_Hooks[] = {
#embed "../../Docs/Hooks.md"
};
static const unsigned char page_Install[] = {
#embed "../../Docs/Install.md"
};
static const unsigned char page_Limits[] = {
#embed "../../Docs/Limits.md"
};
static const unsigned char page_ManyFiles[] = {
#embed "../../Docs/ManyFiles.md"
};
static const unsigned char page_ManyMachines[] = {
#embed "../../Docs/ManyMachines.md"
};
static const unsigned char page_Performance[] = {
#embed "../../Docs/Performance.md"
};
static const unsigned char page_Population[] = {
#embed "../../Docs/Population.md"
};
static const unsigned char page_Profiles[] = {
#embed "../../Docs/Profiles.md"
};
static const unsigned char page_QuickStart[] = {
#embed "../../Docs/QuickStart.md"
};
static const unsigned char page_Recipes[] = {
#embed "../../Docs/Recipes.md"
};
static const unsigned char page_Reports[] = {
#embed "../../Docs/Reports.md"
};
static const unsigned char page_Rows[] = {
#embed "../../Docs/Rows.md"
};
static const unsigned char page_SchemaIdentity[] = {
#embed "../../Docs/SchemaIdentity.md"
};
static const unsigned char page_Scrubbing[] = {
#embed "../../Docs/Scrubbing.md"
};
static const unsigned char page_Seals[] = {
#embed "../../Docs/Seals.md"
};
static const unsigned char page_Sources[] = {
#embed "../../Docs/Sources.md"
};
static const unsigned char page_StoreLayout[] = {
#embed "../../Docs/StoreLayout.md"
};
static const unsigned char page_SwiftPackages[] = {
#embed "../../Docs/SwiftPackages.md"
};
static const unsigned char page_Tampering[] = {
#embed "../../Docs/Tampering.md"
};
static const unsigned char page_Waivers[] = {
#embed "../../Docs/Waivers.md"
};
static const unsigned char page_Rules_README[] = {
#embed "../../Docs/Rules/README.md"
};
static const unsigned char page_Rules_SL400[] = {
#embed "../../Docs/Rules/SL400.md"
};
static const unsigned char page_Rules_SL401[] = {
#embed "../../Docs/Rules/SL401.md"
};
static const unsigned char page_Rules_SL402[] = {
#embed "../../Docs/Rules/SL402.md"
};
static const unsigned char page_Rules_SL403[] = {
#embed "../../Docs/Rules/SL403.md"
};
static const unsigned char page_Rules_SL404[] = {
#embed "../../Docs/Rules/SL404.md"
};
static const unsigned char page_Rules_SL405[] = {
#embed "../../Docs/Rules/SL405.md"
};
static const unsigned char page_Rules_SL406[] = {
#embed "../../Docs/Rules/SL406.md"
};
static const unsigned char page_Rules_SL407[] = {
#embed "../../Docs/Rules/SL407.md"
};
static const unsigned char page_Rules_SL408[] = {
#embed "../../Docs/Rules/SL408.md"
};
static const unsigned char page_Rules_SL409[] = {
#embed "../../Docs/Rules/SL409.md"
};
static const unsigned char page_Rules_SL411[] = {
#embed "../../Docs/Rules/SL411.md"
};
static const unsigned char page_Rules_SL412[] = {
#embed "../../Docs/Rules/SL412.md"
};
static const unsigned char page_Rules_SL413[] = {
#embed "../../Docs/Rules/SL413.md"
};
static const unsigned char page_Rules_SL414[] = {
#embed "../../Docs/Rules/SL414.md"
};
static const unsigned char page_Rules_SL415[] = {
#embed "../../Docs/Rules/SL415.md"
};
static const unsigned char page_Rules_SL416[] = {
#embed "../../Docs/Rules/SL416.md"
};
static const unsigned char page_Rules_SL417[] = {
#embed "../../Docs/Rules/SL417.md"
};
static const unsigned char page_Rules_SL418[] = {
#embed "../../Docs/Rules/SL418.md"
};
static const unsigned char page_Rules_SL419[] = {
#embed "../../Docs/Rules/SL419.md"
};
static const unsigned char page_Rules_SL420[] = {
#embed "../../Docs/Rules/SL420.md"
};
static const unsigned char page_Rules_SL421[] = {
#embed "../../Docs/Rules/SL421.md"
};
static const unsigned char page_Rules_SL422[] = {
#embed "../../Docs/Rules/SL422.md"
};
static const unsigned char page_Rules_SL423[] = {
#embed "../../Docs/Rules/SL423.md"
};
static const unsigned char page_Rules_SL424[] = {
#embed "../../Docs/Rules/SL424.md"
};
static const unsigned char page_Rules_SL425[] = {
#embed "../../Docs/Rules/SL425.md"
};
static const unsigned char page_Rules_SL431[] = {
#embed "../../Docs/Rules/SL431.md"
};
static const unsigned char page_Rules_SL432[] = {
#embed "../../Docs/Rules/SL432.md"
};
static const unsigned char page_Rules_SL433[] = {
#embed "../../Docs/Rules/SL433.md"
};
static const unsigned char page_Rules_SL434[] = {
#embed "../../Docs/Rules/SL434.md"
};
static const unsigned char page_Rules_SL435[] = {
#embed "../../Docs/Rules/SL435.md"
};
static const unsigned char page_Rules_SL436[] = {
#embed "../../Docs/Rules/SL436.md"
};
static const unsigned char page_Rules_SL437[] = {
#embed "../../Docs/Rules/SL437.md"
};
static const unsigned char page_Rules_SL438[] = {
#embed "../../Docs/Rules/SL438.md"
};
static const unsigned char page_Rules_SL439[] = {
#embed "../../Docs/Rules/SL439.md"
};
static const unsigned char page_Rules_SL440[] = {
#embed "../../Docs/Rules/SL440.md"
};
static const unsigned char page_Rules_SL441[] = {
#embed "../../Docs/Rules/SL441.md"
};
static const unsigned char page_Rules_SL442[] = {
#embed "../../Docs/Rules/SL442.md"
};
static const unsigned char page_Rules_SL443[] = {
#embed "../../Docs/Rules/SL443.md"
};
static const unsigned char page_Rules_SL451[] = {
#embed "../../Docs/Rules/SL451.md"
};
static const unsigned char page_Rules_SL452[] = {
#embed "../../Docs/Rules/SL452.md"
};
static const unsigned char page_Rules_SL453[] = {
#embed "../../Docs/Rules/SL453.md"
};
static const unsigned char page_Rules_SL454[] = {
#embed "../../Docs/Rules/SL454.md"
};
static const unsigned char page_Rules_SL455[] = {
#embed "../../Docs/Rules/SL455.md"
};
static const unsigned char page_Rules_SL456[] = {
#embed "../../Docs/Rules/SL456.md"
};
static const unsigned char page_Rules_SL457[] = {
#embed "../../Docs/Rules/SL457.md"
};
static const unsigned char page_Rules_SL458[] = {
#embed "../../Docs/Rules/SL458.md"
};
static const unsigned char page_Rules_SL459[] = {
#embed "../../Docs/Rules/SL459.md"
};
static const unsigned char page_Rules_SL460[] = {
#embed "../../Docs/Rules/SL460.md"
};
static const unsigned char page_Rules_SL471[] = {
#embed "../../Docs/Rules/SL471.md"
};
static const unsigned char page_Rules_SL472[] = {
#embed "../../Docs/Rules/SL472.md"
};
static const unsigned char page_Rules_SL473[] = {
#embed "../../Docs/Rules/SL473.md"
};
static const unsigned char page_Rules_SL474[] = {
#embed "../../Docs/Rules/SL474.md"
};
static const unsigned char page_Rules_SL475[] = {
#embed "../../Docs/Rules/SL475.md"
};
static const unsigned char page_Rules_SL476[] = {
#embed "../../Docs/Rules/SL476.md"
};
static const unsigned char page_Rules_SL477[] = {
#embed "../../Docs/Rules/SL477.md"
};
static const unsigned char page_Rules_SL478[] = {
#embed "../../Docs/Rules/SL478.md"
};
static const unsigned char page_Rules_SL479[] = {
#embed "../../Docs/Rules/SL479.md"
};
static const unsigned char schema_configuration[] = {
#embed "../../Docs/json/configuration.schema.json"
};
static const unsigned char schema_waivers[] = {
#embed "../../Docs/json/waivers.schema.json"
};

static const schemaledger_page pages[] = {
  { "AppModels.md", page_AppModels, sizeof page_AppModels },
  { "Architecture.md", page_Architecture, sizeof page_Architecture },
  { "BadInput.md", page_BadInput, sizeof page_BadInput },
  { "Changelog.md", page_Changelog, sizeof page_Changelog },
  { "Configuration.md", page_Configuration, sizeof page_Configuration },
  { "ContinuousIntegration.md", page_ContinuousIntegration, sizeof page_ContinuousIntegration },
  { "CoreDataModels.md", page_CoreDataModels, sizeof page_CoreDataModels },
  { "Decisions.md", page_Decisions, sizeof page_Decisions },
  { "EntryFormat.md", page_EntryFormat, sizeof page_EntryFormat },
  { "Findings.md", page_Findings, sizeof page_Findings },
  { "Guide.md", page_Guide, sizeof page_Guide },
  { "Hooks.md", page_Hooks, sizeof page_Hooks },
  { "Install.md", page_Install, sizeof page_Install },
  { "Limits.md", page_Limits, sizeof page_Limits },
  { "ManyFiles.md", page_ManyFiles, sizeof page_ManyFiles },
  { "ManyMachines.md", page_ManyMachines, sizeof page_ManyMachines },
  { "Performance.md", page_Performance, sizeof page_Performance },
  { "Population.md", page_Population, sizeof page_Population },
  { "Profiles.md", page_Profiles, sizeof page_Profiles },
  { "QuickStart.md", page_QuickStart, sizeof page_QuickStart },
  { "Recipes.md", page_Recipes, sizeof page_Recipes },
  { "Reports.md", page_Reports, sizeof page_Reports },
  { "Rows.md", page_Rows, sizeof page_Rows },
  { "SchemaIdentity.md", page_SchemaIdentity, sizeof page_SchemaIdentity },
  { "Scrubbing.md", page_Scrubbing, sizeof page_Scrubbing },
  { "Seals.md", page_Seals, sizeof page_Seals },
  { "Sources.md", page_Sources, sizeof page_Sources },
  { "StoreLayout.md", page_StoreLayout, sizeof page_StoreLayout },
  { "SwiftPackages.md", page_SwiftPackages, sizeof page_SwiftPackages },
  { "Tampering.md", page_Tampering, sizeof page_Tampering },
  { "Waivers.md", page_Waivers, sizeof page_Waivers },
  { "Rules/README.md", page_Rules_README, sizeof page_Rules_README },
  { "Rules/SL400.md", page_Rules_SL400, sizeof page_Rules_SL400 },
  { "Rules/SL401.md", page_Rules_SL401, sizeof page_Rules_SL401 },
  { "Rules/SL402.md", page_Rules_SL402, sizeof page_Rules_SL402 },
  { "Rules/SL403.md", page_Rules_SL403, sizeof page_Rules_SL403 },
  { "Rules/SL404.md", page_Rules_SL404, sizeof page_Rules_SL404 },
  { "Rules/SL405.md", page_Rules_SL405, sizeof page_Rules_SL405 },
  { "Rules/SL406.md", page_Rules_SL406, sizeof page_Rules_SL406 },
  { "Rules/SL407.md", page_Rules_SL407, sizeof page_Rules_SL407 },
  { "Rules/SL408.md", page_Rules_SL408, sizeof page_Rules_SL408 },
  { "Rules/SL409.md", page_Rules_SL409, sizeof page_Rules_SL409 },
  { "Rules/SL411.md", page_Rules_SL411, sizeof page_Rules_SL411 },
  { "Rules/SL412.md", page_Rules_SL412, sizeof page_Rules_SL412 },
  { "Rules/SL413.md", page_Rules_SL413, sizeof page_Rules_SL413 },
  { "Rules/SL414.md", page_Rules_SL414, sizeof page_Rules_SL414 },
  { "Rules/SL415.md", page_Rules_SL415, sizeof page_Rules_SL415 },
  { "Rules/SL416.md", page_Rules_SL416, sizeof page_Rules_SL416 },
  { "Rules/SL417.md", page_Rules_SL417, sizeof page_Rules_SL417 },
  { "Rules/SL418.md", page_Rules_SL418, sizeof page_Rules_SL418 },
  { "Rules/SL419.md", page_Rules_SL419, sizeof page_Rules_SL419 },
  { "Rules/SL420.md", page_Rules_SL420, sizeof page_Rules_SL420 },
  { "Rules/SL421.md", page_Rules_SL421, sizeof page_Rules_SL421 },
  { "Rules/SL422.md", page_Rules_SL422, sizeof page_Rules_SL422 },
  { "Rules/SL423.md", page_Rules_SL423, sizeof page_Rules_SL423 },
  { "Rules/SL424.md", page_Rules_SL424, sizeof page_Rules_SL424 },
  { "Rules/SL425.md", page_Rules_SL425, sizeof page_Rules_SL425 },
  { "Rules/SL431.md", page_Rules_SL431, sizeof page_Rules_SL431 },
  { "Rules/SL432.md", page_Rules_SL432, sizeof page_Rules_SL432 },
  { "Rules/SL433.md", page_Rules_SL433, sizeof page_Rules_SL433 },
  { "Rules/SL434.md", page_Rules_SL434, sizeof page_Rules_SL434 },
  { "Rules/SL435.md", page_Rules_SL435, sizeof page_Rules_SL435 },
  { "Rules/SL436.md", page_Rules_SL436, sizeof page_Rules_SL436 },
  { "Rules/SL437.md", page_Rules_SL437, sizeof page_Rules_SL437 },
  { "Rules/SL438.md", page_Rules_SL438, sizeof page_Rules_SL438 },
  { "Rules/SL439.md", page_Rules_SL439, sizeof page_Rules_SL439 },
  { "Rules/SL440.md", page_Rules_SL440, sizeof page_Rules_SL440 },
  { "Rules/SL441.md", page_Rules_SL441, sizeof page_Rules_SL441 },
  { "Rules/SL442.md", page_Rules_SL442, sizeof page_Rules_SL442 },
  { "Rules/SL443.md", page_Rules_SL443, sizeof page_Rules_SL443 },
  { "Rules/SL451.md", page_Rules_SL451, sizeof page_Rules_SL451 },
  { "Rules/SL452.md", page_Rules_SL452, sizeof page_Rules_SL452 },
  { "Rules/SL453.md", page_Rules_SL453, sizeof page_Rules_SL453 },
  { "Rules/SL454.md", page_Rules_SL454, sizeof page_Rules_SL454 },
  { "Rules/SL455.md", page_Rules_SL455, sizeof page_Rules_SL455 },
  { "Rules/SL456.md", page_Rules_SL456, sizeof page_Rules_SL456 },
  { "Rules/SL457.md", page_Rules_SL457, sizeof page_Rules_SL457 },
  { "Rules/SL458.md", page_Rules_SL458, sizeof page_Rules_SL458 },
  { "Rules/SL459.md", page_Rules_SL459, sizeof page_Rules_SL459 },
  { "Rules/SL460.md", page_Rules_SL460, sizeof page_Rules_SL460 },
  { "Rules/SL471.md", page_Rules_SL471, sizeof page_Rules_SL471 },
  { "Rules/SL472.md", page_Rules_SL472, sizeof page_Rules_SL472 },
  { "Rules/SL473.md", page_Rules_SL473, sizeof page_Rules_SL473 },
  { "Rules/SL474.md", page_Rules_SL474, sizeof page_Rules_SL474 },
  { "Rules/SL475.md", page_Rules_SL475, sizeof page_Rules_SL475 },
  { "Rules/SL476.md", page_Rules_SL476, sizeof page_Rules_SL476 },
  { "Rules/SL477.md", page_Rules_SL477, sizeof page_Rules_SL477 },
  { "Rules/SL478.md", page_Rules_SL478, sizeof page_Rules_SL478 },
  { "Rules/SL479.md", page_Rules_SL479, sizeof page_Rules_SL479 },
};

const size_t schemaledger_page_count = sizeof pages / sizeof pages[0];

const schemaledger_page *schemaledger_page_at(size_t index) { return &pages[index]; }

static const schemaledger_page schemas[] = {
  { "json/configuration.schema.json", schema_configuration, sizeof schema_configuration },
  { "json/waivers.schema.json", schema_waivers, sizeof schema_waivers },
};

const size_t schemaledger_schema_count = sizeof schemas / sizeof schemas[0];

const schemaledger_page *schemaledger_schema_at(size_t index) { return &schemas[index]; }
