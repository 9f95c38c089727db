// The table of a replay: the stage with the active set, and the seats around it. It draws one frame
// at a time; every position comes from the engine, nothing here knows the rules.

import {
  cardCount, cardElement, cardsOf, dress, ending, h, icon, identity, mini, named, plus, shape, signed, spoken,
} from "./cards.js";
import { gettext, ngettext } from "./words.js";

const GLIDE = { duration: 300, easing: "cubic-bezier(.2,.8,.2,1)" };
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const still = () => reduced.matches || document.documentElement.dataset.motion === "still";

export class Table {
  constructor(seats) {
    this.seats = seats;
    this.names = seats.map((seat) => seat.name);
    this.cards = new Map();
    this.said = h("div", { class: "said" });
    this.active = h("div", { class: "active nothing" });
    this.caption = h("p", { class: "caption" });
    this.beat = h("div", { class: "to-beat" });
    this.stage = h("div", { class: "stage" }, this.said, h("div", { class: "middle" }, this.active, this.caption), this.beat);
    this.ghosts = h("div", { class: "ghosts", "aria-hidden": "true" });
    this.places = seats.map((seat, index) => new Place(seat, index, seats.length));
    this.element = h(
      "section", { class: `table players-${seats.length}`, "aria-label": gettext("Table") },
      this.stage, this.places.map((place) => place.element), this.ghosts,
    );
    this.sit(null);
  }

  /** Seats sit clockwise from the bottom left, beginning with the one whose eyes we look through. */
  sit(viewer) {
    this.places.forEach((place, seat) => {
      const from = (seat - (viewer ?? 0) + this.seats.length) % this.seats.length;
      place.element.dataset.at = from;
    });
  }

  /** From which position on a seat was played by the stand-in. */
  load(frames) {
    this.places.forEach((place) => { place.failed = Infinity; });
    for (const { m, fault } of frames) if (fault) this.places[fault.seat].failed = Math.min(this.places[fault.seat].failed, m);
  }

  /** Draw `frame`; `next` tells which cards are about to be shown; `speed` 0 means without motion. */
  show(frame, next, rounds, speed = 0) {
    // A new round is dealt anew: its cards come from nowhere.
    const before = speed && frame.turn && !still() ? this.measure() : null;
    const used = new Set();
    const element = (card, spare) => this.card(card, spare, used);
    frame.hands.forEach((hand, seat) => this.places[seat].show(frame, next, cardsOf(hand), element));
    this.showActive(frame, element);
    for (const key of this.cards.keys()) if (!used.has(key)) this.cards.delete(key);
    this.say(frame, rounds);
    if (before) this.glide(before, frame, speed);
  }

  card(card, spare, used) {
    const key = identity(card) ?? spare;
    used.add(key);
    let element = this.cards.get(key);
    if (!element) this.cards.set(key, (element = cardElement(card)));
    return dress(element, card);
  }

  showActive(frame, element) {
    const cards = cardsOf(frame.active);
    this.active.className = cards.length
      ? `active seat-${frame.owner} many-${Math.min(cards.length, 10)}` : "active nothing";
    this.active.replaceChildren(...cards.map((card, index) => element(card, `table-${index}`)));
    this.active.setAttribute("role", "img");
    this.active.setAttribute("aria-label", gettext("On the table: {cards}", { cards: spoken(cards) }));
    if (!cards.length) this.active.append(h("span", {}, gettext("Empty table")));
    const label = frame.set ? [h("bdi", {}, this.names[frame.owner]), ` – ${cards.length === 1 ? gettext("single {card}", { card: frame.set }) : frame.set}`] : [h("bdi", {}, this.names[frame.owner] ?? "")];
    this.caption.replaceChildren(...(cards.length ? [shape(frame.owner), h("span", {}, label)] : [" "]));
  }

