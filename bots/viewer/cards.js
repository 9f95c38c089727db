// What lies on a table, as elements: cards, the seats' shapes, small icons; and the words about them.

import { gettext, ngettext } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. Children that are text stay text: a bot's name is never markup. */
export function h(tag, props = {}, ...children) {
  return furnish(document.createElement(tag), props, children);
}

/** An SVG element. */
export function s(tag, props = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), props, children);
}

function furnish(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

const SHAPES = [
  () => s("circle", { cx: 6, cy: 6, r: 5.4 }),
  () => s("rect", { x: 1, y: 1, width: 10, height: 10, rx: 1 }),
  () => s("path", { d: "M6 .6 11.8 11H.2z" }),
  () => s("path", { d: "M6 0l6 6-6 6-6-6z" }),
  () => s("path", { d: "M6 .2l1.7 3.7 4.1.5-3 2.8.8 4L6 9.2l-3.6 2 .8-4-3-2.8 4.1-.5z" }),
];

/** The seat's own shape, which always goes with its colour. */
export function shape(seat) {
  return s("svg", { class: `shape seat-${seat}`, viewBox: "0 0 12 12", "aria-hidden": "true" }, SHAPES[seat]());
}

const ICONS = {
  pile: "M5 2.5h7.5v10H10M2.5 5H10v9H2.5z",
  chip: "M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M8 5.2l.9 1.8 2 .3-1.45 1.4.35 2L8 9.75 6.2 10.7l.35-2L5.1 7.3l2-.3z",
  first: "M4 3v10M12.5 3 6 8l6.5 5z",
  back: "M11.5 3 4.5 8l7 5z",
  play: "M5 2.5 13 8l-8 5.5z",
  pause: "M5 3v10M11 3v10",
  next: "M4.5 3l7 5-7 5z",
  last: "M12 3v10M3.5 3 10 8l-6.5 5z",
  flip: "M5 13V3M2.5 5.5 5 3l2.5 2.5M11 3v10M8.5 10.5 11 13l2.5-2.5",
};
const FILLED = new Set(["first", "back", "play", "next", "last"]);

/** A small drawing, for the eye only. */
export function icon(name) {
  const kind = FILLED.has(name) ? "icon filled" : "icon";
  return s("svg", { class: kind, viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** "T" is how the notation writes ten. */
export const value = (letter) => (letter === "T" ? "10" : letter);
const cssValue = (letter) => (letter === "?" ? "back" : value(letter));

/** "38 T2" or "38T2" as a list of cards. */
export const cardsOf = (text) => (text || "").replaceAll(" ", "").match(/../g) || [];

/** Which physical card this is, whichever way up it lies; hidden cards have no name. */
export const identity = (card) => (card === "??" ? null : [...card].sort().join(""));

/** A card on the table. `dress` gives an element that exists another face. */
export function cardElement(card) {
  return dress(h("span", {}, h("span", { class: "face" }, h("b"), h("i"))), card);
}

export function dress(element, card) {
  if (element.dataset.card === card) return element;
  element.dataset.card = card;
  element.className = card === "??" ? "card back" : `card up-${cssValue(card[0])} down-${cssValue(card[1])}`;
  const [big, small] = element.firstChild.children;
  big.textContent = card === "??" ? "" : value(card[0]);
  small.textContent = card === "??" ? "" : value(card[1]);
  return element;
}

const TAIL = /^(.+[\s._-])([^\s._-]{1,9})$/u;

/** A name where room may be short: its front gives way, for many names differ only in their last word. */
export function named(name) {
  const [, front, tail] = TAIL.exec(name) ?? [null, name, ""];
  return h("bdi", { class: "named" }, h("span", {}, front), tail);
}

/** A card inside a line of text: only the value that counts. */
export function mini(card) {
  return h("span", { class: `mini up-${cssValue(card[0])}` }, value(card[0]));
}

export const signed = (n) => (n < 0 ? `−${-n}` : `${n}`);
export const plus = (n) => (n > 0 ? `+${n}` : signed(n));
export const cardCount = (n) => ngettext("{n} card", "{n} cards", n);

/** A hand, spoken. */
export function spoken(cards) {
  if (!cards.length) return gettext("no cards");
  if (cards.every((card) => card === "??")) return gettext("{cards}, hidden", { cards: cardCount(cards.length) });
  const faces = cards.map((c) => (c === "??" ? gettext("hidden") : gettext("{up} over {down}", { up: value(c[0]), down: value(c[1]) })));
  return `${cardCount(cards.length)}: ${faces.join(", ")}`;
}

/** What a round's end means, in words. */
export function ending(frame, names) {
  if (frame.end === "limit") return gettext("The turn limit ended it.");
  if (frame.unbeaten !== null && frame.unbeaten !== undefined) return gettext("Nobody beats {name}.", { name: names[frame.unbeaten] });
  return gettext("{name} went out.", { name: names[frame.seat] });
}

/** A whole position in one sentence, for screen readers and the slider. */
export function sentence(frame, names) {
  if (!frame.turn) return gettext("Round {round} begins, {name} starts", { round: frame.round + 1, name: names[frame.starter] });
  const why = frame.why ? `; ${frame.why}` : "";
  const end = frame.end ? `. ${gettext("Round {round} over", { round: frame.round + 1 })}. ${ending(frame, names)}` : "";
  return `${names[frame.seat]} ${frame.words}${why}${end}`;
}
