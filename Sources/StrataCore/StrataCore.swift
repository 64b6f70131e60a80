// The module of this name belongs to another package on Apple's systems: request the product on Linux only.
@_exported public import SchemaMigration
@_exported public import SchemaModel
