#!/usr/bin/env python3
"""A page in a real browser: headless Chromium, driven over WebDriver by nothing but Python's own library.

    browser.py PAGE.html [OTHER.html ...]

PAGE.html is what `HandshakeSim --dh --mss 200 --bandwidth 256k --loss 0.08 --seed 4 --html PAGE.html` writes: a visit that loses packets and
has enough of them for the plots. The status is 0 if everything holds. Of the other pages
only the pictures are looked at.
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

sys.dont_write_bytecode = True  # Tests leave nothing in the folder of the sources.
from pictures import pictures

KEYS = {"Enter": "\ue007", "End": "\ue010", "Home": "\ue011", "Right": "\ue014", "Down": "\ue015", "PageDown": "\ue00f", "PageUp": "\ue00e", "Up": "\ue013", "Escape": "\ue00c", "Tab": "\ue004"}


class Browser:
    """One session of Chromium."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="page")
        self.session = ""
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        for line in self.driver.stdout:
            if found := re.search(r"successfully on port (\d+)", line):
                self.port = found[1]
                break
        else:
            raise SystemExit("chromedriver does not start")
        arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-extensions", "--no-first-run", "--disable-smooth-scrolling",
                     "--disable-background-networking", "--user-data-dir=" + self.home, "--window-size=1440,900"]
        options = {"binary": shutil.which("chromium"), "args": arguments}
        wish = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        # A machine that is busy with other tests may not have started Chromium when the driver gives up.
        for last in [False, False, True]:
            try:
                self.session = "/session/" + self.call("/session", {"capabilities": {"alwaysMatch": wish}})["sessionId"]
                break
            except AssertionError:
                if last: raise
        self.call("/timeouts", {"script": 120000})

    def call(self, path, body=None, method="POST"):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request("http://127.0.0.1:" + self.port + self.session + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"][:400]) from None

    def js(self, text, *arguments):
        return self.call("/execute/sync", {"script": text, "args": list(arguments)})

    def size(self, width, height):
        self.call("/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}})

    def press(self, *keys):
        """Presses keys; a text that names none of KEYS is typed."""
        strokes = [stroke for key in keys for stroke in ([KEYS[key]] if key in KEYS else key)]
        actions = [{"type": kind, "value": stroke} for stroke in strokes for kind in ("keyDown", "keyUp")]
        self.call("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def close(self):
        try:
            self.call("", method="DELETE")
        finally:
            os.killpg(self.driver.pid, signal.SIGTERM)
            self.driver.wait()
            shutil.rmtree(self.home, ignore_errors=True)


def need(condition, what):
    if not condition:
        raise AssertionError(what)


# Walks through the story in a view, with twelve steps at a time; says which steps are wrong.
WALK = """
const [view] = arguments, page = HandshakeSim, wrong = [];
page.show({ level: 'story', view });
for (const step of page.steps('story').filter((_, i) => i % 12 === 0)) {
  page.goto(step);
  const selected = document.querySelectorAll('#hs-steps [aria-selected=true]');
  if (selected.length !== 1 || +selected[0].dataset.step !== step || +document.querySelector('#hs-step').dataset.step !== step) wrong.push(step);
  if (view === 'ends') for (const who of ['client', 'server'])
    if (document.querySelectorAll('#hs-tcp-' + who + ' [data-lit=true]').length !== 1) wrong.push(who + step);
}
if (/⟦|undefined|NaN|\\[object /.test(document.querySelector('#hs-app').textContent)) wrong.push('words');
return wrong;
"""

# Every value on the page that says where it is from is that value.
VALUES = """
const at = (pointer) => pointer.split('/').slice(1).reduce((value, key) => value[key.replace(/~1/g, '/').replace(/~0/g, '~')], HandshakeSim.document);
return [...document.querySelectorAll('#hs-step [data-ptr]:not([data-as])')].filter((node) => node.textContent !== String(at(node.dataset.ptr))).map((node) => node.dataset.ptr);
"""

# What is wider than the page, and what is too small to hit.
ROOM = """
const wide = document.documentElement.scrollWidth > innerWidth, small = [...document.querySelectorAll('button,select,input,[role=tab]')].filter((node) => {
  const box = node.getBoundingClientRect();
  return box.width && !node.closest('[hidden]') && (box.width < 23.5 || box.height < 23.5) && node.type !== 'checkbox' && node.type !== 'radio';
}).map((node) => node.id || node.className || node.textContent);
return [wide, small];
"""

# A browser that heeds the page's policy refuses text as elements and text as code.
REFUSED = """
const refused = [];
try { document.body.innerHTML = '<b>x</b>'; } catch (error) { refused.push('innerHTML'); }
try { document.createElement('script').text = '1'; } catch (error) { refused.push('script'); }
return refused;
"""


def questions(browser):
    """Five questions that a reader has, answered by keys alone. Says how many keys each takes."""
    counts = {}

    def ask(name, keys, answer, *arguments):
        browser.js("HandshakeSim.show({ level: 'visit', view: 'octets', seat: 'everything' }); HandshakeSim.goto(HandshakeSim.steps()[0]); document.activeElement.blur();"
                   "document.querySelector('#hs-search').value = ''")
        browser.press(*keys)
        need(browser.js(answer, *arguments), name + " is not answered by " + " ".join(keys))
        counts[name] = sum(1 if key in KEYS else len(key) for key in keys)

    ask("where the server's random enters", ["s"],
        "return HandshakeSim.document.runs[0].journal.derivations.some((rule) => rule.conclusion === 'master secret' && rule.premises.includes('server_random'))"
        " && ['server_random', 'master secret'].every((name) => document.querySelector('#hs-view-secrets [data-quantity=\"' + name + '\"]').getBoundingClientRect().width > 0)")
    ask("what was lost, and what repeats it", ["/", "loses", "Enter"],
        "return HandshakeSim.document.runs[0].journal.events[HandshakeSim.state().step - 1].kind === 'lost' && /Sent again as.*packet \\d+/.test(document.querySelector('#hs-step').textContent)")
    ask("why the client is in TIME-WAIT", ["/", "time-w", "Enter"],
        "return HandshakeSim.state().tcp.client === 'TIME-WAIT' && /rcv FIN/.test(document.querySelector('#hs-step').textContent)")
    ask("which octets hold the host name", ["/", "dnsn", "Enter"],
        "const { selection } = HandshakeSim.state();"
        "return /Certificate/.test(document.querySelector('#hs-panes [aria-pressed=true]').textContent) && selection.field === 'x509.dNSName.content'"
        " && /^www[.]/.test([...document.querySelectorAll('[data-octet][data-selected]')].map((node) => String.fromCharCode(parseInt(node.textContent, 16))).join(''))"
        " && document.querySelector('#hs-selected').textContent.includes(selection.offset + ' to ' + (selection.offset + selection.length - 1))")
    ask("what the thief reads", ["w", "End"],
        "return document.querySelector('td[data-who=thief][data-quantity=\"server RSA private key\"]').dataset.holds === 'true'"
        " && document.querySelector('td[data-who=thief][data-quantity=\"application data\"]').dataset.holds === 'false'")
    return counts


# A text longer than the window before the run, as a lesson or the answer of an exhibit is.
LONG_TEXT = "const text = document.createElement('p'); text.id = 'long'; text.style.height = '3000px'; document.body.prepend(text); scrollTo(0, 0);"


def scrolling(browser):
    """A key belongs to what has the focus: beside a long text the keys that scroll are the browser's."""
    step = "return HandshakeSim.state().step"
    browser.js("HandshakeSim.show({ level: 'story', view: 'octets' }); HandshakeSim.goto(HandshakeSim.steps()[3]); document.activeElement.blur();" + LONG_TEXT)
    first = browser.js(step)
    for key in ("Down", "PageDown", "End", "Home", "Up", "PageUp"):
        browser.js("scrollTo(0, 500)")
        browser.press(key)
        # The browser scrolls in its own time.
        moved = browser.js("return new Promise((done) => { const end = performance.now() + 3000, look = () => scrollY !== 500 || performance.now() > end ? done(scrollY - 500) : setTimeout(look, 20); look(); })")
        need((moved > 0) == (key in ("Down", "PageDown", "End")) and moved, f"{key} moves a long page by {moved}")
        need(browser.js(step) == first, f"{key} steps a run that is out of sight")
    browser.js("scrollTo(0, 0)")
    browser.press("Right")
    need(browser.js(step) != first, "the right arrow does not step")
    need(browser.js("const box = document.querySelector('.body').getBoundingClientRect(); return box.top < innerHeight / 2 && box.bottom > innerHeight / 3"), "a step with the focus nowhere does not bring the run into sight")
    browser.press("End")
    need(browser.js(step + " === HandshakeSim.steps().at(-1)"), "the run that was stepped by a key does not have the keys")
    browser.js("document.querySelector('#long').remove(); document.activeElement.blur()")


def main(path, *others):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))  # So that the browser is ended, too.
    browser = Browser()
    try:
        browser.size(1440, 900)
        browser.call("/url", {"url": "file://" + os.path.abspath(path)})
        need(browser.js("return document.documentElement.dataset.ready") == "true", "the page is not ready")
        need(browser.js(REFUSED) == ["innerHTML", "script"], "the policy lets text become elements")
        views = browser.js("return [...document.querySelectorAll('[role=tab]')].map((tab) => tab.dataset.view)")
        for view in views:
            wrong = browser.js(WALK, view)
            need(not wrong, f"{view}: wrong at {wrong[:5]}")
        for step in browser.js("return HandshakeSim.steps('visit')"):
            wrong = browser.js("HandshakeSim.goto(arguments[0]);" + VALUES, step)
            need(not wrong, f"step {step}: {wrong[:3]}")
        browser.js("HandshakeSim.show({ view: 'stream' })")
        need(browser.js("return document.querySelectorAll('.plot .plot-again').length") > 0, "no plot")
        # The views reach down to the bar, whatever they hold, also where nothing stands above the tabs.
        gap = browser.js("HandshakeSim.show({ view: 'knowledge' }); return document.querySelector('.bar').getBoundingClientRect().top - document.querySelector('.views').getBoundingClientRect().bottom")
        need(abs(gap) < 1, f"{gap} pixels between the views and the bar")
        counts = questions(browser)
        scrolling(browser)
        for width in (1440, 390):
            browser.size(width, 900)
            for view in views:
                wide, small = browser.js("HandshakeSim.show({ view: arguments[0] });" + ROOM, view)
                need(not wide and not small, f"{view} at {width}: wider than the page: {wide}; too small: {small[:4]}")
        pictures(browser, need)
        for other in others:
            browser.call("/url", {"url": "file://" + os.path.abspath(other)})
            pictures(browser, need)
        # Two of the log's messages are ours: the refusals above.
        log = [one["message"] for one in browser.call("/se/log", {"type": "browser"}) if "TrustedHTML" not in one["message"] and "TrustedScript" not in one["message"]]
        need(not log, f"the console has {log[:3]}")
        print("keys:", ", ".join(f"{name} {count}" for name, count in counts.items()))
    finally:
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
