
"use strict";
const content = JSON.parse(document.getElementById("data").textContent);
const collator = new Intl.Collator(undefined, { numeric: true });
const labelCaches = new Map();

// Where the texts of a column stand among its labels: numbers may have some too, and are sorted as numbers.
function codes(column) {
  return column.words || column.values;
}

// What is derived from a list of texts once: as sought for the filter, rank for sorting, whether none needs two lines.
function labelsOf(column) {
  const labels = column.labels === "paths" ? content.paths : column.labels;
  if (!labelCaches.has(labels)) {
    const brief = labels !== content.paths && labels.every((label) => label.length <= 20);
    labelCaches.set(labels, { labels, spelled: null, rank: null, brief });
  }
  return labelCaches.get(labels);
}

function ranks(cache) {
  if (!cache.rank) {
    const order = Uint32Array.from(cache.labels.keys()).sort((a, b) => collator.compare(cache.labels[a], cache.labels[b]));
    cache.rank = new Uint32Array(order.length);
    order.forEach((label, rank) => { cache.rank[label] = rank; });
  }
  return cache.rank;
}

// As a search takes for the same: accents apart or not (file names of macOS), capitals, ß, ς, i with its dot or without.
function spelled(text) {
  return text.normalize("NFC").toUpperCase().replace(/\u0130|I\u0307/g, "I");
}

function matches(cache, wanted) {
  if (!cache.spelled) cache.spelled = cache.labels.map(spelled);
  return Uint8Array.from(cache.spelled, (label) => (label.includes(wanted) ? 1 : 0));
}

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

// What a document that is called by a number alone begins with, dimmed after its path.
function firstWords(column, row) {
  const words = column.labels === "paths" && content.words ? content.words[column.values[row]] : undefined;
  return words ? [" ", element("span", "first", words)] : [];
}

// As other reports round: what lies just between two numbers becomes the even one, where toFixed takes the larger.
function rounded(value, digits) {
  const fixed = value.toFixed(digits);
  const between = Math.abs(value * 2 ** (digits + 1)) % 2 === 1 && Number(fixed[fixed.length - 1]) % 2 === 1;
  return between ? Number((Number(fixed) - Math.sign(value) * 10 ** -digits).toFixed(digits)) : Number(fixed);
}

// The rule of every report: nothing but a similarity of 1 is told as 1, and a value stays on its own side of the limit.
function told(column, value, digits) {
  const number = rounded(value, digits);
  const below = column.kind === "share" && value < 1 && number >= 1 ? 1 - 10 ** -digits : number;
  const within = (one) => (column.kind === "share" ? one >= column.limit : one <= column.limit);
  if (column.limit === undefined || digits === 12 || within(below) === within(value)) return below.toFixed(digits);
  return told(column, value, digits + 1);
}

function shown(column, row) {
  const value = codes(column)[row];
  if (value === null || (value < 0 && column.kind !== "number")) return "";
  if (column.labels) return labelsOf(column).labels[value];
  if (column.kind === "share") return told(column, value, 3);
  if (column.kind === "number") return told(column, value, 2);
  if (column.kind === "flag") return value ? "yes" : "";
  return value.toLocaleString();
}

// Where a path breaks first: behind its own signs; within a word only where the column is narrower than that.
function parts(path) {
  return path.match(/[^/_-]*[/_-]+|[^/_-]+/g) || [];
}

function pieces(column, row) {
  const text = shown(column, row);
  return column.labels === "paths" ? parts(text).flatMap((part) => [part, element("wbr")]) : [text];
}

function classOf(column) {
  if (column.labels === "paths") return "path";
  if (column.kind === "text") return labelsOf(column).brief ? "brief" : "words";
  return "right";
}

// A bar beside the number shows at a glance what is close to 1; one column of a table has them.
function cell(column, row, barred) {
  const made = element("td", classOf(column));
  if (barred && column.values[row] !== null) {
    const bar = element("span", "bar");
    const filled = element("i");
    filled.style.width = `${Math.max(0, Math.min(1, column.values[row])) * 100}%`;
    bar.append(filled);
    made.append(bar);
  }
  made.append(...pieces(column, row), ...firstWords(column, row));
  return made;
}

