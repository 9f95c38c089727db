// <scout-replay src="…/replay/?format=frames" seats="id-of-json">: a replay to watch, step by step.
// It fetches the engine's positions and keeps which one is seen, through whose eyes, in the address.

import { Chart, eventsOf } from "./chart.js";
import { h, icon, sentence, shape } from "./cards.js";
import { Panel } from "./moves.js";
import { Table } from "./table.js";
import { gettext } from "./words.js";

const BEAT = 1100; // ms per move at speed 1
const SPEEDS = [0.5, 1, 2, 4];
const KEYS = [
  [gettext("Space"), gettext("play or pause")], ["← →", gettext("one move back or on")], ["Shift ← →", gettext("the show before or after")],
  ["↑ ↓", gettext("the round before or after")], ["Home End", gettext("first or last move")], ["N", gettext("next Scout & Show, big show or fault")],
  ["− +", gettext("slower, faster")], ["0", gettext("all hands")], ["1–5", gettext("the hands as one seat sees them")],
  ["M S I", gettext("moves, scores, info")], ["C", gettext("copy a link to this move")], ["F", gettext("full screen")], ["?", gettext("this help")],
];

class ScoutReplay extends HTMLElement {
  async connectedCallback() {
    if (this.table) return;
    this.seats = JSON.parse(document.getElementById(this.getAttribute("seats")).textContent);
    this.names = this.seats.map((seat) => seat.name);
    this.views = new Map();
    [this.m, this.seat, this.speed] = [0, null, 1];
    this.build();
    this.listen();
    await this.follow();
  }

  disconnectedCallback() {
    this.pause();
    this.listening.abort();
  }

  build() {
    const info = this.querySelector("[data-info]") ?? h("div");
    this.table = new Table(this.seats);
    this.chart = new Chart((m) => this.go(m), (frame) => this.spoken(frame));
    this.panel = new Panel(this.seats, info, (m) => this.go(m));
    this.live = h("p", { class: "unseen", "aria-live": "polite" });
    this.counter = h("p", { class: "counter" });
    this.opinion = this.secondOpinion();
    this.message = h("p", { class: "message", role: "status" }, gettext("Loading the replay …"));
    this.help = this.helpDialog();
    this.controls = h("fieldset", { class: "controls", "aria-label": gettext("Playback"), disabled: true }, this.chart.element, this.bar());
    this.replaceChildren(h("div", { class: "left" }, this.table.element, this.opinion?.element, this.controls), this.panel.element, this.live, this.help);
    this.table.stage.append(this.message);
  }

  bar() {
    const button = (label, name, act, kind = "") => h("button", { type: "button", class: `step ${kind}`, "aria-label": label, title: label, onclick: act }, icon(name));
    this.player = button(gettext("Play"), "play", () => this.toggle(), "go");
    const choice = (text, label, act) => h("button", { type: "button", "aria-label": label, title: label, "aria-pressed": "false", onclick: act }, text);
    this.hands = [
      choice(gettext("All"), gettext("All hands"), () => this.look(null)),
      ...this.seats.map((seat, index) => choice(shape(index), gettext("Only what {name} sees", { name: seat.name }), () => this.look(index))),
    ];
    this.speeds = SPEEDS.map((speed) => choice(speed === 0.5 ? "½×" : `${speed}×`, gettext("Speed {speed}", { speed }), () => this.pace(speed)));
    const more = h("button", { type: "button", class: "step more", "aria-label": gettext("Hands, speed, help"), "aria-expanded": "false", onclick: () => {
      more.setAttribute("aria-expanded", bar.classList.toggle("open"));
    } }, "⋯");
    const bar = h("div", { class: `bar players-${this.seats.length}` },
      h("div", { class: "steps-bar" },
        button(gettext("Previous round"), "first", () => this.jumpRound(-1)), button(gettext("Previous move"), "back", () => this.step(-1)), this.player,
        button(gettext("Next move"), "next", () => this.step(1)), button(gettext("Next round"), "last", () => this.jumpRound(1))),
      this.counter, more,
      h("div", { class: "choices hands-choice" }, h("span", {}, gettext("Hands")), h("div", { role: "group", "aria-label": gettext("Hands") }, this.hands)),
      h("div", { class: "choices speed-choice" }, h("span", {}, gettext("Speed")), h("div", { role: "group", "aria-label": gettext("Speed") }, this.speeds)),
      h("button", { type: "button", class: "step help-button", "aria-label": gettext("Help and keys"), title: gettext("Help and keys"), onclick: () => this.help.showModal() }, h("span", { class: "badge" }, "?")));
    return bar;
  }

