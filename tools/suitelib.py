# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Runs jobs that need one another, a few at a time, and counts what they check.

A job is a command. It may print lines "check: N passed, M failed", which are added up; without
one it counts as one check by its exit code. Nothing runs twice: what fails has failed. A job that
says it has checked nothing has failed too, and so has a group in which there is nothing to do.
"""
import collections
import dataclasses
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

COUNTS = re.compile(r"^check: (\d+) passed, (\d+) failed$", re.M)
SHOWN = 60  # lines of a failure
LATE = 124  # the exit code of what came to no end
# a job begins with no signal ignored, also where this was started by nohup
CLEAN = ["env", "--default-signal=HUP,INT,QUIT,TERM,PIPE"]


@dataclasses.dataclass
class Job:
    """A command of a group. `needs` are names of jobs that must have passed before, `after` of
    jobs that must not be still to come."""
    group: str
    name: str
    command: list
    needs: tuple = ()
    after: tuple = ()
    env: dict = None
    timeout: float = 900
    lane: str = "work"  # jobs of other lanes run beside the work, one at a time each
    vital: bool = False  # when it fails, nothing new is begun
    then: object = None  # called when it has passed; returns the jobs that exist now
    leads: tuple = ()  # how the names of those begin


@dataclasses.dataclass
class Done:
    job: Job
    passed: int
    failed: int
    code: int
    seconds: float
    processor: float
    output: str


def count(code, output):
    """(passed, failed, remark) of a job that has ended."""
    found = COUNTS.findall(output)
    passed = sum(int(n) for n, _ in found)
    failed = sum(int(m) for _, m in found)
    if code != 0:
        how = f"killed by signal {-code}" if code < 0 else f"exit code {code}"
        return passed, max(failed, 1), how
    if not found:
        return 1, 0, ""
    if passed + failed == 0:
        return 0, 1, "it says that it has checked nothing"
    return passed, failed, "" if failed == 0 else "it says so, but ended with 0"


def run_command(job, root, running=None):
    """Runs one job to its end, and what it has started with it."""
    begin = time.monotonic()
    running = set() if running is None else running
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen([*CLEAN, *(str(word) for word in job.command)], cwd=root,
                                       env=job.env,
                                       stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=subprocess.STDOUT, start_new_session=True)
        except OSError as error:
            return Done(job, 0, 1, 127, 0.0, 0.0, str(error))
        running.add(process.pid)
        late = threading.Timer(job.timeout, kill_group, [process.pid])
        late.start()
        _, status, usage = os.wait4(process.pid, 0)
        in_time = late.is_alive()
        late.cancel()
        running.discard(process.pid)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode(errors="replace")
    if not in_time:
        code = LATE
        text += f"\nno end after {job.timeout:g} s"
    passed, failed, remark = count(code, text)
    if remark:
        text += f"\n{job.name}: {remark}"
    return Done(job, passed, failed, code, time.monotonic() - begin,
                usage.ru_utime + usage.ru_stime, text)


def kill_group(pid):
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Suite:
    def __init__(self, root, workers=2, out=sys.stdout):
        self.root = root
        self.workers = workers
        self.out = out
        self.passed = 0
        self.failed = 0
        self.start = time.monotonic()
        self.pending = []
        self.good = set()  # names of jobs that have passed
        self.bad = set()  # those that have not, and those that will never run
        self.dropped = collections.Counter()  # jobs per group
        self.busy = collections.Counter()  # jobs per lane
        self.running = set()
        self.open = set()  # names of jobs that have not ended
        self.groups = {}  # jobs, checks, first begin, last end, processor time
        self.ending = False
        self.change = threading.Condition()

    def say(self, text):
        print(text, file=self.out, flush=True)

    def add(self, jobs):
        jobs = list(jobs)
        self.pending.extend(jobs)
        self.open.update(job.name for job in jobs)

    def expect(self, group, jobs):
        """The jobs of a group, which must have some."""
        jobs = list(jobs)
        if not jobs:
            self.failed += 1
            self.say(f"FAIL {group}: there is nothing to do, which proves nothing")
        return jobs

    def next_job(self):
        """The first job that can begin, or None. Names that nobody has are errors of the list."""
        for job in list(self.pending):
            if any(name in self.bad for name in job.needs) or self.ending:
                self.pending.remove(job)
                self.bad.add(job.name)
                self.open.discard(job.name)
                self.dropped[job.group] += 1
                continue
            room = self.workers if job.lane == "work" else 1
            if self.busy[job.lane] < room and all(name in self.good for name in job.needs) and \
                    not self.open & set(job.after):
                self.pending.remove(job)
                return job
        return None

    def tell(self, done):
        job = done.job
        self.passed += done.passed
        self.failed += done.failed
        self.busy[job.lane] -= 1
        self.open.discard(job.name)
        now = time.monotonic() - self.start
        row = self.groups.setdefault(job.group, [0, 0, now, 0.0, 0.0])
        row[0] += 1
        row[1] += done.passed
        row[2] = min(row[2], now - done.seconds)
        row[3] = now
        row[4] += done.processor
        verdict = "FAIL" if done.failed else "ok  "
        self.say(f"{verdict} {job.name}: {done.passed} ({done.seconds:.1f} s)")
        if done.failed:
            self.bad.add(job.name)
            self.ending |= job.vital
            self.say("\n".join("     " + line for line in done.output.splitlines()[-SHOWN:]))
            return
        self.good.add(job.name)
        if job.then:
            self.add(job.then())

    def work(self, job):
        done = run_command(job, self.root, self.running)
        with self.change:
            try:
                self.tell(done)
            except Exception as error:  # a list of jobs that cannot be made is a failure
                self.failed += 1
                self.say(f"FAIL {job.name}: what it leads to: {error}")
            self.change.notify_all()

    def run(self):
        """Runs all jobs; those that wait for nothing that still comes are named."""
        with self.change:
            while True:
                job = self.next_job()
                if job:
                    self.busy[job.lane] += 1
                    threading.Thread(target=self.work, args=[job], daemon=True).start()
                elif sum(self.busy.values()) > 0:
                    self.change.wait()
                else:
                    break
            for job in self.pending:
                self.failed += 1
                self.say(f"FAIL {job.name}: it needs {', '.join(job.needs)}, which never came")

    def finish(self):
        """Prints the times and the sum; the exit code."""
        self.say(f"{'group':<13} {'jobs':>5} {'checks':>7} {'from':>6} {'to':>6} {'processor':>10}")
        for name, (jobs, checks, begin, end, processor) in self.groups.items():
            self.say(f"{name:<13} {jobs:>5} {checks:>7} {begin:>6.0f} {end:>6.0f} "
                     f"{processor:>10.0f}")
        self.say(f"time: {time.monotonic() - self.start:.0f} s, "
                 f"processor: {sum(row[4] for row in self.groups.values()):.0f} s")
        if self.dropped:
            groups = ", ".join(f"{count} of {name}" for name, count in self.dropped.items())
            self.say(f"not run, because what they need failed: {groups}")
        if self.passed + self.failed == 0:
            self.failed = 1
            self.say("nothing was checked")
        self.say(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0

    def stop(self):
        for pid in list(self.running):
            kill_group(pid)