class DataTable {
  constructor(section, table) {
    this.table = table;
    this.all = Uint32Array.from({ length: table.rows }, (_, row) => row);
    this.order = this.all;
    this.page = 0;
    this.size = 50;
    this.sorted = null;
    this.rising = true;
    this.open = new Set();
    this.barred = table.columns.find((column) => column.kind === "share");
    this.build(section);
    this.render();
  }

  build(section) {
    if (!this.table.rows) {
      section.append(element("p", "muted", "None."));
    }
    const tools = element("div", "tools");
    this.filter = element("input");
    this.filter.type = "search";
    this.filter.placeholder = "Filter";
    this.filter.setAttribute("aria-label", "Filter by text");
    this.filter.addEventListener("input", () => { clearTimeout(this.timer); this.timer = setTimeout(() => this.refilter(), 120); });
    this.count = element("span", "count");
    this.before = this.button("Previous", () => this.turn(-1));
    this.after = this.button("Next", () => this.turn(1));
    this.sizes = element("select");
    this.sizes.setAttribute("aria-label", "Rows a page");
    for (const size of [50, 200, 1000]) this.sizes.append(new Option(`${size} rows`, size));
    this.sizes.addEventListener("change", () => { this.size = Number(this.sizes.value); this.page = 0; this.render(); });
    if (this.table.rows > 8) tools.append(this.filter);
    tools.append(this.count);
    if (this.table.rows > 50) tools.append(this.sizes, this.before, this.after);
    const table = element("table");
    const head = element("tr");
    this.heads = this.table.columns.map((column) => {
      const th = element("th", column.kind === "text" ? "" : "right");
      th.scope = "col";
      th.append(this.button(column.title, () => this.sort(column)));
      head.append(th);
      return th;
    });
    table.append(element("thead"), element("tbody"));
    table.tHead.append(head);
    this.body = table.tBodies[0];
    const scroll = element("div", "scroll");
    scroll.append(table);
    if (this.table.rows) section.append(tools, scroll);
  }

