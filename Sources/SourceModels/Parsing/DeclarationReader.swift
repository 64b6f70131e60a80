internal import SwiftSourceText
internal import SwiftSyntax

/// Reads the declarations of a syntax tree. It does not enter the bodies of functions.
struct DeclarationReader {
  let lines: LineTable
  let conditions: ConditionEvaluation
  private var imports: [String] = []
  private var exports: [String] = []

  init(lines: LineTable, conditions: ConditionEvaluation) {
    self.lines = lines
    self.conditions = conditions
  }

  mutating func file(_ tree: SourceFileSyntax) -> FileDeclarations {
    var root = TypeDeclaration(kind: .file, path: [], line: 1)
    read(tree.statements, into: &root, branch: nil)
    var file = FileDeclarations()
    file.imports = imports
    file.exports = exports
    file.root = root
    return file
  }

  private mutating func read(
    _ statements: CodeBlockItemListSyntax, into type: inout TypeDeclaration, branch: ConditionalBranch?
  ) {
    for statement in statements {
      if case .decl(let declaration) = statement.item { read(declaration, into: &type, branch: branch) }
    }
  }

  private mutating func read(
    _ members: MemberBlockItemListSyntax, into type: inout TypeDeclaration, branch: ConditionalBranch?
  ) {
    for member in members { read(member.decl, into: &type, branch: branch) }
  }

  private mutating func read(_ declaration: DeclSyntax, into type: inout TypeDeclaration, branch: ConditionalBranch?) {
    if let block = declaration.as(IfConfigDeclSyntax.self) {
      for part in conditions.branches(of: block, line: lines.line(of: block), inside: branch) {
        switch part.elements {
        case .statements(let list): read(list, into: &type, branch: part.branch)
        case .decls(let list): read(list, into: &type, branch: part.branch)
        default: break
        }
      }
    } else if let group = declaration.asProtocol((any DeclGroupSyntax).self) {
      if let read = self.type(group, branch: branch) { type.types.append(read) }
    } else if let variable = declaration.as(VariableDeclSyntax.self) {
      type.variables += variables(variable, isModel: type.attribute("Model") != nil, branch: branch)
    } else if let alias = declaration.as(TypeAliasDeclSyntax.self) {
      type.aliases.append(
        AliasDeclaration(
          name: alias.name.plainText, type: TypeText(alias.initializer.value), line: lines.line(of: alias),
          isPrivate: alias.modifiers.arePrivate, isGeneric: alias.genericParameterClause != nil, branch: branch))
    } else {
      readOther(declaration, into: &type, branch: branch)
    }
  }

  private mutating func readOther(
    _ declaration: DeclSyntax, into type: inout TypeDeclaration, branch: ConditionalBranch?
  ) {
    if let cases = declaration.as(EnumCaseDeclSyntax.self) {
      type.cases += cases.elements.map { element in
        CaseDeclaration(
          name: element.name.plainText, line: lines.line(of: element),
          hasValues: element.parameterClause.map { !$0.parameters.isEmpty } ?? false,
          rawValue: element.rawValue.map { SourceExpression($0.value) }, branch: branch)
      }
    } else if let function = declaration.as(FunctionDeclSyntax.self) {
      let isStatic = function.modifiers.areStatic
      if isStatic {
        let parameters = function.signature.parameterClause.parameters
        let body = function.body?.statements
        let result = parameters.isEmpty ? body?.onlyExpression : nil
        type.functions.append(
          FunctionDeclaration(
            name: function.name.plainText, type: function.signature.returnClause.map { TypeText($0.type) },
            labels: parameters.map { $0.firstName.tokenKind == .wildcard ? nil : $0.firstName.plainText },
            result: result.map { SourceExpression($0) },
            alternatives: body?.returnedExpressions(
              parameters: parameters.map { ($0.secondName ?? $0.firstName).plainText }) ?? []))
      } else if function.name.text == "encode", function.signature.parameterClause.firstLabel == "to" {
        type.codesItself = true
      }
    } else if let initializer = declaration.as(InitializerDeclSyntax.self) {
      let parameters = initializer.signature.parameterClause
      if parameters.firstLabel == "from", parameters.parameters.count == 1,
        parameters.parameters.first?.type.trimmedDescription.hasSuffix("Decoder") == true
      {
        type.codesItself = true
      }
    } else if let macro = declaration.as(MacroExpansionDeclSyntax.self) {
      type.constraints.append(
        ConstraintDeclaration(
          name: macro.macroName.text, line: lines.line(of: macro), arguments: .init(macro.arguments), branch: branch))
    } else if let imported = declaration.as(ImportDeclSyntax.self), let module = imported.path.first?.name.plainText {
      imports.append(module)
      if imported.attributes.uses(conditions).contains(where: { $0.name == "_exported" }) { exports.append(module) }
    }
  }
}

