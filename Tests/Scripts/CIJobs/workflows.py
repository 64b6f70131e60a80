"""Runs action.yml, .github/workflows/verify.yml and templates/verify.yml under stubs of their systems, and checks what they
do. `run` checks the script that they call.

Usage: workflows.py ROOT BIN SCRATCH. Leaves files to validate in SCRATCH/validate.
"""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import jsonschema
from ruamel.yaml import YAML

import github
import gitlab

ROOT, BIN, SCRATCH = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
PUSH = {"event_name": "push", "ref_protected": True}
PULL_REQUEST = {"event_name": "pull_request", "event": {"pull_request": {"number": 7, "head": {"sha": "0123456789abcdef" * 2}}}}
KEY = "0123456789abcdef" * 4
DIGEST = hashlib.sha256((BIN / "schemaledger").read_bytes()).hexdigest()

failures = []


def check(holds, message):
    if not holds:
        failures.append(message)
        print(f"ci-jobs: {message}", file=sys.stderr)


def shell(script, **extra):
    subprocess.run(["bash", "-euo", "pipefail", "-c", script], check=True, env={**os.environ, **extra}, cwd=SCRATCH)


def prepare():
    """Makes repositories, and sources whose `make install` takes the program that is tested."""
    shell('''
        for name in good bad; do
          git init -q $name && cd $name && mkdir migrations
          echo 'CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL);' > migrations/1_notes.sql
          git add . && git commit -qm One && schemaledger init --no-hook > /dev/null && git add . && git commit -qm Two
          schemaledger freeze 1.0.0 > /dev/null
          echo 'CREATE TABLE tags (name TEXT);' > migrations/2_tags.sql && git add . && git commit -qm Three
          schemaledger freeze 1.1.0 > /dev/null
          [ $name = good ] || echo 'CREATE UNIQUE INDEX titles ON notes (title);' > migrations/3_titles.sql
          # More than a CI system fetches by itself.
          git add . && for i in $(seq 60); do git commit -q --allow-empty -m Four; done
          cd ..
        done
        mkdir -p sources/Sources sources/Hooks stubs
        cp "$ROOT/action.yml" sources && cp "$ROOT/Hooks/schemaledger-ci" sources/Hooks
        touch sources/Package.swift sources/Sources/a.swift
        printf '%s\\n' "$MAKEFILE" > sources/Makefile
        git -C sources init -q && git -C sources add . && git -C sources commit -qm Sources
        printf '#!/bin/sh\\n' > stubs/swift && chmod +x stubs/swift
        version=$(schemaledger --version) && mkdir -p server/releases/v$version archive/schemaledger/bin
        printf '#!/bin/sh\\nexec %s "$@"\\n' "$(command -v schemaledger)" > archive/schemaledger/bin/schemaledger
        chmod +x archive/schemaledger/bin/schemaledger
        tar -C archive -czf server/releases/v$version/schemaledger-$version-linux-$(uname -m).tar.gz schemaledger
    ''', ROOT=str(ROOT), PATH=f"{BIN}:{os.environ['PATH']}", MAKEFILE="\n\t".join([
        "install:", f"echo built >> {SCRATCH}/built", "mkdir -p $(PREFIX)/bin", f"cp {BIN}/schemaledger $(PREFIX)/bin"]))


def serve():
    """Starts the stub of GitHub. Returns its address, and what ends it."""
    server = subprocess.Popen([sys.executable, ROOT / "Tests/Scripts/CIJobs/server.py", SCRATCH / "server"], stdin=subprocess.PIPE)
    for _ in range(100):
        if (SCRATCH / "server/port").exists():
            break
        time.sleep(0.1)
    return f"http://127.0.0.1:{(SCRATCH / 'server/port').read_text()}", server


def released():
    """The version of the released program, and the digest of its archive."""
    archive = next((SCRATCH / "server/releases").glob("*/*.tar.gz"))
    return {"version": archive.parent.name[1:], "sha256": hashlib.sha256(archive.read_bytes()).hexdigest()}


def comments():
    file = SCRATCH / "server/comments"
    found = json.loads(file.read_text()) if file.exists() else []
    file.unlink(missing_ok=True)
    return [each["body"] for each in found]


def builds():
    """The number of builds since the last call."""
    file = SCRATCH / "built"
    count = len(file.read_text().splitlines()) if file.exists() else 0
    file.unlink(missing_ok=True)
    return count


