"""The questionnaire as one HTML file that opens in any browser and asks no network for anything."""

import html
import json
from collections.abc import Sequence
from typing import Protocol


class _Shown(Protocol):
    @property
    def item(self) -> str: ...
    @property
    def original(self) -> str: ...
    @property
    def versions(self) -> tuple[str, ...]: ...


_STYLE = """
body { font: 17px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
       color: #1d1d1f; background: #fbfbfa; }
.texts { display: flex; gap: 1rem; flex-wrap: wrap; }
.text { flex: 1 1 20rem; white-space: pre-wrap; background: #fff; border: 1px solid #bbb; border-radius: 8px;
        padding: .8rem 1rem; overflow-wrap: anywhere; }
fieldset { border: 0; padding: 0; margin: 1rem 0; }
legend { font-weight: 600; }
label { display: inline-block; margin: .2rem 1.2rem .2rem 0; }
button { font: inherit; padding: .4rem 1.2rem; }
[hidden] { display: none !important; }
@media (prefers-color-scheme: dark) {
  body { color: #eee; background: #1b1b1d; } .text { background: #262629; border-color: #555; } }
"""

# Each question: name, words, choices as (value, words), and whether the original is shown for it.
_PAIRS = (
    (
        "better",
        "The author wants to give less away about themselves. Which version would you rather post?",
        (("first", "the first"), ("tie", "no difference"), ("second", "the second")),
        True,
    ),
)
_YES_NO = (("yes", "yes"), ("no", "no"))
# FgAA's scales have five points, of which it names the ends; the words between are ours.
_RATINGS = (
    (
        "readability",
        "How readable is it?",
        (
            ("1", "1: key parts are unclear"),
            ("2", "2: hard to follow"),
            ("3", "3: some effort"),
            ("4", "4: little effort"),
            ("5", "5: no effort"),
        ),
        False,
    ),
    ("typical", "Could it be a typical text from the internet?", _YES_NO, False),
    (
        "meaning",
        "How much of the meaning is kept?",
        (
            ("1", "1: the core is lost"),
            ("2", "2: much is lost"),
            ("3", "3: the core is kept"),
            ("4", "4: nearly all is kept"),
            ("5", "5: only the wording differs"),
        ),
        True,
    ),
    ("usable", "Could it replace the original?", _YES_NO, True),
)

_SCRIPT = """
const answers = JSON.parse(localStorage.getItem(PLACE) || "{}");
let at = 0;
const byId = id => document.getElementById(id);
function late() {
  return QUESTIONS.filter(q => !q.original).some(q => !(answers[ITEMS[at].item] || {})[q.name]);
}
function show() {
  byId("done").hidden = at < ITEMS.length; byId("ask").hidden = at >= ITEMS.length;
  if (at >= ITEMS.length) { byId("out").value = packed(); return; }
  const given = answers[ITEMS[at].item] || {};
  byId("count").textContent = (at + 1) + " of " + ITEMS.length;
  byId("original").textContent = ITEMS[at].original;
  ITEMS[at].versions.forEach((text, i) => byId("version" + i).textContent = text);
  for (const box of document.querySelectorAll("input")) box.checked = given[box.name] === box.value;
  update();
}
function update() {
  const given = answers[ITEMS[at].item] || {};
  byId("second").hidden = late();
  for (const q of QUESTIONS) byId("q-" + q.name).hidden = q.original && late();
  byId("next").disabled = QUESTIONS.some(q => !given[q.name]);
  byId("back").disabled = at === 0;
}
function packed() { return JSON.stringify({study: STUDY, rater: RATER, answers: answers}); }
document.addEventListener("change", event => {
  const item = ITEMS[at].item;
  answers[item] = Object.assign({}, answers[item], {[event.target.name]: event.target.value});
  try { localStorage.setItem(PLACE, JSON.stringify(answers)); } catch (error) { /* kept on this page only */ }
  update();
});
byId("next").onclick = () => { at += 1; show(); scrollTo(0, 0); };
byId("back").onclick = () => { at -= 1; show(); };
byId("save").onclick = () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([packed()], {type: "application/json"}));
  link.download = "answers-" + STUDY + "-" + RATER + ".json";
  link.click();
};
while (at < ITEMS.length && QUESTIONS.every(q => (answers[ITEMS[at].item] || {})[q.name])) at += 1;
show();
"""


def questions(kind: str) -> dict[str, frozenset[str]]:
    """The questions of a study by name, each with the answers there are."""
    asked = _PAIRS if kind == "pairs" else _RATINGS
    return {name: frozenset(value for value, _ in choices) for name, _, choices, _ in asked}


def page(study: str, kind: str, rater: int, items: Sequence[_Shown]) -> str:
    """The whole questionnaire of one rater; names no method."""
    asked = _PAIRS if kind == "pairs" else _RATINGS
    versions = len(items[0].versions) if items else 1
    facts = {
        "STUDY": study,
        "RATER": rater,
        "PLACE": f"study-{study}-{rater}",
        "QUESTIONS": [{"name": name, "original": original} for name, _, _, original in asked],
        "ITEMS": [
            {"item": one.item, "original": one.original, "versions": list(one.versions)} for one in items
        ],
    }
    constants = "\n".join(f"const {name} = {_script_json(value)};" for name, value in facts.items())
    fields = "\n".join(_field(*question[:3]) for question in asked)
    boxes = "\n".join(
        f'<div class="text" id="version{number}" aria-label="version {number + 1}"></div>'
        for number in range(versions)
    )
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Questionnaire</title>
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<style>{_STYLE}</style></head><body>
<main id="ask"><p id="count"></p>
<div id="second"><h2>The original</h2><div class="text" id="original"></div></div>
<h2>{"Two versions" if versions == 2 else "The text"}</h2><div class="texts">
{boxes}
</div>
{fields}
<p><button id="back">Back</button> <button id="next">Next</button></p></main>
<main id="done" hidden><h2>That was all. Thank you.</h2>
<p>Save your answers and send the file to whoever asked you; nothing was sent from here.</p>
<p><button id="save">Save the answers</button></p>
<p>If saving does not work, copy this:</p><textarea id="out" rows="6" cols="60" readonly></textarea></main>
<script>
{constants}
{_SCRIPT}
</script></body></html>
"""


def _field(name: str, words: str, choices: Sequence[tuple[str, str]]) -> str:
    options = "".join(
        f'<label><input type="radio" name="{name}" value="{value}"> {html.escape(said)}</label>'
        for value, said in choices
    )
    return f'<fieldset id="q-{name}"><legend>{html.escape(words)}</legend>{options}</fieldset>'


def _script_json(value: object) -> str:
    """JSON that cannot end the script that contains it."""
    return json.dumps(value, ensure_ascii=True).replace("<", "\\u003c")
