// The score chart on the same axis as the slider: what every seat's total would be if the round
// ended now, the rounds, and the moves worth looking at.

import { h, s, shape, signed } from "./cards.js";
import { total } from "./table.js";
import { gettext } from "./words.js";

const THUMB = 20; // the slider's thumb travels from half its width to half its width before the end
const [MARKS, TRACK] = [12, 20];

export class Chart {
  constructor(onMove, speak) {
    this.speak = speak;
    this.drawing = s("svg", { class: "drawing", "aria-hidden": "true" });
    this.slider = h("input", { type: "range", min: 0, value: 0, step: 1, "aria-label": gettext("Move"), class: "slider" });
    this.slider.addEventListener("input", () => onMove(Number(this.slider.value)));
    this.legend = h("ul", { class: "legend", "aria-hidden": "true" });
    this.plot = h("div", { class: "plot" }, this.drawing, this.slider);
    this.element = h("div", { class: "chart" }, this.plot, this.legend);
    new ResizeObserver(() => this.draw()).observe(this.plot);
  }

  load(frames) {
    this.frames = frames;
    this.events = eventsOf(frames);
    this.slider.max = frames.length - 1;
    this.draw();
  }

  move(frame) {
    this.frame = frame;
    this.slider.value = frame.m;
    this.slider.setAttribute("aria-valuetext", this.speak(frame));
    this.slider.style.setProperty("--done", this.x ? `${this.x(frame.m)}px` : "0px");
    if (this.cursor && this.x) this.cursor.setAttribute("transform", `translate(${this.x(frame.m).toFixed(1)} 0)`);
    const order = frame.hands.map((_, seat) => seat).sort((a, b) => total(frame, b) - total(frame, a));
    this.legend.replaceChildren(...order.map((seat) => h("li", {}, shape(seat), signed(total(frame, seat)))));
  }

  draw() {
    const [width, height] = [this.plot.clientWidth, this.plot.clientHeight];
    if (!this.frames || !width) return;
    const top = height > 100 ? 18 : 8; // on a phone there is no room for the title
    const last = Math.max(1, this.frames.length - 1);
    this.x = (m) => THUMB / 2 + (m / last) * (width - THUMB);
    const floor = height - TRACK - THUMB / 2 - MARKS;
    const points = this.frames.flatMap((frame) => frame.hands.map((_, seat) => total(frame, seat)));
    const [low, high] = [Math.min(0, ...minmax(points)), Math.max(0, ...minmax(points))];
    const y = (score) => top + 4 + ((high - score) / (high - low || 1)) * (floor - top - 8);
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.cursor = s("path", { class: "cursor", d: `M0 ${top - 6}V${height - TRACK}` });
    this.drawing.replaceChildren(
      s("path", { class: "zero", d: `M${THUMB / 2} ${y(0)}H${width - THUMB / 2}` }),
      ...this.rounds().map((round) => this.roundMark(round, top, floor, height)),
      ...this.lines(y), ...this.events.map((event) => this.mark(event, floor + MARKS / 2)), this.cursor,
      s("text", { class: "title", x: THUMB / 2, y: 12 }, gettext("Score if the round ended now")),
    );
    if (this.frame) this.move(this.frame);
  }

  rounds() {
    const rounds = [];
    for (const frame of this.frames) (rounds[frame.round] ??= []).push(frame);
    return rounds;
  }

  roundMark(round, top, floor, height) {
    const x = this.x(round[0].m);
    return s("g", { class: "round-mark" },
      round[0].m ? s("path", { d: `M${x} ${top - 6}V${floor}` }) : null,
      s("path", { class: "tick", d: `M${x} ${height - TRACK}v5` }),
      s("text", { x, y: height - 2 }, gettext("R{round}", { round: round[0].round + 1 })));
  }

  lines(y) {
    const place = (frame, seat) => `${this.x(frame.m).toFixed(1)} ${y(total(frame, seat)).toFixed(1)}`;
    const thinned = (round) => {
      const every = Math.ceil(round.length / 500);
      return round.filter((_, index) => index % every === 0 || index === round.length - 1);
    };
    return this.rounds().flatMap((round) => round[0].hands.map((_, seat) => s("path", {
      class: `line seat-${seat}`, d: `M${thinned(round).map((frame) => place(frame, seat)).join("L")}`,
    })));
  }

  mark({ m, seat, kind }, y) {
    const x = this.x(m);
    const d = {
      both: `M${x} ${y - 4}l4 4-4 4-4-4z`,
      big: `M${x - 1.5} ${y - 3}h3v6h-3z`,
      fault: `M${x - 4} ${y - 4}l8 8m0-8l-8 8`,
    }[kind];
    return s("path", { class: `event ${kind} seat-${seat}`, d });
  }
}

/** The moves worth stopping at: Scout & Show, big shows, faults, ends of rounds. */
export function eventsOf(frames) {
  const events = [];
  for (const frame of frames) {
    const length = frame.shown ? frame.shown.cards.replaceAll(" ", "").length / 2 : 0;
    if (frame.fault) events.push({ m: frame.m, seat: frame.fault.seat ?? frame.seat, kind: "fault" });
    else if (frame.scouted && frame.shown) events.push({ m: frame.m, seat: frame.seat, kind: "both" });
    else if (length >= 4) events.push({ m: frame.m, seat: frame.seat, kind: "big" });
  }
  return events;
}

function minmax(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return [low, high];
}