def service(name, repository="bad", has_program=True):
    folder = SCRATCH / f"service-{name}"
    folder.mkdir()
    path = f"{BIN}:{os.environ['PATH']}" if has_program else f"{SCRATCH / 'stubs'}:{os.environ['PATH']}"
    return github.Service(folder, SCRATCH / repository, SCRATCH / "sources", path)


def action(at, inputs, event, depth=0):
    """Runs a job with the action after a checkout."""
    job = github.Job(at, event)
    steps = [
        {"uses": "actions/checkout@v7", "with": {"fetch-depth": depth, "persist-credentials": False}},
        {"uses": "actions/checkout@v7", "with": {
            "repository": "owner/schemaledger", "ref": "commit", "path": ".action", "persist-credentials": False}},
        {"id": "action", "uses": "./.action", "with": inputs},
    ]
    outputs = job.steps(steps, {})["steps"]["action"]["outputs"]
    return job, outputs


def annotations(job):
    return [line for line in job.log.splitlines() if line.startswith("::")]


def check_action():
    at = service("action")
    job, outputs = action(at, {}, PULL_REQUEST)
    check(job.has_failed and outputs["status"] == "1", f"the action ends with {outputs}: {job.log}")
    check(len(annotations(job)) == 1 and "3_titles.sql" in annotations(job)[0], f"annotations: {annotations(job)}")
    check("❌" in job.summary.read_text(), "the summary has no verdict")
    names = sorted(file.name for file in at.artifacts["schemaledger-verify"].iterdir())
    check(names == ["verify.html", "verify.json", "verify.md"], f"the artifact has {names}")
    check(pathlib.Path(outputs["reports"]).parent == job.temporary, "the reports are not in the folder for temporary files")
    check(not at.sarif and not at.caches, "SARIF or a cache was uploaded without a request")

    job, outputs = action(at, {"sarif": True, "artifact": "false", "annotations": "false"}, PULL_REQUEST)
    check(job.has_failed and len(at.sarif) == 1 and str(at.sarif[0]) == outputs["sarif"], "SARIF was not uploaded")
    check(len(at.artifacts) == 1 and not annotations(job), "there is an artifact or an annotation")

    at = service("good", "good")
    job, outputs = action(at, {"formats": "json gitlab junit", "artifact": "mine"}, PULL_REQUEST)
    check(not job.has_failed and outputs["status"] == "0" and "✅" in job.summary.read_text(), f"good: {job.log}")
    names = sorted(file.name for file in at.artifacts["mine"].iterdir())
    check(names == ["verify.codequality.json", "verify.json", "verify.xml"], f"the artifact has {names}")

    job, outputs = action(at, {}, PULL_REQUEST, depth=1)
    check(job.has_failed and outputs["status"] == "2" and "fetch-depth: 0" in job.log, f"shallow: {job.log}")
    check(job.ran[-1] == "prepare", f"a shallow clone is refused before anything is built, and not after {job.ran}")

    # Inputs are never part of shell text.
    for name in ("command", "arguments", "working-directory", "shard", "shards", "formats", "trust", "version", "sha256", "build",
                 "comment", "cache-key"):
        job, outputs = action(at, {name: '$(touch PWNED) `touch PWNED` "; touch PWNED; echo "'}, PULL_REQUEST)
        # A secret may have any characters.
        expected = ("0",) if name == "cache-key" else ("2", "64")
        check(outputs["status"] in expected, f"{name} ends with {outputs}")
        check(not list(job.folder.rglob("PWNED*")), f"{name} was evaluated")


def check_released():
    """A released program is downloaded, and nothing is compiled unless the caller says so."""
    at = service("released", "good", has_program=False)
    builds()
    job, outputs = action(at, {}, PULL_REQUEST)
    check(job.has_failed and outputs["status"] == "2" and "build: true" in job.log, f"without a way to a program: {outputs}: {job.log}")
    inputs = {**released(), "source": f"{SERVER}/owner/schemaledger"}
    job, outputs = action(at, inputs, PULL_REQUEST)
    check(not job.has_failed and outputs["status"] == "0", f"a released program: {job.log}")
    check((outputs["errors"], outputs["verified"], outputs["failed"]) == ("0", "2", "0"), f"counts: {outputs}")
    check(not at.caches and not outputs["program-digest"], f"a released program was cached: {list(at.caches)}")
    job, outputs = action(at, {**inputs, "sha256": "0" * 64}, PULL_REQUEST)
    check(job.has_failed and "is 0000" in job.log and not at.caches, f"another digest: {job.log}")
    check("run" not in job.ran, f"a program with another digest was run: {job.ran}")

    at = service("released-shards", has_program=False)
    at.server = SERVER
    jobs = github.run_workflow(at, ROOT / ".github/workflows/verify.yml", {**released(), "shards": 2}, PULL_REQUEST)
    check(jobs["report"] and "❌" in jobs["report"][0].summary.read_text(), "a released program does not verify in shards")
    check(not at.caches, f"a released program was cached: {list(at.caches)}")
    check(builds() == 0, "a program was compiled although nobody has said so")


