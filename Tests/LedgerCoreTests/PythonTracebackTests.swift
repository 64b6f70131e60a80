import Testing

@testable import LedgerCore

@Suite("Tracebacks of Python")
struct PythonTracebackTests {
  static let outputs: [(lines: [String], short: [String])] = [
    (
      [
        "Applying 0002...", "Traceback (most recent call last):", #"  File "/w/manage.py", line 22, in <module>"#,
        "    main()", #"  File "/usr/lib/python3/dist-packages/django/db/utils.py", line 89, in execute"#,
        "    return self.cursor.execute(sql)", "sqlite3.OperationalError: no such column: top",
        "The above exception was the direct cause of the following exception:", "Traceback (most recent call last):",
        #"  File "/w/app/migrations/0002_top.py", line 7, in up"#, "    run()", "         ^^^",
        #"  File "/w/venv/lib/site-packages/x.py", line 1, in run"#, "    raise",
        "django.db.utils.OperationalError: no such column: top",
      ],
      [
        "Applying 0002...", "manage.py, line 22, in <module>", "sqlite3.OperationalError: no such column: top",
        "The above exception was the direct cause of the following exception:",
        "app/migrations/0002_top.py, line 7, in up", "django.db.utils.OperationalError: no such column: top",
      ]
    ),
    // Nothing of the repository, and a traceback that was cut off.
    (
      ["Traceback (most recent call last):", #"  File "<string>", line 1, in <module>"#, "KeyError: 'a'"],
      ["KeyError: 'a'"]
    ),
    (["Traceback (most recent call last):", #"  File "a.py", line 1, in f"#], ["a.py, line 1, in f"]),
    (["  indented", "plain", ""], ["  indented", "plain", ""]), ([], []),
  ]

  @Test("of a traceback, the last place in the repository and the exception stay", arguments: outputs)
  func shortened(lines: [String], short: [String]) {
    #expect(PythonTraceback.shortened(lines, under: "/w") == short)
  }
}
