"""Checks the recipes of engines that need more than this machine, and writes their commands for each shard.

    others.py FOLDER

FOLDER has the recipe of each engine. For each shard K, ENGINE.K.sh is the command and ENGINE.K.variables its variables.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import warnings
from http.server import BaseHTTPRequestHandler, HTTPServer

import botocore.session
import botocore.validate
import kubernetes_validate
import yaml

COUNT = 8
folder = pathlib.Path(sys.argv[1])
problems = []


def read(engine):
    return yaml.safe_load((folder / engine).read_text())


def write(engine, command, variables):
    """Both are functions of the number of the shard, from 1."""
    for number in range(1, COUNT + 1):
        words = " ".join(f"{name}={value}" for name, value in variables(number).items())
        (folder / f"{engine}.{number}.variables").write_text(words)
        (folder / f"{engine}.{number}.sh").write_text(command(number))


def expect(condition, text):
    if not condition:
        problems.append(text)


def schema(name, engine, suffix):
    """Validates a recipe against the public schema of its engine."""
    with tempfile.NamedTemporaryFile("w", suffix=suffix) as file:
        file.write((folder / engine).read_text())
        file.flush()
        transform = ["--data-transform", "gitlab-ci"] if engine == "GitLab" else []
        program = pathlib.Path(sys.executable).parent / "check-jsonschema"
        command = [program, "--builtin-schema", f"vendor.{name}", *transform, file.name]
        done = subprocess.run(command, capture_output=True, text=True)
        expect(done.returncode == 0, f"{engine}: {done.stdout}{done.stderr}")


def gitlab():
    schema("gitlab-ci", "GitLab", ".yml")
    job = read("GitLab")["verify"]
    expect(job["parallel"] == COUNT and job["retry"]["exit_codes"] == 2, "GitLab: parallel, retry")
    lines = "set -e\n" + "\n".join(job["script"])
    write("GitLab", lambda _: lines, lambda number: {"CI_NODE_INDEX": number, "CI_NODE_TOTAL": job["parallel"]})


def github():
    schema("github-workflows", "GitHub-Actions", ".yml")
    job = read("GitHub-Actions")["jobs"]["verify"]
    expect(job["strategy"]["matrix"]["shard"] == list(range(1, COUNT + 1)), "GitHub: matrix")
    lines = "set -e\n" + "\n".join(step["run"] for step in job["steps"] if "run" in step)
    write("GitHub-Actions", lambda number: re.sub(r"\$\{\{ *matrix\.shard *\}\}", str(number), lines), lambda _: {})


def kubernetes():
    job = read("Kubernetes")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            kubernetes_validate.validate(job, "1.29", strict=True)
        except kubernetes_validate.ValidationError as error:
            problems.append(f"Kubernetes: {error.message}")
    spec = job["spec"]
    expect(spec["completions"] == COUNT and spec["completionMode"] == "Indexed", "Kubernetes: completions")
    stops = [rule["onExitCodes"]["values"] for rule in spec["podFailurePolicy"]["rules"] if rule["action"] == "FailIndex"]
    expect(stops == [[1, 64]], "Kubernetes: only status 2 is tried again")
    container = spec["template"]["spec"]["containers"][0]
    own = {item["name"]: item["value"] for item in container["env"]}
    write(
        "Kubernetes", lambda _: " ".join(container["command"]), lambda number: {**own, "JOB_COMPLETION_INDEX": number - 1})
    kubectl((folder / "Kubernetes").read_text())


class Cluster(BaseHTTPRequestHandler):
    """What kubectl asks a server before it checks a Job by itself: which kinds there are."""

    answers = {
        "/api": {"kind": "APIVersions", "versions": ["v1"]},
        "/apis": {
            "kind": "APIGroupList", "apiVersion": "v1",
            "groups": [{
                "name": "batch", "versions": [{"groupVersion": "batch/v1", "version": "v1"}],
                "preferredVersion": {"groupVersion": "batch/v1", "version": "v1"}}],
        },
        "/api/v1": {"kind": "APIResourceList", "groupVersion": "v1", "resources": []},
        "/apis/batch/v1": {
            "kind": "APIResourceList", "apiVersion": "v1", "groupVersion": "batch/v1",
            "resources": [{
                "name": "jobs", "singularName": "job", "namespaced": True, "kind": "Job", "verbs": ["create", "get"]}],
        },
    }

    def do_GET(self):
        answer = self.answers.get(self.path.split("?")[0])
        self.send_response(200 if answer else 404)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer or {"kind": "Status", "status": "Failure", "code": 404}).encode())

    def log_message(self, *_):
        pass


def kubectl(manifest):
    """`kubectl create --dry-run=client` reads the kinds from a server, so it gets a stub of one."""
    if not shutil.which("kubectl"):
        print("Kubernetes: kubectl is not installed; only the schema was checked")
        return
    server = HTTPServer(("127.0.0.1", 0), Cluster)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    command = ["kubectl", "--server", address, "create", "--dry-run=client", "--validate=false", "-o", "json", "-f", "-"]
    done = subprocess.run(command, input=manifest, capture_output=True, text=True, timeout=60, env={**os.environ, "KUBECONFIG": ""})
    server.shutdown()
    expect(done.returncode == 0, f"Kubernetes: kubectl: {done.stderr}")
    if done.returncode == 0:
        print(f"Kubernetes: kubectl --dry-run=client accepts {json.loads(done.stdout)['metadata']['name']}")


def batch():
    request = json.loads((folder / "AWS-Batch").read_text())
    session = botocore.session.Session()
    shape = session.get_service_model("batch").operation_model("SubmitJob").input_shape
    report = botocore.validate.ParamValidator().validate(request, shape)
    expect(not report.has_errors(), f"AWS Batch: {report.generate_report()}")
    first = request["retryStrategy"]["evaluateOnExit"][0]
    expect(first == {"onExitCode": "2", "action": "RETRY"}, "AWS Batch: status 2")
    command = " ".join(request["containerOverrides"]["command"]).replace("/clone", ".")
    own = {item["name"]: item["value"] for item in request["containerOverrides"]["environment"]}
    write("AWS-Batch", lambda _: command, lambda number: {**own, "AWS_BATCH_JOB_ARRAY_INDEX": number - 1})


def bazel():
    text = (folder / "Bazel").read_text()
    status = folder / "status-file"
    write(
        "Bazel", lambda _: text,
        lambda number: {"TEST_SHARD_INDEX": number - 1, "TEST_TOTAL_SHARDS": COUNT, "TEST_SHARD_STATUS_FILE": status})


def circle():
    schema("circle-ci", "CircleCI", ".yml")
    job = read("CircleCI")["jobs"]["verify"]
    lines = "set -e\n" + "\n".join(step["run"] for step in job["steps"] if "run" in step)
    write(
        "CircleCI", lambda _: lines, lambda number: {"CIRCLE_NODE_INDEX": number - 1, "CIRCLE_NODE_TOTAL": job["parallelism"]})


def buildkite():
    schema("buildkite", "Buildkite", ".yml")
    step = read("Buildkite")["steps"][0]
    expect(step["retry"]["automatic"] == [{"exit_status": 2, "limit": 3}], "Buildkite: retry")
    write(
        "Buildkite", lambda _: step["command"],
        lambda number: {"BUILDKITE_PARALLEL_JOB": number - 1, "BUILDKITE_PARALLEL_JOB_COUNT": step["parallelism"]})


for check in (gitlab, github, kubernetes, batch, bazel, circle, buildkite):
    check()
print("\n".join(problems), file=sys.stderr if problems else sys.stdout, end="\n" if problems else "")
sys.exit(1 if problems else 0)