def check_comments():
    at = service("comments")
    at.server = SERVER
    for _ in range(2):
        job, outputs = action(at, {"comment": True}, PULL_REQUEST)
    check(job.has_failed and outputs["status"] == "1" and outputs["failed"] == "2", f"a comment changes the status: {outputs}")
    (body,) = comments() or [""]
    check("SL301" in body and "+ index.added titles" in body and f"{SERVER}/ada/notes/actions/runs/" in body, f"the comment: {body}")
    action(at, {"comment": True}, PUSH)
    action(at, {}, PULL_REQUEST)
    check(not comments(), "there is a comment without a pull request, or without a request")
    (SCRATCH / "server/mode").write_text("403")
    job, outputs = action(at, {"comment": True, "token": "of-a-fork"}, PULL_REQUEST)
    check(outputs["status"] == "1" and "There is no comment" in job.summary.read_text(), f"without the right: {outputs}")
    (SCRATCH / "server/mode").unlink()

    jobs = github.run_workflow(at, ROOT / ".github/workflows/verify.yml", {"shards": 2, "comment": True}, PULL_REQUEST)
    found = comments()
    check(len(found) == 1 and "+ index.added titles" in found[0], f"two shards write one comment: {found}")
    check(all("a comment" not in job.log for job in jobs["verify"]), "a job that runs code of the repository writes the comment")


def check_release():
    """The workflow of a release, with stubs of `make dist`, apt and `gh`."""
    workflow = github.load(ROOT / ".github/workflows/release.yml")
    check(workflow["permissions"] == {}, "a job of the release has permissions that it does not name")
    writing = [name for name, job in workflow["jobs"].items() if "write" in job["permissions"].values()]
    check(writing == ["release"], f"jobs with the right to write: {writing}")
    check(not any("make" in step.get("run", "") for step in workflow["jobs"]["release"]["steps"]), "the job that may write compiles")
    shell('''
        mkdir -p made/.ci/packages made/Sources/SchemaledgerProgram/Commands stubs-of-release
        cp "$ROOT/.ci/packages/release" made/.ci/packages
        echo 'let programVersion = "1.2.0"' > made/Sources/SchemaledgerProgram/Commands/Schemaledger.swift
        cd made && git init -q && git add . && git commit -qm Made && cd ../stubs-of-release
        printf '#!/bin/sh\\n' > apt-get
        cat > make << 'END'
#!/bin/sh
[ "$*" = dist ] || exit 64
mkdir -p .build-dist/out && cd .build-dist/out
machine=$(uname -m)
echo source > schemaledger-1.2.0.tar.gz
for name in schemaledger-1.2.0-linux-$machine.tar.gz schemaledger_1.2.0-1_$machine.deb schemaledger-1.2.0-$machine.whl Containerfile; do
  echo $machine > $name
done
sha256sum * > SHA256SUMS
[ "$BROKEN" != yes ] || echo other > schemaledger-1.2.0.tar.gz
END
        printf '#!/bin/sh\\n[ "$1" != -m ] || echo $MACHINE\\n' > uname
        printf '%s\\n' '#!/bin/sh' '[ -n "$GH_TOKEN" ] || exit 4' 'printf "%s\\n" "$@" > "$RELEASED"' 'cp SHA256SUMS "$RELEASED-sums"' > gh
        chmod +x *
    ''', ROOT=str(ROOT))
    gh = SCRATCH / "gh-arguments"

    def run(tag, machines, broken="no"):
        folder = SCRATCH / f"service-release-{tag}-{len(machines)}-{broken}"
        folder.mkdir()
        at = github.Service(folder, SCRATCH / "made", SCRATCH / "sources", f"{SCRATCH / 'stubs-of-release'}:{os.environ['PATH']}")
        gh.unlink(missing_ok=True)
        jobs = []
        for runner, machine in machines:
            job = github.Job(at, {**PUSH, "ref_type": "tag", "ref_name": tag})
            job.extra = {"MACHINE": machine, "BROKEN": broken if machine == "aarch64" else "no", "RELEASED": str(gh)}
            job.steps(workflow["jobs"]["packages"]["steps"], {"matrix": {"runner": runner}})
            jobs.append(job)
        if not any(job.has_failed for job in jobs):
            job = github.Job(at, {**PUSH, "ref_type": "tag", "ref_name": tag})
            job.extra = {"RELEASED": str(gh)}
            job.steps(workflow["jobs"]["release"]["steps"], {})
            jobs.append(job)
        return jobs

    runners = workflow["jobs"]["packages"]["strategy"]["matrix"]["runner"]
    both = list(zip(runners, ("x86_64", "aarch64")))
    jobs = run("v1.2.0", both)
    check(not jobs[-1].has_failed, f"the release fails: {[job.log for job in jobs]}")
    arguments = gh.read_text().splitlines() if gh.exists() else []
    check(arguments[:3] == ["release", "create", "v1.2.0"] and "--draft" in arguments and "--verify-tag" in arguments,
          f"gh is called with {arguments}")
    files = arguments[arguments.index("--") + 1:] if "--" in arguments else []
    check(len(files) == 8 and "SHA256SUMS" in files and "Containerfile" not in files, f"the release has {files}")
    sums = (SCRATCH / "gh-arguments-sums").read_text().splitlines()
    check(sorted(line.split("  ")[1] for line in sums) == sorted(set(files) - {"SHA256SUMS"}), f"the checksums: {sums}")
    for tag in ("v1.2.1", "1.2.0", "v1.2.0-rc1"):
        jobs = run(tag, both)
        check(all(job.has_failed and "is not that of version 1.2.0" in job.log for job in jobs), f"{tag}: {jobs[0].log}")
        check(not (jobs[0].workspace / ".build-dist").exists() and not gh.exists(), f"{tag} is made or released")
    for machines, broken in ((both[:1], "no"), (both, "yes")):
        jobs = run("v1.2.0", machines, broken)
        check(jobs[-1].has_failed and not gh.exists(), f"released although files are missing or differ: {jobs[-1].log}")


