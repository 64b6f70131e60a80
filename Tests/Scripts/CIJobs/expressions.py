"""Expressions of GitHub Actions, as far as this repository uses them.

https://docs.github.com/en/actions/reference/workflows-and-actions/expressions
"""

import json
import re

_TOKEN = re.compile(r"\s*(?:('(?:[^']|'')*')|(\d+)|(&&|\|\||==|!=|!|>|<|\(|\)|,)|([A-Za-z_][A-Za-z0-9_.-]*))")
_WHOLE = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)


class ExpressionError(Exception):
    """An expression that this evaluator does not know."""


def text(value):
    """The value as the runner writes it into a string."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (dict, list)):
        return json.dumps(value)
    return str(value)


def interpolate(template, contexts):
    """Replaces the expressions in a string. A string that is one expression keeps the type of its value."""
    if not isinstance(template, str):
        return template
    whole = _WHOLE.fullmatch(template.strip())
    if whole and template.count("${{") == 1:
        return evaluate(whole.group(1), contexts)
    return _WHOLE.sub(lambda match: text(evaluate(match.group(1), contexts)), template)


def condition(source, contexts, has_failed):
    """Whether a step or a job runs. Without a status function, only if nothing before it has failed."""
    if source is None:
        return not has_failed
    source = str(source)
    whole = _WHOLE.fullmatch(source.strip())
    value = bool(evaluate(whole.group(1) if whole else source, contexts))
    return value and (not has_failed or "always()" in source)


def evaluate(source, contexts):
    parser = _Parser(source, contexts)
    value = parser.either()
    if parser.peek() is not None:
        raise ExpressionError(source)
    return value


class _Parser:
    def __init__(self, source, contexts):
        self.contexts = contexts
        self.tokens = []
        position = 0
        source = source.rstrip()
        while position < len(source):
            match = _TOKEN.match(source, position)
            if not match:
                raise ExpressionError(source)
            self.tokens.append(match.groups())
            position = match.end()
        self.position = 0

    def peek(self):
        return self.tokens[self.position] if self.position < len(self.tokens) else None

    def take(self, operator):
        token = self.peek()
        if token and token[2] == operator:
            self.position += 1
            return True
        return False

    def either(self):
        value = self.both()
        while self.take("||"):
            other = self.both()
            value = value or other
        return value

    def both(self):
        value = self.comparison()
        while self.take("&&"):
            other = self.comparison()
            value = value and other
        return value

    def comparison(self):
        value = self.unary()
        for operator in ("==", "!=", ">", "<"):
            if self.take(operator):
                other = self.unary()
                # The runner compares strings and numbers as numbers; here, no operands differ in type.
                if type(value) is not type(other) and None not in (value, other):
                    raise ExpressionError(f"operands of different types: {value!r} {operator} {other!r}")
                if operator in ("==", "!="):
                    return (text(value) == text(other)) == (operator == "==")
                return value > other if operator == ">" else value < other
        return value

    def unary(self):
        if self.take("!"):
            return not self.unary()
        if self.take("("):
            value = self.either()
            if not self.take(")"):
                raise ExpressionError("a parenthesis is not closed")
            return value
        token = self.peek()
        if token is None:
            raise ExpressionError("an operand is missing")
        self.position += 1
        string, number, _, name = token
        if string is not None:
            return string[1:-1].replace("''", "'")
        if number is not None:
            return int(number)
        if name in ("true", "false", "null"):
            return {"true": True, "false": False, "null": None}[name]
        if self.take("("):
            return self.call(name)
        return self.lookup(name)

    def call(self, name):
        arguments = []
        while not self.take(")"):
            arguments.append(self.either())
            self.take(",")
        if name == "always":
            return True
        if name == "fromJSON":
            return json.loads(arguments[0])
        raise ExpressionError(f"the function {name} is not known")

    def lookup(self, name):
        path = name.split(".")
        if path[0] not in self.contexts:
            raise ExpressionError(f"there is no context {path[0]}: {name}")
        value = self.contexts[path[0]]
        for key in path[1:]:
            value = value.get(key) if isinstance(value, dict) else None
        return value
