// Judge: an input, an output, and what `check` says of them.

import { button, divertLong, h, labelled } from "./dom.js";
import { bytesOf, excerpt, indexAt, textOf } from "./places.js";
import { text } from "./text.js";

/** A longer text is kept, but only its beginning is shown: a field with too many lines would stop the page. */
const LONGEST_SHOWN = 2 ** 15;

/** A text: a field, and beside it bytes that are not what the field shows, of a file or of a long text. */
function source(label, longest, invalidate) {
  let kept;
  const facts = h("p", { class: "quiet" });
  const field = h("textarea", {
    rows: 10,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    wrap: "off",
    oninput: () => (field.value.length > LONGEST_SHOWN ? set(field.value) : keep(undefined)),
  });
  const remove = button(
    text.remove,
    () => {
      set("");
      field.focus();
    },
    { hidden: true },
  );

  function keep(bytes, said = "") {
    kept = bytes;
    facts.textContent = said;
    remove.hidden = bytes === undefined;
    invalidate();
  }

  function set(string, bytes, name = text.longText) {
    const isLong = string.length > LONGEST_SHOWN;
    field.value = isLong ? `${string.slice(0, 2000).split("\n").slice(0, 100).join("\n")} …` : string;
    field.readOnly = isLong;
    const all = bytes ?? (isLong ? bytesOf(string) : undefined);
    keep(all, all && `${text.opened(name, all.length)}${isLong ? `; ${text.beginning}` : ""}`);
  }

  const chooser = h("input", {
    type: "file",
    class: "file",
    onchange: async () => {
      const [chosen] = chooser.files;
      if (!chosen) return;
      if (chosen.size > longest) {
        set("");
        facts.textContent = text.tooLong(chosen.size, longest);
        return;
      }
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      set(textOf(bytes), bytes, chosen.name);
      chooser.value = "";
    },
  });
  divertLong(field, LONGEST_SHOWN, (all) => set(all));
  return {
    field,
    set,
    bytes: () => kept ?? bytesOf(field.value),
    element: h("div", { class: "source" }, labelled(label, field), labelled(text.open, chooser), facts, remove),
  };
}

export function judgeView({ game, facts, about, ask, forget }) {
  const result = h("div", { class: "result", "aria-live": "polite" });
  /** Drops what is shown or still computed, as it is about other texts than those in the fields. */
  const invalidate = () => {
    forget();
    result.replaceChildren();
    for (const { field } of [input, output]) field.removeAttribute("aria-invalid");
  };
  const input = source(text.input, facts.longestText, invalidate);
  const output = source(text.output, facts.longestText, invalidate);
  const judges = h(
    "select",
    { onchange: showJudge },
    about.judges.map(({ name, title }) => h("option", { value: name }, title)),
  );
  const comparisons = h("select", { onchange: invalidate });
  const seed = h("input", { type: "text", inputmode: "numeric", pattern: "[0-9]{1,18}", required: true, value: "1" });
  const cases = h("input", { type: "number", required: true });
  const size = h("input", { type: "number" });
  const sizeField = h("div");
  const judge = () => about.judges.find(({ name }) => name === judges.value);

  function showJudge() {
    const { comparison, cases: counts, sizes, unit } = judge();
    comparisons.replaceChildren(
      ...Object.entries(text.comparisons).map(([value, said]) =>
        h("option", { value }, value === comparison ? `${said} (${text.byJudge})` : said),
      ),
    );
    comparisons.value = comparison;
    Object.assign(cases, { min: counts.start, max: counts.end, value: Math.min(counts.end, 5) });
    Object.assign(size, { min: sizes.start, max: sizes.end, placeholder: text.sizeHelp(sizes) });
    sizeField.replaceChildren(labelled(text.size(unit), size));
    invalidate();
  }

  async function run(action) {
    invalidate();
    try {
      for (const [name, { bytes }] of Object.entries({ [text.input]: input, [text.output]: output })) {
        const length = bytes().length;
        if (length > facts.longestText) throw new Error(`${name}: ${text.tooLong(length, facts.longestText)}`);
      }
      await action();
    } catch (error) {
      fail(error);
    }
  }

  /** Shows an error, and marks its place in the input. */
  function fail({ message, place }) {
    result.replaceChildren(
      h(
        "div",
        { class: "message wrong", role: "alert" },
        h("p", {}, place ? text.wrongAt(place) : "", message),
        place && excerpt(input.bytes(), place),
      ),
    );
    if (place) mark(input, place);
  }

  function mark({ field, bytes }, place) {
    if (field.readOnly) return;
    const at = indexAt(bytes(), place);
    const [wrong = ""] = field.value.slice(at);
    field.setAttribute("aria-invalid", "true");
    field.focus();
    field.setSelectionRange(at, at + wrong.length);
  }

  const make = () =>
    run(async () => {
      if (![seed, cases, size].every((control) => control.reportValidity())) return;
      const wanted = Number.isNaN(size.valueAsNumber) ? undefined : size.valueAsNumber;
      input.set(await ask("generate", game, judges.value, cases.valueAsNumber, wanted, BigInt(seed.value)));
    });
  const answer = () => run(async () => output.set(await ask("solve", game, judges.value, input.bytes())));
  const judgeIt = () =>
    run(async () => {
      show(await ask("judge", game, judges.value, comparisons.value, input.bytes(), output.bytes()));
    });

  function show(found) {
    const { verdict, message, details, notes, inInput, inOutput } = found;
    const kind = { AC: "win", IE: "draw", PE: "draw" }[verdict] ?? "lose";
    result.replaceChildren(
      h(
        "section",
        { class: `verdict ${kind}` },
        h("h2", {}, text.verdict(found)),
        h("p", { class: "reason" }, message || text.accepted),
        inInput && excerpt(input.bytes(), inInput),
        details && h("pre", { class: "details", tabindex: "0" }, details.replaceAll(/\x1b\[[0-9;]*m/g, "")),
        notes.map((note) => h("p", { class: "note" }, note)),
      ),
    );
    if (inInput) mark(input, inInput);
    else if (inOutput) mark(output, inOutput);
  }

  showJudge();
  return [
    h("div", { class: "tools" }, labelled(text.judge, judges), labelled(text.compare, comparisons)),
    h("p", { class: "quiet help" }, text.pasteHelp(facts.longestText)),
    h("div", { class: "sources" }, input.element, output.element),
    h(
      "details",
      {},
      h("summary", {}, text.makeInput),
      h(
        "div",
        { class: "tools" },
        labelled(text.seed, seed),
        labelled(text.caseCount, cases),
        sizeField,
        button(text.make, make),
      ),
    ),
    h("div", { class: "tools" }, button(text.judgeIt, judgeIt, { class: "main" }), button(text.rightAnswer, answer)),
    result,
  ];
}
