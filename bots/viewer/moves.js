// The panel beside the table: tabs with the moves, the scores of the rounds, and the facts of the match.

import { cardsOf, ending, h, icon, mini, named, plus, shape, signed } from "./cards.js";
import { figure, gettext } from "./words.js";

const SLOW = 250_000; // µs
const TABS = [gettext("Moves"), gettext("Scores"), gettext("Info")];
const VERBS = { scouts: gettext("Scout"), shows: gettext("Show") };
const longest = (words) => Math.max(...words.map((word) => [...word].length));

export class Panel {
  constructor(seats, info, onMove) {
    this.names = seats.map((seat) => seat.name);
    this.onMove = onMove;
    this.bodies = [h("div", { class: "moves" }), h("div", { class: "scores" }), h("div", { class: "info" }, info)];
    // Each row is laid out by itself, so the columns learn their widths from the words.
    this.bodies[0].style.setProperty("--who", longest(this.names));
    this.bodies[0].style.setProperty("--verb", longest(Object.values(VERBS)));
    this.tabs = TABS.map((name, index) => h("button", {
      type: "button", role: "tab", id: `tab-${index}`, "aria-controls": `panel-${index}`, onclick: () => this.open(index),
    }, name));
    this.bodies.forEach((body, index) => {
      for (const [key, value] of Object.entries({ role: "tabpanel", id: `panel-${index}`, "aria-labelledby": `tab-${index}`, tabindex: 0 })) {
        body.setAttribute(key, value);
      }
    });
    const list = h("div", { class: "tabs", role: "tablist", "aria-label": gettext("About this match"), onkeydown: (event) => this.walk(event) }, this.tabs);
    this.element = h("aside", { class: "side", "aria-label": gettext("Moves and scores") }, h("div", { class: "side-inner" }, list, this.bodies));
    this.open(0);
  }

  open(index) {
    this.tabs.forEach((tab, other) => {
      tab.setAttribute("aria-selected", other === index);
      tab.tabIndex = other === index ? 0 : -1;
      this.bodies[other].hidden = other !== index;
    });
    this.shown = index;
    if (index === 0) this.follow();
  }

  walk(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const index = (this.shown + step + TABS.length) % TABS.length;
    this.open(index);
    this.tabs[index].focus();
  }

  load(frames) {
    this.frames = frames;
    this.rows = [];
    const rounds = [];
    for (const frame of frames) (rounds[frame.round] ??= []).push(frame);
    this.bodies[0].replaceChildren(...rounds.map((round) => this.round(round)));
    this.bodies[1].replaceChildren(this.scores(rounds));
  }

  round(round) {
    const [start, ...moves] = round;
    const end = round.at(-1);
    const head = h("button", { type: "button", class: "round-head", onclick: () => this.onMove(start.m) },
      h("b", {}, gettext("Round {round}", { round: start.round + 1 })), " ", h("bdi", {}, this.names[start.starter]), " ", gettext("starts"));
    this.rows[start.m] = head;
    const items = moves.map((frame) => h("li", {}, (this.rows[frame.m] = this.row(frame))));
    if (end.end) items.push(h("li", { class: "result" }, h("b", {}, gettext("Result")), h("span", {}, this.result(end))));
    return h("section", {}, h("h3", {}, head), h("ol", {}, items));
  }

  row(frame) {
    const lines = [];
    if (frame.scouted) {
      const { card, turned, place } = frame.scouted;
      lines.push(this.did("scouts", mini(card), turned ? [icon("flip"), h("span", { class: "unseen" }, " ", gettext("turned"))] : null, " ", gettext("to {place}", { place })));
    }
    if (frame.shown) {
      lines.push(this.did("shows", cardsOf(frame.shown.cards).map((card) => [mini(card), h("span", { class: "unseen" }, " ")])));
    }
    if (frame.fault) lines.push(h("span", { class: "what fault" }, "✕ ", shape(frame.fault.seat), ` ${frame.fault.kind}`));
    const slow = frame.think >= SLOW;
    const time = !frame.think ? null : h("span", { class: slow ? "time slow" : "time" }, milliseconds(frame.think));
    return h("button", { type: "button", class: "move", onclick: () => this.onMove(frame.m) },
      h("span", { class: "nr" }, frame.m), shape(frame.seat), h("span", { class: "who" }, named(this.names[frame.seat])),
      h("span", { class: "did" }, lines), time);
  }

  did(kind, ...what) {
    return h("span", { class: `what ${kind}` }, h("span", { class: "verb" }, VERBS[kind], " "), h("span", {}, what));
  }

  result(frame) {
    return frame.scores.map((score, seat) => h("span", { class: `gain seat-${seat}` },
      shape(seat), h("span", { class: "unseen" }, `${this.names[seat]} `), plus(score), " "));
  }

  scores(rounds) {
    const ends = rounds.map((round) => round.at(-1)).filter((frame) => frame.end);
    const heads = this.names.map((name, seat) => h("th", { scope: "col", title: name }, shape(seat), h("span", { class: "unseen" }, name)));
    const row = (frame) => h("tr", {},
      h("th", { scope: "row" }, h("button", { type: "button", class: "linkish", onclick: () => this.onMove(frame.m) }, gettext("Round {round}", { round: frame.round + 1 })),
        h("small", {}, ending(frame, this.names))),
      frame.scores.map((score) => h("td", {}, signed(score))));
    const totals = ends.at(-1)?.totals ?? [];
    return h("table", {}, h("thead", {}, h("tr", {}, h("td"), heads)), h("tbody", {}, ends.map(row)),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, gettext("Total")), totals.map((points) => h("td", {}, signed(points))))));
  }

  move(frame) {
    this.current?.removeAttribute("aria-current");
    this.current = this.rows[frame.m];
    this.current.setAttribute("aria-current", "step");
    this.follow();
  }

  /** Keep the current move in sight, scrolling the list and never the page. */
  follow() {
    const list = this.bodies[0];
    if (!this.current || list.hidden) return;
    const [row, box] = [this.current.getBoundingClientRect(), list.getBoundingClientRect()];
    const head = 40;
    if (row.top < box.top + head || row.bottom > box.bottom - 8) {
      list.scrollTop += row.top - box.top - box.height * 0.45;
    }
  }
}

const milliseconds = (us) => `${figure(us / 1000, us < 1000 ? 1 : 0)} ms`;