  say(frame, rounds) {
    this.stage.classList.toggle("over", Boolean(frame.end));
    this.stage.classList.toggle("wide", cardsOf(frame.active).length > 3);
    this.said.replaceChildren(...this.happened(frame, rounds));
    const round = h("p", { class: "round" }, gettext("Round {round} of {rounds}", { round: frame.round + 1, rounds }));
    if (frame.end) this.beat.replaceChildren(round, this.reckoning(frame));
    else if (frame.beat) this.beat.replaceChildren(round, h("p", { class: "label" }, gettext("To beat it")), h("p", { class: "needs" }, frame.beat));
    else this.beat.replaceChildren(round, h("p", { class: "needs" }, gettext("any set opens")));
  }

  happened(frame, rounds) {
    const name = (seat) => h("bdi", {}, this.names[seat]);
    if (!frame.turn) {
      return [h("h2", {}, gettext("Round {round} begins", { round: frame.round + 1 })), h("p", {}, shape(frame.starter), " ", name(frame.starter), " ", gettext("starts")), this.failed(frame)];
    }
    const parts = [];
    const { scouted, shown, words } = frame;
    const showing = shown ? gettext("shows {set}", { set: unbroken(frame.set) }) : "";
    const head = [shape(frame.seat), " ", name(frame.seat), " "];
    if (scouted) {
      head.push(gettext("scouts"), " ", mini(scouted.card), scouted.turned ? ` ${gettext("turned")}` : "");
      if (shown) head.push(h("br"), gettext("and {shows}", { shows: showing }));
      else head.push(" ", gettext("to {place}", { place: scouted.place }));
    } else head.push(showing || words);
    parts.push(h("h2", { class: frame.end && "before" }, head));
    if (frame.why) parts.push(h("p", {}, frame.why));
    parts.push(this.failed(frame));
    if (frame.end) {
      const last = frame.round + 1 === rounds;
      parts.push(h("h2", {}, last ? gettext("Match over") : gettext("Round {round} over", { round: frame.round + 1 })));
      parts.push(h("p", {}, ending(frame, this.names), last ? ` ${this.winners(frame)}` : ""));
    }
    return parts;
  }

  winners({ totals }) {
    const best = Math.max(...totals);
    const names = this.names.filter((_, seat) => totals[seat] === best);
    const points = signed(best);
    if (names.length === 1) return gettext("{name} wins with {points}.", { name: names[0], points });
    return gettext("{names} share the victory with {points}.", { names: names.join(` ${gettext("and")} `), points });
  }

  failed({ fault }) {
    return fault ? h("p", { class: "fault" }, `✕ ${this.names[fault.seat]}: ${fault.message} ${gettext("A stand-in plays on.")}`) : "";
  }

  reckoning(frame) {
    const row = (seat) => {
      const held = cardsOf(frame.hands[seat]).length;
      const spared = frame.unbeaten === seat;
      return h("tr", {},
        h("th", { scope: "row" }, shape(seat), h("span", { class: "unseen" }, this.names[seat])),
        h("td", {}, frame.piles[seat]), h("td", {}, plus(frame.chips[seat])),
        h("td", {}, spared ? h("s", {}, signed(-held)) : signed(-held)),
        h("td", {}, signed(frame.scores[seat])), h("td", {}, signed(frame.totals[seat])));
    };
    const heads = [gettext("Pile"), gettext("Chips"), gettext("Hand"), gettext("Round"), gettext("Total")].map((text) => h("th", { scope: "col" }, text));
    return h("table", { class: "reckoning" },
      h("thead", {}, h("tr", {}, h("td"), heads)), h("tbody", {}, this.seats.map((_, seat) => row(seat))));
  }

  measure() {
    const cards = new Map();
    for (const [key, element] of this.cards) {
      const box = element.getBoundingClientRect();
      if (box.width) cards.set(key, { box, card: element.dataset.card, onTable: element.parentElement === this.active });
    }
    return cards;
  }

