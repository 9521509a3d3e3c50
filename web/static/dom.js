// Makes elements.

/** An element with attributes; a function is a listener for the event that its name has after "on". */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.flat(2).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** One of the drawings of index.html. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon", name);
  svg.append(use);
  return svg;
}

export function button(text, click, attributes = {}) {
  return h("button", { type: "button", onclick: click, ...attributes }, text);
}

let ids = 0;
/** A control with a label before it. */
export function labelled(text, control) {
  control.id ||= `control-${++ids}`;
  return h("div", { class: "field" }, h("label", { for: control.id }, text), control);
}

export function table(heads, rows) {
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": heads.join(", ") },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            row.map((cell) => h("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}

/** Keeps what is pasted or dropped out of a field if it is longer than `most`, and passes on what the field would have
 * with it: a field with hundreds of thousands of lines would stop the page for many seconds. */
export function divertLong(field, most, take) {
  field.addEventListener("beforeinput", (event) => {
    const inserted = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    if (inserted.length <= most) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = field;
    take(value.slice(0, selectionStart) + inserted.replaceAll(/\r\n?/g, "\n") + value.slice(selectionEnd));
  });
}
