// A package that requests the product `SwiftData` compiles `import SwiftData` without a change where the system has no
// such framework. A module alias is not enough: macros refer to `SchemaModel` by name, and `#if canImport(SwiftData)`
// would be false.
//
// On Apple's systems this module is empty. It must not be requested there, because it would hide the system's framework:
// `.product(name: "SwiftData", package: "schemaledger", condition: .when(platforms: [.linux]))`.
#if !canImport(Darwin)
  // The system's framework does the same: files of apps use `Data` and `SortDescriptor` with no other import.
  @_exported public import Foundation
  @_exported public import SchemaModel
#endif
