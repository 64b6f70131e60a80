module example.org/people

go 1.23

require (
	github.com/pressly/goose/v3 v3.24.1
	modernc.org/sqlite v1.35.0
)
