import SchemaledgerProgram

await Program.run()