def check_caches():
    at = service("caches", "good", has_program=False)
    builds()
    job, outputs = action(at, {"build": True, "cache-key": KEY}, PUSH)
    check(outputs["status"] == "0" and builds() == 1 and len(at.caches) == 2, f"caches: {list(at.caches)}: {job.log}")
    check(outputs["program-digest"] == DIGEST and DIGEST in job.log, f"the digest of the program is not told: {job.log}")
    job, _ = action(at, {"build": True, "cache-key": KEY}, PUSH)
    check(builds() == 1, "a program of the cache is used without a digest")
    job, _ = action(at, {"build": True, "cache-key": KEY, "program-digest": "0" * 64}, PUSH)
    check(builds() == 1, "a program with another digest is used")
    job, _ = action(at, {"build": True, "cache-key": KEY, "program-digest": DIGEST}, PUSH)
    check(not job.has_failed and builds() == 0 and " cached" in job.log, f"the caches are not used: {job.log}")
    caches = len(at.caches)
    job, _ = action(at, {"build": True, "cache-key": KEY}, {**PUSH, **PULL_REQUEST})
    check(not job.has_failed and " cached" not in job.log, "a pull request believes results of other jobs")
    check(len(at.caches) == caches, f"a pull request has written a cache: {list(at.caches)}")
    check(all(KEY not in file.read_text(errors="replace") for file in at.folder.rglob("*")
              if file.is_file() and file.name != "schemaledger"), "a file has the secret")
    job, _ = action(at, {"build": True, "command": "install"}, PULL_REQUEST)
    check(not job.has_failed and "run" not in job.ran and job.paths.read_text(), f"install: {job.ran}")


