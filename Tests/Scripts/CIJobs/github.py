"""A stub of the runner of GitHub Actions. It runs `run:` steps for real; the actions of others are stubs that keep caches
and artifacts in a folder."""

import os
import pathlib
import shutil
import subprocess

from ruamel.yaml import YAML

from expressions import condition, interpolate, text


def load(path):
    return YAML(typ="safe", pure=True).load(pathlib.Path(path))


class Service:
    """What outlives a job: caches, artifacts and uploads."""

    def __init__(self, folder, repository, action, path):
        self.folder = pathlib.Path(folder)
        self.repository = repository
        self.action = pathlib.Path(action)
        self.path = path
        self.server = "http://127.0.0.1:1"
        self.caches = {}
        self.artifacts = {}
        self.sarif = []
        self.runs = 0


class Job:
    """One job on a machine of its own."""

    def __init__(self, service, github, secrets=()):
        service.runs += 1
        self.service = service
        self.secrets = dict(secrets)
        self.folder = service.folder / f"job-{service.runs}"
        self.workspace = self.folder / "workspace"
        self.temporary = self.folder / "temporary"
        for folder in (self.workspace, self.temporary, self.folder / "home"):
            folder.mkdir(parents=True)
        self.github = {"run_id": service.runs, "run_attempt": 1, "ref_type": "branch", "ref_name": "main",
                       "server_url": service.server, "token": "token-of-the-stub", **github}
        self.summary = self.folder / "summary"
        self.summary.touch()
        self.paths = self.folder / "path"
        self.paths.touch()
        self.extra = {}
        self.log = ""
        self.has_failed = False
        self.ran = []

    def environment(self, extra, outputs, action=None):
        added = self.paths.read_text().split("\n")
        values = {
            "PATH": os.pathsep.join([line for line in added if line] + [self.service.path]),
            "HOME": str(self.folder / "home"), "LC_ALL": "C", "TZ": "UTC", "CI": "true", "GITHUB_ACTIONS": "true",
            "GITHUB_WORKSPACE": str(self.workspace), "RUNNER_TEMP": str(self.temporary),
            "GITHUB_OUTPUT": str(outputs), "GITHUB_STEP_SUMMARY": str(self.summary), "GITHUB_PATH": str(self.paths),
            "GITHUB_EVENT_NAME": self.github["event_name"], "GITHUB_REF_TYPE": self.github["ref_type"],
            "GITHUB_REF_PROTECTED": text(self.github.get("ref_protected", False)), "GITHUB_REF_NAME": self.github["ref_name"],
            "GITHUB_SERVER_URL": self.service.server, "GITHUB_API_URL": f"{self.service.server}/api",
            "GITHUB_REPOSITORY": "ada/notes", "GITHUB_RUN_ID": str(self.github["run_id"]),
        }
        if action:
            values["GITHUB_ACTION_PATH"] = str(action)
        return {**values, **self.extra, **extra}

    def steps(self, steps, contexts, action=None):
        """Runs steps of a job or of a composite action, and returns the outputs of those that have an id."""
        contexts = {"github": self.github, "steps": {}, "secrets": self.secrets, **contexts}
        failed_before = self.has_failed
        self.has_failed = False
        for step in steps:
            if not condition(step.get("if"), contexts, self.has_failed or failed_before):
                continue
            outputs = self.step(step, contexts, action)
            if "id" in step:
                contexts["steps"][step["id"]] = {"outputs": outputs}
        self.has_failed = self.has_failed or failed_before
        return contexts

    def step(self, step, contexts, action):
        if "run" in step:
            return self.run(step, contexts, action)
        values = {name: interpolate(value, contexts) for name, value in step.get("with", {}).items()}
        name = step["uses"].split("@")[0]
        self.ran.append(name)
        if name.startswith("./"):
            return self.composite(self.workspace / name, values)
        return getattr(self, name.replace("/", "_").replace("-", "_"))(values) or {}

    def run(self, step, contexts, action):
        file = self.folder / f"outputs-{len(self.ran)}"
        file.touch()
        extra = {name: text(interpolate(value, contexts)) for name, value in step.get("env", {}).items()}
        shells = {"sh": ["sh", "-e", "-c"], "bash": ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]}
        result = subprocess.run(
            shells[step["shell"] if "shell" in step else "bash"] + [step["run"]], cwd=self.workspace,
            env=self.environment(extra, file, action), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            check=False)
        self.ran.append(step.get("id", "shell"))
        self.log += result.stdout
        self.has_failed = self.has_failed or result.returncode != 0
        return dict(line.split("=", 1) for line in file.read_text().splitlines())

    def composite(self, folder, values):
        """Runs action.yml in a folder."""
        definition = load(folder / "action.yml")
        unknown = set(values) - set(definition["inputs"])
        if unknown:
            raise ValueError(f"inputs that the action does not have: {unknown}")
        inputs = {name: text(values[name] if name in values else interpolate(item["default"], {"github": self.github}))
                  for name, item in definition["inputs"].items()}
        contexts = self.steps(definition["runs"]["steps"], {"inputs": inputs}, folder)
        return {name: text(interpolate(item["value"], contexts)) for name, item in definition["outputs"].items()}

    # The actions of others, by name. Their inputs are those of the versions that the files name.

    def actions_checkout(self, values):
        assert values.pop("persist-credentials") is False
        if "repository" in values:
            assert values.pop("repository") == "owner/schemaledger" and values.pop("ref") == "commit"
            shutil.copytree(self.service.action, self.workspace / values.pop("path"))
        else:
            depth = values.pop("fetch-depth", 1)
            git = ["git", "clone", "-q", f"file://{self.service.repository}", str(self.folder / "clone")]
            subprocess.run(git + ([] if depth == 0 else ["--depth", str(depth)]), check=True)
            shutil.copytree(self.folder / "clone", self.workspace, dirs_exist_ok=True)
        assert not values, values

    def actions_cache_restore(self, values):
        path, key = pathlib.Path(values.pop("path")), values.pop("key")
        assert path.is_absolute() and key
        names = [key] if key in self.service.caches else []
        prefix = values.pop("restore-keys", None)
        if prefix:
            names += [name for name in reversed(self.service.caches) if name.startswith(prefix)]
        assert not values, values
        if not names:
            return {"cache-hit": ""}
        shutil.copytree(self.service.caches[names[0]], path, dirs_exist_ok=True)
        return {"cache-hit": text(names[0] == key)}

    def actions_cache_save(self, values):
        path, key = pathlib.Path(values.pop("path")), values.pop("key")
        assert path.is_dir() and not values, (path, values)
        if key not in self.service.caches:
            copy = self.service.folder / f"cache-{len(self.service.caches)}"
            shutil.copytree(path, copy)
            self.service.caches[key] = copy

    def actions_upload_artifact(self, values):
        name, path = values.pop("name"), self.workspace / values.pop("path")
        assert values in ({"if-no-files-found": "ignore", "overwrite": True}, {"if-no-files-found": "error"}), values
        if path.is_dir():
            self.service.artifacts[name] = self.service.folder / f"artifact-{self.service.runs}-{name}"
            shutil.copytree(path, self.service.artifacts[name])
        else:
            assert values["if-no-files-found"] == "ignore", f"{path} is no folder"

    def actions_download_artifact(self, values):
        pattern, path = values.pop("pattern"), self.workspace / values.pop("path")
        assert values == {"merge-multiple": True} and pattern.endswith("*"), values
        path.mkdir(exist_ok=True)
        for name, folder in self.service.artifacts.items():
            if name.startswith(pattern[:-1]):
                shutil.copytree(folder, path, dirs_exist_ok=True)

    def github_codeql_action_upload_sarif(self, values):
        self.service.sarif.append(pathlib.Path(values.pop("sarif_file")))
        assert self.service.sarif[-1].is_file() and not values


