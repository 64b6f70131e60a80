import SchemaledgerProgram

Program.requireResources()
await Program.run()