def check_workflow():
    path = ROOT / ".github/workflows/verify.yml"
    at = service("shards", has_program=False)
    builds()
    jobs = github.run_workflow(at, path, {"shards": 3, "sarif": True, "build": True}, PULL_REQUEST)
    check(builds() == 1, "the program is not built once for all jobs")
    check([len(jobs[name]) for name in ("plan", "verify", "report")] == [1, 3, 1], "there are not three shards")
    check(sum(job.has_failed for job in jobs["verify"]) == 2, "the two shards with fixtures do not fail")
    report = jobs["report"][0]
    check(report.has_failed and len(annotations(report)) == 1 and "❌" in report.summary.read_text(), f"report: {report.log}")
    for job in jobs["verify"]:
        check(not annotations(job) and not job.summary.read_text(), f"a shard has annotations or a summary: {job.log}")
    check(len(at.sarif) == 1 and "schemaledger-verify" in at.artifacts, "the merged reports were not uploaded")

    for shards in (1, 2):
        at = service(f"good-{shards}", "good")
        jobs = github.run_workflow(at, path, {"shards": shards, "trust": True, "build": True}, PUSH, {"cache-key": KEY})
        check(not any(job.has_failed for runs in jobs.values() for job in runs), "the good repository fails")
        check("✅" in jobs["report"][0].summary.read_text(), "the good repository has no summary")
        check(len(at.caches) == shards, f"each shard has a cache of its own: {list(at.caches)}")


def check_component():
    path = ROOT / "templates/verify.yml"
    environment = {"PATH": f"{SCRATCH / 'stubs'}:{os.environ['PATH']}", "SCHEMALEDGER_CACHE_KEY": KEY}
    commit = subprocess.run(["git", "-C", SCRATCH / "sources", "rev-parse", "HEAD"], check=True, text=True,
                            stdout=subprocess.PIPE).stdout.strip()
    inputs = {"source": f"file://{SCRATCH / 'sources'}", "source-ref": commit, "job-name": "ledger",
              "program-digest": DIGEST, "build": True}
    for repository, shards in (("bad", 3), ("good", 1)):
        configuration = gitlab.component(path, {**inputs, "shards": shards})
        with open(SCRATCH / "validate" / f"{repository}.gitlab-ci.yml", "w", encoding="utf-8") as file:
            YAML(typ="safe", pure=True).dump(configuration, file)
        builds()
        jobs = gitlab.run_jobs(configuration, SCRATCH / repository, SCRATCH / f"gitlab-{repository}", environment)
        check(builds() == 1, "the program is not built once for all jobs")
        verify, (report,) = jobs["ledger"], jobs["ledger-report"]
        log = "\n".join(run.log for run in verify + [report])
        expected = 1 if repository == "bad" else 0
        check(len(verify) == shards and max(run.status for run in verify) == expected, f"{repository}: {log}")
        check(report.status == expected, f"the report of {repository} ends with {report.status}: {report.log}")
        folder = report.project / "schemaledger-reports"
        quality = json.loads((folder / "verify.codequality.json").read_text())
        check(len(quality) == expected, f"Code Quality of {repository} has {len(quality)} issues")
        check(all(list((run.project / "schemaledger-reports").glob("*.xml")) for run in verify), "a job has no JUnit report")
        check_code_quality(quality)
    # The script of the sources downloads a released program, from a folder of theirs.
    shell("mkdir -p sources/releases && ln -s ../../server/releases sources/releases/download")
    for number, (way, expected) in enumerate(((released(), 0), ({**released(), "sha256": "0" * 64}, 2), ({}, 2))):
        given = {"source": inputs["source"], "source-ref": commit, **way}
        (run,) = gitlab.run_jobs(gitlab.component(path, given), SCRATCH / "good", SCRATCH / f"gitlab-way-{number}",
                                 environment)["schemaledger"]
        check(run.status == expected and builds() == 0, f"the component with {way}: {run.log}")
    for reference in ("main", commit[:12]):
        moving = gitlab.run_jobs(
            gitlab.component(path, {**inputs, "source-ref": reference}), SCRATCH / "good", SCRATCH / f"gitlab-{reference}", environment)
        check(moving["ledger"][0].status != 0, f"{reference} is built")
    missing = gitlab.run_jobs(gitlab.component(path, {}), SCRATCH / "good", SCRATCH / "gitlab-missing", environment)
    check(missing["schemaledger"][0].status == 2, "a component without a source and a program does not end with 2")
    hostile = {**inputs, "arguments": "$(touch PWNED) ${SCHEMALEDGER_CACHE_KEY}", "directory": "`touch PWNED`"}
    jobs = gitlab.run_jobs(gitlab.component(path, hostile), SCRATCH / "good", SCRATCH / "gitlab-hostile", environment)
    check(jobs["ledger"][0].status == 2, "hostile inputs are not refused")
    check(not list((SCRATCH / "gitlab-hostile").rglob("PWNED*")), "an input was evaluated")