extension DeclarationReader {
  private mutating func type(_ group: any DeclGroupSyntax, branch: ConditionalBranch?) -> TypeDeclaration? {
    guard let (kind, path, isGeneric) = heading(group) else { return nil }
    var type = TypeDeclaration(kind: kind, path: path, line: lines.line(of: group.introducer))
    type.inherits = group.inheritanceClause?.inheritedTypes.map { TypeText($0.type) } ?? []
    type.attributes = group.attributes.uses(conditions)
    type.isPrivate = group.modifiers.arePrivate
    type.isGeneric = isGeneric
    type.branch = branch
    // What is nested in a conditional declaration is conditional only with it.
    read(group.memberBlock.members, into: &type, branch: nil)
    return type
  }

  private func heading(_ group: any DeclGroupSyntax) -> (TypeDeclaration.Kind, [String], Bool)? {
    if let type = group.as(ClassDeclSyntax.self) {
      return (.class, [type.name.plainText], type.genericParameterClause != nil)
    }
    if let type = group.as(StructDeclSyntax.self) {
      return (.struct, [type.name.plainText], type.genericParameterClause != nil)
    }
    if let type = group.as(EnumDeclSyntax.self) {
      return (.enum, [type.name.plainText], type.genericParameterClause != nil)
    }
    if let type = group.as(ActorDeclSyntax.self) { return (.actor, [type.name.plainText], false) }
    if let type = group.as(ProtocolDeclSyntax.self) { return (.protocol, [type.name.plainText], false) }
    guard let type = group.as(ExtensionDeclSyntax.self), case .named(let path, _) = TypeText(type.extendedType) else {
      return nil
    }
    return (.extension, path, false)
  }

  private func variables(
    _ declaration: VariableDeclSyntax, isModel: Bool, branch: ConditionalBranch?
  ) -> [VariableDeclaration] {
    let attributes = declaration.attributes.uses(conditions)
    var variables: [VariableDeclaration] = []
    for binding in declaration.bindings {
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText
      var variable = VariableDeclaration(
        name: name ?? binding.pattern.trimmedDescription, line: lines.line(of: binding))
      variable.isTuple = name == nil
      variable.type = binding.typeAnnotation.map { TypeText($0.type) }
      variable.value = binding.initializer.map { SourceExpression($0.value) }
      variable.isStatic = declaration.modifiers.areStatic
      variable.isComputed = binding.isComputed
      variable.isConstant = declaration.bindingSpecifier.tokenKind == .keyword(.let)
      variable.isLazy = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.lazy) }
      variable.attributes = attributes
      variable.branch = branch
      if isModel, !variable.isStatic {
        variable.valueText = binding.initializer.map { canonicalText(of: $0.value.trimmed) }
      }
      variable.getter = binding.onlyExpression.map { SourceExpression($0) }
      if variable.isStatic || !isModel {
        variable.alternatives = binding.getter?.returnedExpressions() ?? []
      }
      variables.append(variable)
    }
    // In `var a, b: Int`, the annotation is that of both.
    for index in variables.indices.reversed().dropFirst() where variables[index].type == nil {
      if variables[index].value == nil { variables[index].type = variables[index + 1].type }
    }
    return variables
  }
}