  /** Cards keep their identity and glide; a turned card turns; beaten cards shrink into the pile. */
  glide(before, frame, speed) {
    const timing = { ...GLIDE, duration: GLIDE.duration / Math.max(1, speed / 2) };
    // First read where everything lies now, then move: mixing the two lays the page out again and again.
    const moves = [];
    for (const [key, element] of this.cards) {
      const was = before.get(key) ?? this.hidden(key, before, frame);
      if (was && !key.startsWith("hand")) moves.push([element, was, element.getBoundingClientRect()]);
    }
    for (const [element, was, box] of moves) {
      if (!box.width) continue; // a round's end may have no room for the set on the table
      const [dx, dy] = [middle(was.box).x - middle(box).x, middle(was.box).y - middle(box).y];
      const turned = was.card !== element.dataset.card;
      if (Math.abs(dx) + Math.abs(dy) < 1 && !turned) continue;
      const from = `translate(${dx}px,${dy}px) scale(${was.box.width / box.width}) rotate(${turned ? 180 : 0}deg)`;
      element.classList.add("moving");
      element.animate([{ transform: from }, { transform: "none" }], timing)
        .finished.catch(() => {}).then(() => element.classList.remove("moving"));
    }
    if (frame.shown) this.bury([...before].filter(([key, was]) => was.onTable && !this.cards.has(key)), frame.seat, timing);
  }

  /** Where a card lay that could not be seen in its hand, seen by one seat: at its place, face down. */
  hidden(key, before, { seat, shown, scouted }) {
    const at = shown ? cardsOf(shown.cards).findIndex((card) => identity(card) === key) : -1;
    if (at < 0) return null;
    const place = shown.start + at;
    return before.get(`hand-${seat}-${scouted && place > scouted.place ? place - 1 : place}`);
  }

  bury(beaten, winner, timing) {
    const home = this.element.getBoundingClientRect();
    const pile = middle(this.places[winner].pile.getBoundingClientRect());
    for (const [, was] of beaten) {
      const ghost = cardElement(was.card);
      ghost.style.setProperty("--w", `${was.box.width}px`);
      ghost.style.left = `${was.box.left - home.left}px`;
      ghost.style.top = `${was.box.top - home.top}px`;
      this.ghosts.append(ghost);
      const [dx, dy] = [pile.x - middle(was.box).x, pile.y - middle(was.box).y];
      ghost.animate([{ transform: "none", opacity: 1 }, { transform: `translate(${dx}px,${dy}px) scale(.15)`, opacity: .2 }], timing)
        .finished.catch(() => {}).then(() => ghost.remove());
    }
  }
}

/** One seat: who sits there, what they have, and their hand. */
class Place {
  constructor(seat, index, players) {
    this.index = index;
    this.players = players;
    this.flags = h("div", { class: "flags" });
    this.pile = h("span", { class: "count" });
    this.chips = h("span", { class: "count" });
    this.chip = h("span", { class: "show-chip" });
    this.total = h("span", { class: "total" });
    this.hand = h("div", { class: "hand", role: "img" });
    const name = seat.url ? h("a", { href: seat.url }, named(seat.name)) : named(seat.name);
    const version = seat.version ? h("small", {}, `v${seat.version}`) : null;
    this.element = h("article", { class: `seat seat-${index}`, "aria-label": seat.name }, this.flags,
      h("header", {}, shape(index), h("span", { class: "who", title: seat.name }, name), version,
        h("span", { class: "stats" }, this.pile, this.chips, players > 2 ? this.chip : null, this.total)),
      this.hand);
  }

