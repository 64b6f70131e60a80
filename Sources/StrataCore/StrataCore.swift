// The module of this name belongs to another package on Apple's systems: request the product on Linux only.
// Files of apps that import it use `URL` and `UUID` with no other import.
@_exported public import Foundation
@_exported public import SchemaMigration
@_exported public import SchemaModel
