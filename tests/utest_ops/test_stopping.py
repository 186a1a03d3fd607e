"""However the command is ended while a case hangs: soon, with a true exit code, and no process stays behind."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for child processes in /proc")
SOON = 60.0  # seconds: what takes one on an idle machine


def state(pid):
    """Parent and state of a process; nothing for one that is gone."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return int(words[1]), words[0]


def workers_of(pid):
    """Its worker processes that are past their first lines: one that is stopped in the middle of its creation stops the parent too."""
    found = ((int(p.name), state(p.name)) for p in Path("/proc").iterdir() if p.name.isdigit())
    mine = [number for number, seen in found if seen and seen[0] == pid and seen[1] != "Z"]
    return [number for number in mine if started(number)]


def started(pid):
    """Whether a child runs a program of its own, and that has begun to import what takes long."""
    try:
        begun = b"utest_ops.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
        return begun and b"libtorch" in Path(f"/proc/{pid}/maps").read_bytes()
    except OSError:  # gone
        return False


def alive(pid):
    seen = state(pid)
    return seen is not None and seen[1] != "Z"


def wait_until(condition):
    """Whether something comes true in good time."""
    limit = time.monotonic() + SOON
    while not (found := condition()) and time.monotonic() < limit:
        time.sleep(0.01)
    return found


def default_signals():
    """A shell starts its background jobs with these ignored, and children inherit that."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@pytest.fixture
def hanging(tmp_path):
    """The command with as many workers as asked for, all of them stopped: no signal that can be handled wakes one."""
    started = []

    def start(workers=2, *words):
        command = [sys.executable, "-m", "utest_ops", "matmul", "--via", "capi", "-j", str(workers), *words]
        pipe = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        own = {"start_new_session": True, "preexec_fn": default_signals}
        process = subprocess.Popen(command, cwd=tmp_path, text=True, **pipe, **own)
        started.append(process)
        pids = set()

        def stopped():
            for pid in workers_of(process.pid):
                os.kill(pid, signal.SIGSTOP)
                pids.add(pid)
            return len(pids) >= workers or process.poll() is not None

        assert wait_until(stopped) and process.poll() is None, process.communicate()
        return process, pids

    yield start
    for process in started:
        for pid in (process.pid, *workers_of(process.pid)):
            if alive(pid):
                os.kill(pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_command_and_workers_and_the_report_is_written(number, hanging, tmp_path):
    process, workers = hanging(2, "--json", "r.json")
    process.send_signal(number)
    _, error = process.communicate(timeout=SOON)
    assert process.returncode == 128 + number
    assert f"stopped by {number.name} after 0 of " in error and "Traceback" not in error
    assert wait_until(lambda: not any(map(alive, workers)))
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["complete"] is False and report["planned"] > 0 and report["results"] == []


def test_ctrl_c_of_a_terminal_reaches_the_command_alone(hanging):
    process, workers = hanging()
    assert {os.getpgid(pid) for pid in workers} == workers, "a worker is in the command's process group"
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=SOON)
    assert process.returncode == 130 and error.count("KeyboardInterrupt") == 0


def test_a_second_signal_does_not_interrupt_the_cleaning_up(hanging):
    process, workers = hanging()
    while process.poll() is None:  # from the first to the last moment of the cleaning up
        process.send_signal(signal.SIGINT)
        time.sleep(0.001)
    process.communicate(timeout=SOON)
    assert process.returncode == 130
    assert wait_until(lambda: not any(map(alive, workers)))


def test_workers_end_with_a_command_that_is_killed(hanging):
    process, workers = hanging()
    process.kill()
    process.communicate(timeout=SOON)
    assert wait_until(lambda: not any(map(alive, workers)))


@pytest.mark.native
def test_a_hang_costs_the_time_limit_and_is_a_failed_case(tmp_path):
    command = [sys.executable, "-u", "-m", "utest_ops", "matmul", "--via", "capi", "--chip", "sg_b", "--timeout", "5"]
    with subprocess.Popen(
        command, cwd=tmp_path, text=True, stdout=subprocess.PIPE, preexec_fn=default_signals
    ) as process:
        process.stdout.readline()
        (worker,) = workers_of(process.pid)
        os.kill(worker, signal.SIGSTOP)
        output = process.stdout.read()
    assert process.returncode == 1, output
    assert output.count("no answer within 5 s") == 1 and "1 failed" in output
    assert not alive(worker)