  /** What a bot would have done, where somebody asked it: a line below the table. */
  secondOpinion() {
    const data = document.getElementById(this.getAttribute("opinion") ?? "");
    if (!data) return null;
    const { seat, says } = JSON.parse(data.textContent);
    const played = (next) => (next?.seat === seat ? h("span", { class: "quiet" }, ` ${gettext("Played: ")}${next.words}.`) : "");
    const element = h("p", { class: `opinion seat-${seat}` });
    const asked = Object.keys(says).map(Number).sort((a, b) => a - b);
    const later = (m) => (m === undefined ? gettext("No more decisions of this seat.")
      : h("button", { type: "button", class: "linkish", onclick: () => this.jump({ m }) }, gettext("Next decision of this seat: move {m}", { m })));
    const say = (m, next) => (says[m] ? [says[m], played(next)] : [later(asked.find((other) => other > m))]);
    return { element, show: ({ m }, next) => element.replaceChildren(shape(seat), " ", ...say(m, next)) };
  }

  helpDialog() {
    const keys = h("input", { type: "checkbox", onchange: () => remember(keys.checked) });
    keys.checked = document.documentElement.dataset.keys !== "off";
    this.keys = keys;
    return h("dialog", { class: "help-dialog", "aria-label": gettext("Help and keys") },
      h("h2", {}, gettext("Keys")),
      h("dl", {}, KEYS.map(([key, does]) => h("div", {}, h("dt", {}, key.split(" ").map((k) => [h("kbd", {}, k), " "])), h("dd", {}, does)))),
      h("label", { class: "check" }, keys, gettext("Keys work on this page")),
      h("p", { class: "quiet" }, gettext("A bar below a card: it is about to be shown. A ring around a card: just scouted."), " ",
        gettext("Pile and chips count one point each, cards in hand cost one.")),
      h("form", { method: "dialog", class: "hero-actions" }, h("button", { class: "button" }, gettext("Close")),
        document.fullscreenEnabled ? h("button", { class: "button", onclick: () => this.fullScreen() }, gettext("Full screen")) : null));
  }

  listen() {
    this.listening = new AbortController();
    const options = { signal: this.listening.signal };
    document.addEventListener("keydown", (event) => this.key(event), options);
    addEventListener("hashchange", () => this.follow(), options);
    if (!navigator.clipboard) return; // no secure page: what copies stays hidden
    const copy = document.querySelector("[data-copy-link]");
    copy?.removeAttribute("hidden");
    copy?.addEventListener("click", () => this.copy(), options);
    for (const button of document.querySelectorAll("[data-copy]")) {
      button.removeAttribute("hidden");
      button.addEventListener("click", () => this.copyText(button), options);
    }
  }