def run_workflow(service, path, inputs, github, secrets=()):
    """Runs a reusable workflow, and returns its jobs by name; a job of a matrix has several runs."""
    workflow = load(path)
    declared = workflow["on"]["workflow_call"]["inputs"]
    inputs = {**{name: item["default"] for name, item in declared.items()}, **inputs}
    done, needs = {}, {}
    for name, job in workflow["jobs"].items():
        dependencies = job.get("needs", [])
        dependencies = [dependencies] if isinstance(dependencies, str) else dependencies
        failed = any(needs[dependency]["result"] != "success" for dependency in dependencies)
        contexts = {"inputs": inputs, "needs": needs,
                    "job": {"workflow_repository": "owner/schemaledger", "workflow_sha": "commit"}}
        if not condition(job.get("if"), contexts, failed):
            needs[name] = {"result": "skipped", "outputs": {}}
            done[name] = []
            continue
        matrix = interpolate(job.get("strategy", {}).get("matrix", {}).get("shard", "none"), contexts)
        done[name] = []
        for shard in matrix if isinstance(matrix, list) else [matrix]:
            run = Job(service, github, secrets)
            final = run.steps(job["steps"], {**contexts, "matrix": {"shard": shard}})
            done[name].append(run)
        needs[name] = {
            "result": "failure" if any(run.has_failed for run in done[name]) else "success",
            "outputs": {key: interpolate(value, final) for key, value in job.get("outputs", {}).items()},
        }
    return done
