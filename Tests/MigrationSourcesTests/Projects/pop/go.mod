module example.org/identity

require github.com/ory/pop/v6 v6.2.0