  button(words, act) {
    const made = element("button", "", words);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  turn(by) {
    this.page += by;
    this.render();
    if (this.after.disabled) this.before.focus();
    else if (this.before.disabled) this.after.focus();
  }

  sort(column) {
    this.rising = this.sorted === column ? !this.rising : column.kind === "text";
    this.sorted = column;
    this.arrange();
  }

  refilter() {
    this.arrange();
  }

  // Filter, then sort: both over plain arrays of numbers, so that 100,000 rows take a fraction of a second.
  arrange() {
    const wanted = spelled(this.filter.value.trim());
    let rows = this.all;
    if (wanted) {
      const searches = (columns) => columns.filter((column) => column.labels).map((column) => {
        const hits = matches(labelsOf(column), wanted);
        return (row) => hits[codes(column)[row]] === 1;
      });
      const [heads, members, starts] = [searches(this.table.columns), searches(this.table.members || []), this.table.starts];
      rows = rows.filter((row) => {
        if (heads.some((hit) => hit(row))) return true;
        if (members.length) for (let at = starts[row]; at < starts[row + 1]; at += 1) if (members.some((hit) => hit(at))) return true;
        return false;
      });
    }
    if (this.sorted) rows = this.inOrder(rows);
    this.order = rows;
    this.page = 0;
    this.render();
  }

  inOrder(rows) {
    const column = this.sorted;
    const rank = column.kind === "text" ? ranks(labelsOf(column)) : null;
    const missing = (value) => value === null || (value < 0 && column.kind !== "number");
    const keys = new Float64Array(this.table.rows);
    const last = this.rising ? Infinity : -Infinity;
    for (const row of rows) {
      const value = column.values[row];
      keys[row] = missing(value) ? last : rank ? rank[value] : Number(value);
    }
    const sign = this.rising ? 1 : -1;
    return Uint32Array.from(rows).sort((a, b) => (keys[a] === keys[b] ? a - b : keys[a] < keys[b] ? -sign : sign));
  }

  render() {
    const pages = Math.max(1, Math.ceil(this.order.length / this.size));
    this.page = Math.min(Math.max(this.page, 0), pages - 1);
    const start = this.page * this.size;
    const stop = Math.min(start + this.size, this.order.length);
    const all = this.order.length === this.table.rows ? "" : ` of ${this.table.rows.toLocaleString()}`;
    this.count.textContent = stop
      ? `${(start + 1).toLocaleString()}–${stop.toLocaleString()} of ${this.order.length.toLocaleString()}${all ? ` (filtered${all})` : ""}`
      : `Nothing matches${all}`;
    this.before.disabled = this.page === 0;
    this.after.disabled = this.page === pages - 1;
    this.heads.forEach((th, place) => {
      const sorted = this.table.columns[place] === this.sorted;
      if (sorted) th.setAttribute("aria-sort", this.rising ? "ascending" : "descending");
      else th.removeAttribute("aria-sort");
      const mark = sorted ? (this.rising ? " ↑" : " ↓") : "";
      th.firstChild.textContent = this.table.columns[place].title + mark;
    });
    const rows = [];
    for (let place = start; place < stop; place += 1) rows.push(...this.row(this.order[place]));
    this.body.replaceChildren(...rows);
  }

  row(row) {
    const made = element("tr");
    for (const column of this.table.columns) made.append(cell(column, row, column === this.barred));
    if (!this.table.members) return [made];
    const place = Math.max(0, this.table.columns.findIndex((column) => column.labels === "paths"));
    const opener = this.button("", () => {  // what has the focus stays
      if (this.open.delete(row)) made.nextSibling.remove();
      else {
        this.open.add(row);
        made.after(this.members(row));
      }
      opener.setAttribute("aria-expanded", String(this.open.has(row)));
    });
    opener.append(...pieces(this.table.columns[place], row));
    opener.className = "opener";
    opener.setAttribute("aria-expanded", String(this.open.has(row)));
    made.children[place].replaceChildren(opener, ...firstWords(this.table.columns[place], row));
    return this.open.has(row) ? [made, this.members(row)] : [made];
  }

  members(row) {
    const inner = element("table");
    inner.append(element("thead"), element("tbody"));
    const head = element("tr");
    for (const column of this.table.members) head.append(element("th", column.kind === "text" ? "" : "right", column.title));
    inner.tHead.append(head);
    for (let at = this.table.starts[row]; at < this.table.starts[row + 1]; at += 1) {
      const line = element("tr");
      for (const column of this.table.members) line.append(cell(column, at, column.kind === "share"));
      inner.tBodies[0].append(line);
    }
    const holder = element("tr", "members");
    const td = element("td");
    td.colSpan = this.table.columns.length;
    td.append(inner);
    holder.append(td);
    return holder;
  }

  // On paper nothing can be pressed: more rows, and every group open.
  print() {
    this.kept ||= [this.size, this.page, this.open];
    this.size = 500;
    this.page = 0;
    this.open = new Set(this.table.members ? this.order.slice(0, 100) : []);
    this.render();
  }

  printed() {
    if (!this.kept) return;
    [this.size, this.page, this.open] = this.kept;
    this.kept = null;
    this.render();
  }
}

const tables = [...document.querySelectorAll("[data-table]")].map(
  (section) => new DataTable(section, content.tables[section.dataset.table]),
);
const unfolded = [];
window.addEventListener("beforeprint", () => {
  unfolded.push(...document.querySelectorAll("details:not([open])"));
  unfolded.forEach((part) => { part.open = true; });
  tables.forEach((table) => table.print());
});
window.addEventListener("afterprint", () => {
  unfolded.splice(0).forEach((part) => { part.open = false; });
  tables.forEach((table) => table.printed());
});

const themes = ["system", "light", "dark"];
const switcher = document.getElementById("theme");
switcher.hidden = false;
switcher.addEventListener("click", () => {
  const next = themes[(themes.indexOf(document.documentElement.dataset.theme || "system") + 1) % themes.length];
  if (next === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  switcher.textContent = `Theme: ${next}`;
});
