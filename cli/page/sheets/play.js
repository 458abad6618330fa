// Goes through the records: buttons, slider, keys, list of moves, charts. `table.js` draws the table.

const records = game.frames.length;
const moves = new Map([...document.querySelectorAll(".moves button")].map((button) => [Number(button.dataset.seq), button]));
const control = Object.fromEntries(
  ["first", "back", "play", "on", "last", "slider", "speed", "seen", "at", "told", "appearance"]
    .map((id) => [id, document.getElementById(id)]));
const PACE = 1300; // milliseconds a move at speed 1

let now = records;
let timer = null;
const listeners = []; // functions of the number of the record that is shown

/** The words of a record, as the list of moves has them. */
function told(seq) {
  return moves.get(seq).querySelector(".what").textContent.replace(/\s+/g, " ").trim();
}

/** Say above the table what the record says, as it stands in the list of moves. */
function showTold() {
  const parts = moves.get(now).querySelector(".what").cloneNode(true).childNodes;
  control.told.replaceChildren(...parts);
  const moved = game.frames[now - 1] && game.frames[now - 1][7];
  control.told.className = moved ? `told s${moved[0]}` : "told";
}

/** Show the table after a record. */
function show(seq, { flying = false } = {}) {
  moves.get(now).removeAttribute("aria-current");
  now = Math.min(records, Math.max(1, seq));
  showTable(now, control.seen.value === "" ? null : Number(control.seen.value), { flying });
  const at = say("at", { seq: now, records });
  control.at.textContent = `${now} / ${records}`;
  showTold();
  control.slider.value = now;
  control.slider.setAttribute("aria-valuetext", `${at}: ${told(now)}`);
  control.first.disabled = control.back.disabled = now === 1;
  control.on.disabled = control.last.disabled = now === records;
  const move = moves.get(now);
  move.setAttribute("aria-current", "step");
  const list = move.closest("ol");
  const top = move.offsetTop - list.clientHeight / 2; // only the list scrolls, never the page
  list.scrollTo({ top, behavior: flying && !calm.matches ? "smooth" : "instant" });
  for (const svg of document.querySelectorAll(".chart > svg")) {
    const x = 30 + (382 * (now - 1)) / Math.max(1, records - 1);
    svg.querySelector(".cursor").setAttribute("d", `M${x} 10V168`);
    svg.querySelector(".cursor").removeAttribute("hidden");
  }
  for (const listener of listeners) listener(now);
}

/** One record on or back, with the cards flying. */
function step(by) {
  show(now + by, { flying: true });
}

function label() {
  const text = game.words[timer === null ? "play" : "pause"];
  control.play.classList.toggle("playing", timer !== null);
  control.play.title = text;
  control.play.setAttribute("aria-label", text);
}

function pause() {
  clearTimeout(timer);
  timer = null;
  control.told.setAttribute("aria-live", "polite");
  label();
}

function next() {
  if (now === records) {
    pause();
    return;
  }
  step(1);
  const moved = game.frames[now - 1] && game.frames[now - 1][7];
  timer = setTimeout(next, (PACE * (moved ? 1 : 0.6)) / Number(control.speed.value));
}

/** Play on from here, from the beginning when the game is over here; or stop. */
function toggle() {
  if (timer !== null) {
    pause();
    return;
  }
  if (now >= (game.ended || records)) show(1);
  if (Number(control.speed.value) > 1) control.told.setAttribute("aria-live", "off"); // nobody listens so fast
  timer = setTimeout(next, 250);
  label();
}

/** A person went somewhere, which ends the playing. */
function go(seq, options) {
  pause();
  show(seq, options);
}

control.first.addEventListener("click", () => go(1));
control.back.addEventListener("click", () => go(now - 1, { flying: true }));
control.play.addEventListener("click", toggle);
control.on.addEventListener("click", () => go(now + 1, { flying: true }));
control.last.addEventListener("click", () => go(records));
control.slider.addEventListener("input", () => go(Number(control.slider.value)));
control.seen.addEventListener("change", () => show(now));
for (const [seq, button] of moves) button.addEventListener("click", () => go(seq));

const KEYS = {
  ArrowLeft: () => go(now - 1, { flying: true }),
  ArrowRight: () => go(now + 1, { flying: true }),
  Home: () => go(1),
  End: () => go(records),
  " ": toggle,
};
document.addEventListener("keydown", (event) => {
  const at = event.target; // what has the focus, which has some keys of its own
  const own = at.closest(event.key === " " ? "select, button, summary, a" : "select, input, pre");
  if (own || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !(event.key in KEYS)) return;
  event.preventDefault();
  KEYS[event.key]();
});

document.documentElement.classList.add("js");
for (const svg of document.querySelectorAll(".chart > svg")) {
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 420;
    go(Math.round(1 + ((x - 30) / 382) * (records - 1)));
  });
}

// Above the slider: a thick mark where somebody scored, a thin one where somebody stole
const marks = document.querySelector(".marks");
game.frames.forEach((frame, index) => {
  const moved = frame && frame[7];
  if (!moved) return;
  const [seat, , , source, points] = moved;
  if (!points && !(source && source[0] !== seat)) return;
  const x = (1000 * index) / Math.max(1, records - 1);
  marks.append(drawn("path", { class: points ? `s${seat}` : `theft s${seat}`, d: `M${x} ${points ? 0 : 5}V10` }));
});

control.appearance.addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});
