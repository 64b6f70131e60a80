/// Freezes a released schema version: adds `__freezeray_freeze_<version>()` and `__freezeray_check_<version>()` to its
/// enum, for tests to call. They throw ``FreezeRayError``. In their names, each character of the version that a name
/// cannot contain becomes `_`.
///
/// - Parameter version: A literal of up to 64 ASCII letters, digits and `.-_+` that begins with a letter or a digit, such as
///   `"1.0.0"` or `"2024-01-15"`. It names the folder of the version. Freezing throws an error for any other name.
@attached(member, names: arbitrary)
public macro FreezeSchema(version: String) = #externalMacro(module: "SchemaModelMacros", type: "FreezeRayMacro")

/// Equivalent to ``FreezeSchema(version:)``.
@attached(member, names: arbitrary)
public macro FreezeSchema(_ version: String) = #externalMacro(module: "SchemaModelMacros", type: "FreezeRayMacro")

/// Reports an error that explains how to write the version.
@attached(member, names: arbitrary)
public macro FreezeSchema() = #externalMacro(module: "SchemaModelMacros", type: "FreezeRayMacro")

/// Equivalent to ``FreezeSchema(version:)``: the name in FreezeRay 0.1.
@attached(member, names: arbitrary)
public macro Freeze(version: String) = #externalMacro(module: "SchemaModelMacros", type: "FreezeRayMacro")

/// Equivalent to ``FreezeSchema(version:)``.
@attached(member, names: arbitrary)
public macro Freeze(_ version: String) = #externalMacro(module: "SchemaModelMacros", type: "FreezeRayMacro")

/// Reports an error that explains how to write the version.
@attached(member, names: arbitrary)
public macro Freeze() = #externalMacro(module: "SchemaModelMacros", type: "FreezeRayMacro")

/// Adds `__freezeray_test_migrations()` to a migration plan, which migrates every frozen version to the newest schema.
@attached(member, names: named(__freezeray_test_migrations))
public macro AutoTests() = #externalMacro(module: "SchemaModelMacros", type: "FreezeRayAutoTestsMacro")
