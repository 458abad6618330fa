// Shows the exact bytes of the record, when somebody asks for them, and computes their hash again.

const panel = document.getElementById("record");
let unpacked = null; // a promise of all records, made when it is first needed

/** The records: lines of text, which lie deflated in the page. */
function lines() {
  unpacked ??= (async () => {
    const packed = Uint8Array.from(atob(document.getElementById("records").textContent), (sign) => sign.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return (await new Response(stream).text()).split("\n");
  })();
  return unpacked;
}

/** The hash of a record as the format of the log has it. */
async function hashOf(line) {
  const bytes = new TextEncoder().encode(`mensch/event/v1\n${line}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fill the panel, while it is open. */
async function showRecord(seq) {
  panel.querySelector(".number").textContent = seq;
  if (!panel.open) return;
  const all = await lines();
  const line = all[seq - 1];
  const record = JSON.parse(line);
  const hash = seq < all.length ? JSON.parse(all[seq]).prev : game.head;
  const check = crypto.subtle ? (await hashOf(line)) === hash : null; // not where a page came unencrypted
  if (seq !== now) return; // somebody went on meanwhile
  panel.querySelector(".time").textContent = new Date(record.at).toISOString().replace("T", " ").replace("Z", " UTC");
  panel.querySelector(".parent").textContent = record.prev;
  panel.querySelector(".hash").textContent = hash;
  panel.querySelector("pre").textContent = line;
  panel.querySelector(".check").textContent = check === null ? "" : game.words[check ? "checked" : "check_failed"];
}

panel.addEventListener("toggle", () => showRecord(now));
listeners.push(showRecord);

show(game.ended || records);
label();
