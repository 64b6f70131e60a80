"""A stub of GitLab: it fills in a component, and runs its jobs."""

import os
import pathlib
import re
import shutil
import subprocess

from ruamel.yaml import YAML

_INPUT = re.compile(r"\$\[\[\s*inputs\.([a-z0-9-]+)\s*\]\]")


def component(path, given):
    """The configuration that a component gives, with the inputs filled in after the YAML was read, as GitLab does.

    https://docs.gitlab.com/ci/inputs/
    """
    header, body = YAML(typ="safe", pure=True).load_all(pathlib.Path(path))
    declared = header["spec"]["inputs"]
    if set(given) - set(declared):
        raise ValueError(f"inputs that the component does not have: {set(given) - set(declared)}")
    values = {name: given[name] if name in given else item["default"] for name, item in declared.items()}
    types = {"number": (int, float), "boolean": bool, "string": str}
    for name, value in values.items():
        if not isinstance(value, types[declared[name].get("type", "string")]):
            raise ValueError(f"the input {name} has another type")

    def fill(value):
        if isinstance(value, dict):
            return {fill(key): fill(item) for key, item in value.items()}
        if isinstance(value, list):
            return [fill(item) for item in value]
        if not isinstance(value, str):
            return value
        whole = _INPUT.fullmatch(value)
        if whole:
            return values[whole.group(1)]
        return _INPUT.sub(lambda match: _text(values[match.group(1)]), value)

    return fill(body)


def _text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def _extended(configuration, name):
    job = configuration[name]
    if "extends" not in job:
        return job
    return {**_extended(configuration, job["extends"]), **job}


class Run:
    """One job: its exit status, its log and its folder."""

    def __init__(self, status, log, project):
        self.status = status
        self.log = log
        self.project = project


def run_jobs(configuration, repository, folder, environment):
    """Runs the visible jobs in order, and returns their runs by name."""
    folder = pathlib.Path(folder)
    folder.mkdir()
    done, cache = {}, {}
    for name in configuration:
        if name.startswith("."):
            continue
        job = _extended(configuration, name)
        done[name] = []
        total = job.get("parallel", 1)
        failed = any(run.status for runs in list(done.values())[:-1] for run in runs)
        if failed and job.get("when") != "always":
            continue
        for index in range(1, total + 1):
            project = folder / f"{name}-{index}"
            depth = int(job["variables"]["GIT_DEPTH"])
            options = ["--depth", str(depth)] if depth else []
            subprocess.run(["git", "clone", "-q", *options, f"file://{repository}", str(project)], check=True)
            for dependency in job.get("needs", []):
                for run in done[dependency]:
                    _copy_artifacts(job, run.project, project)
            values = {key: _text(item["value"] if isinstance(item, dict) else item)
                      for key, item in job["variables"].items()}
            values |= {"CI": "true", "GITLAB_CI": "true", "CI_PROJECT_DIR": str(project), "CI_NODE_TOTAL": str(total),
                       "CI_PIPELINE_SOURCE": "push", "CI_COMMIT_REF_PROTECTED": "true", **environment}
            if "parallel" in job:
                values["CI_NODE_INDEX"] = str(index)
            _restore(job, values, project, cache)
            script = "\n".join(job["before_script"] + job["script"])
            result = subprocess.run(
                ["bash", "-eo", "pipefail", "-c", script], cwd=project, env={**os.environ, **values}, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            _save(job, values, project, cache, result.returncode == 0)
            done[name].append(Run(result.returncode, result.stdout, project))
    return done


def _copy_artifacts(job, source, target):
    for path in job["artifacts"]["paths"]:
        if (source / path).exists():
            shutil.copytree(source / path, target / path, dirs_exist_ok=True)


def _entries(job, values):
    for item in job["cache"]:
        key = re.sub(r"\$([A-Z_]+)", lambda match: values.get(match.group(1), ""), item["key"])
        for path in item["paths"]:
            yield (key, path), path, item.get("when", "on_success")


def _restore(job, values, project, cache):
    for entry, path, _ in _entries(job, values):
        if entry in cache:
            shutil.copytree(cache[entry], project / path, dirs_exist_ok=True)


def _save(job, values, project, cache, has_succeeded):
    for entry, path, when in _entries(job, values):
        if (when == "always" or has_succeeded) and (project / path).is_dir():
            cache[entry] = project / path
