// The viewer's words in the reader's language. The page brings them as JSON; without, they are English.

const source = document.getElementById("viewer-words");
const WORDS = source ? JSON.parse(source.textContent) : {};

/** A sentence; `{name}` stands for a value. */
export function gettext(text, values = {}) {
  return fill(WORDS[text] ?? text, values);
}

/** A sentence that depends on a number, which is its `{n}`. */
export function ngettext(one, many, n, values = {}) {
  const [first, other] = WORDS[one] ?? [one, many];
  return fill(n === 1 ? first : other, { n, ...values });
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
