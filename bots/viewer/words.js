// The viewer's words in the reader's language. The page brings them as JSON; without, they are English.

const source = document.getElementById("viewer-words");
const WORDS = source ? JSON.parse(source.textContent) : {};
const language = document.documentElement.lang || "en";
const FIGURES = [0, 1].map((places) => new Intl.NumberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: places }));

/** A sentence; `{name}` stands for a value. */
export function gettext(text, values = {}) {
  return fill(WORDS[text] ?? text, values);
}

/** A sentence that depends on a number, which is its `{n}`. */
export function ngettext(one, many, n, values = {}) {
  const [first, other] = WORDS[one] ?? [one, many];
  return fill(n === 1 ? first : other, { n, ...values });
}

/** A number with the signs of the page's language: 1,234.5 or 1.234,5. */
export function figure(number, places = 0) {
  return FIGURES[places].format(number);
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => written(values[name] ?? whole));
}

const written = (value) => (typeof value === "number" ? figure(value, Number.isInteger(value) ? 0 : 1) : value);
