internal import SchemaModel