def check_documents():
    """The documents name one version of an action, which is that of the workflows, and their recipes are left to validate."""
    texts = {path: path.read_text() for folder in ("Docs", ".github", "templates") for path in sorted((ROOT / folder).rglob("*"))
             if path.suffix in (".md", ".yml")}
    texts[ROOT / "action.yml"] = (ROOT / "action.yml").read_text()
    texts[ROOT / "README.md"] = (ROOT / "README.md").read_text()
    pinned = {}
    for text in texts.values():
        for name, version in re.findall(r"uses: ([a-z-]+/[a-z/-]+)@[0-9a-f]{40} # v(\d+)", text):
            pinned.setdefault(name, set()).add(version)
    check("actions/checkout" in pinned and all(len(versions) == 1 for versions in pinned.values()), f"several versions: {pinned}")
    for path, text in texts.items():
        for name, version in re.findall(r"uses: ([a-z-]+/[a-z/-]+)@v(\d+)", text):
            check({version} == pinned.get(name, {version}), f"{path.name} has {name}@v{version}, and the workflows {pinned.get(name)}")
    page = texts[ROOT / "Docs/ContinuousIntegration.md"]
    for system, name in (("CircleCI", "circleci.yml"), ("Bitbucket Pipelines", "bitbucket.yml")):
        recipe = re.search(rf"\*\*{system}\*\*[^`]*(?:`[^`]+`[^`]*)*?```yaml\n(.*?)```", page, re.DOTALL)
        (SCRATCH / "validate" / name).write_text(recipe.group(1))


def check_code_quality(issues):
    """https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format"""
    severities = ["info", "minor", "major", "critical", "blocker"]
    jsonschema.validate(issues, {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["description", "check_name", "fingerprint", "severity", "location"],
            "properties": {
                "description": {"type": "string", "minLength": 1}, "check_name": {"type": "string", "minLength": 1},
                "fingerprint": {"type": "string", "minLength": 1}, "severity": {"enum": severities},
                "location": {
                    "type": "object", "required": ["path", "lines"],
                    "properties": {
                        "path": {"type": "string", "pattern": "^[^/]"},
                        "lines": {"type": "object", "required": ["begin"],
                                  "properties": {"begin": {"type": "integer", "minimum": 1}}},
                    },
                },
            },
        },
    })
    check(len({issue["fingerprint"] for issue in issues}) == len(issues), "two issues have one fingerprint")


def check_sarif():
    schema = json.loads((ROOT / "Tests/SessionTests/SARIF/sarif.schema.json").read_text())
    files = list(SCRATCH.rglob("*.sarif"))
    check(files, "there is no SARIF report")
    for file in files:
        jsonschema.validate(json.loads(file.read_text()), schema)


def check_shell_text():
    """No expression is part of shell text; the shell text of the component is left for shellcheck."""
    definitions = [github.load(ROOT / "action.yml")["runs"]]
    for path in sorted((ROOT / ".github/workflows").glob("*.yml")):
        definitions += github.load(path)["jobs"].values()
    scripts = [step["run"] for definition in definitions for step in definition["steps"] if "run" in step]
    check(len(scripts) >= 5, "the files have no shell text")
    for script in scripts:
        check("${{" not in script, f"an expression is part of shell text: {script}")
    header, body = YAML(typ="safe", pure=True).load_all(ROOT / "templates/verify.yml")
    for name, job in body.items():
        lines = job.get("before_script", []) + job.get("script", [])
        check(all("$[[" not in line for line in lines), f"an input is part of shell text: {name}")
    job = next(iter(body.values()))
    (SCRATCH / "validate" / "component.sh").write_text("#!/bin/bash\n" + "\n".join(job["before_script"]) + '\n"$ci" run\n')
    with open(SCRATCH / "validate" / "header.gitlab-ci.yml", "w", encoding="utf-8") as file:
        YAML(typ="safe", pure=True).dump(header, file)


if __name__ == "__main__":
    (SCRATCH / "validate").mkdir()
    prepare()
    SERVER, process = serve()
    for part in (check_shell_text, check_documents, check_action, check_released, check_comments, check_caches, check_workflow,
                 check_component, check_release, check_sarif):
        part()
    process.stdin.close()
    print(f"the action, the workflow and the component: {len(failures)} failures")
    sys.exit(1 if failures else 0)
