// Draws the table after a record. All that it knows stands in the page: a frame per record, names, texts.
"use strict";

const game = JSON.parse(document.getElementById("game").textContent);
const FIGURES = "0123456789abcdefghijklmnopqrstuvwxyzABCDE"; // a figure as one character
const DRAWN = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** A text of the page with its braces filled in. */
function say(name, values) {
  return game.words[name].replace(/\{(\w+)\}/g, (braces, key) => (key in values ? values[key] : braces));
}

/** An SVG element with attributes and children. */
function drawn(name, attributes, ...children) {
  const element = document.createElementNS(DRAWN, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A frame of the page as named values; null before the start. */
function frameOf(seq) {
  const frame = game.frames[seq - 1];
  if (!frame) return null;
  const [rows, scores, dice, pile, discards, turn, left, moved] = frame;
  return {
    rows: rows.split("|").map((seat) => seat.split("/").map((row) => [...row].map((sign) => FIGURES.indexOf(sign)))),
    scores, pile, discards, turn, left,
    dice: dice.split("|").map((hand) => [...hand].map(Number)),
    moved: moved && { seat: moved[0], figure: moved[1], row: moved[2], source: moved[3], points: moved[4] },
  };
}

// Cards

/** A number card, with a star for each bonus point. */
function newCard(figure) {
  const card = document.createElement("div");
  card.className = `card d${Math.min(4, Math.floor((figure - 1) / 10) + (figure === 40 ? 1 : 0))}`;
  const count = game.stars[figure];
  const stars = Array.from({ length: count }, (_, star) =>
    drawn("use", { href: "#star", x: 4 + star * (count > 4 ? 8.5 : 10.5), y: 53, width: 12, height: 12 }));
  const value = drawn("text", { class: "value", x: 6, y: 27 });
  value.textContent = figure;
  card.append(drawn("svg", { viewBox: "0 0 50 69", "aria-hidden": "true" },
    drawn("rect", { class: "face", x: 1, y: 1, width: 48, height: 67, rx: 6 }),
    drawn("use", { class: "pawn", href: "#pawn", x: 25, y: 32, width: 21, height: 33 }),
    value, ...stars));
  return card;
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** A die card; 0 is one that lies face down. */
function newDie(pips) {
  const die = drawn("svg", { viewBox: "0 0 30 30", class: pips ? "die" : "die hidden", "aria-hidden": "true" },
    drawn("rect", { x: 1, y: 1, width: 28, height: 28, rx: 6 }));
  for (const place of PIPS[pips]) {
    die.append(drawn("circle", { cx: 8 + 7 * (place % 3), cy: 8 + 7 * Math.floor(place / 3), r: 2.6 }));
  }
  if (!pips) {
    const mark = drawn("text", { x: 15, y: 21 });
    mark.textContent = "?";
    die.append(mark);
  }
  return die;
}

/** A figure in words, with its stars. */
function spoken(figure) {
  const stars = game.stars[figure];
  return stars ? say(stars === 1 ? "stars_one" : "stars_many", { figure, stars }) : String(figure);
}

// The places where cards lie: a spot for each figure of the centre, three rows for each seat

const seats = [...document.querySelectorAll(".seat")];
const rows = seats.map((seat) => [...seat.querySelectorAll(".row")]);
const centre = document.querySelector(".centre");
const spots = [null];
const cards = [null];
for (let figure = 1; figure <= 40; figure++) {
  const spot = document.createElement("div");
  const gap = document.createElement("span");
  gap.className = "gap";
  spot.className = "spot";
  spot.setAttribute("role", "img");
  spot.append(gap);
  centre.append(spot);
  spots.push(spot);
  cards.push(Array.from({ length: figure <= 10 ? game.copies : 1 }, () => newCard(figure)));
}

/** Put every card where it lies; what stays in its place is not touched, so that the right copy moves. */
function placeCards(frame) {
  const holders = Array.from({ length: 41 }, () => []);
  frame.rows.forEach((slots, seat) => slots.forEach((row, slot) => {
    for (const figure of row) holders[figure].push({ seat, slot, place: rows[seat][slot].querySelector(".cards") });
  }));
  for (let figure = 1; figure <= 40; figure++) {
    const wanted = holders[figure].map((holder) => holder.place);
    while (wanted.length < cards[figure].length) wanted.push(spots[figure]);
    const free = cards[figure].filter((card) => {
      const index = wanted.indexOf(card.parentElement);
      if (index >= 0) wanted.splice(index, 1);
      return index < 0;
    });
    wanted.forEach((place, index) => place.append(free[index]));
    const inCentre = cards[figure].length - holders[figure].length;
    const spot = spots[figure];
    spot.classList.toggle("held", inCentre === 0);
    for (let seat = 0; seat < seats.length; seat++) {
      spot.classList.toggle(`s${seat}`, inCentre === 0 && holders[figure][0].seat === seat);
    }
    spot.firstChild.textContent = inCentre ? "" : figure;
    spot.setAttribute("aria-label", inCentre
      ? spoken(figure)
      : holders[figure].map((holder) => say("held", { figure, name: game.names[holder.seat], row: "ABC"[holder.slot] })).join(", "));
  }
  frame.rows.forEach((slots, seat) => slots.forEach((row, slot) => {
    const place = rows[seat][slot].querySelector(".cards");
    row.forEach((figure, index) => {
      const card = [...place.children].find((child) => cards[figure].includes(child));
      if (place.children[index] !== card) place.insertBefore(card, place.children[index]);
    });
    const label = row.length ? row.map(spoken).join(", ") : game.words.empty;
    place.setAttribute("aria-label", `${say("row", { row: "ABC"[slot] })}: ${label}`);
  }));
}

/** Let the cards fly from where they lay to where they lie now. */
function fly(before) {
  for (const [card, was] of before) {
    const is = card.getBoundingClientRect();
    const x = was.left - is.left, y = was.top - is.top;
    if (Math.hypot(x, y) < 2) continue;
    const far = Math.hypot(x, y) > 60;
    card.style.zIndex = far ? 4 : 2;
    const flight = card.animate(
      [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }],
      { duration: far ? 480 : 260, easing: "cubic-bezier(.2, .7, .2, 1)" },
    );
    flight.onfinish = flight.oncancel = () => { card.style.zIndex = ""; };
  }
}

/** Mark what the last move did: the card that came, what was stolen, what was scored. */
function markMove(moved) {
  for (const figures of cards.slice(1)) {
    for (const card of figures) card.classList.remove("moved", "stolen");
  }
  for (const gain of document.querySelectorAll(".gain")) gain.className = "gain";
  if (!moved || !moved.figure) return;
  const to = rows[moved.seat][moved.row];
  const stolen = moved.source && moved.source[0] !== moved.seat;
  if (moved.points) {
    const gain = to.querySelector(".gain");
    gain.textContent = `+${moved.points}`;
    gain.classList.add("up");
  } else {
    const card = to.querySelector(".card:last-child");
    card.classList.add("moved");
    card.classList.toggle("stolen", Boolean(stolen));
  }
  if (stolen) {
    const loss = rows[moved.source[0]][moved.source[1]].querySelector(".gain");
    loss.textContent = `−${moved.figure}`;
    loss.classList.add("down");
  }
}

/** A hand as this viewer sees it; the others' dice lie face down. */
function showDice(seat, hand, seen) {
  const shown = seen === null || seen === seat ? hand : hand.map(() => 0);
  const dice = seats[seat].querySelector(".dice");
  dice.replaceChildren(...shown.map(newDie));
  dice.setAttribute("aria-label", say("dice", { dice: shown.map((die) => die || game.words.hidden).join(", ") }));
}

/** Draw the table after a record, as a seat sees it, or with null as everybody does. */
function showTable(seq, seen, { flying }) {
  const frame = frameOf(seq);
  document.querySelector(".table").classList.toggle("waiting", !frame);
  const shown = frame || {
    rows: seats.map(() => [[], [], []]), scores: seats.map(() => 0), dice: seats.map(() => []),
    pile: "", discards: [], turn: null, left: [], moved: null,
  };
  const lying = flying && !calm.matches
    ? cards.slice(1).flat().map((card) => [card, card.getBoundingClientRect()]) : [];
  placeCards(shown);
  markMove(shown.moved);
  fly(lying);
  seats.forEach((element, seat) => {
    element.classList.toggle("active", shown.turn === seat);
    element.classList.toggle("departed", shown.left.includes(seat));
    showDice(seat, shown.dice[seat], seen);
    const score = document.createElement("b");
    score.textContent = shown.scores[seat];
    const [before, after] = say("points", { target: game.target }).split("{score}");
    element.querySelector(".score").replaceChildren(before, score, after);
    element.querySelector(".bar i").style.width = `${Math.min(100, (100 * shown.scores[seat]) / game.target)}%`;
  });
  document.querySelector(".pile b").textContent = shown.pile;
  document.querySelector(".kinds").replaceChildren(...shown.discards.flatMap((count, index) => {
    if (!count) return [];
    const kind = document.createElement("span");
    kind.className = "kind";
    kind.append(`${count}×`, newDie(index + 1));
    return [kind];
  }));
}
