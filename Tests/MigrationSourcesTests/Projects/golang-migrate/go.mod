module example.org/links

go 1.22

require github.com/golang-migrate/migrate/v4 v4.18.1
