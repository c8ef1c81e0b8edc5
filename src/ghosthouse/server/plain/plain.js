// The page of a house whose browser pages were not built: every game, in plain words and buttons.
const main = document.getElementById("main");
const language = navigator.language.startsWith("de") ? "de" : "en";
const random = (n) => Array.from(crypto.getRandomValues(new Uint8Array(n)), (b) => b.toString(16).padStart(2, "0")).join("");
const ask = async (path, body) => {
  const options = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, options);
  return answer.json();
};
const words = await ask(`/api/words/${language}/house`);

// The part of ICU messages that the phrases use: {name}, plural and select, # and quotes.
function fill(text, values) {
  let at = 0;
  const message = (number) => {
    let out = "";
    while (at < text.length && text[at] !== "}") {
      if (text[at] === "'" && "{}#'".includes(text[at + 1] ?? "x")) {
        if (text[at + 1] === "'") { out += "'"; at += 2; continue; }
        const close = text.indexOf("'", at + 1);
        out += text.slice(at + 1, close < 0 ? text.length : close);
        at = close < 0 ? text.length : close + 1;
      } else if (text[at] === "{") { at++; out += argument(); }
      else { out += text[at] === "#" && number !== undefined ? number : text[at]; at++; }
    }
    return out;
  };
  const argument = () => {
    const end = at + text.slice(at).search(/[,}]/);
    const name = text.slice(at, end).trim(), value = values[name] ?? "";
    at = end;
    if (text[at] === "}") { at++; return String(value); }
    const kind = text.slice(at + 1, text.indexOf(",", at + 1)).trim();
    at = text.indexOf(",", at + 1) + 1;
    const cases = {};
    while (text.slice(at).trimStart()[0] !== "}") {
      const brace = text.indexOf("{", at), key = text.slice(at, brace).trim();
      at = brace + 1;
      cases[key] = message(kind === "plural" ? value : undefined);
      at++;
    }
    at = text.indexOf("}", at) + 1;
    const chosen = kind === "plural" ? (cases["=" + value] ?? (Number(value) === 1 ? cases.one : undefined)) : cases[value];
    return chosen ?? cases.other ?? "";
  };
  return message();
}
const word = (id) => words[id] ?? id;
function say(line, table) {
  const name = (seat) => seat === table.you ? word("seat.you") : table.seats[seat]?.name || (table.seats[seat]?.who === "bot" ? word("seat.bot") + " " + (seat + 1) : word("seat.somebody"));
  const values = { ...line.numbers, ...line.texts };
  for (const [key, seat] of Object.entries(line.seats ?? {})) values[key] = name(seat);
  for (const [key, id] of Object.entries(line.terms ?? {})) values[key] = word(id);
  const you = line.seats?.who === table.you && words[line.phrase + ".you"];
  return fill(you || word(line.phrase), values);
}
function make(tag, text, then) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (then) made.addEventListener("click", then);
  return made;
}

async function lobby() {
  const house = await ask("/api/house");
  const shown = house.titles.filter((title) => title.lobby);
  main.replaceChildren(...shown.map((title) => make("button", words.games[title.game]?.[`${title.edition}.title`] ?? title.title, () => begin(title))));
}
async function begin(title) {
  await ask("/api/guest", { name: language === "de" ? "Gast" : "Guest", language });
  const token = random(32);
  const made = await ask("/api/tables", { id: random(16), title: title.title, token, sit: 0, fill: title.levels[0], start: true });
  if (!made.table) { main.append(make("p", made.message)); return; }
  sessionStorage.setItem(made.code, token);
  history.pushState(null, "", `/t/${made.code}`);
  sit(made.code);
}
function sit(code) {
  const status = make("p"), choices = make("div"), seats = make("p"), log = make("div");
  status.id = "status"; status.setAttribute("role", "status"); log.id = "log";
  main.replaceChildren(status, choices, seats, log);
  let table = null, lines = [], socket, wait = 500;
  const send = (command) => socket.send(JSON.stringify({ id: random(16), ...command }));
  const show = () => {
    status.textContent = table.view?.status ? say(table.view.status, table) : table.phase;
    seats.textContent = table.seats.map((s, p) => `${s.name || word("seat." + (s.who === "bot" ? "bot" : "free"))} ${Object.entries(table.view?.places?.[p]?.numbers ?? {}).map(([n, v]) => `${word("number." + n)} ${v}`).join(", ")}`).join(" | ");
    choices.replaceChildren(...table.choices.map((choice) => {
      const text = choice.line ? say(choice.line, table) : choice.move;
      if (choice.asks) {
        const field = make("input");
        field.setAttribute("aria-label", word("ask." + choice.asks));
        field.addEventListener("change", () => send({ t: "move", decision: table.decision, move: field.value }));
        return field;
      }
      const button = make("button", text, () => send({ t: "move", decision: table.decision, move: choice.move }));
      if (choice.legal === false) { button.disabled = true; button.title = choice.why ? say(choice.why, table) : ""; }
      return button;
    }), ...["start", "sit", "rematch", "undo", "back"].filter((tag) => table.may.includes(tag)).map((tag) =>
      make("button", tag, () => send(tag === "sit" ? { t: tag, seat: -1, token: keep(code) } : tag === "start" ? { t: tag, fill: "" } : { t: tag }))));
    log.replaceChildren(...lines.slice(-60).map((heard) => make("div", say(heard.line, table))));
    log.scrollTop = log.scrollHeight;
  };
  const connect = () => {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    socket.onopen = () => socket.send(JSON.stringify({ t: "hello", table: code, seen: table?.at ?? 0, token: sessionStorage.getItem(code) ?? undefined }));
    socket.onmessage = async (event) => {
      const message = JSON.parse(event.data);
      if (message.t === "table") {
        if (!table) Object.assign(words, await ask(`/api/words/${language}/${message.title.split("/")[0]}`));
        lines = lines.filter((heard) => heard.at <= message.after).concat(message.lines);
        table = message; wait = 500; show();
      } else if (message.t === "no" && table) status.textContent = say(message.line, table);
    };
    socket.onclose = () => { setTimeout(connect, wait); wait = Math.min(wait * 2, 10000); };
  };
  connect();
}
function keep(code) {
  const token = sessionStorage.getItem(code) ?? random(32);
  sessionStorage.setItem(code, token);
  return token;
}

const invited = location.pathname.match(/^\/t\/(\w+)/);
if (invited) {
  await ask("/api/guest", { name: language === "de" ? "Gast" : "Guest", language });
  sit(invited[1]);
} else lobby();