  show(frame, next, cards, element) {
    const seat = this.index;
    this.element.classList.toggle("moved", frame.seat === seat && !frame.end);
    const [pile, chips, points] = [frame.piles[seat], frame.chips[seat], total(frame, seat)];
    const flags = this.flagged(frame, cards);
    redraw(this.flags, flags.join(), "", () => flags.map(([text, kind]) => h("span", { class: `flag ${kind}` }, text)));
    redraw(this.pile, pile, gettext("Pile: {cards}", { cards: cardCount(pile) }), () => [icon("pile"), unseen(gettext("Pile"), " "), `${pile}`]);
    redraw(this.chips, chips, ngettext("{n} scout chip", "{n} scout chips", chips), () => [icon("chip"), unseen(gettext("Chips"), " "), `${chips}`]);
    redraw(this.total, points, gettext("The total if the round ended now"), () => [unseen(gettext("Total"), " "), signed(points)]);
    if (this.players > 2) this.showChip(frame.show_chips[seat]);
    this.hand.setAttribute("aria-label", spoken(cards));
    if (this.many !== cards.length) {
      this.many = cards.length;
      this.hand.style.setProperty("--many", Math.max(1, cards.length)); // so many that each still shows its number
    }
    const soon = aboutToShow(next, seat);
    arrange(this.hand, cards.map((card, index) => {
      const drawn = element(card, `hand-${seat}-${index}`);
      const fresh = frame.seat === seat && frame.scouted && identity(card) !== null && identity(card) === identity(frame.scouted.card);
      drawn.classList.toggle("scouted", Boolean(fresh));
      drawn.classList.toggle("soon", card !== "??" && soon.has(index));
      return drawn;
    }));
  }

  showChip(fresh) {
    this.chip.classList.toggle("used", !fresh);
    redraw(this.chip, fresh, fresh ? gettext("Scout & Show is still to come") : gettext("Scout & Show used"),
      () => ["S&S", unseen(" ", fresh ? gettext("left") : gettext("used"))]);
  }

  flagged(frame, cards) {
    const seat = this.index;
    const flags = [];
    if (frame.end && frame.unbeaten === seat) flags.push([gettext("Unbeaten"), "full"]);
    else if (frame.end && !cards.length) flags.push([gettext("Went out"), "full"]);
    else if (frame.seat === seat && frame.turn) {
      flags.push([frame.shown && frame.scouted ? gettext("Scout & Show") : frame.shown ? gettext("Shows") : gettext("Scouts"), "full"]);
    }
    if (frame.m === this.failed) flags.push([gettext("Fault"), "failed"]);
    else if (frame.m > this.failed) flags.push([gettext("Stand-in"), "failed"]);
    if (!frame.turn && frame.starter === seat) flags.push([gettext("Starts"), ""]);
    else if (!frame.end && frame.next === seat) flags.push([gettext("Next"), ""]);
    return flags;
  }
}

/** "run 2-3-4-5" stays on one line, unless it is very long. */
const unbroken = (set) => (set.length < 20 ? set.replaceAll("-", "-\u2060") : set);

const unseen = (...text) => h("span", { class: "unseen" }, text);

/** Draw again only what has changed since: most of a table stays as it is from one move to the next. */
function redraw(element, says, title, draw) {
  if (element.says === says) return;
  element.says = says;
  element.title = title;
  element.replaceChildren(...draw());
}

/** Put cards into this order and take the others away, touching none that lies right already. */
function arrange(hand, cards) {
  const wanted = new Set(cards);
  for (const card of [...hand.children]) if (!wanted.has(card)) card.remove();
  cards.forEach((card, index) => { if (hand.children[index] !== card) hand.insertBefore(card, hand.children[index] ?? null); });
}

/** The total a seat would have if the round ended now. */
export const total = (frame, seat) => frame.totals[seat] + (frame.end ? 0 : frame.scores[seat]);

/** Which places of the hand, as it is now, the next turn shows. */
function aboutToShow(next, seat) {
  const places = new Set();
  if (!next || next.seat !== seat || !next.shown) return places;
  const taken = next.scouted ? next.scouted.place : Infinity;
  cardsOf(next.shown.cards).forEach((_, offset) => {
    const place = next.shown.start + offset;
    if (place !== taken) places.add(place > taken ? place - 1 : place);
  });
  return places;
}

const middle = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