  /** Do what the address says: the move, and through whose eyes. */
  async follow() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const [seat, m] = [wanted.get("seat") ?? "", Number(wanted.get("m")) || 0];
    const view = /^\d+$/.test(seat) && Number(seat) < this.seats.length ? Number(seat) : null;
    if (!this.frames || view !== this.seat) await this.look(view, m);
    else if (wanted.has("m")) this.go(m);
  }

  /** All hands (null), or one seat's view, from its own replay. Who asks again before it is there gets the newest wish. */
  async look(seat, m = this.m) {
    const asked = (this.asked = Symbol("view"));
    if (!this.views.has(seat)) this.views.set(seat, this.fetchView(seat));
    const frames = await this.views.get(seat).catch((error) => {
      this.views.delete(seat);
      if (asked === this.asked) this.fail(error);
    });
    if (!frames || asked !== this.asked) return undefined;
    this.frames = frames;
    this.events = eventsOf(this.frames);
    this.seat = seat;
    this.message.remove();
    this.table.sit(seat);
    this.table.load(this.frames);
    this.panel.load(this.frames);
    this.chart.load(this.frames);
    this.hands.forEach((button, index) => button.setAttribute("aria-pressed", index === (seat === null ? 0 : seat + 1)));
    this.controls.disabled = false;
    this.pace(this.speed);
    return this.go(m, false);
  }

  /** The positions as one seat knew them, or (null) as they were. */
  async fetchView(seat) {
    const source = new URL(this.getAttribute("src"), location.href);
    if (seat !== null) source.searchParams.set("seat", seat);
    const answer = await fetch(source, { headers: { accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.statusText, { cause: answer.status });
    const found = await answer.json();
    return found.frames ?? found;
  }

  fail(error) {
    this.message.classList.add("bad");
    this.message.textContent = error.cause === 404 ? gettext("This replay is not there (yet).")
      : gettext("The replay did not arrive. Check the connection and load the page again.");
    this.table.stage.append(this.message);
  }

  get last() { return this.frames.length - 1; }
  get frame() { return this.frames[this.m]; }

  go(m, moving = Math.abs(m - this.m) === 1) {
    if (!this.frames) return;
    this.m = Math.max(0, Math.min(this.last, Math.round(m)));
    const [frame, next] = [this.frame, this.frames[this.m + 1]];
    this.table.show(frame, next?.round === frame.round ? next : null, this.frames[this.last].round + 1, moving ? this.speed : 0);
    this.chart.move(frame);
    this.panel.move(frame);
    this.opinion?.show(frame, next);
    this.counter.replaceChildren(h("b", {}, gettext("Move {m}", { m: this.m })), " ", gettext("of {last}", { last: this.last }));
    if (!this.playing) this.live.textContent = sentence(frame, this.names);
    if (this.m === this.last) this.pause();
    this.write();
  }

  /** Put the position into the address, but not more often than browsers allow. */
  write() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => history.replaceState(history.state, "", this.link), 120);
  }

  get link() { return `#m=${this.m}${this.seat === null ? "" : `&seat=${this.seat}`}`; }

  spoken(frame) { return `${gettext("Move {m} of {last}, round {round}", { m: frame.m, last: this.last, round: frame.round + 1 })}: ${sentence(frame, this.names)}`; }

  step(by) { this.pause(); this.go(this.m + by); }

  jump(found) { if (found) { this.pause(); this.go(found.m); } }

  jumpRound(by) {
    const start = this.frames.findLast((frame) => frame.turn === 0 && frame.m <= this.m);
    if (by < 0 && this.m > start.m) return this.jump(start);
    const starts = this.frames.filter((frame) => frame.turn === 0);
    return this.jump(starts[starts.indexOf(start) + by] ?? this.frames[by > 0 ? this.last : 0]);
  }

  jumpShow(by) {
    const shows = this.frames.filter((frame) => frame.shown);
    this.jump(by > 0 ? shows.find((frame) => frame.m > this.m) : shows.findLast((frame) => frame.m < this.m));
  }

  toggle() {
    if (this.playing) return this.pause();
    if (this.m === this.last) this.go(0, false);
    this.playing = true;
    this.drawPlayer();
    return this.tick();
  }

  tick() {
    clearTimeout(this.timer);
    const pause = this.frame.end ? 2.5 : 1;
    this.timer = setTimeout(() => { this.go(this.m + 1); if (this.playing) this.tick(); }, (pause * BEAT) / this.speed);
  }

  pause() {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.playing = false;
    this.drawPlayer();
    this.live.textContent = sentence(this.frame, this.names);
  }

  drawPlayer() {
    const label = this.playing ? gettext("Pause") : gettext("Play");
    this.player.replaceChildren(icon(this.playing ? "pause" : "play"));
    this.player.setAttribute("aria-label", label);
    this.player.title = label;
  }

  pace(speed) {
    this.speed = speed;
    this.speeds.forEach((button, index) => button.setAttribute("aria-pressed", SPEEDS[index] === speed));
    if (this.playing) this.tick();
  }

  /** Copy what a button of the page carries, such as the code that embeds this match. */
  async copyText(button) {
    await this.take(button.dataset.copy, button, gettext("Copied"));
  }

  async copy() {
    const said = gettext("Link to move {m} copied", { m: this.m });
    await this.take(new URL(this.link, location.href).href, document.querySelector("[data-copy-link]"), said);
  }

  /** Into the clipboard; only what has arrived there is said to be copied. */
  async take(text, button, said) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return; // not allowed, or no secure page
    }
    this.confirm(button, said);
  }

  /** Say that something was copied, aloud and for a moment on its button. */
  confirm(button, said) {
    this.live.textContent = said;
    const label = button?.querySelector("span");
    if (!label || button.classList.contains("copied")) return;
    const before = label.textContent;
    label.textContent = gettext("Copied");
    button.classList.add("copied");
    setTimeout(() => { label.textContent = before; button.classList.remove("copied"); }, 1500);
  }

  fullScreen() { return document.fullscreenElement ? document.exitFullscreen() : this.requestFullscreen?.(); }

  key(event) {
    if (!this.frames || !this.keys.checked || this.help.open) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.closest("input:not([type=range]), textarea, select, [contenteditable]")) return;
    // A focused slider moves by itself, a focused button presses itself, a focused list scrolls itself.
    if (event.target === this.chart.slider && /^(Arrow|Home|End|Page)/.test(event.key) && !event.shiftKey) return;
    if (event.key === " " && event.target.closest("button, a, summary")) return;
    if (/^(ArrowUp|ArrowDown|Home|End|Page)/.test(event.key) && event.target.closest("[role=tabpanel]")) return;
    const act = this.action(event);
    if (!act) return;
    event.preventDefault();
    act();
  }

  action({ key, shiftKey }) {
    if (/^[1-5]$/.test(key)) return Number(key) <= this.seats.length && (() => this.look(Number(key) - 1));
    const faster = (by) => () => this.pace(SPEEDS[Math.max(0, Math.min(3, SPEEDS.indexOf(this.speed) + by))]);
    return {
      " ": () => this.toggle(),
      ArrowLeft: () => (shiftKey ? this.jumpShow(-1) : this.step(-1)),
      ArrowRight: () => (shiftKey ? this.jumpShow(1) : this.step(1)),
      ArrowUp: () => this.jumpRound(-1),
      ArrowDown: () => this.jumpRound(1),
      Home: () => this.jump(this.frames[0]),
      End: () => this.jump(this.frames[this.last]),
      "-": faster(-1), "+": faster(1), "=": faster(1),
      0: () => this.look(null),
      m: () => this.panel.open(0), s: () => this.panel.open(1), i: () => this.panel.open(2),
      c: () => this.copy(),
      f: () => this.fullScreen(),
      n: () => this.jump(this.events.find((found) => found.m > this.m)),
      "?": () => this.help.showModal(),
    }[key.length === 1 ? key.toLowerCase() : key];
  }
}

/** Single keys on or off: the same cookie as on the account page. */
function remember(on) {
  document.cookie = `keys=off; path=/; samesite=lax; max-age=${on ? 0 : 365 * 24 * 3600}`;
}

customElements.define("scout-replay", ScoutReplay);
