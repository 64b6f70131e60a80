import SchemaledgerProgram

Program.requireMemory()
await Program.run()
